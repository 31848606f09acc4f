# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A sample of `make sync-kills`: two sync servers with PostgreSQL, and one with SQLite, are killed while 64 devices write."""

import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("PASSFOLD_TEST_PROGRAMS", ROOT / ".build/debug"))


class SyncKillTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = subprocess.run([ROOT / "scripts/python-environment", ".venv", "requirements.txt"], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        cls.python = made.stdout.strip()

    def trial(self, database, *arguments):
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)}
        command = [self.python, "-m", "Tests.SyncKills", "--programs", PROGRAMS, "--only", database, *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT, timeout=240)
        return json.loads(done.stdout)

    def test_with_postgresql_no_acknowledged_push_is_lost_or_applied_twice(self):
        figures = self.trial("postgresql", "--operations", "1200", "--kills", "3")
        self.assertEqual(figures["wrong"], [])
        self.assertEqual(figures["kills"], {"node": 1, "backend": 1, "database": 1})
        self.assertGreater(figures["lost answers"], 0)

    def test_with_sqlite_no_acknowledged_push_is_lost_or_applied_twice(self):
        figures = self.trial("sqlite", "--operations", "1200", "--kills", "2")
        self.assertEqual(figures["wrong"], [])

    def test_the_trial_detects_a_push_that_is_lost_and_one_that_is_applied_twice(self):
        for plant, words in (("lose", ("found at None", "follows commit", "the pages end")), ("twice", ("was done",))):
            with self.subTest(plant):
                figures = self.trial("sqlite", "--operations", "200", "--kills", "0", "--plant", plant)
                self.assertTrue(any(word in found for found in figures["wrong"] for word in words), figures)


if __name__ == "__main__":
    unittest.main()
