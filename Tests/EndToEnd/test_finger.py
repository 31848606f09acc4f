# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A finger opens the vault: the system's own fprintd and polkit on a test's own bus, with libfprint's software reader."""

import json
import os
import socket
import subprocess
import unittest

from demo.devtools import until
from demo.world import ROOT
from leaving_for_tests import LeavingTestCase

OWN, OTHER = "right-index", "somebody-else"


class FingerTests(LeavingTestCase):
    bus_configuration = f"--config-file={ROOT / 'Tests/Support/system-bus.conf'}"

    def start_more(self):
        self.reader = self.world.folder / "reader"
        (self.world.folder / "prints").mkdir()
        environment = self.world.environment | {"FP_VIRTUAL_DEVICE": str(self.reader), "STATE_DIRECTORY": str(self.world.folder / "prints")}
        for command in (["/usr/lib/polkit-1/polkitd", "--no-debug"], ["/usr/libexec/fprintd", "-t"]):
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(process.wait, 10)
            self.addCleanup(process.kill)
        self.enrol()

    def enrol(self):
        """Enrols the user's finger, five times, as the desktop's settings would."""
        enrolling = subprocess.Popen([str(ROOT / "Tests/Support/enrol-finger"), str(self.reader), OWN], env=self.world.environment)
        self.assertEqual(enrolling.wait(60), 0)

    def put(self, finger):
        """Puts a finger on the reader; returns False if nothing reads it."""
        with socket.socket(socket.AF_UNIX) as reader:
            try:
                reader.connect(str(self.reader))
            except OSError:
                return False
            reader.sendall(f"SCAN {finger}".encode())
            return True

    def touch(self, finger):
        until(lambda: self.put(finger), what="the reader that is looked at")

    def finger(self):
        return json.loads(self.run_well("passfold unlock-with --json").text)["finger"]

    def begin_to_unlock(self, prompt):
        """Opens a prompt that stays until its gate opens."""
        gate = self.world.prompting / f"gate-{len(self.world.shown_prompts())}"
        self.person.will_answer({"prompt": prompt, "pin": self.person.passphrase, "waitFor": str(gate)})
        self.person.terminal.begin("passfold unlock")
        until(self.world.open_prompts, what="the prompt")
        return gate

    def leave(self, word):
        if word.startswith("passfold"):
            self.run_well(word)
        else:
            self.do(word)
        until(lambda: self.state() == "locked", what="the lock")

    def test_a_finger_unlocks_the_vault_after_a_short_absence_and_memory_holds_no_key_while_it_is_locked(self):
        self.assertEqual(self.finger(), "off")
        self.assertIn("Your fingerprint now unlocks your vault", self.run_well("passfold unlock-with finger").text)
        self.assertEqual(self.finger(), "ready")
        for word in ("lock", "switch"):
            with self.subTest(word):
                self.leave(word)
                self.assertEqual(self.scan(), set())
                self.begin_to_unlock("Put your finger on the reader")
                self.touch(OWN)
                self.assertEqual(self.person.terminal.finish().status, 0)
                self.assertEqual(self.state(), "unlocked")
                until(lambda: not self.world.open_prompts(), what="the end of the prompt")

        with self.subTest("after three wrong fingers, the open prompt accepts the passphrase"):
            self.leave("lock")
            gate = self.begin_to_unlock("Put your finger on the reader")
            # A finger that arrives while the reader is closed and opened again does not count.
            until(lambda: (self.put(OTHER), self.finger_elsewhere())[1] == "afterPassphrase", what="the end of the finger")
            self.assertEqual(self.state_elsewhere(), "locked")
            gate.touch()
            self.assertEqual(self.person.terminal.finish().status, 0)
            self.assertEqual(self.state(), "unlocked")
            until(lambda: self.finger() == "ready", what="the finger's return")

        for word in ("lid", "sleep", "passfold lock"):
            with self.subTest(f"{word} disables the finger, and the passphrase enables it again"):
                self.leave(word)
                self.assertEqual(self.scan(), set())
                self.assertEqual(self.finger(), "afterPassphrase")
                self.unlock()
                self.assertNotIn("finger", self.world.shown_prompts()[-1]["desc"])
                until(lambda: self.finger() == "ready", what="the finger's return")

        with self.subTest("a finger that is turned off unlocks nothing"):
            self.run_well("passfold unlock-with off")
            self.assertEqual(self.finger(), "off")
        self.assert_nothing_lost()

    def ask_elsewhere(self, *words):
        done = subprocess.run([str(self.world.prefix / "bin/passfold"), *words, "--json"], env=self.world.environment, capture_output=True, text=True)
        return json.loads(done.stdout)

    def finger_elsewhere(self):
        """Returns the state of the finger, asked while the terminal waits at its prompt."""
        return self.ask_elsewhere("unlock-with", "status")["finger"]

    def state_elsewhere(self):
        return self.ask_elsewhere("status")["vault"]["state"]


if __name__ == "__main__":
    unittest.main()
