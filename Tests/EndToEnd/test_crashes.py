# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A sample of `make crashes`: the vault's writes are interrupted by kills, power cuts and disk errors."""

import unittest

from Tests.Crashes import trials
from Tests.Crashes.program import CrashWorld

SEED = 20261123


class CrashTests(unittest.TestCase):
    def test_every_acknowledged_write_survives_kills_power_cuts_and_disk_errors(self):
        world = CrashWorld()
        self.addCleanup(world.close)
        runs = {
            "killed at a random moment": lambda: trials.kills(world, 3, SEED),
            "killed at a named point": lambda: trials.points(world, 1, SEED, scenarios=("rekey",), most=4),
            "cut off from power": lambda: trials.images(world, 80, SEED, scenarios=("write", "migrate")),
            "refused by the disk": lambda: trials.errors(world, SEED, scenarios=("write",), most=4),
        }
        for name, run in runs.items():
            with self.subTest(name):
                self.assertEqual(run()[1], [])
        with self.subTest("a disk that loses the write-ahead log is detected"):
            # The trial itself must be able to fail.
            self.assertNotEqual(trials.images(world, 20, SEED, scenarios=("write",), lies=True)[1], [])


if __name__ == "__main__":
    unittest.main()
