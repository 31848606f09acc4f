# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""How the vault is opened over the years: with a new passphrase, and with the printed key when it is forgotten."""

import re
import unittest

from recovery_key import KIT, RecoveryKeyReader, scanned
from world_for_tests import WorldTestCase


PRESENT, NEW = "current passphrase of your vault", "a new passphrase for your vault"


class OpeningTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()

    def test_the_passphrase_is_changed_in_the_vaults_prompts(self):
        former, self.person.passphrase = self.person.passphrase, "quartz violin meadow"
        self.person.will_answer({"prompt": PRESENT, "pin": former}, {"prompt": NEW, "pin": "summer2024!"},
                                {"prompt": "easy to guess", "pin": self.person.passphrase})
        changed = self.run_well("passfold passphrase")
        self.assertIn("Your passphrase was changed.", changed.text)
        asked = self.world.shown_prompts()[-3:]
        self.assertIn("bin/passfold on /dev/pts/", asked[0]["desc"])
        self.assertIn("easy to guess", asked[2]["error"])
        self.run_well("passfold lock")
        self.person.will_answer({"prompt": "Your vault is locked", "pin": former})
        self.assertEqual(self.person.terminal.run("passfold unlock").status, 130)
        self.assertIn("wrong", self.world.shown_prompts()[-1]["error"])
        self.person.will_answer({"prompt": PRESENT, "pin": self.person.passphrase}, {"prompt": NEW, "cancel": True})
        self.assertEqual(self.person.terminal.run("passfold passphrase").status, 130)
        self.assert_nothing_lost()

    def test_the_recovery_key_opens_the_vault_once_and_its_successor_is_typed_back_on_the_terminal(self):
        kit = (self.world.home / "kit.txt").read_text()
        key = KIT.search(kit).group()
        self.run_well("passfold lock")
        self.person.passphrase = "tulip anchor quarry"
        self.person.will_answer({"prompt": "Type the recovery key", "pin": key[:-1]}, {"prompt": "typing error", "pin": key.lower().replace("-", " ")},
                                {"prompt": "Choose a new passphrase", "pin": self.person.passphrase})
        terminal = RecoveryKeyReader(self.person.terminal)
        self.person.terminal.begin("passfold recover > result")
        terminal.read_key()
        terminal.type_groups(wrong=True)
        terminal.read_key()
        terminal.type_groups()
        recovered = self.person.terminal.finish()
        self.assertEqual(recovered.status, 0, recovered.text)
        self.assertNotRegex((self.world.home / "result").read_text(), KIT)
        self.assertIn("unlocked again", (self.world.home / "result").read_text())
        self.assert_nothing_lost()

        with self.subTest("the used key no longer works"):
            self.person.will_answer({"prompt": "Type the recovery key", "pin": key})
            used = self.person.terminal.run("passfold recover --recovery-kit next.txt")
            self.assertEqual(used.status, 4, used.text)
            self.assertIn("another one has replaced it", used.text)
            self.assertFalse((self.world.home / "next.txt").exists())

        with self.subTest("a new key for a lost kit, as a page with a QR code"):
            self.always_answer()
            self.run_well("passfold recovery-key --recovery-kit kit.svg")
            page = (self.world.home / "kit.svg").read_text()
            groups = re.findall(r">((?:[A-Z2-7]{4}-){6}[A-Z2-7]{4})</text>", page)
            self.assertEqual(scanned(page), "-".join(groups))
            self.person.will_answer({"prompt": "Type the recovery key", "pin": terminal.key})
            self.assertEqual(self.person.terminal.run("passfold recover --recovery-kit next.txt").status, 4)
        self.assert_nothing_lost()


if __name__ == "__main__":
    unittest.main()
