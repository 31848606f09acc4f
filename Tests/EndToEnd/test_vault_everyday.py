# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a user does in the vault's window every day, and what they need to see there to do it safely."""

import contextlib
import json
import os
import re
import signal
import stat
import subprocess
import unittest

from demo.devtools import until
from test_vault_window import VaultWindowCase


class EverydayCase(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()
        self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True},
                                {"prompt": "*", "pin": "of-the-bank", "keep": True})

    def go_to_row(self, words, row):
        """Searches by typing, and moves to a row without opening it."""
        self.desktop.keys("ctrl+f", "ctrl+a", *["period" if sign == "." else sign for sign in words])
        self.until_seen("1 entry")
        self.desktop.keys("Down")
        self.until_seen(row, "list item", state="focused")

    def until_focused(self, name, role=None):
        self.until_seen(name, role, state="focused")

    def until_clipboard(self, text):
        until(lambda: self.clipboard() == text, 20, lambda: f"{text!r} in the clipboard, not {self.clipboard()!r}", 0.2)


class KeyTests(EverydayCase):

    def test_shortcuts_apply_to_the_focused_entry_and_say_what_they_copied(self):
        self.run_well("printf 'of-the-bank' | passfold add login --service bank.example --user ben --password-stdin")
        self.run_well("printf 'abc' | passfold add note --title Wifi --text-stdin")
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        self.open_entry("bank", "bank.example")
        self.go_to_row("shop", f"{self.person.service}, Password")

        with self.subTest("the page of another entry is open, and its password is not copied"):
            self.until_seen("bank.example", "heading")
            self.desktop.keys("ctrl+c")
            self.until_clipboard(self.person.password)
            self.until_says(f"Password of {self.person.service}: copied. The clipboard is cleared in 45 seconds.")
            self.desktop.keys("ctrl+b")
            self.until_clipboard(self.person.user)
            self.until_says(f"User name of {self.person.service}: copied")
            self.desktop.keys("ctrl+t")
            until(lambda: re.fullmatch(r"\d{6}", self.clipboard()), 20, "the code in the clipboard", 0.2)

        with self.subTest("an account without a code"):
            self.go_to_row("bank", "bank.example, Password")
            self.desktop.keys("ctrl+t")
            self.until_says("bank.example has no code")

        with self.subTest("the text of a note"):
            self.go_to_row("wifi", "Wifi, Note")
            self.desktop.keys("ctrl+c")
            self.until_clipboard("abc")

        with self.subTest("on a page they apply to its entry"):
            self.open_entry("bank", "bank.example")
            self.desktop.keys("ctrl+c")
            self.until_clipboard("of-the-bank")
            self.until_says("Password: copied.")

    def test_going_back_from_a_page_focuses_its_row(self):
        for name in ("one", "two", "three"):
            self.run_well(f"printf 'x9-Kiesel-{name}' | passfold add login --service {name}.example --user ben --password-stdin")
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        self.desktop.keys("ctrl+f", "Down", "Down")
        self.until_focused("shop.example, Password", "list item")
        self.desktop.keys("Return")
        self.until_seen(self.person.service, "heading")
        self.desktop.keys("Escape")
        self.until_focused("shop.example, Password", "list item")
        self.desktop.keys("Down")
        self.until_focused("three.example, Password", "list item")
        with self.subTest("typing there searches"):
            self.desktop.keys(*"two")
            self.until_seen("1 entry")
            self.desktop.keys("Return")
            self.until_seen("two.example", "heading")

    def test_locking_moves_the_focus_to_the_unlock_button(self):
        self.open_window()
        self.unlock()
        self.open_entry("shop", self.person.service)
        self.desktop.keys("ctrl+l")
        self.until_focused("Unlock", "push button")
        self.desktop.keys("Return")
        self.until_seen(f"{self.person.service}, Password, {self.person.user}", "list item")

    def test_the_desktops_shortcuts_close_the_window_only_after_asking_about_typed_text(self):
        window = self.window = self.open_window()
        self.unlock()
        self.desktop.keys("ctrl+n")
        self.until_focused("Website", "text")
        self.desktop.keys(*"bank", "ctrl+w")
        self.answer_question("Keep editing")
        self.until_focused("Website", "text")
        self.desktop.keys("ctrl+q")
        until(self.dialog, 20, "the question", 0.2)

        def is_over():
            if window.poll() is None:
                with contextlib.suppress(subprocess.CalledProcessError):
                    self.press_by_reader("Discard")
            return window.poll() is not None
        until(is_over, 60, "the end of the window", 0.5)


class ActTests(EverydayCase):

    def test_undo_restores_an_entry_that_was_just_removed(self):
        self.open_window()
        self.unlock()
        row = f"{self.person.service}, Password, {self.person.user}"
        self.open_entry("shop", self.person.service)
        self.press("Remove")
        self.until_says("is in the trash")
        with self.subTest("the focus is in the search field"):
            self.until_focused("Search everything", "entry")
        self.press("Undo")
        self.until_seen(self.person.service, "heading")
        self.until_seen(row, "list item")
        with self.subTest("by the keyboard"):
            self.press("Remove")
            self.until_focused("Search everything", "entry")
            self.desktop.keys("ctrl+z")
            self.until_says("Back in your vault")
            self.until_seen(row, "list item")

    def test_no_result_is_shown_for_passwords_that_were_not_checked_yet(self):
        self.run_well("printf 'sommer2024' | passfold add login --service weak.example --user ben --password-stdin")
        self.run_well("printf 'sommer2024' | passfold add login --service twice.example --user ben --password-stdin")
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        vault = self.world.processes("passfold-vault")
        for process in vault:
            os.kill(process, signal.SIGSTOP)
        try:
            self.desktop.keys("ctrl+8")
            self.until_says("Passfold is checking your passwords")
            self.assertFalse(any("No password is weak" in name for name in self.all_names()), self.all_names())
        finally:
            for process in vault:
                os.kill(process, signal.SIGCONT)
        self.until_says("the same as in twice.example")
        self.until_says("the same as in weak.example")

    def test_the_list_is_sorted_alphabetically(self):
        for title in ("Zoo", "arcade", "Bank", "Ärzte"):
            self.run_well(f"printf 'x9-Kiesel-{title}' | passfold add login --service x.example --user {title} --title {title} --password-stdin")
        listed = [entry["title"] for entry in json.loads(self.run_well("passfold list --kind password --json").text)]
        self.assertEqual(listed, ["arcade", "Ärzte", "Bank", self.person.service, "Zoo"])

    def test_an_empty_section_offers_to_add_its_first_entry(self):
        self.open_window()
        self.unlock()
        self.desktop.keys("ctrl+5")
        self.until_says("Nothing of this kind yet")
        self.press("Add an entry")
        self.until_focused("Title", "text")
        self.until_seen("Text", "text")

    def test_a_combo_box_has_one_accessible_name(self):
        self.open_window()
        self.unlock()
        self.desktop.keys("ctrl+shift+e")
        until(lambda: self.names("combo box") == ["Format"], 20, lambda: self.names("combo box"), 0.2)

    def test_the_settings_open_from_the_vaults_window(self):
        self.window = self.open_window()
        self.unlock()
        self.press("Settings")
        settings, = until(self.settings, 60, "the settings", 0.5)
        self.desktop.xdotool("windowfocus", "--sync", settings)
        self.desktop.keys("ctrl+w")
        until(lambda: not self.settings(), 20, "the end of the settings", 0.2)

    def settings(self):
        """Returns the windows of the settings, which are a different program from the vault's window."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Passfold Settings$"], env=self.desktop.environment,
                               capture_output=True, text=True)
        return found.stdout.split()

    def test_a_website_opens_in_the_default_browser(self):
        opened = self.world.home / "opened"
        browser = self.world.home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
        browser.chmod(stat.S_IRWXU)
        programs = self.world.data / "applications"
        programs.mkdir()
        (programs / "web.desktop").write_text(f"[Desktop Entry]\nType=Application\nName=Web\nExec={browser} %u\nMimeType=x-scheme-handler/https;\n")
        (programs / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=web.desktop\n")
        self.open_window()
        self.unlock()
        self.open_entry("shop", self.person.service)
        self.press(f"Open {self.person.service} in the browser")
        until(lambda: opened.exists() and opened.read_text(), 20, "the browser", 0.2)
        self.assertEqual(opened.read_text(), f"https://{self.person.service}/\n")


class EditingTests(EverydayCase):

    def shown(self, *arguments):
        return self.run_well(f"passfold show {self.person.service} --kind password {' '.join(arguments)}").text

    def edit(self):
        self.press("Edit")
        self.until_focused("Title", "text")

    def save(self):
        self.press("Save")
        self.until_says("Saved")
        self.until_seen(self.person.service, "heading")

    def test_a_note_and_custom_fields_are_edited_in_the_form(self):
        self.run_well(f"printf 'First line\nsecond line' | passfold edit {self.person.service} --kind password --note-stdin")
        self.run_well(f"printf '0815' | passfold edit {self.person.service} --kind password --field 'Customer number'")
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        self.open_entry("shop", self.person.service)
        with self.subTest("the form starts with the stored values and counts as unchanged"):
            self.edit()
            self.until_seen("Customer number", "text")
            self.desktop.keys("Escape")
            self.until_seen(self.person.service, "heading")
        with self.subTest("a line of the note, a value, and a new field"):
            self.edit()
            self.focus("Note")
            self.desktop.keys("ctrl+End", *"ab")
            self.focus("Customer number")
            self.desktop.keys("ctrl+a", *"4711")
            self.focus("Another field: its name")
            self.desktop.keys(*"door")
            self.focus("Its value")
            self.desktop.keys(*"99")
            self.save()
            self.assertIn("First line\nsecond lineab", self.shown("--note"))
            self.assertIn("4711", self.shown("--field", "'Customer number'"))
            self.assertIn("99", self.shown("--field", "door"))
        with self.subTest("a value without a name, and a name that is taken"):
            self.edit()
            self.focus("Its value")
            self.desktop.keys("x", "Return")
            self.until_says("Fill in the name of the new field.")
            self.until_focused("Another field: its name", "text")
            self.desktop.keys(*"door", "Return")
            self.until_says("This entry already has a field with that name.")
            # The first closes the message.
            self.desktop.keys("Escape", "Escape")
            self.answer_question_of_form()
        with self.subTest("emptied values are removed"):
            self.edit()
            self.until_seen("door", "text")
            self.focus("Note")
            self.desktop.keys("ctrl+a", "Delete")
            self.focus("door")
            self.desktop.keys("ctrl+a", "Delete")
            self.save()
            self.until_silent("First line")
            details = self.shown()
            self.assertNotIn("door", details)
            self.assertIn("Customer number", details)

    def answer_question_of_form(self):
        self.answer_question("Discard")
        self.until_seen(self.person.service, "heading")

    def open_window(self, *arguments):
        self.window = super().open_window(*arguments)
        return self.window

    def test_the_text_of_a_note_is_edited_in_the_form(self):
        self.run_well("printf 'First line\nsecond line' | passfold add note --title Wifi --text-stdin")
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        self.open_entry("wifi", "Wifi")
        self.edit()
        self.focus("Text")
        self.desktop.keys("ctrl+End", *"ab")
        self.press("Save")
        self.until_says("Saved")
        self.until_seen("Wifi", "heading")
        self.assertIn("First line\nsecond lineab", self.run_well("passfold show Wifi --reveal").text)


if __name__ == "__main__":
    unittest.main()
