# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What the popup shows in addition to credentials: notes, cards and identities, and the note, fields and files of an entry, in both
browsers."""

import subprocess
import unittest
from pathlib import Path

from demo.devtools import until
from home_for_tests import ChromiumHome, FirefoxHome
from world_for_tests import PROGRAMS

NUMBER, SECURITY_CODE, PIN, PASSPORT = "4111111111111111", "737", "2580", "C01X00T47"
TEXT, NOTE, OPEN_FIELD, HIDDEN_FIELD = "Sill left\nKey under the mat", "Asked by phone: first pet", "4711-0815", "9043"


class KeptTests:
    """Tests for both browsers."""

    def paper(self, name, text):
        """Makes a file to read from, as a user has it; returns its name."""
        (self.world.home / name).write_text(text + "\n")
        return name

    def keep_each(self):
        """Adds one of each kind, by the commands that a user types."""
        card = "passfold add card --title Travel --holder 'ANNE EXAMPLE' --bank 'Example Bank' --expires 08/29 --secrets-stdin"
        self.run_well(f"{card} < {self.paper('card', chr(10).join((NUMBER, SECURITY_CODE, PIN)))}")
        person = "passfold add identity --title Me --given-name Anne --family-name Example --email work=anne@shop.example --document Passport"
        self.run_well(f"{person} --secrets-stdin < {self.paper('passport', PASSPORT)}")
        self.run_well(f"passfold add note --title Heating --text-stdin < {self.paper('text', TEXT)}")

    def annotate(self):
        """Adds a note, two fields and a file to the login."""
        edit = f"passfold edit {self.person.service} --kind password"
        self.run_well(f"{edit} --note-stdin < {self.paper('note', NOTE)}")
        self.run_well(f"{edit} --field 'Customer number' < {self.paper('customer', OPEN_FIELD)}")
        self.run_well(f"{edit} --field 'Phone PIN' --hidden < {self.paper('pin', HIDDEN_FIELD)}")
        self.run_well(f"passfold attach {self.person.service} {self.paper('contract.txt', 'a' * 1999)} --kind password")

    def open_only_row(self, popup, section, title):
        popup.click(f"[data-section={section}]")
        until(lambda: [text for text in self.rows(popup) if title in text] and len(self.rows(popup)) == 1, what=f"the one row {title}")
        self.open_row(popup, "[data-kind]", "#back")
        self.says(popup, "h1", title)

    def releases(self):
        return [line for line in self.run_well("passfold log").text.splitlines() if "popup" in line]

    def test_a_mistyped_search_finds_a_note_and_its_text_is_revealed(self):
        self.keep_each()
        popup = self.use_button()
        self.see(popup, "[data-section=card]")
        popup.type("heatinh")
        self.says(popup, "#spoken", "1 entry")
        until(lambda: [text for text in self.rows(popup) if "Heating" in text] and len(self.rows(popup)) == 1, what="the note")
        popup.press("Enter")
        self.see(popup, "#reveal-0")
        self.says(popup, "h1", "Heating")
        self.assertNotIn("Sill left", popup.text("#screen"))
        popup.click("#reveal-0")
        self.says(popup, "#part-0", TEXT)
        popup.click("#reveal-0")
        until(lambda: "Sill left" not in popup.text("#screen"), what="a hidden text")
        self.assertIsNone(popup.node("#edit"), "the popup offers to edit what it can only show")
        self.back(popup)
        self.see(popup, "#search")
        self.assertEqual(popup.value("#search"), "heatinh", "going back has cleared the search")
        self.back(popup)
        until(lambda: len(self.rows(popup)) > 3, what="all entries without the search")
        self.leave(popup)

    def test_a_card_and_an_identity_are_opened_and_their_secrets_revealed_and_copied(self):
        self.keep_each()
        popup = self.use_button()
        self.open_only_row(popup, "card", "Travel")
        shown = popup.text("#screen")
        for text in ("Visa", "Example Bank", "ANNE EXAMPLE", "08/2029"):
            self.assertIn(text, shown)
        for secret in (NUMBER, SECURITY_CODE, PIN):
            self.assertNotIn(secret, shown)
        self.assertEqual(self.releases(), [], "a secret was released before it was requested")
        popup.click("#reveal-1")
        self.says(popup, "#part-1", SECURITY_CODE)
        self.assertNotIn(NUMBER, popup.text("#screen"))
        popup.click("#copy-part-0")
        self.says(popup, "#said", "Copied")
        self.assertEqual(len(self.releases()), 2)
        self.back(popup)
        self.see(popup, "#search")
        self.open_only_row(popup, "identity", "Me")
        shown = popup.text("#screen")
        for text in ("Anne", "Example", "E-mail (work)", "anne@shop.example", "Passport"):
            self.assertIn(text, shown)
        popup.click("#reveal-0")
        self.says(popup, "#part-0", PASSPORT)
        self.back(popup)
        self.see(popup, "#search")
        self.leave(popup)
        self.assertEqual(self.paste(), NUMBER)

    def test_a_login_shows_its_note_its_fields_and_its_files(self):
        self.annotate()
        popup = self.use_button()
        popup.click("[data-section=password]")
        until(lambda: len(self.rows(popup)) == 1, what="the one password")
        self.open_row(popup, "[data-kind=password]", "#back")
        self.says(popup, "#screen", NOTE)
        shown = popup.text("#screen")
        self.assertIn(OPEN_FIELD, shown)
        self.assertIn("contract.txt, 2 kB", shown)
        self.assertRegex(popup.text("#command"), r"^passfold attachments [0-9a-f]{32} --save=contract\.txt$")
        for secret in (HIDDEN_FIELD, self.person.password):
            self.assertNotIn(secret, shown)
        self.assertEqual(len(self.releases()), 1, "the note and the field must be one release")
        popup.click("#reveal-2")
        self.says(popup, "#part-2", HIDDEN_FIELD)
        popup.click("#copy-part-3")
        self.says(popup, "#said", "Copied")
        self.run_well(popup.text("#command") + " --to saved.txt")
        self.assertEqual((self.world.home / "saved.txt").read_text(), "a" * 1999 + "\n")
        self.back(popup)
        self.see(popup, "#search")
        self.leave(popup)
        self.assertEqual(self.paste(), NOTE)


class LongListTests:
    """A vault with many entries, in place of the world's usual one."""

    ENTRIES = 600

    def make_vault(self):
        self.world.data.joinpath("passfold").mkdir(mode=0o700)
        subprocess.run([str(Path(PROGRAMS) / "passfold-measurements"), "make-vault", str(self.world.data / "passfold/vault"), str(self.ENTRIES)],
                       input=self.person.passphrase + "\n", text=True, check=True)
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.run_well("passfold unlock")

    def test_a_long_list_is_loaded_in_parts_and_searched_by_the_vault(self):
        popup = self.use_button()
        until(lambda: len(self.rows(popup)) == 60, what="the first part of the list")
        # Up from the search is the end of the list, with the button for more.
        popup.press("ArrowUp")
        until(lambda: popup.has_focus_on("#more"), what="the button for more")
        popup.press("Enter")
        until(lambda: self.person._read(lambda: popup.node(".rows [data-kind]:focus")), what="the first of the rows that came")
        listed = self.rows(popup)
        self.assertGreaterEqual(len(listed), 120)
        # A row out of view has no text.
        seen = [row for row in listed if row]
        self.assertEqual(len(set(seen)), len(seen), "a row came twice")
        typed, found = "sevrice 0012", "service-0012.example"
        popup.type(typed)
        until(lambda: self.person._read(lambda: popup.value("#search")) == typed, what="what was typed")
        until(lambda: 0 < len(self.rows(popup)) < 60 and all(found in row for row in self.rows(popup)), what=lambda: f"what the vault finds, not {self.rows(popup)}")
        self.says(popup, "#spoken", "entr")
        self.back(popup)
        until(lambda: len(self.rows(popup)) == 60, what="the list without the search")
        self.leave(popup)


class ChromiumKeptTests(KeptTests, ChromiumHome):
    """In Chromium."""


class FirefoxKeptTests(KeptTests, FirefoxHome):
    """In Firefox."""


class ChromiumLongListTests(LongListTests, ChromiumHome):
    """In Chromium."""

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.world.register_host()
        self.person.page = self.world.start_browser().first_page()


class FirefoxLongListTests(LongListTests, FirefoxHome):
    """In Firefox."""

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.run_well("passfold browser register")
        self.world.start_site(shows_port=True)
        self.person.page = self.world.start_firefox().first_page()


if __name__ == "__main__":
    unittest.main()
