# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Programs that are none of Passfold's, of another user and of the same one, before the doors, the files and the memory."""

import os
import stat
import subprocess
import sys
import unittest

from ordinary_user import NUMBER, run_tests
from world_for_tests import WorldTestCase

# Run in the runtime folder by a user; prints for each door whether it could be reached and how many bytes of an answer came.
KNOCK = """
import json, os, socket, struct
if os.geteuid() != {number}:
    os.setgid({number}); os.setuid({number})
for name in ("broker.sock", "vault.sock"):
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.settimeout(10)
            door.connect(name)
            hello = json.dumps({{"type": "hello", "role": "cli", "protocol": 1}}).encode()
            door.sendall(struct.pack(">II", len(hello), 0) + hello)
            print(name, "said", len(door.recv(1)))
    except PermissionError:
        print(name, "closed")
    except (BrokenPipeError, ConnectionResetError):
        print(name, "said 0")
"""


class OtherProgramTests(WorldTestCase):

    def test_another_user_reaches_neither_the_doors_nor_the_files(self):
        self.make_world()
        self.make_vault()
        runtime, vault = self.world.runtime / "passfold", self.world.data / "passfold/vault"
        for folder in (runtime, vault):
            self.assertEqual(stat.S_IMODE(folder.stat().st_mode), 0o700, folder)
        for file in vault.iterdir():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file)
        self.assertEqual(self.knock(runtime, os.geteuid()), ["broker.sock said 1", "vault.sock said 1"])
        if os.geteuid():
            # Nobody but root can become another user.
            return
        self.assertEqual(self.knock(runtime, NUMBER), ["broker.sock closed", "vault.sock closed"])
        runtime.chmod(0o711)
        for name in ("broker.sock", "vault.sock"):
            (runtime / name).chmod(0o666)
        self.assertEqual(self.knock(runtime, NUMBER), ["broker.sock said 0", "vault.sock said 0"])
        self.assert_nothing_lost()

    @staticmethod
    def knock(folder, number):
        done = subprocess.run([sys.executable, "-c", KNOCK.format(number=number)], cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    def test_another_program_of_the_same_user_neither_reads_nor_traces_broker_and_vault(self):
        status, output = run_tests(["same_user.SameUserTests"])
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^Ran 2 tests in .*\n\nOK$")


if __name__ == "__main__":
    unittest.main()
