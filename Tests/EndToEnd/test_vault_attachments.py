# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Files of an entry in the vault's window: added, viewed, saved and removed there; and a window that is killed while it adds one."""

import json
import random
import signal
import time
import unittest

from demo.devtools import until
from test_vault_window import VaultWindowCase

MIB = 1 << 20
KILLS = 3


class VaultAttachmentTests(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()
        self.content = random.Random(7).randbytes(10 * MIB)
        self.window = self.open_window()
        self.unlock()

    def make(self, name, content):
        (self.world.home / name).write_bytes(content)

    def kept(self):
        listed = self.run_well(f"passfold attachments {self.person.service} --kind password --json").text
        return {file["name"]: file["bytes"] for file in json.loads(listed[listed.index("["):listed.rindex("]") + 1])}

    def at_entry(self):
        self.open_entry(self.person.service[:4], self.person.service)

    def add(self, name):
        self.press("Add a file…")
        self.choose_file(name)

    def test_files_are_attached_saved_and_removed_in_the_window(self):
        self.make("contract.bin", self.content)
        self.at_entry()
        with self.subTest("a file is attached with its name and size"):
            before = len(self.world.shown_prompts())
            self.add("contract.bin")
            self.until_says("contract.bin is in your vault")
            self.until_says("10.0 MiB")
            self.assertEqual(len(self.world.shown_prompts()), before)
            self.assertEqual(self.kept(), {"contract.bin": 10 * MIB})
            self.assertEqual((self.world.home / "contract.bin").read_bytes(), self.content)

        with self.subTest("an empty file is accepted"):
            self.make("empty.txt", b"")
            self.add("empty.txt")
            self.until_says("empty.txt is in your vault")

        with self.subTest("a file is saved unchanged, readable only by the user, and logged"):
            self.press("Save the file contract.bin")
            self.choose_file("saved.bin")
            self.until_says("contract.bin is saved as")
            saved = self.world.home / "saved.bin"
            self.assertEqual((saved.read_bytes() == self.content, saved.stat().st_mode & 0o777), (True, 0o600))
            self.assertEqual([path.name for path in self.world.home.iterdir() if ".part-" in path.name], [])
            # A code for the page may have expired since.
            self.assertIn("file", self.run_well("passfold log --limit 3").text)

        with self.subTest("a file that cannot be attached is refused with the reason, and nothing else changes"):
            self.make("large.bin", b"x" * (10 * MIB + 1))
            for name, words in (("large.bin", "larger than 10 MiB"), ("contract.bin", "already has a file with this name")):
                self.add(name)
                self.until_says(words)
            self.assertEqual(self.kept(), {"contract.bin": 10 * MIB, "empty.txt": 0})

        with self.subTest("the vault asks before removing a file, and declining keeps it"):
            self.person.will_answer({"prompt": "confirm", "cancel": True, "keep": True})
            self.press("Remove the file empty.txt")
            self.until_says("You declined or did not answer")
            self.assertIn("wants to remove the file empty.txt", self.world.shown_prompts()[-1]["desc"])
            self.always_answer()
            self.press("Remove the file empty.txt")
            self.until_says("empty.txt was removed permanently")
            self.until_gone("Remove the file empty.txt")
            self.assertEqual(self.kept(), {"contract.bin": 10 * MIB})

    def test_a_window_killed_while_attaching_a_file_leaves_the_whole_file_or_nothing(self):
        chance = random.Random(20261127)
        for number in range(KILLS):
            name = f"file{number}.bin"
            self.make(name, self.content)
            self.at_entry()
            self.add(name)
            wait = chance.random()
            with self.subTest(number=number, wait=wait):
                time.sleep(wait)
                said = any(f"{name} is in your vault" in words for words in self.all_names())
                self.window.send_signal(signal.SIGKILL)
                self.window.wait()
                kept = self.kept()
                self.assertEqual(kept.get(name, 10 * MIB), 10 * MIB)
                if said:
                    self.assertIn(name, kept)
                if name in kept:
                    self.run_well(f"passfold attachments {self.person.service} --kind password --save {name} --to back-{name}")
                    self.assertEqual((self.world.home / f"back-{name}").read_bytes(), self.content)
                self.run_well("passfold vault check")
                # Another window has to be authorised again.
                self.window = self.open_window()
                self.unlock()

    def test_typed_changes_are_discarded_only_after_the_user_confirms(self):
        self.at_entry()
        self.press("Edit")
        self.until_seen("Title", "text", state="focused")

        with self.subTest("an unchanged form closes without a question and returns to its entry"):
            self.desktop.keys("Escape")
            self.until_seen("Edit", "push button")
            self.until_seen(self.person.service, "heading")
            self.assertNotIn("Discard changes?", self.all_names())

        with self.subTest("typed text stays if the user keeps editing"):
            self.press("Edit")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys("End", *"abc", "Escape")
            self.answer_question("Keep editing")
            until(lambda: any(item.get("text") == self.person.service + "abc" for item in self.tree()), 20, lambda: self.tree(), 0.2)

        with self.subTest("choosing another section asks as well, and the list does not change"):
            self.choose_section_of_form("Notes")
            self.answer_question("Keep editing")
            self.until_seen("All", "list")

        with self.subTest("discarding stores nothing"):
            self.desktop.keys("Escape")
            self.answer_question("Discard")
            self.until_seen("Edit", "push button")
            self.assertNotIn("abc", self.run_well("passfold list").text)

        with self.subTest("locking asks nothing"):
            self.press("Edit")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys(*"abc", "ctrl+l")
            self.until_says("Passfold is locked")

    def choose_section_of_form(self, section):
        self.focus_any(["All", "Codes", "Passkeys", "Passwords", "Notes", "Cards", "Identities", "Health", "Trash"])
        self.desktop.keys("Home", *["Down"] * 4, "Return")


if __name__ == "__main__":
    unittest.main()
