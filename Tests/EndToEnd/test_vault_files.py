# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a user does with the vault's files, with the real vault in its sandbox: checks, snapshots, restoring, repair; and what remains on
disk."""

import json
import os
import re
import resource
import signal
import sqlite3
import unittest
from pathlib import Path

from demo.devtools import until
from demo.person import Person
from demo.world import World
from recovery_key import KIT, RecoveryKeyReader
from world_for_tests import PREFIX, PROGRAMS, WorldTestCase, search_for_leaks

# The start of a passphrase's slot in `vault.keys`, as in docs/formats/vault.md: version, derivation, passes, memory in KiB and lanes.
SLOT = re.compile(rb"\x01\x01\x02\x01\x03\x03\x04\x1a(.{4})\x05\x04", re.DOTALL)
LEAST_MEMORY = 64 * 1024


class VaultFileTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()
        self.vault = self.world.data / "passfold/vault"

    def json_of(self, command, status=0):
        answer = self.person.terminal.run(f"{command} --json")
        self.assertEqual(answer.status, status, f"{command}: {answer.text}")
        return json.loads(answer.text[answer.text.index("{"):answer.text.rindex("}") + 1])

    def end_session(self):
        """Ends broker and vault at once, as a crash does, so that nothing has the vault's files open."""
        for program in ("passfold-broker", "passfold-vault"):
            for process in self.world.processes(program):
                os.kill(process, signal.SIGKILL)
        until(lambda: not self.world.processes("passfold-broker") + self.world.processes("passfold-vault"), what="the end of the session")

    def damage(self):
        """Flips one bit in the encrypted body of the last record."""
        self.run_well("passfold lock")
        self.end_session()
        with sqlite3.connect(self.vault / "vault.sqlite") as database:
            row, body = database.execute("SELECT rowid, body FROM record ORDER BY rowid DESC").fetchone()
            body = bytes([*body[:200], body[200] ^ 1, *body[201:]])
            database.execute("UPDATE record SET body = ? WHERE rowid = ?", (body, row))
        database.close()
        self.world.start_broker()

    def test_key_derivation_uses_the_minimum_memory_only_if_the_environment_asks_for_it(self):
        def memory(world):
            return int.from_bytes(SLOT.search((world.data / "passfold/vault/vault.keys").read_bytes()).group(1))
        self.assertEqual(memory(self.world), LEAST_MEMORY)
        with World(PREFIX, PROGRAMS) as usual:
            usual.start_broker()
            person = Person(usual)
            person.will_answer({"prompt": "passphrase", "pin": person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True})
            made = usual.terminal().run("passfold init --recovery-kit kit.txt")
            self.assertEqual(made.status, 0, made.text)
            self.assertGreater(memory(usual), LEAST_MEMORY)

    def test_the_status_warns_of_an_unconfirmed_recovery_key_until_another_one_is_created(self):
        gate = self.world.prompting / "gate"
        self.assertNotIn("recovery key", self.run_well("passfold status").text)
        self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "waitFor": str(gate)})
        before = len(self.world.shown_prompts())
        self.person.terminal.begin("passfold recovery-key --recovery-kit next.txt")
        until(lambda: len(self.world.shown_prompts()) > before, what="the prompt")
        (command,) = (number for number in self.world.processes("passfold") if b"recovery-key" in Path(f"/proc/{number}/cmdline").read_bytes())
        # It does not read what arrives: the vault has made the key before it can notice that the command is gone.
        os.kill(command, signal.SIGSTOP)
        gate.touch()
        missed = self.vault / "recovery-key.missed"
        until(missed.exists, what="the vault's note")
        os.kill(command, signal.SIGKILL)
        self.person.terminal.finish()
        self.always_answer()
        self.run_well("passfold unlock")
        self.assertIn("you did not confirm your latest recovery key", self.run_well("passfold status").text)
        self.run_well("passfold recovery-key --recovery-kit another.txt")
        self.assertNotIn("recovery key", self.run_well("passfold status").text)
        self.assertFalse(missed.exists())

    def test_a_recovery_kit_that_cannot_be_written_replaces_no_key_or_its_loss_is_reported(self):
        kit = self.world.home / "next.txt"
        command = "passfold recovery-key --recovery-kit next.txt"
        with self.subTest("if the failure is noticed before, no key is created"):
            prompts = len(self.world.shown_prompts())
            refused = self.person.terminal.run(f"(ulimit -f 0; {command})")
            self.assertEqual(refused.status, 1, refused.text)
            self.assertIn("next.txt: file too large", refused.text.lower())
            self.assertEqual((len(self.world.shown_prompts()), kit.exists()), (prompts, False))
        with self.subTest("an interruption leaves no empty file"):
            os.kill(self.begin(command), signal.SIGINT)
            interrupted = self.person.terminal.finish()
            self.assertEqual((interrupted.status, kit.exists()), (130, False), interrupted.text)
            self.assertNotIn("recovery key", self.run_well("passfold status").text)
        with self.subTest("if it is noticed afterwards, the terminal shows the key"):
            self.begin_and_limit(command)
            reader = RecoveryKeyReader(self.person.terminal)
            reader.read_key()
            reader.type_groups()
            shown = self.person.terminal.finish()
            self.assertEqual((shown.status, kit.exists()), (0, False), shown.text)
            self.assertNotIn("recovery key", self.run_well("passfold status").text)
        with self.subTest("without a terminal the key is reported as lost"):
            self.begin_and_limit(f"setsid --wait {command} < /dev/null")
            lost = self.person.terminal.finish()
            self.assertEqual((lost.status, kit.exists()), (1, False), lost.text)
            self.assertIn("A new recovery key was created, but it was lost", lost.text)
            self.assertIn("you did not confirm your latest recovery key", self.run_well("passfold status").text)
        self.always_answer()
        self.run_well(command)
        self.assertRegex(kit.read_text(), KIT)
        self.assertNotIn("\0", kit.read_text())
        self.run_well("passfold recovery-key --recovery-kit next.svg")
        self.assertTrue((self.world.home / "next.svg").read_text().rstrip().endswith("</svg>"))

    def begin(self, command):
        """Types a command that asks for the passphrase, which waits for a gate; returns the command's process."""
        gate = self.world.prompting / "gate"
        gate.unlink(missing_ok=True)
        self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "waitFor": str(gate)})
        before = len(self.world.shown_prompts())
        self.person.terminal.begin(command)
        until(lambda: len(self.world.shown_prompts()) > before, what="the prompt")
        (process,) = (number for number in self.world.processes("passfold") if b"recovery-key" in Path(f"/proc/{number}/cmdline").read_bytes())
        return process

    def begin_and_limit(self, command):
        """The same, and stops it from writing any more while it waits."""
        resource.prlimit(self.begin(command), resource.RLIMIT_FSIZE, (0, 0))
        (self.world.prompting / "gate").touch()

    def test_a_vault_is_checked_backed_up_damaged_repaired_and_restored_and_no_file_contains_a_secret(self):
        self.always_answer()
        whole = self.json_of("passfold vault check")
        self.assertEqual((whole["total"], whole["records"], whole["complete"]), (0, 2, True))
        self.assertIn("Nothing is damaged", self.run_well("passfold vault check").text)
        with self.subTest("a backup is one private file and overwrites no other"):
            made = self.json_of("passfold vault backup kept.passfold")
            self.assertEqual((made["records"], made["bytes"]), (2, (self.world.home / made["file"]).stat().st_size))
            backup = self.world.home / "kept.passfold"
            self.assertEqual(backup.stat().st_mode & 0o777, 0o600)
            before = backup.read_bytes()
            self.assertEqual(self.person.terminal.run("passfold vault backup kept.passfold").status, 1)
            self.assertEqual(backup.read_bytes(), before)
        with self.subTest("a damaged record is named, the rest is readable, and a repair restores it from a copy"):
            self.damage()
            self.run_well("passfold unlock")
            found = self.json_of("passfold vault check", status=9)
            damaged, = found["findings"]
            self.assertEqual((damaged["subject"], damaged["problem"]), ("record", "damaged"))
            repaired = self.json_of("passfold vault repair")
            self.assertEqual([treated["outcome"] for treated in repaired["treated"]], ["restored"])
            self.run_well("passfold unlock")
            self.assertEqual(self.json_of("passfold vault check")["total"], 0)
            self.assert_nothing_lost()
        with self.subTest("a backup is restored, and the previous vault becomes a snapshot"):
            (self.world.home / "typed").write_text("later-secret-word\n")
            self.run_well("passfold add login --service later.example --user anne --password-stdin < typed")
            restored = self.json_of("passfold vault restore kept.passfold")
            self.assertEqual((restored["records"], restored["damaged"]), (2, 0))
            self.run_well("passfold unlock")
            self.assert_nothing_lost()
            self.run_well(f"passfold vault restore {restored['formerSnapshot']}")
            self.run_well("passfold unlock")
            self.assertIn("later.example", self.run_well("passfold list").text)
            names = [snapshot["name"] for snapshot in self.json_of("passfold vault snapshots")["snapshots"]]
            self.assertIn(restored["formerSnapshot"], names)
        with self.subTest("an older database is noticed"):
            self.run_well("passfold lock")
            older = {name: (self.vault / name).read_bytes() for name in ("vault.sqlite", "vault.sqlite-wal") if (self.vault / name).exists()}
            self.run_well("passfold unlock")
            self.run_well("passfold remove later.example")
            self.run_well("passfold lock")
            self.end_session()
            for name in ("vault.sqlite-wal", "vault.sqlite-shm"):
                (self.vault / name).unlink(missing_ok=True)
            for name, content in older.items():
                (self.vault / name).write_bytes(content)
            self.world.start_broker()
            self.run_well("passfold unlock")
            self.assertIn("warning: one entry was rolled back or is missing", self.run_well("passfold status").text)
            found = self.json_of("passfold vault check", status=9)
            self.assertEqual([finding["problem"] for finding in found["findings"]], ["outdated"])
        with self.subTest("no remaining file contains a secret"):
            self.run_well(f"passfold code {self.person.service}")
            self.world.stop()
            needles = {"passphrase": self.person.passphrase, "password": self.person.password, "secret": self.person.code_secret,
                       "password-typed": "later-secret-word"}
            # The user's own files and the prompts' answers contain what they typed.
            for name in ("link", "typed"):
                (self.world.home / name).unlink()
            for folder in (self.world.own, self.world.home):
                status, words = search_for_leaks(needles, folder)
                self.assertEqual(status, 0, words)
            (self.world.own / "planted").write_text(f"x{self.person.password}x")
            self.assertEqual(search_for_leaks(needles, self.world.own)[0], 1)
            self.assertTrue(list(self.world.own.rglob("*.passfold")), "no snapshot was among the files that were searched")
            self.assertEqual([path for path in self.world.folder.rglob("core*") if path.is_file()], [])

    def test_an_interrupted_or_killed_backup_leaves_no_file_and_the_vault_keeps_working(self):
        self.always_answer()
        self.run_well("passfold unlock")
        before = set(self.world.home.iterdir())
        vault, = self.world.processes("passfold-vault")
        for kind in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(kind.name):
                os.kill(vault, signal.SIGSTOP)
                try:
                    self.person.terminal.begin("passfold vault backup kept.passfold")
                    program = until(lambda: next((number for number in self.world.processes("passfold") if self.has_opened_a_file(number)), None),
                                    what="the backup's file, which has no name yet")
                    os.kill(program, kind)
                    self.assertEqual(self.person.terminal.finish().status, {signal.SIGINT: 130, signal.SIGKILL: 137}[kind])
                    self.assertEqual(set(self.world.home.iterdir()), before)
                finally:
                    os.kill(vault, signal.SIGCONT)
        (self.world.home / "copies").mkdir()
        self.assertIn("copies/vault.passfold", self.run_well("passfold vault backup copies").text)
        self.assertEqual([path.name for path in (self.world.home / "copies").iterdir()], ["vault.passfold"])
        self.assertEqual(self.json_of("passfold vault check")["total"], 0)
        self.assertEqual([path.name for path in (self.world.data / "passfold/vault.snapshots").iterdir() if path.name.startswith(".")], [])

    def has_opened_a_file(self, process):
        """Whether a program has a file in the user's folder open, under any name or none."""
        try:
            return any(os.readlink(link).startswith(f"{self.world.home}/") for link in Path(f"/proc/{process}/fd").iterdir())
        except FileNotFoundError:
            return False


if __name__ == "__main__":
    unittest.main()
