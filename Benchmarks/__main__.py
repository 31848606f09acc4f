# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""`make bench`: measures a release build, prints a table and writes bench-output/report.json. Exits with status 1 if a bound is missed."""

import argparse
import sys
from pathlib import Path

from Benchmarks import commands, journey, pages, passkeys, report, sync_server, synchronising, system, vaults, window
from demo.world import ROOT


def main():
    parser = argparse.ArgumentParser(prog="make bench", description="Measures a release build.")
    parser.add_argument("--prefix", required=True, help="where scripts/install has put a release build")
    parser.add_argument("--programs", required=True, help="the folder of the release build")
    parser.add_argument("--report", type=Path, default=ROOT / "bench-output" / "report.json")
    parser.add_argument("--only", choices=["libraries", "passkeys", "system", "commands", "vaults", "journey", "pages", "sync-server", "synchronising", "window"], help="one part; its rows alone are reported")
    arguments = parser.parse_args()
    parts = {
        "libraries": lambda: report.measured_rows(arguments.programs, "rows"),
        "passkeys": lambda: passkeys.measure(arguments.programs),
        "system": lambda: system.measure(arguments.prefix),
        "commands": lambda: commands.measure(arguments.prefix, arguments.programs),
        "vaults": lambda: vaults.measure(arguments.prefix, arguments.programs),
        "journey": lambda: journey.measure(arguments.prefix, arguments.programs),
        "pages": lambda: pages.measure(),
        "sync-server": lambda: sync_server.measure(arguments.programs),
        "synchronising": lambda: synchronising.measure(arguments.prefix, arguments.programs),
        "window": lambda: window.measure(arguments.prefix, arguments.programs),
    }
    rows = []
    for name, measure in parts.items():
        if arguments.only in (None, name):
            print(f"measuring: {name}", file=sys.stderr)
            rows += measure()
    report.write(rows, arguments.report)
    print(report.table(rows))
    sys.exit(0 if all(one["holds"] for one in rows) else 1)


if __name__ == "__main__":
    main()
