# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Files attached to credentials, with the real vault in its sandbox: attached, listed, saved, removed, and interrupted in the middle of a
write."""

import hashlib
import json
import os
import random
import signal
import sqlite3
import threading
import time
import unittest

from demo.devtools import until
from world_for_tests import WorldTestCase, search_for_leaks

MIB = 1 << 20
PLANTED = b"planted: a sentence that stands in no other file"


class AttachmentTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()
        self.vault = self.world.data / "passfold/vault"
        self.entry = f"{self.person.service} --kind password"

    def json_of(self, command, status=0):
        answer = self.person.terminal.run(f"{command} --json")
        self.assertEqual(answer.status, status, f"{command}: {answer.text}")
        begin = min(place for place in map(answer.text.find, "[{") if place >= 0)
        return json.loads(answer.text[begin:max(map(answer.text.rfind, "]}")) + 1])

    def make(self, name, content):
        (self.world.home / name).write_bytes(content)

    def refused(self, command, status, words):
        answer = self.person.terminal.run(command)
        self.assertEqual(answer.status, status, answer.text)
        self.assertIn(words, " ".join(answer.text.split()))

    def names(self):
        return sorted(file["name"] for file in self.json_of(f"passfold attachments {self.entry}"))

    def attach(self, name, options=""):
        return self.run_well(f"passfold attach {self.person.service} {name} --kind password {options}")

    def end_session(self):
        """Ends broker and vault at once, as a crash does, so that nothing has the vault's files open."""
        for program in ("passfold-broker", "passfold-vault"):
            for process in self.world.processes(program):
                os.kill(process, signal.SIGKILL)
        until(lambda: not self.world.processes("passfold-broker") + self.world.processes("passfold-vault"), what="the end of the session")

    def test_an_attached_file_is_listed_saved_unchanged_and_removed_and_never_stored_unencrypted(self):
        self.always_answer()
        content = random.Random(7).randbytes(10 * MIB)
        self.make("scan.bin", content)
        self.make("note.txt", PLANTED * 2000)
        self.make("empty", b"")
        self.assertIn("Attached scan.bin (10.0 MiB) to", self.attach("scan.bin").text)
        self.attach("note.txt", "--name 'my note.txt' --media-type text/plain")
        self.attach("empty")
        with self.subTest("the files are listed"):
            listed = {file["name"]: file for file in self.json_of(f"passfold attachments {self.entry}")}
            self.assertEqual(sorted(listed), ["empty", "my note.txt", "scan.bin"])
            self.assertEqual((listed["scan.bin"]["bytes"], listed["my note.txt"]["mediaType"]), (10 * MIB, "text/plain"))
            self.assertIn("scan.bin", self.run_well(f"passfold show {self.entry}").text)
        with self.subTest("a saved file has the same content, is readable only by the user, and overwrites no other file"):
            self.run_well(f"passfold attachments {self.entry} --save scan.bin --to back.bin")
            back = self.world.home / "back.bin"
            self.assertEqual((hashlib.sha256(back.read_bytes()).digest(), back.stat().st_mode & 0o777), (hashlib.sha256(content).digest(), 0o600))
            self.refused(f"passfold attachments {self.entry} --save empty --to back.bin", 1, "already exists and was not changed")
            self.assertEqual(back.stat().st_size, 10 * MIB)
            self.run_well(f"passfold attachments {self.entry} --save empty --to back.bin --force")
            self.assertEqual(back.read_bytes(), b"")
            (self.world.home / "folder").mkdir()
            self.run_well(f"passfold attachments {self.entry} --save 'my note.txt' --to folder")
            self.assertEqual((self.world.home / "folder/my note.txt").read_bytes(), PLANTED * 2000)
            self.assertEqual([path.name for path in self.world.home.rglob("*.part-*")], [])
            self.assertIn("file", self.run_well("passfold log --limit 1").text)
        with self.subTest("a file that cannot be attached is refused, and nothing else changes"):
            self.make("large", b"x" * (10 * MIB + 1))
            self.refused(f"passfold attach {self.entry.split()[0]} large --kind password", 1, "larger than 10 MiB")
            self.refused(f"passfold attach {self.person.service} empty --kind password", 1, "already has a file with this name")
            self.refused(f"passfold attach {self.person.service} empty --kind password --name a/b", 64, "the vault cannot store a file with this name")
            self.refused(f"passfold attach {self.person.service} folder --kind password", 64, "not an ordinary file")
            self.refused(f"passfold attachments {self.entry} --save other", 3, "has no file with this name")
            self.assertEqual(self.names(), ["empty", "my note.txt", "scan.bin"])
        with self.subTest("a backup contains the files"):
            self.run_well("passfold vault backup kept.passfold")
            # The vault asks even with a grant, and nothing asks a second time.
            for no, status, left in ({"cancel": True}, 130, ["empty", "my note.txt", "scan.bin"]), ({}, 0, ["empty", "my note.txt"]):
                self.person.will_answer({"prompt": "confirm", **no})
                answer = self.person.terminal.run(f"passfold attachments {self.entry} --remove scan.bin")
                self.assertEqual((answer.status, self.names()), (status, left), answer.text)
                question, = self.person.was_asked()
                self.assertIn("permanently", question["desc"])
            self.always_answer()
            self.run_well("passfold vault restore kept.passfold")
            self.run_well("passfold unlock")
            self.run_well(f"passfold attachments {self.entry} --save scan.bin --to restored.bin")
            self.assertEqual((self.world.home / "restored.bin").read_bytes(), content)
        with self.subTest("the file of a flipped bit is named, and a repair restores it from a copy"):
            self.damage()
            found = self.json_of("passfold vault check", status=9)
            damaged, = found["findings"]
            self.assertEqual((damaged["subject"], damaged["name"].split("/")[1], damaged["problem"]), ("attachment", "scan.bin", "damaged"))
            self.refused(f"passfold attachments {self.entry} --save scan.bin --to torn.bin", 6, "damaged, so nothing was saved")
            self.assertFalse((self.world.home / "torn.bin").exists())
            self.run_well(f"passfold attachments {self.entry} --save 'my note.txt' --to whole.txt")
            treated, = self.json_of("passfold vault repair")["treated"]
            self.assertEqual((treated["attachment"], treated["outcome"]), ("scan.bin", "restored"))
            self.run_well("passfold unlock")
            self.assertEqual(self.json_of("passfold vault check")["total"], 0)
            self.assert_nothing_lost()
        with self.subTest("nothing of the files is left unencrypted except what the user saved"):
            self.world.stop()
            status, words = search_for_leaks({"file-content": PLANTED.decode(), "file-name": "my note.txt"}, self.world.own)
            self.assertEqual(status, 0, words)

    def damage(self):
        """Flips one bit in a chunk of the longest file."""
        self.run_well("passfold lock")
        self.end_session()
        with sqlite3.connect(self.vault / "vault.sqlite") as database:
            row, body = database.execute("SELECT rowid, body FROM blob_chunk WHERE number = 77").fetchone()
            body = bytes([*body[:200], body[200] ^ 1, *body[201:]])
            database.execute("UPDATE blob_chunk SET body = ? WHERE rowid = ?", (body, row))
        database.close()
        self.world.start_broker()
        self.run_well("passfold unlock")

    def test_a_vault_killed_while_attaching_a_file_has_the_whole_file_or_nothing(self):
        self.always_answer()
        chance = random.Random(20261123)
        content = chance.randbytes(10 * MIB)
        self.make("long.bin", content)
        began = time.monotonic()
        self.attach("long.bin", "--name 0")
        taken = time.monotonic() - began
        acknowledged, interrupted = {"0"}, 0
        for number in range(1, 9):
            # At all stages, including the write at its end.
            delay = taken * (chance.uniform(0.1, 0.8) if number % 2 else chance.uniform(0.8, 1.05))
            timer = threading.Timer(delay, lambda: [os.kill(process, signal.SIGKILL) for process in self.world.processes("passfold-vault")])
            timer.start()
            answer = self.person.terminal.run(f"passfold attach {self.person.service} long.bin --kind password --name {number}")
            timer.join()
            if answer.status == 0:
                acknowledged.add(str(number))
            else:
                interrupted += 1
            # A broker whose vault ended this often would no longer start it.
            self.end_session()
            self.world.start_broker()
            self.run_well("passfold unlock")
            there = set(self.names())
            self.assertLessEqual(acknowledged, there)
            # The interrupted one may have been stored before its answer was sent.
            self.assertLessEqual(there, acknowledged | {str(number)})
            acknowledged = there
            found = self.json_of("passfold vault check")
            self.assertEqual((found["total"], found["complete"]), (0, True))
            for name in there - {"0"}:
                self.run_well(f"passfold attachments {self.entry} --save {name} --to back --force")
                self.assertEqual((self.world.home / "back").read_bytes(), content)
                self.run_well(f"passfold attachments {self.entry} --remove {name}")
                acknowledged.discard(name)
        self.assertGreater(interrupted, 0, "no write was interrupted")


if __name__ == "__main__":
    unittest.main()
