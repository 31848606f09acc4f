# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Passkeys at other services: py_webauthn and python-fido2's server verify, and the page calls in the same way as helper libraries."""

import re
import subprocess
import unittest
from pathlib import Path

from demo.devtools import until
from demo.world import ROOT
from page_server import PageTestCase

# What makes bytes of the server's JSON, and JSON of the credential: the page's own code, or the browser's functions.
WAYS = ("hand", "parse")


class OutsideServer:
    """The service's process, in a Python with the libraries."""

    def __init__(self, folder):
        subprocess.run([ROOT / "scripts/make-certificate", folder], check=True, capture_output=True)
        python = subprocess.run([ROOT / "scripts/python-environment", ".venv", "requirements.txt"], check=True, stdout=subprocess.PIPE, text=True)
        self.process = subprocess.Popen(
            [python.stdout.strip(), ROOT / "Tests/Interop/outside_server.py", folder / "certificate.pem", folder / "key.pem",
             Path(__file__).parent / "outside_page.html"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        match = re.search(r"listening on port (\d+)", line)
        if not match:
            raise RuntimeError(f"the service did not start: {line}")
        self.port = int(match.group(1))

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class OutsideServers:
    """Tests for every browser."""

    @classmethod
    def serve(cls, folder):
        folder.mkdir(parents=True, exist_ok=True)
        return OutsideServer(folder)

    def open(self, library, way):
        self.page.go(f"{self.world.origin}/{library}/?by={way}")
        # The request that waits in the field would cancel one that came before it.
        until(lambda: self.person._read(lambda: self.page.node("body[data-asked]")), what="the page's first request")

    def said(self):
        return until(lambda: self.person._read(lambda: self.page.text("#said")), 60, "what the service said")

    @staticmethod
    def account(library):
        return f"anne.at.{library}"

    def consent(self, library, button, choice):
        self.page.click(button)
        popup = self.person.popup()
        self.person.popup_says(popup, self.account(library))
        popup.click(choice)
        self.person.popup_closes(popup)

    def assert_service_takes_passkeys(self, library):
        for way in WAYS:
            with self.subTest(library=library, way=way):
                self.open(library, way)
                # The account already has a passkey here, and the second way is refused for that reason.
                if way == WAYS[0]:
                    self.consent(library, "#register", "#confirm")
                    self.assertEqual(self.said(), f"registered {self.account(library)}")
                else:
                    self.assert_is_excluded()
                self.open(library, way)
                self.consent(library, "#sign-in", "[data-row]")
                self.assertEqual(self.said(), f"signed in as {self.account(library)}")
                # Without a dialog, in the field.
                self.open(library, way)
                popup = self.person.ask_in_page("#username", self.account(library))
                row = next(row for row, words in enumerate(self.person.offered(popup)) if self.account(library) in words)
                popup.click(f"[data-row='item-{row}']")
                self.assertEqual(self.said(), f"signed in as {self.account(library)}")
                self.person.popup_closes(popup)

    def assert_is_excluded(self):
        self.page.click("#register")
        popup = self.person.popup()
        popup.click("#confirm")
        self.assertIn("InvalidStateError", self.said())
        popup.click("#cancel")
        self.person.popup_closes(popup)

    def make_unasked(self, library, way):
        """Returns the service's answer to a passkey that is made after a sign-in with a password that Passfold filled."""
        self.open(library, way)
        popup = self.person.ask_in_page("#password", self.person.user)
        self.person.fill_from(popup, "#password")
        self.person.popup_closes(popup)
        self.page.click("#submit")
        return self.said()


class AskedPasskeys(OutsideServers):
    """What the user is asked in the popup."""

    def test_py_webauthn_accepts_registrations_sign_ins_and_autofill_sign_ins(self):
        self.assert_service_takes_passkeys("py_webauthn")

    def test_python_fido2_accepts_registrations_sign_ins_and_autofill_sign_ins(self):
        self.assert_service_takes_passkeys("fido2")


class OutsideServerTests(AskedPasskeys, PageTestCase):
    pass


class UnaskedAtPyWebAuthnTests(OutsideServers, PageTestCase):
    """A passkey made without a question, in a vault without one: no second one is made for the same account."""

    def test_py_webauthn_accepts_a_passkey_that_was_created_without_a_prompt(self):
        self.assertEqual(self.make_unasked("py_webauthn", "hand"), f"registered {self.person.user}")
        self.open("py_webauthn", "parse")
        popup = self.person.ask_in_page("#username", "passkey")
        popup.click("[data-row]")
        self.assertEqual(self.said(), f"signed in as {self.person.user}")


class UnaskedAtPythonFIDO2Tests(OutsideServers, PageTestCase):
    def test_python_fido2_rejects_a_registration_without_user_presence(self):
        # Its register_complete requires the flag for user presence, which a passkey made without a question lacks (WebAuthn Level 3 §7.1
        # step 15).
        self.assertEqual(self.make_unasked("fido2", "parse"), "refused: User Present flag not set.")


class FirefoxOutsideServerTests(AskedPasskeys, PageTestCase):
    is_firefox = True


if __name__ == "__main__":
    unittest.main()
