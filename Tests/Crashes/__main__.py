# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Interrupts the vault's writes in every way, and looks whether everything that was acknowledged is there: `make crashes`."""

import argparse
import sys
import time

from Tests.Crashes import trials
from Tests.Crashes.program import ROOT, CrashWorld


def main():
    parser = argparse.ArgumentParser(prog="python3 -m Tests.Crashes", description=__doc__)
    parser.add_argument("--programs", default=ROOT / ".build/debug", help="the folder with passfold-crashes")
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--kills", type=int, default=500, help="kills at random moments")
    parser.add_argument("--rounds", type=int, default=20, help="kills at each named point")
    parser.add_argument("--images", type=int, default=2000, help="power cuts")
    parser.add_argument("--faults", type=int, help="errors, short writes and full disks; every call of each scenario unless given")
    parser.add_argument("--only", choices=["kills", "points", "images", "errors"], action="append")
    arguments = parser.parse_args()
    world = CrashWorld(arguments.programs)
    runs = {
        "kills": lambda: trials.kills(world, arguments.kills, arguments.seed),
        "points": lambda: trials.points(world, arguments.rounds, arguments.seed),
        "images": lambda: trials.images(world, arguments.images, arguments.seed),
        "errors": lambda: trials.errors(world, arguments.seed, scenarios=tuple(trials.SCENARIOS), most=arguments.faults),
    }
    everything_wrong = []
    for name in arguments.only or runs:
        began = time.monotonic()
        figures, wrong = runs[name]()
        if figures.get("start_longest", 0) > trials.LONGEST_START:
            wrong.append(f"a start took {figures['start_longest']} s, more than {trials.LONGEST_START}")
        print(f"{name}: {figures}, {len(wrong)} wrong, {time.monotonic() - began:.0f} s", flush=True)
        for line in wrong[:20]:
            print(f"  {line}", flush=True)
        everything_wrong += wrong
    if not everything_wrong:
        world.close()
    return 1 if everything_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
