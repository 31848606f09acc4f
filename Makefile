# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

# One flavour and one folder serve demo and tests; undeclared imports between targets fail the build.
BUILD = swift build --build-tests --explicit-target-dependency-import-check error
STAGE = .build/stage

.PHONY: demo test build stage bootstrap lint format clean

demo: stage
	python3 -m demo --prefix $(STAGE) --programs .build/debug $(if $(INTERACTIVE),--interactive)

test: bootstrap
	scripts/run-tests --stage $(STAGE)

build: bootstrap
	$(BUILD)

stage: build
	scripts/install $(STAGE)

bootstrap:
	scripts/bootstrap

lint:
	scripts/check-lint
	scripts/check-walls

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests

clean:
	rm -rf .build demo-output
