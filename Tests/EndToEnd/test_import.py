# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Files of other programs on their way into the real vault and out of it: told of first, stored as one act, taken back whole."""

import json
import os
import unittest

from world_for_tests import WorldTestCase, search_for_leaks

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
PLANTED = "planted-note-that-stands-in-no-other-file"
FILE_PASSPHRASE = "the passphrase of the file, four words"


def aegis(entries):
    return json.dumps({"version": 1, "header": {"slots": None, "params": None}, "db": {"version": 2, "entries": entries}})


def aegis_entry(name, issuer, secret=SECRET, **more):
    return {
        "type": "totp", "uuid": "3ae6f1ad-2e65-4ed2-a953-1ec0dff2386d", "name": name, "issuer": issuer, "note": PLANTED, "icon": None, "favorite": True,
        "info": {"secret": secret, "algo": "SHA1", "digits": 6, "period": 30}} | more


class ImportTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()
        self.always_answer()

    def write(self, name, text):
        (self.world.home / name).write_text(text)

    def json_of(self, command, status=0):
        answer = self.person.terminal.run(f"{command} --json")
        self.assertEqual(answer.status, status, f"{command}: {answer.text}")
        return json.loads(answer.text[answer.text.index("{"):answer.text.rindex("}") + 1])

    def refused(self, command, status, words):
        answer = self.person.terminal.run(command)
        self.assertEqual(answer.status, status, answer.text)
        self.assertIn(words, " ".join(answer.text.split()))

    def entries(self):
        return self.run_well("passfold list").text

    def test_a_file_is_told_of_first_then_stored_as_one_act_and_taken_back_whole(self):
        before = self.entries()
        self.write("codes.json", aegis([aegis_entry("anne@shop.example", "Shop"), aegis_entry("ben", "Mail", "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", type="motp")]))
        with self.subTest("looking stores nothing"):
            report = self.json_of("passfold import codes.json --dry-run")
            self.assertEqual((report["format"], report["read"]), ("aegis", 2))
            self.assertEqual(self.entries(), before)
        with self.subTest("the report is read before anything is stored"):
            answer = self.person.terminal.run("passfold import codes.json", answer=lambda shown: "n" if "Store it?" in shown else None)
            self.assertEqual(answer.status, 130, answer.text)
            self.assertIn("Aegis: 2 entries.", answer.text)
            self.assertEqual(self.entries(), before)
        with self.subTest("it is stored by one word"):
            self.run_well("passfold import codes.json --yes")
            self.assertRegex(self.entries(), r"Shop +anne@shop\.example")
            self.assertRegex(self.run_well("passfold code Shop").text, r"(?m)^\d{6}$")
        with self.subTest("again, it changes nothing"):
            after = self.entries()
            report = self.json_of("passfold import codes.json --yes")
            self.assertEqual((report["new"], report["merged"], report["differing"]), (0, 0, 0), report)
            self.assertEqual(self.entries(), after)
        with self.subTest("it is taken back whole, once"):
            undone = self.json_of("passfold import undo")
            self.assertEqual((undone["kept"], undone["restored"]), (0, 0))
            self.assertEqual(self.entries(), before)
            self.refused("passfold import undo", 3, "there is no import to take back")
        with self.subTest("nothing of it lies in the clear anywhere but in the file"):
            os.remove(self.world.home / "codes.json")
            status, found = search_for_leaks({"note": PLANTED, "secret": SECRET}, self.world.home)
            self.assertEqual(status, 0, found)

    def test_what_you_changed_after_an_import_stays_when_it_is_taken_back(self):
        self.write("codes.json", aegis([aegis_entry("anne@shop.example", "Shop"), aegis_entry("ben", "Mail", "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U")]))
        self.run_well("passfold import codes.json --yes")
        self.run_well("passfold edit Mail --title 'My mail'")
        undone = self.json_of("passfold import undo")
        self.assertEqual((undone["removed"], undone["kept"]), (1, 1))
        self.assertIn("My mail", self.entries())
        self.assertNotIn("anne@shop.example", self.entries())

    def test_a_bad_file_gets_a_clear_word_and_leaves_the_vault_as_it_was(self):
        before = self.entries()
        whole = aegis([aegis_entry("anne@shop.example", "Shop")])
        for name, content, words in (
                ("empty", "", "breaks off or is damaged"), ("prose.txt", "This is a letter.\n" * 100, "no format that Passfold knows"),
                ("cut.json", whole[:len(whole) // 2], "no format that Passfold knows"),
                ("deep.json", "[" * 100_000, "no format that Passfold knows")):
            with self.subTest(name):
                self.write(name, content)
                self.refused(f"passfold import {name} --yes", 1, words)
        self.refused("passfold import missing.json", 1, "no such file")
        self.assertEqual(self.entries(), before)

    def test_an_import_that_is_killed_stores_all_or_nothing(self):
        before = self.entries()
        self.write("codes.json", aegis([aegis_entry(f"user{number}", f"Service {number}", SECRET[:-1] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26], uuid=str(number)) for number in range(26)]))
        program = self.world.prefix / "lib/passfold/providers/Passfold.provider/passfold-import"
        with self.subTest("the program for files may be gone"):
            held = program.with_suffix(".held")
            program.rename(held)
            self.refused("passfold import codes.json --yes", 1, "the program that reads such files stopped")
            held.rename(program)
        self.assertEqual(self.entries(), before)
        self.run_well("passfold import codes.json --yes")
        self.assertIn("Service 25", self.entries())


if __name__ == "__main__":
    unittest.main()
