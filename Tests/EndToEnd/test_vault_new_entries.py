# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The form for a new entry accepts everything that the form for changes does, stores it with the entry, and reports what could not be
stored."""

import json
import time
import unittest

from test_vault_everyday import EverydayCase

MORE_OF_LOGIN, MORE = "Further websites, tags, note, fields", "Tags, note, fields"


class NewEntryTests(EverydayCase):

    def setUp(self):
        super().setUp()
        self.open_window()
        self.unlock()

    def begin(self, kind=None):
        self.desktop.keys("ctrl+n")
        self.until_seen("Website", "text", state="focused")
        if kind:
            self.press(kind)
            self.until_seen("Title" if kind != "Code" else "Set-up link or key", state="focused")

    def write(self, name, *keys):
        self.focus(name)
        self.desktop.keys(*keys)

    def shown(self, title, *arguments):
        return self.run_well(f"passfold show {title} {' '.join(arguments)}").text

    def only(self, words, kind):
        entry, = json.loads(self.run_well(f"passfold list {words} --kind {kind} --json").text)
        return entry

    def test_a_login_without_a_code_gets_one_on_its_own_page(self):
        self.run_well("printf 'x9-Kiesel' | passfold add login --service other.example --user carl --password-stdin")
        self.open_entry("other", "other.example")
        self.press("Set up a code")
        self.until_seen("Set-up link or key", "password text", state="focused")
        self.assertNotIn("What to add", self.all_names())
        with self.subTest("going back leads to the login"):
            self.desktop.keys("Escape")
            self.until_seen("Set up a code", "push button")
            self.press("Set up a code")
            self.until_seen("Set-up link or key", "password text", state="focused")
        self.desktop.keys(*"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "Return")
        self.until_says("Added to your vault")
        code = self.only("other.example", "one-time-code")
        self.assertEqual((code["services"], code["user"]), (["other.example"], "carl"))
        self.open_entry("carl", "other.example")
        self.until_seen("Show as QR code", "push button")
        self.assertNotIn("Set up a code", self.all_names())

    def test_a_new_login_accepts_websites_tags_a_note_and_custom_fields(self):
        self.begin()
        self.type("new.example")
        self.write("User name", *"ben")
        self.write("Password", *"xyz")
        self.assertNotIn("Tags, separated by commas", self.all_names())
        self.press(MORE_OF_LOGIN)
        self.until_focused("Further websites, one per line", "text")
        self.type("id.example")
        self.desktop.keys("Return")
        self.type("login.example")
        self.write("Tags, separated by commas", *"work", "comma", *"home")
        self.focus("Favourite: shown first in searches")
        self.desktop.keys("space")
        self.write("Note", *"ask", "Return", *"carl")
        self.write("Another field: its name (optional)", *"door")
        self.write("Its value", *"4711")
        self.press("One more field")
        self.until_focused("Another field: its name (optional)", "text")
        self.desktop.keys(*"gate", "Tab", *"0815")
        hiding = [item for item in self.tree() if (item["role"], item["name"]) == ("check box", "Hidden until you ask for it")]
        self.assertEqual(len(hiding), 2)
        while "Hidden until you ask for it" not in [item["name"] for item in self.tree() if "focused" in item["states"]]:
            self.desktop.keys("Tab")
        self.desktop.keys("space")
        self.press("Save")
        self.until_seen("new.example", "heading")
        self.until_says("Added to your vault")

        with self.subTest("all of it is in the vault, and the one field is hidden"):
            entry = self.only("new.example", "password")
            self.assertEqual(entry["services"], ["new.example", "id.example", "login.example"])
            self.assertEqual((sorted(entry["tags"]), entry["favourite"], entry["user"]), (["home", "work"], True, "ben"))
            self.assertIn("ask\ncarl", self.shown("new.example", "--note"))
            self.assertIn("4711", self.shown("new.example", "--field", "door"))
            self.assertIn("0815", self.shown("new.example", "--field", "gate"))
            self.until_seen("4711", "label")
            self.assertNotIn("0815", json.dumps(self.all_names()))
            self.until_seen("Show: gate", "push button")

    def test_additions_that_could_not_be_stored_stay_in_the_form_and_the_login_is_stored_once(self):
        self.begin()
        self.type("part.example")
        self.write("Password", *"xyz")
        self.press(MORE_OF_LOGIN)
        self.write("Further websites, one per line", *"no", "question", *"where")
        self.write("Note", *"abc")
        self.press("Save")
        self.until_says("This is not the name of a website.")
        self.until_says("the entry itself is in your vault")
        self.assertEqual(self.only("part.example", "password")["services"], ["part.example"])
        self.write("Further websites, one per line", "ctrl+a")
        self.type("id.example")
        self.write("User name", *"dora")
        self.press("Save")
        self.until_seen("part.example", "heading")
        entry = self.only("part.example", "password")
        self.assertEqual((entry["services"], entry["user"]), (["part.example", "id.example"], "dora"))
        self.assertIn("abc", self.shown("part.example", "--note"))
        self.assertFalse(json.loads(self.run_well("passfold show part.example --kind password --json").text)["history"])

    def test_cards_notes_and_codes_accept_tags_notes_and_custom_fields_too(self):
        with self.subTest("a card"):
            self.begin("Card")
            self.desktop.keys(*"visa")
            self.write("Number", *"4111111111111111")
            self.press(MORE)
            self.until_focused("Tags, separated by commas", "text")
            self.desktop.keys(*"trip")
            self.write("Note", *"abc")
            self.press("Save")
            self.until_seen("visa", "heading")
            self.assertEqual(self.only("visa", "card")["tags"], ["trip"])
            self.assertIn("abc", self.shown("visa", "--note"))
        with self.subTest("a note, whose text is its note"):
            self.begin("Note")
            self.desktop.keys(*"wifi")
            self.write("Text", *"abc")
            self.press("Tags, fields")
            self.until_focused("Tags, separated by commas", "text")
            self.assertNotIn("Note", self.names("text"))
            self.write("Another field: its name (optional)", *"room")
            self.write("Its value", *"12", "Return")
            self.until_seen("wifi", "heading")
            self.assertIn("12", self.shown("wifi", "--field", "room"))
        with self.subTest("a code"):
            self.begin("Code")
            self.desktop.keys(*"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
            self.write("Website", *"codes", "period", *"example")
            self.write("User name", *"dora")
            self.press(MORE)
            self.write("Tags, separated by commas", *"two", "Return")
            self.until_seen("codes.example", "heading")
            self.assertEqual(self.only("codes.example", "one-time-code")["tags"], ["two"])

    def test_a_custom_field_without_a_value_is_reported(self):
        self.begin()
        self.type("new.example")
        self.write("Password", *"xyz")
        self.press(MORE_OF_LOGIN)
        self.write("Another field: its name (optional)", *"door", "Return")
        self.until_says("Fill in the value of the new field.")
        self.until_focused("Its value")
        self.assertNotIn("new.example", self.run_well("passfold list").text)


class SaidWordsTests(EverydayCase):

    def setUp(self):
        super().setUp()
        self.open_window()
        self.unlock()

    def overlaps(self):
        """Returns the controls that are below the message."""
        places = self.places()
        left, top, right, bottom = places["Dismiss"]
        return [name for name, (other_left, other_top, other_right, other_bottom) in places.items()
                if name in ("Save", "Cancel", "Lock", "Add", "Generate") and other_left < right and left < other_right and other_top < bottom
                and top < other_bottom]

    def test_a_message_covers_nothing_and_one_that_needs_action_stays_until_escape_closes_it(self):
        self.desktop.keys("ctrl+n")
        self.until_seen("Website", "text", state="focused")
        self.press("Save")
        self.until_says("Fill in website and password")
        self.assertEqual(self.overlaps(), [])
        # Longer than such a short message usually stays.
        time.sleep(9)
        self.until_says("Fill in website and password")
        self.until_seen("Dismiss", "push button")
        self.desktop.keys("Escape")
        self.until_gone("Dismiss")
        self.until_seen("Website", "text")
        self.desktop.keys("Escape")
        self.until_gone("Website")

    def test_escape_closes_a_passing_message_when_there_is_no_page_to_leave(self):
        self.desktop.keys("ctrl+f", *"shop", "Down")
        self.until_focused(f"{self.person.service}, Password", "list item")
        self.desktop.keys("ctrl+b")
        self.until_says("User name of")
        self.desktop.keys("Escape", "Escape")
        self.until_gone("Dismiss")
        self.assertNotIn("copied", json.dumps(self.all_names()))


if __name__ == "__main__":
    unittest.main()
