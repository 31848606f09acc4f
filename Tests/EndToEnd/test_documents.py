# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The code of Apple's page "Supporting passkeys", in a session with the real broker, vault and fetcher; a server checks the results."""

import json
import os
import plistlib
import subprocess

from demo.world import ROOT
from settling import let_it_settle
from test_watch import OnTerminal
from web_server import Server, response

IDENTIFIER = "org.example.Documents"
# The page's relying party.
DOMAIN = "example.com"


class SupportingPasskeysTests(OnTerminal):

    def setUp(self):
        super().setUp()
        self.app = os.path.realpath(self.world.programs / "SupportingPasskeys")
        self.run_well("unset DISPLAY WAYLAND_DISPLAY")
        self.always_answer()

    def associate(self):
        """App and domain name each other, as the page requires; the domain is served here, which is in the developer settings."""
        applications = self.world.data / "applications"
        applications.mkdir()
        (applications / f"{IDENTIFIER}.desktop").write_text(f"[Desktop Entry]\nType=Application\nName=Documents\nExec={self.app}\n")
        (applications / f"{IDENTIFIER}.entitlements").write_bytes(
            plistlib.dumps({"com.apple.developer.associated-domains": [f"webcredentials:{DOMAIN}"]}))
        certificates = self.world.site_folder / "tls"
        subprocess.run([ROOT / "scripts/make-certificate", certificates, DOMAIN], check=True, capture_output=True)
        document = json.dumps({"webcredentials": {"apps": [f"desktop.{IDENTIFIER}"]}}).encode()
        server = Server(certificates, lambda connection: connection.sendall(response(document)))
        self.addCleanup(server.close)
        folder = self.world.config / "passfold"
        folder.mkdir(mode=0o700, exist_ok=True)
        settings = folder / "developer.json"
        settings.write_text(json.dumps(
            {"sites": {DOMAIN: {"address": "127.0.0.1", "port": server.port, "authority": str(certificates / "ca.pem")}}}))
        settings.chmod(0o600)

    def press(self, key):
        """Presses a key like a user who has read the question: earlier keys are not taken for an answer."""
        let_it_settle()
        self.type(key)

    def test_the_pages_code_registers_a_passkey_and_signs_in_with_it(self):
        self.associate()
        self.begin(self.app)
        self.expect("example.com")
        self.press("y")
        self.expect("The server took the passkey.")
        self.expect("Anne Johnson")
        self.press("\x1b[B\r")
        self.expect("The server verified the challenge.")
        self.assertEqual(self.finish(), 0)

    def test_without_an_associated_domain_the_pages_code_gets_an_error(self):
        answer = self.terminal.run(self.app)
        self.assertEqual(answer.status, 1)
        self.assertIn("1004: The app's half of the association with example.com is missing", answer.text)
