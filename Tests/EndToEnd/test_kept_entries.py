# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Notes, cards and identities: each is added, found, shown, copied, changed, moved to the trash and restored by the commands that a user
types."""

import json
import os
import subprocess
import unittest

from demo.devtools import until
from world_for_tests import WorldTestCase

NUMBER, CODE, PIN, PASSPORT, TEXT = "4111111111111111", "737", "2580", "C01X00T47", "Sill left\nKey under the mat"
SECRETS = (NUMBER, CODE, PIN, PASSPORT, "Sill left")


class KeptEntryTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.world.environment.pop("WAYLAND_DISPLAY", None)
        self.world.environment["DISPLAY"] = self.start_screen()
        self.make_vault()

    def start_screen(self):
        """Starts a screen with its own clipboard."""
        reading, writing = os.pipe()
        screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        self.addCleanup(screen.wait)
        self.addCleanup(screen.kill)
        os.close(writing)
        with os.fdopen(reading) as number:
            return f":{number.readline().strip()}"

    def pasted(self):
        done = subprocess.run(["xclip", "-out", "-selection", "clipboard"], env=self.world.environment, capture_output=True, text=True)
        return done.stdout

    def json(self, command):
        return json.loads(self.run_well(f"{command} --json").text)

    def shown(self, command):
        return self.run_well(command).text.strip().replace("\r", "")

    def add_each(self):
        """Adds one of each kind, with the secrets typed at the vault's own prompts, and a note of two lines on standard input."""
        self.person.will_answer(
            {"prompt": "Number for the card", "pin": NUMBER[:-1] + "2"}, {"prompt": "Security code for the card", "pin": CODE},
            {"prompt": "PIN for the card", "pin": PIN}, {"prompt": "Number of “Passport”", "pin": PASSPORT})
        added = self.run_well("passfold add card --title Travel --holder 'ANNE EXAMPLE' --bank 'Example Bank' --expires 08/29").text
        self.assertIn("Added the card Travel (ANNE EXAMPLE)", added)
        self.assertIn("check digit", added)
        self.run_well(
            "passfold add identity --title Me --given-name Anne --family-name Example --birthday 1990-12-31 --email work=anne@shop.example "
            "--address 'Street 1' --document Passport")
        (self.world.home / "text").write_text(TEXT + "\n")
        self.run_well("passfold add note --title Holiday --text-stdin < text")
        self.assertEqual([asked["kind"] for asked in self.person.was_asked()], ["getpin"] * 4)
        self.always_answer()
        # The mistyped number is changed in the same way as a password.
        (self.world.home / "number").write_text("4111 1111 1111 1111\n")
        changed = self.run_well("passfold edit travel --secret-stdin < number").text
        self.assertEqual(changed.strip(), "Changed the card Travel (ANNE EXAMPLE).")

    def test_notes_cards_and_identities_are_added_listed_shown_copied_changed_removed_and_restored(self):
        for kind in ("note", "card", "identity"):
            self.assertNotRegex(self.run_well(f"passfold help add {kind}").text, "[a-z,]   +[a-z]")
        self.add_each()
        with self.subTest("the list and a search show what is not secret, and searching for a secret finds nothing"):
            listed = self.run_well("passfold list").text
            self.assertRegex(listed, r"Travel +ANNE EXAMPLE +card +Visa")
            self.assertRegex(listed, r"Me +Anne Example +identity +anne@shop.example")
            self.assertRegex(listed, r"Holiday +note")
            cut = self.run_well("passfold list --limit 1").text
            self.assertRegex(cut, r"and \d+ more; --limit shortened the list")
            self.assertEqual(len(cut.strip().splitlines()), 3, cut)
            self.assertEqual(len(self.json("passfold list --limit 2")), 2)
            self.assertEqual(self.person.terminal.run("passfold list --limit 0").status, 64)
            for words, kind in (("visa", "card"), ("example bank", "card"), ("anne@shop.example", "identity"), ("holiday", "note")):
                self.assertEqual([entry["kind"] for entry in self.json(f"passfold list {words}")], [kind])
            self.assertEqual([entry["title"] for entry in self.json("passfold list --kind card")], ["Travel"])
            for secret in SECRETS:
                self.assertNotIn(secret, listed)
                self.assertEqual(self.json(f"passfold list {secret}"), [])

        with self.subTest("the details contain no secret, and each secret is shown by its name"):
            for query, words in (("travel", ("Visa", "2029-08", "number, security-code, pin")),
                                 ("me", ("1990-12-31", "anne@shop.example (work)", "Street 1", "Passport")), ("holiday", ("text",))):
                told = self.run_well(f"passfold show {query}").text
                for word in words:
                    self.assertIn(word, told)
                for secret in SECRETS:
                    self.assertNotIn(secret, told)
            self.assertEqual(self.shown("passfold show travel --reveal"), NUMBER)
            self.assertEqual(self.json("passfold show travel --reveal")["number"], NUMBER)
            self.assertEqual(self.shown("passfold show travel --field security-code"), CODE)
            self.assertEqual(self.shown("passfold show me --field Passport"), PASSPORT)
            self.assertEqual(self.shown("passfold show holiday --note"), TEXT)
            self.assertEqual(self.person.terminal.run("passfold show travel --field puk").status, 3)
            self.assertRegex(self.run_well("passfold log").text, r"note or field +Travel")

        with self.subTest("a secret goes to the clipboard and is not printed"):
            for command, secret in (("travel --field pin", PIN), ("travel", NUMBER), ("me --field Passport", PASSPORT), ("holiday", TEXT)):
                self.assertNotIn(secret, self.run_well(f"passfold show {command} --copy").text)
                until(lambda: self.pasted() == secret, what=lambda: f"{command} in the clipboard")

        with self.subTest("another terminal needs a confirmation that names the field"):
            self.person.will_answer({"prompt": "confirm", "cancel": True})
            refused = self.world.terminal().run("passfold show travel --field pin")
            self.assertEqual(refused.status, 130)
            self.assertIn("the field “pin” of Travel", self.world.shown_prompts()[-1]["desc"])
            self.always_answer()

        with self.subTest("the named values change, and a note keeps its previous text"):
            self.run_well("passfold edit travel --bank 'Other Bank' --expires '' --tag money")
            self.run_well("passfold edit travel --field pin <<< 1379")
            self.run_well("passfold edit me --email home=anne@home.example --email work=")
            self.run_well("passfold edit me --document 'ID card' <<< L22Y")
            self.run_well("passfold edit holiday --note-stdin <<< shorter")
            self.assertEqual(self.json("passfold show travel")["values"], [
                {"name": "brand", "value": "Visa"}, {"name": "bank", "value": "Other Bank"}, {"name": "holder", "value": "ANNE EXAMPLE"}])
            self.assertEqual(self.shown("passfold show travel --field pin"), "1379")
            self.assertEqual(self.json("passfold show me")["secrets"], ["Passport", "ID card"])
            self.assertEqual(self.json("passfold list anne@home.example")[0]["title"], "Me")
            self.assertEqual(self.shown("passfold show holiday --reveal --former 0"), TEXT)
            for wrong in ("travel --expires 2029-13", "me --birthday 1990-02-30", "holiday --bank x"):
                self.assertNotEqual(self.person.terminal.run(f"passfold edit {wrong}").status, 0)
            self.assertEqual(self.json("passfold show me")["values"][2], {"name": "birthday", "value": "1990-12-31"})

        with self.subTest("without a title every value is requested, and secrets not in the terminal"):
            replies = {"Number from 1": "4", "want to call it": "Club", "Name on the card": "ANNE", "Issuer": "", "Last month": "12/31"}
            # So many requests within a minute cause a question of their own.
            self.person.will_answer(
                {"prompt": "Number for the card", "pin": "AB 12-34"}, {"prompt": "Security code for", "pin": ""}, {"prompt": "PIN for the card", "pin": ""},
                {"prompt": "confirm", "keep": True})
            added = self.person.terminal.run("passfold add", answer=lambda text: next(
                (reply for question, reply in replies.items() if question in text.splitlines()[-1]), None) if text.strip() else None)
            self.assertEqual(added.status, 0, added.text)
            self.assertIn("check digit", added.text)
            self.always_answer()
            club = self.json("passfold show club")
            self.assertEqual((club["secrets"], [value["name"] for value in club["values"]]), (["number"], ["holder", "expires"]))
            self.run_well("passfold remove club")

        with self.subTest("each is restored from the trash unchanged"):
            before = self.json("passfold list")
            for query in ("travel", "me", "holiday"):
                self.assertIn("passfold restore", self.run_well(f"passfold remove {query}").text)
            self.assertEqual(sorted(entry["title"] for entry in self.json("passfold trash")), ["Club", "Holiday", "Me", "Travel"])
            self.assertEqual(self.run_well("passfold list").text, self.listed)
            for query in ("travel", "me", "holiday"):
                self.run_well(f"passfold restore {query}")
            self.assertEqual(self.json("passfold list"), before)

        with self.subTest("nothing is damaged afterwards"):
            self.run_well("passfold lock")
            self.run_well("passfold unlock")
            self.assertEqual(self.json("passfold list"), before)
            self.assertEqual(self.json("passfold vault check")["findings"], [])
            self.assertIn("1 card, 1 identity", self.run_well("passfold status").text)


if __name__ == "__main__":
    unittest.main()
