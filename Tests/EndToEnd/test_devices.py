# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Several devices of one user and a real server: joining, changing, removal, and recovery with the recovery key."""

import json
import os
import re
import signal
import sqlite3
import unittest
from contextlib import closing
from pathlib import Path

from demo.devtools import until
from devices_for_tests import DevicesTestCase


class DevicesTests(DevicesTestCase):
    def test_an_entry_added_on_one_device_reaches_the_others_and_a_removed_device_gets_nothing_newer(self):
        desk, laptop, server = self.device("desk"), self.device("laptop"), self.device("server without a display")
        desk.found(self.place)
        desk.run("passfold add login --service shop.example --user ada")
        desk.settle()

        with self.subTest("a device joins with a typed code and compared digits"):
            added, joined = desk.admit(laptop, self.place)
            self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}\n{laptop.logs()}")
            self.assertIn("is now part of your account", joined.text)
            self.assertIn("shop.example", laptop.run("passfold list"))

        with self.subTest("wrong digits add no device, and the code is used up"):
            added, joined = desk.admit(server, self.place, digits="000000")
            self.assertNotEqual((added.status, joined.status), (0, 0))
            self.assertIn("the digits did not match", added.text)

        with self.subTest("another attempt adds the device"):
            added, joined = desk.admit(server, self.place)
            self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}")

        with self.subTest("an entry added on one device reaches the others automatically"):
            laptop.run("passfold add login --service bank.example --user ada")
            for device in (desk, server):
                until(lambda: "bank.example" in device.run("passfold list"), 30, what=lambda: f"the login: {device.status()}")

        with self.subTest("a new device name is listed on all devices"):
            numbers = {device.name: next(d["number"] for d in device.status()["devices"] if d["this"]) for device in (desk, laptop, server)}
            named = desk.run("passfold devices rename 'desk in the study'")
            self.assertEqual(named, f"Device {numbers['desk'][:8]} is now called desk in the study (this one).")
            told = json.loads(laptop.run(f"passfold devices rename {numbers[server.name][:8]} attic --json"))
            self.assertEqual((told["number"], told["name"], told["this"]), (numbers[server.name], "attic", False))
            laptop.run("passfold devices rename attic cellar")
            for device in (desk, laptop, server):
                until(lambda: {"desk in the study", "cellar"} <= {d.get("name") for d in device.status()["devices"]}, 30,
                      what=lambda: f"the names: {device.status()}")
                self.assertIn("cellar", device.run("passfold devices list"))
            for command, words in (("passfold devices rename cellar 'desk in the study'", "another device already has that name"),
                                   ("passfold devices rename nowhere attic", "no device of your account"),
                                   ("passfold devices rename ''", "must be one line of 1 to 63 bytes")):
                refused = server.terminal.run(command)
                self.assertNotEqual(refused.status, 0)
                self.assertIn(words, refused.text)

        with self.subTest("all devices show the same words"):
            for device in (desk, laptop, server):
                device.run("passfold sync now")
            words = {device.run("passfold devices compare").splitlines()[0] for device in (desk, laptop, server)}
            self.assertEqual(len(words), 1, words)

        with self.subTest("the status has a line about the devices, and a check finds nothing wrong with the files"):
            for device in (desk, laptop, server):
                self.assertRegex(device.run("passfold status"), r"(?m)^Devices    in sync$")
                device.run("passfold vault check")

        with self.subTest("a terminal without a grant sees the state, but neither the place nor the devices"):
            other = desk.world.terminal()
            for command in ("passfold sync status --json", "passfold sync now --json"):
                answer = other.run(command)
                self.assertEqual(answer.status, 0, answer.text)
                told = json.loads(answer.text)
                self.assertTrue(told["shortened"])
                self.assertLessEqual(set(told), {"state", "pending", "shortened", "problem", "detail", "files"})
            self.assertIn("For more details in this terminal: passfold unlock", other.run("passfold sync status").text)
            self.assertEqual(desk.status()["place"], self.place)
            other.run("passfold unlock")
            self.assertEqual(len(json.loads(other.run("passfold sync status --json").text)["devices"]), 3)

        with self.subTest("a removed device can open nothing newer"):
            listed = desk.run("passfold devices list")
            rows = [line for line in listed.splitlines() if not line.startswith("A device that was added")]
            self.assertEqual(len(rows), 4, listed)
            number = next(d["number"] for d in laptop.status()["devices"] if d["this"])
            removed = desk.run(f"passfold devices remove {number[:8]}")
            self.assertIn("bank.example", removed)
            desk.run("passfold add login --service later.example --user ada")
            until(lambda: "later.example" in server.run("passfold list"), 30, what="the login")
            laptop.terminal.run("passfold sync now")
            self.assertNotIn("later.example", laptop.run("passfold list"))
            self.assertIn("bank.example", laptop.run("passfold list"))
            self.assertIn(laptop.status()["state"], ("waiting", "stopped"))

    def test_killing_the_join_command_after_the_digits_ends_the_joining(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        desk.offer(laptop, self.place)
        self.assertTrue(laptop.world.processes("passfold-sync"))
        (command,) = (number for number in laptop.world.processes("passfold") if b"join" in Path(f"/proc/{number}/cmdline").read_bytes())
        os.kill(command, signal.SIGKILL)
        laptop.terminal.finish()
        # The program that carries the messages of a joining is needed for nothing else here.
        until(lambda: not laptop.world.processes("passfold-sync"), 20, what="the end of the joining")
        os.write(desk.terminal._main, b"\x03")
        desk.terminal.finish()
        self.assertEqual([device["this"] for device in desk.status()["devices"]], [True])

    def test_locking_the_vault_ends_the_addition_of_a_device_that_stopped_answering(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        desk.digits.unlink(missing_ok=True)
        _, said = desk.offer(laptop, self.place)
        for number in laptop.world.processes("passfold-vault"):
            os.kill(number, signal.SIGSTOP)
        desk.digits.write_text(said.group(1))
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            until(lambda: database.execute("SELECT count(*) FROM mailbox_message WHERE slot = 4").fetchone()[0], 30, "the draft of the entry")
        self.assertEqual(desk.world.terminal().run("passfold lock").status, 0)
        self.assertNotEqual(desk.terminal.finish(20).status, 0)

    def test_a_device_killed_between_admission_and_vault_creation_joins_with_the_same_command_and_no_code(self):
        # Deriving the vault's key at the usual cost leaves time to kill.
        desk, laptop = self.device("desk"), self.device("laptop", {"PASSFOLD_DERIVATION_COST": "usual"})
        desk.found(self.place)
        desk.run("passfold add login --service shop.example --user ada")
        desk.settle()
        desk.digits.unlink(missing_ok=True)
        _, said = desk.offer(laptop, self.place)
        desk.digits.write_text(said.group(1))
        kept = laptop.world.data / "passfold/vault.joining"
        until(kept.exists, 30, what="the new device's record of its admission", pause=0.005)
        self.assertTrue(laptop.world.kill("passfold-vault"))
        self.assertEqual(desk.terminal.finish().status, 0)
        broken = laptop.terminal.finish(60)
        self.assertNotEqual(broken.status, 0)
        self.assertIn("run the same command again: it continues where it stopped", broken.text)
        self.assertIn("there is no vault yet", laptop.terminal.run("passfold sync status").text)

        with self.subTest("a server that does not know the account does not make the new device forget what it stored"):
            self.stop_server()
            database, self.database = self.database, self.folder / "server/other.sqlite"
            self.start_server()
            laptop.terminal.begin(f"passfold devices join {self.place}")
            laptop.read_until(re.compile("The code shown on the other device: "))
            os.write(laptop.terminal._main, b"\x03")
            laptop.terminal.finish()
            self.stop_server()
            self.database = database
            self.start_server()
            self.assertTrue(kept.exists())

        laptop.answer({"prompt": "Type the passphrase that you chose", "pin": "not that passphrase"})
        self.assertIn("is now part of your account", laptop.run(f"passfold devices join {self.place}"))
        self.assertIn("shop.example", laptop.run("passfold list"))
        self.assertFalse(kept.exists())
        self.assertEqual(len(desk.status()["devices"]), 2)
        laptop.run("passfold add login --service bank.example --user ada")
        until(lambda: "bank.example" in desk.run("passfold list"), 30, what=lambda: f"the login: {desk.status()}")

    def test_after_losing_all_devices_the_recovery_key_restores_everything(self):
        lost = self.device("lost")
        lost.found(self.place)
        lost.run("passfold add login --service shop.example --user ada")
        lost.settle()
        lost.world.stop()

        found = self.device("found")
        found.answer({"prompt": "Type the recovery key", "pin": self.key(lost.kit)})
        # The place after the number, as a user may type it.
        found.run(f"passfold devices recover --account {self.account(lost.kit)} {self.place} --recovery-kit kit.txt", timeout=120)
        self.assertIn("shop.example", found.run("passfold list"))
        self.assertNotEqual(self.key((found.world.home / "kit.txt").read_text()), self.key(lost.kit))

        with self.subTest("the recovery key is used up"):
            thief = self.device("thief")
            thief.answer({"prompt": "Type the recovery key", "pin": self.key(lost.kit)})
            refused = thief.terminal.run(f"passfold devices recover {self.place} --account {self.account(lost.kit)} --recovery-kit kit.txt")
            self.assertNotEqual(refused.status, 0, refused.text)

    def test_everything_works_while_the_server_is_unreachable(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        added, joined = desk.admit(laptop, self.place)
        self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}")
        self.stop_server()
        desk.run("passfold add login --service desk.example --user ada")
        laptop.run("passfold add login --service laptop.example --user ada")
        until(lambda: desk.status()["state"] == "waiting", 30, what=lambda: f"the trouble: {desk.status()}")
        said = desk.run("passfold sync status")
        self.assertIn("the server cannot be reached", said)
        self.assertIn("Everything keeps working here, and Passfold tries again automatically.", said)
        self.assertRegex(desk.run("passfold status"), r"(?m)^Devices    not in sync: the server cannot be reached\n {11}1 entry is waiting to be sent$")
        self.start_server()
        for device in (desk, laptop):
            until(lambda: {"desk.example", "laptop.example"} <= set(device.run("passfold list").split()), 60, what=lambda: f"both: {device.status()}")


if __name__ == "__main__":
    unittest.main()
