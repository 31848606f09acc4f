# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The example app in a throw-away world: installed with a desktop file, and associated with the sign-in site."""

import http.client
import json
import os
import plistlib
import re
import ssl
import urllib.parse

from detour import Detour

IDENTIFIER = "org.example.SignIn"
MEMBERS = ("--app", f"desktop.{IDENTIFIER}", "--related-origin", "https://shop.example")
SITE = "login.shop.example"


class InstalledApp:
    """For test cases with a world: call `install_app` first, then provide both halves of the association."""

    def install_app(self):
        self.app = os.path.realpath(self.world.programs / "SignInApp")
        self.applications = self.world.data / "applications"
        self.applications.mkdir(exist_ok=True)
        (self.applications / f"{IDENTIFIER}.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Sign In\nExec={self.app}\n")

    def entitle(self, *domains):
        """Writes the app's half of the association."""
        (self.applications / f"{IDENTIFIER}.entitlements").write_bytes(
            plistlib.dumps({"com.apple.developer.associated-domains": list(domains)}))

    def serve(self, *options):
        """Starts the sign-in site and makes it reachable for the app and the fetcher, for each in its own way."""
        self.world.start_site(more=options)
        self.authority = self.world.site_folder / "tls/ca.pem"
        folder = self.world.config / "passfold"
        folder.mkdir(mode=0o700, exist_ok=True)
        settings = folder / "developer.json"
        settings.write_text(json.dumps(
            {"sites": {"shop.example": {"address": "127.0.0.1", "port": self.world.site_port, "authority": str(self.authority)}}}))
        settings.chmod(0o600)
        detour = Detour(self.world.site_port)
        self.addCleanup(detour.close)
        self.proxy = detour.address
        # Foundation knows no certificate authorities but the system's, so the app sees a system that includes this one.
        program = self.world.folder / "sign-in-app"
        program.write_text(f"mount --bind {self.authority} /etc/ssl/certs/ca-certificates.crt && exec {self.app} \"$@\"\n")
        # Keeps its user, which the session bus checks, and the capabilities needed to mount.
        self.command_words = ["unshare", "--map-current-user", "--keep-caps", "--mount", "sh", str(program)]
        self.command_line = " ".join(self.command_words)

    def sign_up(self, user, password):
        """Creates an account with a password at the site, as its page does."""
        context = ssl.create_default_context(cafile=str(self.authority))
        context.check_hostname = False
        connection = http.client.HTTPSConnection("127.0.0.1", self.world.site_port, context=context, timeout=20)
        self.addCleanup(connection.close)
        connection.request("GET", "/sign-up", headers={"Host": SITE})
        page = connection.getresponse()
        token = re.search(r'name="csrf-token" content="([^"]+)"', page.read().decode()).group(1)
        fields = urllib.parse.urlencode({"csrf": token, "username": user, "password": password})
        connection.request("POST", "/sign-up", fields, {
            "Host": SITE, "Origin": f"https://{SITE}", "Cookie": page.getheader("Set-Cookie").split(";")[0],
            "Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        answer.read()
        self.assertEqual(answer.getheader("Location"), "/account", answer.status)
