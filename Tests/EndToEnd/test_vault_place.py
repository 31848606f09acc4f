# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault's folder and its neighbours: leftovers of a restore, snapshots of a vault that is gone, an incomplete vault, and one that is
moved away."""

import os
import shutil
import signal
import unittest

from demo.devtools import until
from world_for_tests import WorldTestCase


class VaultPlaceTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()
        self.vault = self.world.data / "passfold/vault"

    def names_beside(self):
        return sorted(path.name for path in self.vault.parent.iterdir() if path.name.startswith("vault"))

    def end_session(self):
        for program in ("passfold-broker", "passfold-vault"):
            for process in self.world.processes(program):
                os.kill(process, signal.SIGKILL)
        until(lambda: not self.world.processes("passfold-broker") + self.world.processes("passfold-vault"), what="the end of the session")

    def run_to(self, command, status):
        answer = self.person.terminal.run(command)
        self.assertEqual(answer.status, status, f"{command}: {answer.text}")
        return answer.text

    def test_a_restore_killed_at_its_prompt_leaves_nothing_and_older_leftovers_are_removed_at_the_next_unlock(self):
        self.run_well("passfold vault backup kept.passfold")
        names = self.names_beside()
        with self.subTest("a restore that is killed at its prompt leaves nothing"):
            self.person.will_answer({"prompt": "*", "waitFor": str(self.world.folder / "never"), "pin": "x"})
            before = len(self.world.shown_prompts())
            self.person.terminal.begin("passfold vault restore kept.passfold")
            until(lambda: len(self.world.shown_prompts()) > before, what="the prompt")
            self.assertEqual(self.names_beside(), names)
            self.end_session()
            self.person.terminal.finish()
            self.assertEqual(self.names_beside(), names)
        with self.subTest("leftovers are removed at the next unlock, and the doctor names what could not be removed"):
            left = self.vault.parent / "vault.new-0000000000005eed"
            shutil.copytree(self.vault, left)
            for folder in (self.vault, left):
                (folder / "breached-passwords").touch(0o600)
            self.always_answer()
            self.run_well("passfold unlock")
            self.assertEqual([path.name for path in left.iterdir()], ["breached-passwords"])
            self.assertIn("vault.new-0000000000005eed, next to the vault's folder", self.person.terminal.run("passfold doctor").text)
            shutil.rmtree(left)
            self.assertNotIn("vault.new", self.person.terminal.run("passfold doctor").text)
        self.assert_nothing_lost()

    def test_a_missing_vault_with_snapshots_is_reported_before_another_one_is_created(self):
        self.run_well("passfold vault backup kept.passfold")
        copies = sorted(path.name for path in (self.vault.parent / "vault.snapshots").glob("*.passfold"))
        shutil.rmtree(self.vault)
        told = f"there is no vault, but {'a snapshot' if len(copies) == 1 else f'{len(copies)} snapshots'} of one"
        for command, status in (("passfold status", 0), ("passfold list", 5), ("passfold unlock", 5), ("passfold vault check", 5)):
            with self.subTest(command):
                self.assertIn(told, self.run_to(command, status))
        self.assertIn("passfold vault restore NAME", self.person.terminal.run("passfold doctor").text)
        with self.subTest("creating another vault asks first, and is refused without a terminal"):
            self.assertEqual(self.person.terminal.run("passfold init --recovery-kit next.txt", answer=lambda text: "n" if "[y/n]" in text else None).status, 130)
            self.assertEqual(self.person.terminal.run("setsid --wait passfold init --recovery-kit next.txt").status, 5)
            self.assertFalse(self.vault.exists())
            self.assertFalse((self.world.home / "next.txt").exists())
        with self.subTest("another vault removes none of the snapshots"):
            self.run_well("passfold init --yes --recovery-kit next.txt")
            self.run_well("passfold vault backup other.passfold")
            self.assertLessEqual(set(copies), {path.name for path in (self.vault.parent / "vault.snapshots").iterdir()})
        with self.subTest("a snapshot brings the vault back"):
            self.run_well(f"passfold vault restore {copies[-1]}")
            self.assert_nothing_lost()

    def test_an_incomplete_vault_is_reported_as_damaged_and_can_be_repaired(self):
        self.run_well("passfold vault backup kept.passfold")
        self.end_session()
        (self.vault / "vault.keys").unlink()
        self.world.start_broker()
        damaged = "the vault's files differ from what Passfold wrote"
        for command, status in (("passfold status", 0), ("passfold doctor", 1), ("passfold unlock", 6), ("passfold list", 6), ("passfold init --recovery-kit next.txt", 6)):
            with self.subTest(command):
                self.assertIn(damaged, self.run_to(command, status))
        self.assertIn("vault.keys", self.run_to("passfold vault check", 9))
        self.run_well("passfold vault repair")
        self.assert_nothing_lost()
        with self.subTest("files of other programs are not a vault, and stay when one is created"):
            self.end_session()
            shutil.rmtree(self.vault)
            shutil.rmtree(self.vault.parent / "vault.snapshots")
            (self.vault / ".stfolder").mkdir(parents=True)
            self.vault.chmod(0o700)
            self.world.start_broker()
            self.assertIn("none yet", self.run_well("passfold status").text)
            self.run_well("passfold init --recovery-kit next.txt")
            self.assertTrue((self.vault / ".stfolder").is_dir())
            self.assertIn("unlocked", self.run_well("passfold status").text)

    def test_a_running_vault_whose_folder_is_moved_away_counts_as_missing(self):
        away = self.vault.parent / "away"
        for command in ("passfold lock", "passfold unlock"):
            with self.subTest(command):
                self.run_well(command)
                self.vault.rename(away)
                # The day's snapshot exists after the first unlocking.
                self.assertRegex(self.run_well("passfold status").text, "Vault +(none yet|there is no vault, but)")
                self.assertIn("there is no vault", self.run_to("passfold add login --service later.example --user anne", 5))
                self.assertFalse(self.vault.exists())
                away.rename(self.vault)
                self.assertIn("locked", self.run_well("passfold status").text)
                self.run_well("passfold unlock")
                self.assert_nothing_lost()
        with self.subTest("another vault is created in its place"):
            self.run_well("passfold lock")
            self.vault.rename(away)
            before = sorted(path.name for path in away.iterdir())
            self.run_well("passfold init --yes --recovery-kit next.txt")
            self.run_well("passfold add login --service later.example --user anne")
            self.assertEqual(sorted(path.name for path in away.iterdir()), before)
            self.assertIn("later.example", self.run_well("passfold list").text)


if __name__ == "__main__":
    unittest.main()
