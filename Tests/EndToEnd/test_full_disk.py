# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Runs full_disk.py in a process that can mount small disks."""

import unittest

from ordinary_user import run_tests_with_mounts


class FullDiskTests(unittest.TestCase):

    def test_full_and_read_only_disks(self):
        status, output = run_tests_with_mounts(["full_disk.FullDiskTests", "full_disk.FullDiskWindowTests"])
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^Ran [6-9] tests? in .*\n\nOK$")


if __name__ == "__main__":
    unittest.main()
