# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A program that uses AuthenticationServices, with the real broker, vault, fetcher and sign-in site; its person sits at a terminal."""

import json
import os
import plistlib
import time
import unittest

from detour import Detour
from test_watch import OnTerminal

IDENTIFIER = "org.example.SignIn"
MEMBERS = ("--app", f"desktop.{IDENTIFIER}", "--related-origin", "https://shop.example")


class AppTests(OnTerminal):

    def setUp(self):
        super().setUp()
        self.app = os.path.realpath(self.world.programs / "SignInApp")
        self.applications = self.world.data / "applications"
        self.applications.mkdir()
        (self.applications / f"{IDENTIFIER}.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Sign In\nExec={self.app}\n")

    def entitle(self, *domains):
        """The app's half of the association."""
        (self.applications / f"{IDENTIFIER}.entitlements").write_bytes(
            plistlib.dumps({"com.apple.developer.associated-domains": list(domains)}))

    def serve(self, *options):
        """The sign-in site, to which app and fetcher find their ways, each by its own."""
        self.world.start_site(more=options)
        authority = self.world.site_folder / "tls/ca.pem"
        folder = self.world.config / "passfold"
        folder.mkdir(mode=0o700, exist_ok=True)
        settings = folder / "developer.json"
        settings.write_text(json.dumps(
            {"sites": {"shop.example": {"address": "127.0.0.1", "port": self.world.site_port, "authority": str(authority)}}}))
        settings.chmod(0o600)
        detour = Detour(self.world.site_port)
        self.addCleanup(detour.close)
        self.run_well(f"unset DISPLAY WAYLAND_DISPLAY; export https_proxy={detour.address}")
        # Foundation knows no authorities but the system's, so the app is shown a system that has this one.
        program = self.world.folder / "sign-in-app"
        program.write_text(f"mount --bind {authority} /etc/ssl/certs/ca-certificates.crt && exec {self.app} \"$@\"\n")
        self.command_line = f"unshare --map-root-user --mount sh {program}"

    def press(self, key):
        """Presses a key as a person does who has read what is asked: what comes sooner is not taken for an answer."""
        time.sleep(0.5)
        self.type(key)

    def test_an_app_registers_and_signs_in_with_the_passkey_it_made(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()
        self.begin(f"{self.command_line} register ada")
        self.expect("shop.example")
        self.press("\r")
        self.expect("Registered and signed in as ada")
        self.assertEqual(self.finish(), 0)
        self.begin(f"{self.command_line} sign-in")
        self.expect("Sign In")
        self.expect("ada")
        self.press("\r")
        self.expect("Signed in as ada")
        self.assertEqual(self.finish(), 0)

    def test_a_person_who_leaves_the_picker_has_cancelled(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()
        self.begin(f"{self.command_line} register ada")
        self.expect("shop.example")
        self.press("\x1b")
        self.expect("1001: ")
        self.assertEqual(self.finish(), 1)

    def test_with_nothing_to_sign_in_with_the_app_learns_to_register(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        answer = self.terminal.run(f"{self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertIn("1001: No credentials available for login.", answer.text)

    def test_without_the_apps_half_of_the_association_it_is_told_which_half(self):
        self.serve(*MEMBERS)
        answer = self.terminal.run(f"{self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertRegex(answer.text, "1004: The app's half of the association with shop.example is missing")
        self.entitle("webcredentials:other.example")
        answer = self.terminal.run(f"{self.command_line} register ada")
        self.assertRegex(answer.text, "1004: The app's half of the association with shop.example is missing")

    def test_without_the_sites_half_of_the_association_it_is_told_which_half(self):
        self.entitle("webcredentials:shop.example")
        self.serve("--related-origin", "https://shop.example")
        answer = self.terminal.run(f"{self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertRegex(answer.text, "1004: The site's half of the association is missing")


if __name__ == "__main__":
    unittest.main()
