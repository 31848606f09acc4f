# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault's window for a person who has no vault: it is made there, its recovery key comes onto paper, and what is left waits."""

import json
import re
import signal
import unittest

from demo.devtools import until
from test_vault_window import VaultWindowCase

KEY = r"(?:[A-Z0-9]{4}-){13}[A-Z0-9]{4}"


class VaultFirstRunTests(VaultWindowCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()

    def shown_key(self):
        found = []

        def look():
            found[:] = [name for name in self.all_names() if re.fullmatch(KEY, name)]
            return bool(found)
        until(look, 20, lambda: f"a recovery key in {self.all_names()}", 0.2)
        return found[0]

    def type_back(self, key, wrong=False):
        """Types the two groups that are asked for, or others."""
        self.press_by_reader("It is on paper")
        self.until_seen("Group ", "password text", state="focused")
        self.assertNotIn(key, json.dumps(self.all_names()))
        groups = [int(re.fullmatch(r"Group (\d+) of 14", name)[1]) for name in self.names("password text")]
        self.assertEqual(len(groups), 2)
        for place, group in enumerate(groups):
            self.focus(f"Group {group} of 14")
            self.desktop.keys(*("qqqq" if wrong and place else key.split("-")[group - 1].lower()))
        self.desktop.keys("Return")

    def until_vault(self, state):
        until(lambda: state in self.run_well("passfold status").text, 20, state, 0.2)

    def test_a_person_makes_a_vault_and_its_recovery_key_comes_onto_paper(self):
        window = self.open_window("Make your vault")
        self.until_says("Welcome to Passfold")
        with self.subTest("the passphrase is asked for by the vault's own prompt"):
            self.desktop.keys("Return")
            key = self.shown_key()
            self.assertEqual(self.world.shown_prompts()[-1]["title"], "New Passfold vault")
            self.until_vault("unlocked")

        with self.subTest("a window that was ended meanwhile has lost nothing but that key, and says so"):
            window.send_signal(signal.SIGKILL)
            window.wait()
            window = self.open_window()
            self.press_by_reader("Unlock")
            self.until_seen("Make the recovery key")
            self.assertNotIn(key, json.dumps(self.all_names()))

        with self.subTest("another key is made, and a wrong group is not taken"):
            self.press_by_reader("Make the recovery key")
            other = self.shown_key()
            self.assertNotEqual(other, key)
            self.type_back(other, wrong=True)
            self.until_says("That is not what the key has there")
            self.assertEqual(self.shown_key(), other)

        with self.subTest("a lock leaves nothing of it in the window"):
            self.run_well("passfold lock")
            self.until_says("Passfold is locked")
            self.assertNotIn(other, json.dumps(self.all_names()))

        with self.subTest("two groups typed back end the step"):
            self.press_by_reader("Unlock")
            self.press("Make the recovery key")
            self.type_back(self.shown_key())
            self.until_gone("Make the recovery key")
            self.until_seen("My browser is connected")

        with self.subTest("a step that a person ends stays ended, and the others wait"):
            self.press_by_reader("My browser is connected")
            self.until_gone("My browser is connected")
            window.send_signal(signal.SIGKILL)
            window.wait()
            self.open_window()
            self.press_by_reader("Unlock")
            self.until_seen("Nothing to bring along")
            self.assertNotIn("My browser is connected", self.all_names())
            self.press_by_reader("Nothing to bring along")
            self.until_gone("First steps")


if __name__ == "__main__":
    unittest.main()
