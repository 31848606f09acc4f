# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""All devices are lost, and the recovery of the account with the recovery key is interrupted."""

import os
import signal
import unittest

from demo.devtools import until
from devices_for_tests import LosingDevicesTestCase


class InterruptedRecoveryTests(LosingDevicesTestCase):
    def setUp(self):
        super().setUp()
        lost = self.device("lost")
        lost.found(self.place)
        lost.run("passfold add login --service shop.example --user ada")
        lost.settle()
        lost.world.stop()
        self.paper, self.number = self.key(lost.kit), self.account(lost.kit)
        self.found = self.device("found")

    def bring_back(self, device, kit="kit.txt"):
        device.answer({"prompt": "Type the recovery key", "pin": self.paper})
        return device.terminal.run(f"passfold devices recover {self.place} --account {self.number} --recovery-kit {kit}", timeout=120)

    def assert_goes_on(self):
        """The next attempt on the same computer brings everything back and uses up the recovery key on paper, and no temporary folder
        remains."""
        self.proxy.mend()
        if not self.found.world.processes("passfold-broker"):
            self.found.world.start_broker()
        back = self.bring_back(self.found)
        self.assertEqual(back.status, 0, back.text + self.found.logs())
        self.assertIn("shop.example", self.found.run("passfold list"))
        self.assertNotEqual(self.key((self.found.world.home / "kit.txt").read_text()), self.paper)
        self.assertEqual(list((self.found.world.data / "passfold").glob("*.recovery-*")), [])

    def test_a_recovery_whose_confirmation_was_lost_continues_with_the_same_command(self):
        self.proxy.lose("POST /v1/log ")
        said = self.bring_back(self.found)
        self.assertNotEqual(said.status, 0)
        self.assertIn("your account is not back yet", said.text)
        self.assertIn("run the same command again on this computer", said.text)
        with self.subTest("the recovery state on disk is readable only by the user"):
            (kept,) = (self.found.world.data / "passfold").glob("*.recovery-*")
            self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        self.assert_goes_on()

    def test_a_recovery_continues_after_the_vault_was_killed_once_the_account_admitted_it(self):
        self.lose_and_kill("POST /v1/log ", self.found)
        self.assertNotEqual(self.bring_back(self.found).status, 0)
        self.assert_goes_on()

    def test_a_recovery_continues_after_the_vault_was_killed_before_the_account_had_its_next_key(self):
        self.lose_and_kill("GET /v1/changes?limit=500", self.found)
        self.assertNotEqual(self.bring_back(self.found).status, 0)
        with self.subTest("the vault that is left belongs to the account"):
            self.assertRegex(self.found.run("passfold sync status"), "The vault is locked")
        self.assert_goes_on()
        with self.subTest("only once: the key that it has now is not replaced again"):
            again = self.bring_back(self.found, "another.txt")
            self.assertNotEqual(again.status, 0)
            self.assertIn("already has a vault", again.text)

    def test_a_recovery_whose_kit_was_delivered_succeeds_even_if_the_vault_ends_then(self):
        self.found.answer({"prompt": "Type the recovery key", "pin": self.paper})
        self.found.run("passfold status")
        (vault,) = self.found.world.processes("passfold-vault")
        self.found.terminal.begin(f"passfold devices recover {self.place} --account {self.number} --recovery-kit kit.txt")
        kit = self.found.world.home / "kit.txt"
        # Its space is reserved with zeroes.
        until(lambda: kit.exists() and kit.read_bytes().strip(b"\0"), 60, what="the kit", pause=0.0005)
        os.kill(vault, signal.SIGKILL)
        back = self.found.terminal.finish()
        self.assertEqual(back.status, 0, back.text + self.found.logs())
        self.found.run("passfold unlock")
        self.assertIn("shop.example", self.found.run("passfold list"))
        self.assertNotEqual(self.key(kit.read_text()), self.paper)

    def test_a_recovery_continues_after_the_vault_was_killed_while_the_account_got_its_next_key(self):
        self.lose_and_kill("POST /v1/rewraps", self.found)
        self.assertNotEqual(self.bring_back(self.found).status, 0)
        self.assert_goes_on()


if __name__ == "__main__":
    unittest.main()
