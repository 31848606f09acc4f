# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A sample of `make window-kills`: window, vault and broker are killed at the screens of the vault's window and while something is stored.

Nothing that was reported as stored is lost, nothing is stored in part, and the remaining window says so and continues.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from demo.devtools import until
from test_vault_window import VaultWindowCase

# How many screens and how many storing actions; `make window-kills` runs all of them.
SCREENS, ACTS = (int(number) for number in os.environ.get("PASSFOLD_WINDOW_KILLS", "3,3").split(","))
SEED = 20261126
VICTIMS = ("passfold-window", "passfold-vault", "passfold-broker")

# The exit status when the vault stopped in the middle of a request (docs/command.md).
STOPPED = 7


class VaultKillTests(VaultWindowCase):

    def setUp(self):
        self.random = random.Random(SEED)
        self.make_place()

    def make_place(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.make_vault()
        self.window = None
        self.faults, self.may_be_stale = 0, False

    # MARK: Screens

    def at_list(self):
        pass

    def at_entry(self):
        self.open_entry(self.person.service[:4], self.person.service)

    def at_shown_secret(self):
        self.at_entry()
        self.press_by_reader("Show: Password")
        self.until_seen(self.person.password, "label")

    def at_change(self):
        self.at_entry()
        self.press("Edit")
        self.until_seen("Title", "text", state="focused")
        self.desktop.keys(*"half")

    def at_new(self, kind, field):
        self.press_by_reader("Add")
        self.press(kind)
        self.until_seen(field)
        self.desktop.keys(*"half")

    def at_qr_code(self):
        self.at_entry()
        self.press("Show as QR code")
        self.until_says("Anyone who sees or photographs it")

    def at_page(self, button, words):
        self.press_by_reader(button)
        self.until_seen(words)

    def at_section(self, name):
        self.choose(name)

    def screens(self):
        return {
            "the list": self.at_list, "an entry": self.at_entry, "a shown password": self.at_shown_secret, "a change": self.at_change,
            "a QR code": self.at_qr_code,
            **{f"a new {kind}": lambda kind=kind, field=field: self.at_new(kind, field)
               for kind, field in (("Login", "Website"), ("Code", "Set-up link or key"), ("Note", "Title"), ("Card", "Title"), ("Identity", "Title"))},
            "import": lambda: self.at_page("Import", "Choose a file…"), "export": lambda: self.at_page("Export", "Choose where to save it…"),
            "the passphrase": lambda: self.at_page("Passphrase", "Change the passphrase"),
            "the copies": lambda: self.at_page("Backups", "Take a snapshot now"),
            "health": lambda: self.at_section("Health"), "the trash": lambda: self.at_section("Trash"),
        }

    def is_open(self):
        return any(item["name"] == "Lock" and item["role"] == "push button" for item in self.tree())

    def begin(self):
        """Gets a window to the open vault's list."""
        # A vault that ends for a third time within ten minutes is disabled, like any provider.
        if self.faults == 2:
            self.doCleanups()
            self.make_place()
        if self.window is None or self.window.poll() is not None:
            self.window = self.open_window()
        def unlocks():
            if self.is_open():
                # The window checks every second whether the vault is still there.
                was_seen_before, self.may_be_stale = not self.may_be_stale, False
                return was_seen_before
            names = self.all_names()
            # It asked a vault that is gone.
            self.assertFalse(any("Nothing was lost. Try again" in name for name in names), names)
            # The button is replaced as soon as there is something else to say.
            if "Unlock" in names:
                with contextlib.suppress(subprocess.CalledProcessError):
                    self.press_by_reader("Unlock")
            return False
        until(unlocks, 40, lambda: f"the list in {self.all_names()}", 2)
        if "This is what you typed earlier. It is not stored yet." in self.all_names():
            # Partly typed text came back after the vault was killed; a key that comes before it has the focus is lost.
            until(lambda: self.dialog() or self.desktop.keys("Escape"), 20, "the question", 1)
            self.answer_question("Discard")
        self.desktop.keys("Escape", "Escape")

    def kill(self, victim):
        if victim == "passfold-window":
            self.window.send_signal(signal.SIGKILL)
            self.window.wait()
        else:
            self.assertEqual(self.world.kill(victim), 1)
            self.faults += 1
            self.may_be_stale = True

    def kept(self):
        """Returns all entries of the vault, each with its record."""
        listed = self.person.terminal.run("passfold list --json")
        if listed.status == STOPPED:
            # The broker had not noticed the end of the killed vault. A user who is told so runs the command again.
            listed = self.run_well("passfold list --json")
        self.assertEqual(listed.status, 0, listed.text)
        return {(entry["kind"], entry["title"], entry["user"]): entry["record"] for entry in json.loads(listed.text)}

    def test_a_kill_at_a_screen_stores_nothing_and_loses_nothing(self):
        pairs = [(screen, victim) for screen in self.screens() for victim in VICTIMS]
        self.random.shuffle(pairs)
        for screen, victim in pairs[:SCREENS]:
            with self.subTest(screen=screen, victim=victim):
                self.begin()
                before = self.kept()
                self.screens()[screen]()
                self.kill(victim)
                if victim == "passfold-vault":
                    self.until_says("locked")
                    self.assertNotIn(self.person.password, json.dumps(self.all_names()))
                self.assertEqual(self.kept(), before)
                self.assert_nothing_lost()

    def test_a_kill_during_a_write_leaves_the_whole_entry_or_nothing(self):
        stored = 0
        for number in range(ACTS):
            victim = VICTIMS[number % len(VICTIMS)]
            # About the time that a key takes to the vault and back.
            wait = self.random.random() * 0.06
            with self.subTest(victim=victim, number=number, wait=wait):
                self.begin()
                before = self.kept()
                self.press_by_reader("Add")
                self.press("Card")
                self.until_seen("Title", "text", state="focused")
                self.desktop.keys(*f"card{number}")
                self.focus("Number")
                self.type("4111111111111111")
                self.desktop.keys("Return")
                time.sleep(wait)
                self.kill(victim)
                after = self.kept()
                added = set(after) - set(before)
                self.assertLessEqual(before.items(), after.items())
                self.assertLessEqual(added, {("card", f"card{number}", "")})
                if added:
                    self.assertIn("4111111111111111", self.run_well(f"passfold show card{number} --kind card --reveal").text)
                stored += len(added)
                self.run_well("passfold vault check")
        print(f"{stored} of {ACTS} were stored", flush=True)


if __name__ == "__main__":
    unittest.main()
