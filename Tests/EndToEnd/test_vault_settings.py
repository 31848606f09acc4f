# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The settings page for the vault, with the real vault: when it locks, PIN and fingerprint, generated passwords, and the language. Whatever
could weaken the vault requires the passphrase first."""

import json
import re
import subprocess
import unittest

from demo.devtools import until
from test_vault_window import VaultWindowCase


class VaultSettingsTests(VaultWindowCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.make_vault()

    def open_settings(self):
        window = subprocess.Popen(
            [self.world.prefix / "libexec/passfold/passfold-window", "--settings"], env=self.world.environment, stderr=subprocess.DEVNULL)

        def end():
            window.kill()
            window.wait()
        self.addCleanup(end)
        self.until_seen("Use Passfold")
        self.press_by_reader("Vault")
        self.until_says("12 hours after you typed your passphrase")
        return window

    def status(self):
        return json.loads(self.run_well("passfold status --json").text)

    def locks_after(self):
        return self.status()["vault"]["locksAfter"]

    def focus_control(self, name, *roles):
        """Presses Tab until a row's control, which has the row's name, has the focus."""
        for _ in range(40):
            if any(item["name"] == name and item["role"] in roles for item in self.tree() if "focused" in item["states"]):
                return
            self.desktop.keys("Tab")
        self.fail(f"the Tab key does not lead to {name!r} as one of {roles}: {self.tree()}")

    def choose(self, row, place):
        """Opens a row with a choice and selects the name at a position of its list."""
        self.focus(row)
        self.desktop.keys("Return")
        until(lambda: [item["role"] for item in self.tree() if "focused" in item["states"]] == ["list item"], 20, "the list of names", 0.2)
        self.desktop.keys("Home", *["Down"] * place, "Return")

    def chosen(self, row):
        found, = (item for item in self.tree() if item["name"].startswith(row) and item["role"] in ("list item", "combo box"))
        return found["description"]

    def test_changing_the_locking_time_in_the_settings_requires_the_passphrase(self):
        self.assertEqual(self.locks_after(), 600)
        self.open_settings()
        idle = "Lock without use after"
        self.assertIn("10 minutes", self.chosen(idle))
        with self.subTest("without the passphrase nothing changes"):
            self.person.will_answer({"prompt": "Change the locking time", "cancel": True})
            self.choose(idle, 6)
            self.until_says("You declined or did not answer.")
            until(lambda: "10 minutes" in self.chosen(idle), 20, lambda: self.chosen(idle), 0.2)
            self.assertEqual(self.locks_after(), 600)
        with self.subTest("with the passphrase the vault applies the time and keeps it after unlocking again"):
            self.always_answer()
            self.choose(idle, 2)
            self.until_says("From now on, the vault locks after that time")
            asked = self.world.shown_prompts()[-1]
            self.assertEqual(asked["title"], "Change the locking time")
            self.assertIn("5 minutes", asked["desc"])
            self.assertIn("libexec/passfold/passfold-window", asked["desc"])
            self.assertEqual(self.locks_after(), 300)
            self.run_well("passfold lock")
            self.run_well("passfold unlock")
            self.assertEqual(self.locks_after(), 300)
        with self.subTest("the command can change it as well, and the window follows"):
            self.run_well("passfold lock --after 45")
            self.assertEqual(self.locks_after(), 2700)
            until(lambda: "45 minutes" in self.chosen(idle), 20, lambda: self.chosen(idle), 0.2)
            self.assertNotEqual(self.person.terminal.run("passfold lock --after 721").status, 0)
            self.assertEqual(self.locks_after(), 2700)

    def test_the_vault_asks_for_a_new_pin_and_reports_a_missing_tpm(self):
        self.open_settings()
        self.person.will_answer({"prompt": "You then choose a PIN", "pin": self.person.passphrase}, {"prompt": "Choose 6 to 12 digits", "pin": "314159"})
        self.press("Choose a PIN")
        self.until_says("No PIN can be set")
        asked = [prompt["title"] for prompt in self.world.shown_prompts()[-2:]]
        self.assertEqual(asked, ["Choose a PIN", "Choose a PIN"])
        self.until_seen("Choose a PIN", "push button")
        self.assertEqual(self.status()["vault"]["pin"], "off")

    def test_passwords_are_generated_by_the_rules_that_the_user_chose(self):
        self.open_settings()
        self.focus_control("Length", "spin button", "text")
        self.desktop.keys("ctrl+a", *"12", "Tab")
        self.focus_control("Symbols", "check box", "switch")
        self.desktop.keys("space")
        kept = self.world.config / "passfold/generator"
        until(lambda: kept.exists() and "length 12\nkinds lower upper digits\n" == kept.read_text(), 20, lambda: kept.exists() and kept.read_text(), 0.2)
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        self.desktop.keys("ctrl+n")
        self.until_seen("Website", "text", state="focused")
        self.type("new.example")
        self.focus("Generate")
        self.desktop.keys("space")
        self.press_by_reader("Save")
        self.until_seen("new.example", "heading")
        self.assertRegex(self.run_well("passfold show new.example --reveal").text, r"(?m)(^|\s)[a-zA-Z2-9]{12}(\s|$)")

    def test_the_wheel_over_the_length_scrolls_the_page_and_keeps_the_length(self):
        window = self.open_settings()
        frame = self.desktop.windows(window.pid)[-1]
        self.desktop.xdotool("windowsize", "--sync", frame, "400", "420")
        self.focus_control("Length", "spin button", "text")

        def place():
            left, top, right, bottom = self.places()["Length"]
            return (left + right) // 2, (top + bottom) // 2
        before = until(lambda: (now := place()) == place() and now, 20, "the place of the length", 0.5)
        self.desktop.xdotool("mousemove", "--window", frame, *map(str, before), "click", "--repeat", "3", "--delay", "50", "4")
        until(lambda: place()[1] > before[1], 20, lambda: f"the page to scroll: {before}, {place()}", 0.2)
        self.assertFalse((self.world.config / "passfold/generator").exists())

    def test_a_chosen_language_applies_to_commands_and_windows_opened_next(self):
        self.open_settings()
        self.assertEqual(self.chosen("Language"), "As your session")
        self.choose("Language", 2)
        kept = self.world.config / "passfold/language"
        until(lambda: kept.exists() and kept.read_text() == "de\n", 20, lambda: kept, 0.2)
        self.assertIn("gesperrt", self.run_well("passfold lock").text)
        self.assertIn("locked", self.run_well("LC_ALL=C passfold status").text)
        self.open_window("Entsperren")
        self.choose_english()
        until(lambda: not kept.exists() or kept.read_text() == "en\n", 20, lambda: kept.read_text(), 0.2)
        self.assertIn("locked", self.run_well("passfold lock").text)

    def choose_english(self):
        """Through the screen reader, over the window that has come to the front since."""
        windows = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Passfold Settings$"], env=self.desktop.environment,
                                 capture_output=True, text=True).stdout.split()
        self.desktop.xdotool("windowfocus", "--sync", windows[0])
        self.choose("Language", 1)


if __name__ == "__main__":
    unittest.main()
