# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault's files in its window: whether they are intact, how they are repaired, and the snapshots that restore an earlier state."""

import json
import os
import shutil
import time
import unittest
from pathlib import Path

from demo.devtools import until
from test_vault_window import VaultWindowCase


class VaultCopiesTests(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()

    def copies(self):
        """Returns the buttons of the listed snapshots, newest first."""
        return [name for name in self.names("push button") if name.startswith("Restore the snapshot of")]

    def test_a_vault_is_checked_and_restored_from_a_snapshot_in_the_window(self):
        window = self.open_window()
        self.unlock()
        self.press("Backups")
        self.until_says("Passfold takes a snapshot of the vault each day")

        with self.subTest("an intact vault is reported as intact"):
            self.press_by_reader("Check the vault")
            self.until_says("Nothing is damaged: ")

        with self.subTest("a snapshot is taken and listed"):
            before = len(self.copies())
            self.press_by_reader("Take a snapshot now")
            self.until_says("Snapshot taken: ")
            until(lambda: len(self.copies()) == before + 1, 20, lambda: f"another snapshot among {self.copies()}", 0.2)

        self.run_well("printf 'made later' | passfold add login --service later.example --user zoe --password-stdin")
        self.until_seen("later.example, Password, zoe", "list item")

        with self.subTest("without that day's passphrase nothing changes"):
            self.person.will_answer({"prompt": "passphrase", "cancel": True})
            self.press_by_reader(self.copies()[0])
            self.until_says("Restore the vault of ")
            self.press_by_reader("Restore it")
            self.until_says("You declined or did not answer.")
            self.assertIn("wants to restore your vault to its state of", self.world.shown_prompts()[-1]["desc"])
            self.always_answer()
            self.assertIn("later.example", self.run_well("passfold list").text)

        with self.subTest("the snapshot becomes the vault, and the previous vault becomes a snapshot"):
            self.press_by_reader(self.copies()[0])
            self.until_says("Restore the vault of ")
            self.press_by_reader("Restore it")
            self.until_says("Restored: ")
            self.assertIn("locked", self.run_well("passfold status").text)
            self.unlock()
            self.assertFalse(any("later.example" in name for name in self.all_names()))
            self.press("Backups")
            until(lambda: len(self.copies()) == before + 2, 20, lambda: f"the previous vault among {self.copies()}", 0.2)

        with self.subTest("the result is shown even if the user opens another page during the prompt"):
            gate = self.world.prompting / "gate"
            self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "waitFor": str(gate)})
            self.press_by_reader(self.copies()[0])
            self.until_says("Restore the vault of ")
            self.press_by_reader("Restore it")
            until(lambda: "wants to restore your vault to its state of" in json.dumps(self.person.was_asked()), 20, "the question for the passphrase", 0.2)
            self.press("Export")
            self.until_seen("Choose where to save it…")
            self.always_answer()
            gate.touch()
            self.until_says("Restored: ")
            self.unlock()
        self.assertIsNone(window.poll())

    def test_a_damaged_vault_is_repaired_in_the_window_that_reports_it(self):
        vault = self.world.data / "passfold/vault/vault.sqlite"
        self.run_well("passfold vault backup kept.passfold")
        self.world.stop()
        vault.write_bytes(os.urandom(4096) + vault.read_bytes()[4096:])
        self.world.start_broker()
        self.person.terminal = self.world.terminal()

        with self.subTest("the window says what is wrong, that nothing was changed, and how to continue"):
            window = self.open_window("Backups and repair")
            self.until_says("differ from what Passfold last stored. Nothing was changed.")
            self.press_by_reader("Backups and repair")
            self.until_says("Passfold takes a snapshot of the vault each day")
            self.press_by_reader("Back")
            self.until_says("The vault cannot be used")

        with self.subTest("the check reports the damage, and the repair rebuilds the vault from what is intact"):
            self.press("Backups and repair")
            self.press("Check the vault")
            self.until_says("Some data is damaged.")
            self.press("Repair the vault")
            self.until_says("Repaired: the vault now has ")
            self.assertIn("wants to repair your vault", self.world.shown_prompts()[-1]["desc"])
            self.unlock()
        self.assertIsNone(window.poll())

    def test_the_snapshots_of_a_missing_vault_are_offered_before_a_new_vault(self):
        self.run_well("passfold vault backup kept.passfold")
        shutil.rmtree(self.world.data / "passfold/vault")
        window = self.open_window("Show the snapshots")
        self.until_says("There is no vault here, but ")
        self.until_seen("Create a new vault")
        self.press_by_reader("Show the snapshots")
        self.until_says("It becomes your vault on this computer.")
        until(self.copies, 20, "the snapshots", 0.2)
        self.press_by_reader(self.copies()[0])
        self.until_says("Restore the vault of ")
        self.press_by_reader("Restore it")
        self.until_says("Restored: ")
        self.unlock()
        self.assertIsNone(window.poll())

    def test_a_backup_file_becomes_the_vault_of_a_computer_without_one(self):
        self.window = self.open_window()
        self.unlock()
        self.press("Backups")
        with self.subTest("a backup is saved to a file that only the user can read"):
            self.press("Save a backup to a file…")
            self.choose_file("kept.passfold")
            self.until_says("encrypted. It opens with the current passphrase of the vault.")
            kept = self.world.home / "kept.passfold"
            self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
            self.assertNotIn(self.person.password.encode(), kept.read_bytes())
        self.window.kill()
        self.window.wait()
        self.world.stop()
        shutil.rmtree(self.world.data / "passfold")
        self.world.start_broker()
        self.person.terminal = self.world.terminal()

        self.window = self.open_window("Create your vault")
        self.press_by_reader("Restore a backup")
        self.until_says("It becomes your vault on this computer.")
        with self.subTest("another file is rejected and creates nothing"):
            (self.world.home / "odd.passfold").write_bytes(b"odd" * 4096)
            self.restore_from("odd.passfold")
            self.until_says("This snapshot is gone, or its file is damaged. Nothing was changed.")
            self.assertIn("none yet", self.run_well("passfold status").text)

        with self.subTest("the backup becomes the vault after its passphrase is typed"):
            self.restore_from("kept.passfold")
            self.until_says("Restored: ")
            self.unlock()
            self.assertEqual(list(self.world.data.glob("passfold/**/.incoming-*")), [])

        with self.subTest("leftovers of a killed program are removed after an hour and never listed as snapshots"):
            copies = Path(json.loads(self.run_well("passfold vault snapshots --json").text)["folder"])
            copies.mkdir(mode=0o700, exist_ok=True)
            (copies / ".incoming-1.passfold").write_bytes(b"left behind")
            (copies / ".incoming-2.passfold").write_bytes(b"on its way")
            os.utime(copies / ".incoming-1.passfold", (time.time() - 3700,) * 2)
            self.assertNotIn("incoming", self.run_well("passfold vault snapshots --json").text)
            self.assertEqual([file.name for file in copies.glob(".incoming-*")], [".incoming-2.passfold"])
        self.assertIsNone(self.window.poll())

    def restore_from(self, name):
        self.press("Restore from a file…")
        self.choose_file(name, asks="Restore the vault from this file?")
        self.until_says("Restore the vault from this file?")
        self.press_by_reader("Restore it")


if __name__ == "__main__":
    unittest.main()
