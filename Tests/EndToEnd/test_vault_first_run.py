# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault's window for a user without a vault: the vault is made there, its recovery key is put on paper, and the rest waits."""

import json
import re
import signal
import unittest

from demo.devtools import until
from test_opening import NEW, PRESENT
from test_vault_window import VaultWindowCase

GROUP = r"Group (\d+) of 14: ([A-Z0-9]{4})"


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
            found[:] = [match.groups() for name in self.all_names() if (match := re.fullmatch(GROUP, name))]
            return len(found) == 14
        until(look, 20, lambda: f"a recovery key in {self.all_names()}", 0.2)
        # Each group has its number, by which users find the place on their paper again.
        self.assertEqual([number for number, _ in found], [str(number) for number in range(1, 15)])
        return "-".join(group for _, group in found)

    def assert_gone(self, key):
        """No group of it is anywhere in the window."""
        names = json.dumps(self.all_names())
        for group in key.split("-"):
            self.assertNotIn(f": {group}", names)

    def type_back(self, key, wrong=False):
        """Types the two requested groups, or others."""
        self.press_by_reader("I have written it down")
        self.until_seen("Group ", "password text", state="focused")
        self.assert_gone(key)
        groups = [int(re.fullmatch(r"Group (\d+) of 14", name)[1]) for name in self.names("password text")]
        self.assertEqual(len(groups), 2)
        for place, group in enumerate(groups):
            self.focus(f"Group {group} of 14")
            self.desktop.keys(*("qqqq" if wrong and place else key.split("-")[group - 1].lower()))
        self.desktop.keys("Return")

    def until_vault(self, state):
        until(lambda: state in self.run_well("passfold status").text, 20, state, 0.2)

    def test_a_vault_is_created_in_the_window_and_its_recovery_key_is_written_down(self):
        window = self.open_window("Create your vault")
        self.until_says("Welcome to Passfold")
        with self.subTest("the passphrase is asked for by the vault's own prompt"):
            self.desktop.keys("Return")
            key = self.shown_key()
            self.assertEqual(self.world.shown_prompts()[-1]["title"], "New Passfold vault")
            self.until_vault("unlocked")

        with self.subTest("a window that is killed meanwhile loses only that key and offers to create another"):
            window.send_signal(signal.SIGKILL)
            window.wait()
            window = self.open_window()
            self.press_by_reader("Unlock")
            self.until_seen("Create a new recovery key")
            self.assert_gone(key)

        with self.subTest("another key is created, and a wrong group is rejected"):
            self.press_by_reader("Create a new recovery key")
            other = self.shown_key()
            self.assertNotEqual(other, key)
            self.type_back(other, wrong=True)
            self.until_says("This group does not match the key")
            self.assertEqual(self.shown_key(), other)

        with self.subTest("locking removes the key from the window"):
            self.run_well("passfold lock")
            self.until_says("Passfold is locked")
            self.assert_gone(other)

        with self.subTest("typing two groups back completes the step"):
            self.press_by_reader("Unlock")
            self.press("Create a new recovery key")
            self.type_back(self.shown_key())
            self.until_gone("Create a new recovery key")
            self.until_seen("My browser is connected")

        with self.subTest("a completed step stays completed, and the others remain"):
            self.press_by_reader("My browser is connected")
            self.until_gone("My browser is connected")
            window.send_signal(signal.SIGKILL)
            window.wait()
            self.open_window()
            self.press_by_reader("Unlock")
            self.until_seen("I have nothing to import")
            self.assertNotIn("My browser is connected", self.all_names())
            self.press_by_reader("I have nothing to import")
            self.until_gone("First steps")

    def test_the_recovery_key_opens_the_vault_and_both_it_and_the_passphrase_can_be_changed_again(self):
        window = self.open_window("Create your vault")
        self.desktop.keys("Return")
        key = self.shown_key()
        self.type_back(key)
        self.until_seen("My browser is connected")
        self.run_well("passfold lock")

        with self.subTest("declining the prompt for the key unlocks nothing"):
            self.person.will_answer({"prompt": "Type the recovery key", "cancel": True})
            self.press("I have forgotten the passphrase")
            self.until_says("You declined or did not answer.")
            self.until_vault("locked")

        with self.subTest("the recovery key is still valid, so the window does not ask for another"):
            self.always_answer()
            self.press("Unlock")
            self.until_seen("My browser is connected")
            self.assertNotIn("Create a new recovery key", self.all_names())
            self.run_well("passfold lock")

        with self.subTest("the key unlocks the vault with a new passphrase and is used up"):
            self.person.passphrase = "tulip anchor quarry"
            self.person.will_answer({"prompt": "Type the recovery key", "pin": key.lower()},
                                    {"prompt": "Choose a new passphrase", "pin": self.person.passphrase})
            self.press("I have forgotten the passphrase")
            other = self.shown_key()
            self.assertNotEqual(other, key)
            self.type_back(other)
            self.until_seen("My browser is connected")
            self.until_vault("unlocked")

        with self.subTest("after a window ends before it shows the next key, another window asks for a new one"):
            gate = self.world.prompting / "gate"
            self.run_well("passfold lock")
            self.person.will_answer({"prompt": "Type the recovery key", "pin": other, "waitFor": str(gate)},
                                    {"prompt": "Choose a new passphrase", "pin": self.person.passphrase})
            self.press("I have forgotten the passphrase")
            until(lambda: "Type the recovery key" in json.dumps(self.person.was_asked()), 20, "the question for the key", 0.2)
            window.send_signal(signal.SIGSTOP)
            try:
                gate.touch()
                self.until_vault("unlocked")
            finally:
                window.send_signal(signal.SIGKILL)
                window.wait()
            self.always_answer()
            self.open_window()
            self.press_by_reader("Unlock")
            self.press("Create a new recovery key")
            self.type_back(self.shown_key())
            self.until_seen("My browser is connected")

        with self.subTest("the passphrase is changed"):
            former, self.person.passphrase = self.person.passphrase, "copper river lantern"
            self.person.will_answer({"prompt": PRESENT, "pin": former}, {"prompt": NEW, "pin": self.person.passphrase})
            self.press("Passphrase")
            self.press("Change the passphrase")
            self.until_says("Your passphrase was changed.")

        with self.subTest("a new recovery key does not count until it is typed back"):
            self.always_answer()
            self.press("Create a new recovery key")
            last = self.shown_key()
            self.assertNotIn(last, (key, other))
            self.press("Not now: create another key later")
            self.until_says("it counts as lost")
            self.press("Create a new recovery key")
            self.type_back(self.shown_key())
            self.until_seen("My browser is connected")

        with self.subTest("the latest passphrase unlocks the vault"):
            self.run_well("passfold lock")
            self.press("Unlock")
            self.until_vault("unlocked")


if __name__ == "__main__":
    unittest.main()
