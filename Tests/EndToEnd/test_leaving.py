# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The user leaves: what closes the vault on a real bus with a simulated logind, how fast, and what memory still contains then."""

import json
import os
import signal
import unittest

from demo.devtools import until
from leaving_for_tests import LeavingTestCase
from memory_scan import argon2id, decode, found_in


class LeavingTests(LeavingTestCase):
    def test_each_way_of_leaving_locks_the_vault_and_leaves_no_secret_in_memory(self):
        self.unlock()
        self.assertLessEqual({"LK", "EK", "KW"}, self.scan(), "the scan must find the keys of an unlocked vault")
        for word in ("lock", "switch", "lid", "sleep", "passfold lock"):
            with self.subTest(word):
                self.unlock()
                if word.startswith("passfold"):
                    self.run_well(word)
                else:
                    told = self.do(word)
                if word == "sleep":
                    # The vault's answer ends logind's wait, rather than its timeout.
                    self.assertLess(told["milliseconds"], 500)
                until(lambda: self.state() == "locked", what="the lock")
                self.assertEqual(self.scan(), set())
        self.do("wake")
        self.assertEqual(self.hear("inhibited")["inhibited"][0], "sleep", "the next sleep waits too")
        self.assert_nothing_lost()

    def test_a_pin_unlocks_the_vault_after_a_short_absence_and_memory_holds_neither_pin_nor_keys_while_it_is_locked(self):
        pin, prompted = "604827159360", len(self.world.shown_prompts())
        self.person.will_answer({"prompt": "Type your passphrase", "pin": self.person.passphrase}, {"prompt": "Choose 6 to 12 digits", "pin": pin})
        self.assertIn("Your PIN now unlocks the vault", self.run_well("passfold unlock-with pin").text)
        self.assertIn("bin/passfold on /dev/pts/", self.world.shown_prompts()[prompted]["desc"])
        stored, _ = decode((self.world.data / "passfold/vault/pin.sealed").read_bytes())
        derived = argon2id(pin.encode(), {3: stored[2], 4: stored[3], 5: stored[4], 6: stored[5]})
        pin_needles = {"authorisation": derived[:31], "share of the key": derived[32:], "PIN": pin.encode()}

        self.do("lock")
        until(lambda: self.state() == "locked", what="the lock")
        self.assertEqual(self.scan(), set())
        vault, = self.world.processes("passfold-vault")
        self.assertEqual(found_in(vault, pin_needles), set())
        self.person.will_answer({"prompt": "Type your PIN", "pin": pin})
        self.run_well("passfold unlock")
        self.assertEqual(self.world.shown_prompts()[-1]["prompt"], "PIN:")
        self.assertEqual(self.state(), "unlocked")

        with self.subTest("sleep disables the PIN, and the passphrase enables it again"):
            self.do("sleep")
            until(lambda: self.state() == "locked", what="the lock before sleep")
            self.assertIn("Your passphrase unlocks the vault", self.run_well("passfold unlock-with status").text)
            self.unlock()
            until(lambda: json.loads(self.run_well("passfold unlock-with --json").text)["pin"] == "ready", what="the PIN's return")

        with self.subTest("after three wrong PINs, the passphrase is requested"):
            self.do("lock")
            until(lambda: self.state() == "locked", what="the lock")
            self.person.will_answer(*[{"prompt": "Type your PIN", "pin": "271828"}] * 3, {"prompt": "third wrong PIN", "pin": self.person.passphrase})
            self.run_well("passfold unlock")

        with self.subTest("the PIN is in no file"):
            self.run_well("passfold lock")
            self.run_well("passfold unlock-with off")
            for place in (self.world.own, self.world.prompting):
                for file in place.rglob("*"):
                    if file.is_file() and file != self.world.answers:
                        self.assertNotIn(pin.encode(), file.read_bytes(), file)
        self.assert_nothing_lost()

    def test_events_of_another_user_leave_the_vault_unlocked(self):
        self.unlock()
        for word in ("lock-other", "switch-other", "wake"):
            self.do(word)
        self.assertEqual(self.do("sleep")["did"], "sleep")
        until(lambda: self.state() == "locked", what="the lock that comes after all of them")
        self.assertEqual(self.world.log("passfold-broker.log").count("closing the vault"), 1)

    def test_sleep_closes_an_open_prompt_and_leaves_nothing_typed_in_memory(self):
        self.run_well("passfold lock")
        # The first lock of a new vault: no later work has overwritten what earlier work left behind.
        self.assertEqual(self.scan(), set())
        self.person.will_answer({"prompt": "*", "pin": self.person.passphrase, "waitFor": str(self.world.folder / "never")})
        self.person.terminal.begin("passfold unlock")
        until(self.world.open_prompts, what="the prompt")
        self.assertLess(self.do("sleep")["milliseconds"], 1500)
        self.assertEqual(self.person.terminal.finish().status, 130)
        until(lambda: not self.world.open_prompts(), what="the end of the prompt")
        self.assertEqual(self.scan(), set())

    def test_a_vault_ended_by_sigterm_leaves_no_keys_in_memory(self):
        self.unlock()
        vault, = self.world.processes("passfold-vault")
        os.kill(vault, signal.SIGTERM)
        until(lambda: vault not in self.world.processes("passfold-vault"), what="the end of the vault")
        until(lambda: self.state() == "locked", what="another one, locked")
        self.assertEqual(self.scan(), set())
        self.assert_nothing_lost()


if __name__ == "__main__":
    unittest.main()
