# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Kills sync servers and their database while devices write, and looks whether everything that was acknowledged is there: `make sync-kills`."""

import argparse
import json
import sys
from pathlib import Path

from Tests.SyncKills import trial


def main():
    parser = argparse.ArgumentParser(prog="python3 -m Tests.SyncKills", description=__doc__)
    parser.add_argument("--programs", type=Path, default=trial.ROOT / ".build/debug", help="the folder with passfold-sync-server")
    parser.add_argument("--only", choices=["postgresql", "sqlite"], action="append")
    parser.add_argument("--operations", type=int, default=50_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=20261124)
    parser.add_argument("--plant", choices=["lose", "twice"], help="plants a fault, which has to be found")
    arguments = parser.parse_args()
    plant = {"lose": trial.lose_a_commit, "twice": trial.do_one_twice}.get(arguments.plant)
    failed = False
    for kind in arguments.only or ("postgresql", "sqlite"):
        figures, wrong = trial.run(kind, arguments.operations, arguments.kills, programs=arguments.programs, seed=arguments.seed, plant=plant)
        print(json.dumps({"database": kind, **figures, "wrong": wrong[:20]}), flush=True)
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
