# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Runs the web platform tests of credentials with Passfold's virtual provider, and compares with what the browser scores by itself.

    python3 -m Tests.WebPlatform --wpt FOLDER --prefix .build/stage [test…]

Each difference from the browser's own result has to have its reason in `differences.json`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from demo.browser import Browser
from Tests.WebPlatform.authenticators import Chromium, Nobody, Passfold
from Tests.WebPlatform.report import Report
from Tests.WebPlatform.server import HOST, HOSTS, Server
from Tests.WebPlatform.visit import visit

PATTERNS = tuple(f"{folder}/*.https.{kind}" for folder in ("webauthn", "credential-management") for kind in ("html", "sub.html", "window.js"))


def tests_in(root):
    files = sorted(str(file.relative_to(root)) for pattern in PATTERNS for file in Path(root).glob(pattern) if "manual" not in file.name)
    return [file.removesuffix(".js") + ".html" if file.endswith(".window.js") else file for file in files]


def trust(database, authority):
    Path(database).mkdir(parents=True, exist_ok=True)
    for arguments in (("-N", "--empty-password"), ("-A", "-t", "C,,", "-n", "tests", "-i", authority)):
        subprocess.run(("certutil", "-d", f"sql:{database}", *arguments), check=True, capture_output=True)


def start_chromium(arguments, authenticators, folder, port):
    home = Path((authenticators.environment or {}).get("HOME", folder))
    environment = authenticators.environment or {**os.environ, "HOME": str(home)}
    trust(home / ".pki/nssdb", f"{folder}/ca.pem")
    profile = home / "chromium"
    if authenticators.uses_extension:
        profile = Path(environment["XDG_CONFIG_HOME"], "chromium")
        profile.mkdir(parents=True)
        subprocess.run([f"{arguments.prefix}/bin/passfold", "browser", "install", "chromium"], env=environment, check=True, capture_output=True)
    extension = f"{arguments.prefix}/share/passfold/extension/chromium" if authenticators.uses_extension else None
    return Browser(profile, extension, environment, names=[(f"{host}:443", port) for host in HOSTS], log=f"{folder}/browser.log")


def run(arguments, authenticators, tests):
    report = Report()
    with tempfile.TemporaryDirectory(prefix="passfold-wpt-") as folder:
        server = Server(arguments.wpt, folder, authenticators)
        browser = start_chromium(arguments, authenticators, folder, server.port)
        try:
            page = browser.first_page()
            authenticators.look_at(page)
            for number, test in enumerate(tests, 1):
                outcome = visit(page, f"https://{HOST}/{test}", arguments.timeout)
                left = authenticators.unplug_all()
                report.add(test, outcome)
                note = f"  {left} credentials left to the browser" if left else ""
                print(f"{number:3}/{len(tests)} {report.line(test)}{note}", flush=True)
        finally:
            browser.quit()
            server.stop()
            authenticators.stop()
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--wpt", required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--only", choices=("passfold", "browser", "none"), help="one run instead of the comparison")
    parser.add_argument("--output", default=".build/wpt")
    parser.add_argument("--timeout", type=float, default=60)
    arguments = parser.parse_args()
    tests = arguments.tests or tests_in(arguments.wpt)
    if not tests:
        parser.error(f"there are no tests of credentials in {arguments.wpt}")
    makers = {"none": Nobody, "browser": Chromium, "passfold": lambda: Passfold(f"{arguments.prefix}/libexec/passfold/passfold-virtual-provider")}
    output = Path(arguments.output)
    output.mkdir(parents=True, exist_ok=True)
    reports = {}
    for name in (arguments.only,) if arguments.only else makers:
        print(f"-- {name}", flush=True)
        reports[name] = run(arguments, makers[name](), tests)
        (output / f"{name}.json").write_text(reports[name].json())
        print(f"-- {name}: {reports[name].passed} of {reports[name].count} subtests")
    if "passfold" in reports and not arguments.tests:
        known = json.loads((Path(__file__).parent / "differences.json").read_text())
        others = {name: reports.get(name) or Report.read(output / f"{name}.json") for name in ("browser", "none")}
        return reports["passfold"].compare(others["browser"], others["none"], known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
