# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Shared by the end-to-end tests: a throw-away world in the state after a user's first evening with Passfold."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from demo.devtools import until
from demo.person import Person
from demo.world import ROOT, World

PREFIX = os.environ.get("PASSFOLD_TEST_PREFIX", str(ROOT / ".build/stage"))
PROGRAMS = os.environ.get("PASSFOLD_TEST_PROGRAMS", str(ROOT / ".build/debug"))
# The folder where `make pictures` reads what was on the screens of a test; without it nothing is kept.
WALKS = os.environ.get("PASSFOLD_TEST_WALKS")


class WorldTestCase(unittest.TestCase):
    """Each test has its own world, with a vault, one login and its verification code."""

    maxDiff = None

    def make_world(self, prefix=PREFIX, folder=None):
        self.world = World(prefix, PROGRAMS, folder, least_cost=True)
        self.addCleanup(self.world.remove)
        self.addCleanup(self.world.stop)
        if WALKS:
            self.addCleanup(self.keep_walk, self.world)
        self.person = Person(self.world)
        return self.world

    def keep_walk(self, world):
        """Stores what the test's prompts and terminals showed; text typed into a prompt is in neither."""
        terminals = [[{"command": one.command, "text": one.text, "status": one.status} for one in history] for history in world.histories]
        walk = {"test": self.id(), "prompts": world.shown_prompts(), "terminals": terminals}
        Path(WALKS, f"{self.id()}.json").write_text(json.dumps(walk, indent=1))

    def make_vault(self):
        """Makes a vault with a login and its code, by the commands that a user types."""
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.run_well("passfold init --recovery-kit kit.txt")
        self.run_well(f"passfold add login --service {self.person.service} --user {self.person.user}")
        self.person.code_secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
        link = f"otpauth://totp/{self.person.service}:{self.person.user}?secret={self.person.code_secret}&issuer={self.person.service}"
        (self.world.home / "link").write_text(link + "\n")
        self.run_well("passfold add code --confirmed --setup-url-stdin < link")
        self.listed = self.run_well("passfold list").text

    def always_answer(self):
        """Answers every prompt for the passphrase, for the password, and for confirmation at once."""
        self.person.will_answer(
            {"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "password", "pin": self.person.password, "keep": True},
            {"prompt": "confirm", "keep": True})

    def open_account(self):
        """Opens a browser with Passfold on a site's sign-in page, where the vault's login has an account."""
        self.make_world()
        self.make_vault()
        self.world.start_site()
        self.world.trust_authority()
        self.world.register_host()
        self.person.page = self.world.start_browser().first_page()
        self.person.sign_up()
        self.person.page.press("Enter")
        self.see_account()
        self.person.sign_out()
        self.person.open_site("/sign-in")

    def see_account(self):
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account page ({self.person.flash()})")

    def passkeys(self):
        return self.person._read(lambda: self.person.page.read("document.querySelectorAll('#passkeys li').length"))

    def sign_in_for_a_passkey(self):
        """Signs in with the password that Passfold fills, after which the site makes a passkey; returns how many prompts there were before.
        """
        popup = self.person.ask_in_page("#password", self.person.user)
        self.person.fill_from(popup, "#password")
        asked = len(self.person.was_asked())
        self.person.page.click("#submit")
        self.see_account()
        until(lambda: self.passkeys() == 1, what=lambda: f"the passkey created without a prompt ({self.person.flash()})")
        return asked

    def open_code_page(self, registered=True):
        """Opens a browser on a page of the sign-in site that asks for a code."""
        if self.world.site is None:
            self.world.start_site()
            self.world.trust_authority()
        if registered:
            self.world.register_host()
        self.person.page = self.world.start_browser().first_page()
        self.person.sign_up()
        self.person.page.press("Enter")
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account page ({self.person.flash()})")
        self.person.open_site("/account/code")

    def run_well(self, command):
        answer = self.person.terminal.run(command)
        self.assertEqual(answer.status, 0, f"{command}: {answer.text}")
        return answer

    def assert_nothing_lost(self):
        """The vault lists what it listed before, and still gives its code."""
        self.always_answer()
        self.assertEqual(self.run_well("passfold list").text, self.listed)
        self.assertRegex(self.run_well(f"passfold code {self.person.service}").text, r"(?m)^\d{6}$")

    def fill_code(self):
        """Fills a code into the field of the page, with every step; returns it."""
        popup = self.person.ask_in_page("#code", self.person.user)
        return self.person.fill_from(popup, "#code")


def search_for_leaks(needles, folder):
    """Returns the status and output of scripts/check-leaks for a folder."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.writelines(f"{name}={value}\n" for name, value in needles.items())
        file.flush()
        done = subprocess.run([str(ROOT / "scripts/check-leaks"), "--needles", file.name, str(folder)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr
