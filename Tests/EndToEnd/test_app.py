# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A program that uses AuthenticationServices, with the real broker, vault, fetcher and sign-in site; its user is at a terminal."""

import json
import unittest

from apps_for_tests import MEMBERS, InstalledApp
from settling import let_it_settle
from test_watch import OnTerminal


class AppTests(InstalledApp, OnTerminal):

    def setUp(self):
        super().setUp()
        self.install_app()

    def serve(self, *options):
        super().serve(*options)
        self.run_well(f"unset DISPLAY WAYLAND_DISPLAY; export https_proxy={self.proxy}")

    def press(self, key):
        """Presses a key like a user who has read the question: earlier keys are not taken for an answer."""
        let_it_settle()
        self.type(key)

    def test_an_app_registers_and_signs_in_with_the_passkey_it_made(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()
        self.begin(f"{self.command_line} register ada")
        self.expect("shop.example")
        self.press("y")
        self.expect("Signed in as ada")
        self.assertEqual(self.finish(), 0)
        self.begin(f"{self.command_line} sign-in")
        self.expect("Sign In")
        self.expect("ada")
        self.press("\x1b[B\r")
        self.expect("Signed in as ada")
        self.assertEqual(self.finish(), 0)

    def test_a_password_is_saved_after_consent_and_trashed_when_the_app_reports_it_as_unused(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()
        self.begin(f"{self.command_line} --site https://shop.example keep-password ada")
        self.type("correct horse\r")
        self.expect("Save this password?")
        self.press("y")
        self.expect("The password of ada is kept")
        self.assertEqual(self.finish(), 0)
        listed = json.loads(self.run_well("passfold list --json").text)
        kept, = [entry for entry in listed if entry["user"] == "ada"]
        self.assertEqual((kept["kind"], kept["services"]), ("password", ["https://shop.example"]))
        self.begin(f"{self.command_line} --site https://shop.example drop-password ada")
        self.expect("of no use any more")
        self.assertEqual(self.finish(), 0)
        trashed = json.loads(self.run_well("passfold trash --json").text)
        self.assertEqual([entry["record"] for entry in trashed if entry.get("hiddenByService")], [kept["record"]])

    def test_an_app_gets_an_error_in_a_terminal_where_the_vault_was_not_unlocked(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        other = self.world.terminal()
        answer = other.run(f"unset DISPLAY WAYLAND_DISPLAY; export https_proxy={self.proxy}; {self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertIn("1005: ", answer.text)
        self.assertIn("passfold unlock", answer.text)

    def test_escape_in_the_picker_cancels_the_request(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()
        self.begin(f"{self.command_line} register ada")
        self.expect("shop.example")
        self.press("\x1b")
        self.expect("1001: ")
        self.assertEqual(self.finish(), 1)

    def test_signing_in_without_any_credential_fails_with_no_credentials_available(self):
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()
        self.run_well(f"passfold remove --kind password {self.person.service}")
        answer = self.terminal.run(f"{self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertIn("1001: No credentials available for login.", answer.text)

    def test_a_missing_app_half_of_the_association_is_named_in_the_error(self):
        self.serve(*MEMBERS)
        answer = self.terminal.run(f"{self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertRegex(answer.text, "1004: The app's half of the association with shop.example is missing")
        self.entitle("webcredentials:other.example")
        answer = self.terminal.run(f"{self.command_line} register ada")
        self.assertRegex(answer.text, "1004: The app's half of the association with shop.example is missing")

    def test_a_missing_site_half_of_the_association_is_named_in_the_error(self):
        self.entitle("webcredentials:shop.example")
        self.serve("--related-origin", "https://shop.example")
        answer = self.terminal.run(f"{self.command_line} sign-in")
        self.assertEqual(answer.status, 1)
        self.assertRegex(answer.text, "1004: The site's half of the association is missing")


if __name__ == "__main__":
    unittest.main()
