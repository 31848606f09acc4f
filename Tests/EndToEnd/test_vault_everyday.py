# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a person does in the vault's window every day, and what they need to see there to do it safely."""

import unittest

from test_vault_window import VaultWindowCase


class EverydayCase(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()
        self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True},
                                {"prompt": "*", "pin": "of-the-bank", "keep": True})

    def until_focused(self, name, role=None):
        self.until_seen(name, role, state="focused")


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

    def test_a_note_and_own_fields_are_changed_where_they_stand(self):
        self.run_well(f"printf 'First line\nsecond line' | passfold edit {self.person.service} --kind password --note-stdin")
        self.run_well(f"printf '0815' | passfold edit {self.person.service} --kind password --field 'Customer number'")
        self.run_well("passfold lock")
        self.open_window()
        self.unlock()
        self.open_entry("shop", self.person.service)
        with self.subTest("the form begins with what there is, and nothing counts as changed"):
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
            self.focus("Another field, by its name")
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
            self.until_focused("Another field, by its name", "text")
            self.desktop.keys(*"door", "Return")
            self.until_says("This entry has a field of that name.")
            self.desktop.keys("Escape")
            self.answer_question_of_form()
        with self.subTest("what is emptied goes"):
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

    def test_the_text_of_a_note_is_changed_where_it_stands(self):
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
