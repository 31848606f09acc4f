# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Who asks, as the vault's prompts tell a person: the program, which the vault cannot see from its sandbox."""

import json
import os
import socket
import struct
import unittest

from world_for_tests import WorldTestCase


class CallerTests(WorldTestCase):

    def test_prompts_name_the_program_that_asks(self):
        self.make_world()
        self.make_vault()
        # The first prompt of all is the one for a new passphrase; the next one was for this terminal's first request after locking.
        self.run_well("passfold lock")
        self.run_well(f"passfold code {self.person.service}")
        self.assertIn(f"the program {self.world.prefix}/bin/passfold on /dev/pts/", self.last_description())

    def test_a_command_that_holds_a_secret_already_is_called_by_its_own_name(self):
        self.make_world()
        self.make_vault()
        self.run_well("passfold lock")
        # The link is a secret, and on the command line it is one before the vault can be asked.
        self.run_well(f"passfold open --json 'otpauth://totp/mail.example:anne?secret={self.person.other_secret}'")
        # Nothing is hidden from root's broker.
        name = "a program that calls itself “passfold”" if os.geteuid() else f"the program {self.world.prefix}/bin/passfold"
        self.assertIn(name, self.last_description())

    def test_a_program_of_anybodys_is_named_by_its_path(self):
        self.make_world()
        self.make_vault()
        self.run_well("passfold lock")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.connect(str(self.world.runtime / "passfold/vault.sock"))
            for message in ({"protocol": 1, "role": "cli"}, {"type": "list", "id": 1}):
                data = json.dumps(message).encode()
                door.sendall(struct.pack(">II", len(data), 0) + data)
            door.settimeout(20)
            answered = b""
            while b'"id":1' not in answered:
                answered += door.recv(4096)
        self.assertRegex(self.last_description(), r"the program /\S*python3[.\d]* \(process \d+\)")

    def last_description(self):
        return next(shown["desc"] for shown in reversed(self.world.shown_prompts()) if "desc" in shown)


if __name__ == "__main__":
    unittest.main()
