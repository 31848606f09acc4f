# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

# One flavour and one folder serve demo and tests; undeclared imports between targets fail the build. BoringSSL, which is C++ here, is optimised also in
# a debug build, and has no symbols for a debugger: a third of what the tests of synchronisation compute was its arithmetic. The toolchain's lld
# links in a third of the time.
FLAGS = --explicit-target-dependency-import-check error -Xcxx -O2 -Xcxx -g0 -Xswiftc -use-ld=lld
BUILD = swift build --build-tests $(FLAGS)
# What is measured, or runs for long, is optimised and has a folder of its own.
RELEASE = swift build -c release --scratch-path .build-release -Xcxx -g0 -Xswiftc -use-ld=lld
# What the demo runs, the largest first; `make test` goes on from there.
PROGRAMS = SignInSite passfold-vault passfold-broker passfold-window passfold passfold-qr passfold-sync passfold-fetch passfold-browser-host KeePassXCProvider PasswordStoreProvider SecretServiceProvider
STAGE = .build/stage

.PHONY: demo install uninstall tarball deb deb-demo deb-test programs extension pictures test wpt bench consumers soak flips crashes simulate simulator sync-kills faults window-kills fuzz hostile mutate mutate-sync mutate-sync-client train-fields docs build stage bootstrap lint format clean

demo: programs
	scripts/install $(STAGE)
	python3 -m demo --prefix $(STAGE) --programs .build/debug $(if $(INTERACTIVE),--interactive)

# For a person: optimised programs with the Swift runtime that they need, the manual and completions. PREFIX is ~/.local unless said, and
# DESTDIR a folder below which everything is put.
PREFIX ?= $(HOME)/.local

install:
	scripts/bootstrap --install
	scripts/build-release
	scripts/install --complete $(if $(DESTDIR),--below $(DESTDIR)) $(PREFIX) .build-packages/release

# Removes what was installed, and nothing of the vault; with DESTDIR, what was put below it.
uninstall:
	scripts/uninstall $(if $(DESTDIR),--below $(DESTDIR)) $(PREFIX)

# The same tree as an archive: unpack it at /.
tarball:
	scripts/bootstrap --install
	scripts/build-release
	rm -rf .build-tarball
	scripts/install --complete --below .build-tarball/root $(or $(TARBALL_PREFIX),/usr/local) .build-packages/release
	tar --create --sort=name --mtime=@$$(git log -1 --format=%ct) --owner=0 --group=0 --numeric-owner --directory .build-tarball/root . | xz --threads=1 >.build-tarball/passfold.tar.xz

# Debian packages in .build-deb, which bring the Swift runtime along.
deb:
	scripts/bootstrap --packages
	swift package --scratch-path .build-packages resolve
	scripts/build-release
	scripts/make-packages .build-deb .build-packages/release

# Installs them in a bare Debian 12, uses them as a new person, upgrades, removes and purges them. Needs root; some minutes.
deb-test: deb
	scripts/try-packages .build-deb

# The demo's walk with them and Debian's Chromium in such a root, by a new person; the pictures are in .build-deb/walk.
deb-demo: deb
	swift build --product SignInSite $(FLAGS)
	scripts/try-packages --walk .build-deb/walk .build/debug .build-deb

# Every window, terminal view and prompt as PNG files to look at; the prompts as pinentry-gtk2 draws them in a walk with the real parts.
# The vault's window in each look of demo/looks.py takes some 20 minutes: make pictures ONLY=vault LOOK=light-text200
pictures: build
	python3 -m demo.pictures --programs .build/debug $(if $(ONLY),--only $(ONLY)) $(if $(LOOK),--look $(LOOK))

test: bootstrap
	scripts/run-tests --stage $(STAGE)

# Longer checks, outside CI: a release build has a folder of its own.
bench:
	scripts/bootstrap --bench
	$(RELEASE)
	scripts/install .build-release/stage .build-release/release
	python3 -m Benchmarks --prefix .build-release/stage --programs .build-release/release $(if $(ONLY),--only $(ONLY))

# Packages that depend on this one, against a tagged clone: resolved, built from nothing and run.
consumers: bootstrap
	scripts/check-consumers $(ONLY)

# Web platform tests of credentials in a checkout of theirs, compared with the browser's own virtual authenticators: make wpt WPT=FOLDER
wpt: bootstrap
	swift build --product passfold-virtual-provider $(FLAGS)
	$(MAKE) programs
	scripts/install $(STAGE)
	python3 -m Tests.WebPlatform --wpt $(WPT) --prefix $(STAGE)

soak: bootstrap
	swift build --product passfold-soak $(FLAGS)
	.build/debug/passfold-soak

# Ten thousand flipped bits anywhere in a vault's files; each test run has two hundred.
flips: bootstrap
	swift build --build-tests $(FLAGS)
	PASSFOLD_FLIPS=$(or $(ROUNDS),10000) swift test --skip-build --disable-xctest --filter "FlipTests|RecordContentTests"

# Kills, power cuts and failing calls while a vault is written to; each test run has a sample. About an hour.
crashes: bootstrap
	swift build --product passfold-crashes $(FLAGS)
	PYTHONPATH=$(CURDIR) python3 -m Tests.Crashes $(if $(ONLY),--only $(ONLY))

# Devices that synchronise, from one seed a run, on all processors: about 200 runs a second on each; each test run has 100 000.
# Three random records are joined in every order in each run, three times.
simulate: bootstrap simulator
	.build-release/release/passfold-simulate $(or $(RUNS),5000000) $(or $(SEED),0)

# Each test run builds it too: without optimisation 100 000 runs would take seven times as long.
simulator:
	$(RELEASE) --product passfold-simulate

# Sync servers and their databases are killed while 64 devices write; each test run has a sample. make sync-kills OPERATIONS=2000000 KILLS=500
sync-kills: bootstrap
	$(RELEASE) --product passfold-sync-server
	PYTHONPATH=$(CURDIR) $$(scripts/python-environment .venv requirements.txt) -m Tests.SyncKills --programs .build-release/release \
	  --operations $(or $(OPERATIONS),50000) --kills $(or $(KILLS),10) $(if $(ONLY),--only $(ONLY))

# Every fault of a provider fifty times over; each test run has them twice.
faults: stage
	PASSFOLD_FAULT_ROUNDS=$(or $(ROUNDS),50) PYTHONPATH=$(CURDIR) PASSFOLD_TEST_PREFIX=$(CURDIR)/$(STAGE) \
	  python3 -m unittest discover --verbose --start-directory Tests/EndToEnd --pattern test_providers.py

# Window, vault and broker are killed at each screen of the vault's window, and while it stores; each test run has a sample. About half an hour.
window-kills: stage
	PASSFOLD_WINDOW_KILLS=$(or $(SCREENS),100),$(or $(ACTS),100) PYTHONPATH=$(CURDIR) PASSFOLD_TEST_PREFIX=$(CURDIR)/$(STAGE) \
	  python3 -m unittest discover --verbose --start-directory Tests/EndToEnd --pattern test_vault_kills.py

fuzz: bootstrap
	scripts/fuzz $(if $(FUZZ_RUNS),--plain --runs $(FUZZ_RUNS),--seconds $(or $(FUZZ_SECONDS),60))

# Deletes each check of the relying party in turn, in a copy, and expects a test to miss it.
mutate: bootstrap
	scripts/mutate-relying-party

# A sync server and a folder that lie in each of the ways that there are, with 20 seeds each; each test run has two of the server and one of the folder.
hostile: bootstrap
	swift build --build-tests $(FLAGS)
	PASSFOLD_HOSTILE_SEEDS=$(or $(SEEDS),20) swift test --skip-build --disable-xctest --no-parallel --filter 'HostileServerTests|HostileFolderTests'

# The same for the rules of commits, their chain and checkpoints.
mutate-sync: bootstrap
	scripts/mutate-sync

# The same for what a vault refuses of a server.
mutate-sync-client: bootstrap
	scripts/mutate-sync-client

# The extension, packed and unpacked: the same bytes from the same sources.
extension:
	scripts/pack-extension .build/extension

# Words and weights of the field detector, from its labelled pages: the same bytes in every run.
train-fields:
	node Extension/training/train.mjs
	node Extension/training/score.mjs

# For apps and providers, by the toolchain's own docc; open .build/documentation/MODULE.doccarchive with a web server or `docc preview`.
docs: build
	scripts/make-documentation .build/documentation

programs: bootstrap
	for program in $(PROGRAMS); do swift build --product $$program $(FLAGS) || exit 1; done

build: bootstrap
	$(BUILD)

stage: build
	scripts/install $(STAGE)

bootstrap:
	scripts/bootstrap

lint:
	scripts/check-lint
	scripts/check-comments
	scripts/check-walls
	scripts/check-claims

format:
	swift format --in-place --parallel --recursive Package.swift Sources Examples Tests Benchmarks FuzzTesting

clean:
	rm -rf .build .build-deb .build-packages .build-tarball demo-output
