# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""All devices are lost, and the recovery of the account with the recovery key is interrupted."""

import os
import re
import signal
import unittest

from devices_for_tests import DevicesTestCase
from losing_proxy import LosingProxy


class InterruptedRecoveryTests(DevicesTestCase):
    def start_server(self):
        port = int(re.search(r"port (\d+)", self.serve(0, "--behind-proxy")).group(1))
        self.proxy = LosingProxy(self.port, port, self.folder / "certificate")
        self.addCleanup(self.proxy.stop)

    def setUp(self):
        super().setUp()
        lost = self.device("lost")
        lost.found(self.place)
        lost.run("passfold add login --service shop.example --user ada")
        lost.settle()
        lost.world.stop()
        self.paper, self.number = self.key(lost.kit), self.account(lost.kit)
        self.found = self.device("found")

    def bring_back(self, device):
        device.answer({"prompt": "Type the recovery key", "pin": self.paper})
        return device.terminal.run(f"passfold devices recover {self.place} --account {self.number} --recovery-kit kit.txt", timeout=120)

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
        self.proxy.lose("POST /v1/log ", lambda: [os.kill(number, signal.SIGKILL) for number in self.found.world.processes("passfold-vault")])
        self.assertNotEqual(self.bring_back(self.found).status, 0)
        self.assert_goes_on()


if __name__ == "__main__":
    unittest.main()
