# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A device is added to an account, and the new one, or what carries its messages, ends in the middle."""

import unittest

from demo.devtools import until
from devices_for_tests import LosingDevicesTestCase


class InterruptedJoiningTests(LosingDevicesTestCase):
    def setUp(self):
        super().setUp()
        self.desk, self.laptop = self.device("desk"), self.device("laptop")
        self.desk.found(self.place)
        self.desk.run("passfold add login --service shop.example --user ada")
        self.desk.settle()

    def assert_goes_on(self):
        """The same command brings everything, without a code and with one device for the account."""
        self.proxy.mend()
        self.assertIn("is now part of your account", self.laptop.run(f"passfold devices join {self.place}"))
        self.assertIn("shop.example", self.laptop.run("passfold list"))
        self.assertEqual([path.name for path in (self.laptop.world.data / "passfold").glob("vault.*") if path.name != "vault.snapshots"], [])
        until(lambda: len(self.desk.status()["devices"]) == 2, 30, what=lambda: f"both devices: {self.desk.status()}")
        self.laptop.run("passfold add login --service bank.example --user ada")
        until(lambda: "bank.example" in self.desk.run("passfold list"), 30, what=lambda: f"the login: {self.desk.status()}")

    def test_a_device_killed_once_it_has_its_vault_and_before_its_data_comes_continues_with_the_same_command_and_no_code(self):
        self.lose_and_kill("GET /v1/changes?limit=500", self.laptop)
        added, joined = self.desk.admit(self.laptop, self.place)
        self.assertEqual(added.status, 0, added.text)
        self.assertNotEqual(joined.status, 0)
        self.assertIn("run the same command again: it continues where it stopped", joined.text)
        with self.subTest("the vault that is left belongs to the account, though it is empty"):
            self.assertIn("The vault is locked", self.laptop.run("passfold sync status"))
        self.assert_goes_on()

    def test_a_device_whose_vault_was_unlocked_instead_gets_its_data_too(self):
        self.lose_and_kill("GET /v1/changes?limit=500", self.laptop)
        self.desk.admit(self.laptop, self.place)
        self.proxy.mend()
        self.laptop.run("passfold unlock")
        until(lambda: "shop.example" in self.laptop.run("passfold list"), 30, what=lambda: f"the data: {self.laptop.status()}")
        until(lambda: not (self.laptop.world.data / "passfold/vault.joining").exists(), 10, what="the end of the joining")
        self.assertIn("already has a vault", self.laptop.run(f"passfold devices join {self.place}", status=1))

    def test_a_new_device_that_died_after_its_digits_is_reported_within_a_minute_of_typing_them(self):
        self.desk.digits.unlink(missing_ok=True)
        _, said = self.desk.offer(self.laptop, self.place)
        self.assertTrue(self.laptop.world.kill("passfold-vault"))
        self.desk.digits.write_text(said.group(1))
        added = self.desk.terminal.finish(60)
        self.assertNotEqual(added.status, 0)
        self.assertIn("the other device no longer answers, so no device was added", added.text)
        self.assertEqual(len(self.desk.status()["devices"]), 1)
        self.assertNotEqual(self.laptop.terminal.finish().status, 0)


if __name__ == "__main__":
    unittest.main()
