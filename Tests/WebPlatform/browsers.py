# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The browsers that the tests run in, each with one tab: Debian's Chromium by DevTools, Debian's Firefox by Marionette."""

import base64
import os
import subprocess
import threading
from pathlib import Path

from demo.browser import Browser
from demo.firefox import Firefox
from Tests.WebPlatform.server import HOSTS

RESULTS = "globalThis.passfoldResults ?? null"


def trust(database, authority):
    Path(database).mkdir(parents=True, exist_ok=True)
    for arguments in (("-N", "--empty-password"), ("-A", "-t", "C,,", "-n", "tests", "-i", authority)):
        subprocess.run(("certutil", "-d", f"sql:{database}", *arguments), check=True, capture_output=True)


def surroundings(authenticators, prefix, folder, browser):
    """The environment that a browser is started with; the session's own, where Passfold's host has to be found."""
    if not authenticators.uses_extension:
        return {**os.environ, "HOME": str(folder)}
    environment = authenticators.environment
    subprocess.run([f"{prefix}/bin/passfold", "browser", "install", browser], env=environment, check=True, capture_output=True)
    return environment


class ChromiumTab:
    """Chromium leads the port of an address to another one, so addresses are as people have them."""

    def __init__(self, authenticators, prefix, folder, port):
        uses = authenticators.uses_extension
        if uses:
            Path(authenticators.environment["XDG_CONFIG_HOME"], "chromium").mkdir()
        environment = surroundings(authenticators, prefix, folder, "chromium")
        trust(Path(environment["HOME"], ".pki/nssdb"), f"{folder}/ca.pem")
        profile = Path(environment["XDG_CONFIG_HOME"], "chromium") if uses else Path(folder, "chromium")
        extension = f"{prefix}/share/webext/passfold/chromium" if uses else None
        self.browser = Browser(profile, extension, environment, names=[(f"{host}:443", port) for host in HOSTS], log=f"{folder}/browser.log")
        self.page = self.browser.first_page()
        self.page.call("WebAuthn.enable", {"enableUI": False})
        self.port = 443

    def navigate(self, address):
        self.page.call("Page.navigate", {"url": address})

    def results(self):
        return self.page.read(RESULTS)

    def authenticators(self, command, **parameters):
        return self.page.call(f"WebAuthn.{command}", parameters)

    def plug_in(self, config):
        version = {"ctap2": "ctap2_0", "ctap2_1": "ctap2_1"}.get(config["protocol"])
        extensions = config.get("extensions", [])
        options = {
            "protocol": "ctap2" if version else "u2f", **({"ctap2Version": version} if version else {}),
            "transport": config.get("transport", "usb"), "hasResidentKey": config.get("hasResidentKey", False),
            "hasUserVerification": config.get("hasUserVerification", False), "isUserVerified": config.get("isUserVerified", False),
            "automaticPresenceSimulation": config.get("isUserConsenting", True),
            "hasLargeBlob": "largeBlob" in extensions, "hasCredBlob": "credBlob" in extensions,
            "hasMinPinLength": "minPinLength" in extensions, "hasPrf": "prf" in extensions}
        return self.authenticators("addVirtualAuthenticator", options=options)["authenticatorId"]

    def add_credential(self, identifier, credential):
        def standard(text):
            padded = text.replace("-", "+").replace("_", "/")
            return base64.b64encode(base64.b64decode(padded + "=" * (-len(padded) % 4))).decode()
        binary = {name: standard(credential[name]) for name in ("credentialId", "privateKey", "userHandle") if name in credential}
        self.authenticators("addCredential", authenticatorId=identifier, credential={**credential, **binary})

    def credentials(self, identifier):
        return self.authenticators("getCredentials", authenticatorId=identifier)["credentials"]

    def quit(self):
        self.browser.quit()


class FirefoxTab:
    """Firefox shows the port of the server in its addresses. One thing is asked of it at a time."""

    def __init__(self, authenticators, prefix, folder, port):
        environment = surroundings(authenticators, prefix, folder, "firefox")
        profile = Path(environment["HOME"], "profile")
        profile.mkdir()
        trust(profile, f"{folder}/ca.pem")
        names = [host.replace("*.", prefix) for host in HOSTS for prefix in (("www.", "www1.", "www2.") if "*" in host else ("",))]
        extension = f"{prefix}/share/webext/passfold/firefox" if authenticators.uses_extension else None
        self.browser = Firefox(profile, extension, environment, names=names, log=f"{folder}/browser.log")
        self.page = self.browser.first_page()
        self.port = port
        self.turn = threading.Lock()

    def navigate(self, address):
        with self.turn:
            self.browser.call("content", "WebDriver:Navigate", {"url": address})

    def results(self):
        with self.turn:
            return self.page.look("return window.wrappedJSObject.passfoldResults ? JSON.parse(JSON.stringify(window.wrappedJSObject.passfoldResults)) : null;")

    def authenticators(self, command, **parameters):
        with self.turn:
            return self.browser.call("content", f"WebAuthn:{command[0].upper()}{command[1:]}", parameters)

    def plug_in(self, config):
        known = ("protocol", "transport", "hasResidentKey", "hasUserVerification", "isUserConsenting", "isUserVerified")
        return self.authenticators("addVirtualAuthenticator", **{name: config[name] for name in known if name in config})["value"]

    def add_credential(self, identifier, credential):
        self.authenticators("addCredential", authenticatorId=identifier, **credential)

    def credentials(self, identifier):
        return self.authenticators("getCredentials", authenticatorId=identifier)["value"]

    def quit(self):
        self.browser.quit()


TABS = {"chromium": ChromiumTab, "firefox": FirefoxTab}
