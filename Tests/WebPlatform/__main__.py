# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Runs the web platform tests of credentials with Passfold's virtual provider, and compares with what the browser scores by itself.

    python3 -m Tests.WebPlatform --wpt FOLDER --prefix .build/stage [--browser chromium|firefox] [test…]

Each difference from the browser's own result has to have its reason in `differences.json`.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from Tests.WebPlatform.authenticators import Nobody, Own, Passfold
from Tests.WebPlatform.browsers import TABS
from Tests.WebPlatform.report import Report
from Tests.WebPlatform.server import HOST, Server
from Tests.WebPlatform.visit import visit

PATTERNS = tuple(f"{folder}/*.https.{kind}" for folder in ("webauthn", "credential-management") for kind in ("html", "sub.html", "window.js"))


def tests_in(root):
    files = sorted(str(file.relative_to(root)) for pattern in PATTERNS for file in Path(root).glob(pattern) if "manual" not in file.name)
    return [file.removesuffix(".js") + ".html" if file.endswith(".window.js") else file for file in files]


def run(arguments, authenticators, tests):
    report = Report()
    with tempfile.TemporaryDirectory(prefix="passfold-wpt-") as folder:
        server = Server(arguments.wpt, folder, authenticators)
        tab = TABS[arguments.browser](authenticators, arguments.prefix, folder, server.port)
        try:
            server.show(tab.port)
            authenticators.look_at(tab)
            origin = f"https://{HOST}" if tab.port == 443 else f"https://{HOST}:{tab.port}"
            for number, test in enumerate(tests, 1):
                outcome = visit(tab, f"{origin}/{test}", min(arguments.timeout, authenticators.patience))
                left = authenticators.unplug_all()
                report.add(test, outcome)
                note = f"  {left} credentials left to the browser" if left else ""
                print(f"{number:3}/{len(tests)} {report.line(test)}{note}", flush=True)
        finally:
            tab.quit()
            server.stop()
            authenticators.stop()
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--wpt", required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--browser", choices=TABS, default="chromium")
    parser.add_argument("--only", choices=("passfold", "browser", "none"), help="one run instead of the comparison")
    parser.add_argument("--output", help="the folder of the results; .build/wpt/BROWSER unless given")
    parser.add_argument("--timeout", type=float, default=60)
    arguments = parser.parse_args()
    tests = arguments.tests or tests_in(arguments.wpt)
    if not tests:
        parser.error(f"there are no tests of credentials in {arguments.wpt}")
    makers = {"none": Nobody, "browser": Own, "passfold": lambda: Passfold(f"{arguments.prefix}/libexec/passfold/passfold-virtual-provider")}
    output = Path(arguments.output or f".build/wpt/{arguments.browser}")
    output.mkdir(parents=True, exist_ok=True)
    reports = {}
    for name in (arguments.only,) if arguments.only else makers:
        print(f"-- {name}", flush=True)
        reports[name] = run(arguments, makers[name](), tests)
        (output / f"{name}.json").write_text(reports[name].json())
        print(f"-- {name}: {reports[name].passed} of {reports[name].count} subtests")
    if "passfold" in reports and not (arguments.only or arguments.tests):
        known = json.loads((Path(__file__).parent / "differences.json").read_text())[arguments.browser]
        return reports["passfold"].compare(reports["browser"], reports["none"], known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
