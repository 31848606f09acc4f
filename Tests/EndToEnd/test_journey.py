# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The demo's journey as a test: every step must hold, and nothing that remains may contain a secret or a name."""

import tempfile
import unittest
from pathlib import Path

from demo.__main__ import keep_what_passfold_wrote
from demo.album import Album
from demo.journey import Journey
from demo.world import World
from world_for_tests import PREFIX, PROGRAMS, search_for_leaks

LETTERS = "abcdefg"


class JourneyTests(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="passfold-album-")
        cls.addClassCleanup(folder.cleanup)
        cls.output = Path(folder.name)
        cls.world = World(PREFIX, PROGRAMS)
        cls.addClassCleanup(cls.world.remove)
        cls.journey = Journey(cls.world, Album(cls.output), say=lambda line: print(line, flush=True))
        cls.journey.play()
        cls.world.stop()
        cls.world.keep_host_log()
        keep_what_passfold_wrote(cls.world, cls.output / "left")

    def test_every_step_holds(self):
        for letter in LETTERS:
            with self.subTest(step=letter):
                steps = [step for step in self.journey.album.steps if step.letter == letter]
                self.assertEqual(len(steps), 1, f"step {letter} was not played")
                self.assertTrue(steps[0].holds, steps[0].line())

    def test_every_step_has_a_picture_on_the_page(self):
        page = (self.output / "index.html").read_text()
        for step in self.journey.album.steps:
            self.assertTrue(step.pictures, f"step {step.letter} has no picture")
            for name, _, _ in step.pictures:
                self.assertIn(name, page)
                self.assertGreater((self.output / name).stat().st_size, 1000)

    def test_no_remaining_file_contains_a_secret_or_a_name(self):
        status, words = search_for_leaks(self.journey.person.needles(), self.output)
        self.assertEqual(status, 0, words)
        self.assertTrue(any((self.output / "left").rglob("vault.sqlite")), "the vault was not among the files that were searched")

    def test_a_planted_secret_is_found(self):
        plant = self.output / "left/data/passfold/vault/planted"
        for name, value in self.journey.person.needles().items():
            with self.subTest(needle=name):
                plant.write_text(f"x{value}x")
                status, words = search_for_leaks(self.journey.person.needles(), self.output)
                plant.unlink()
                self.assertEqual(status, 1, words)
                self.assertIn("planted", words)
                self.assertNotIn(value, words)


if __name__ == "__main__":
    unittest.main()
