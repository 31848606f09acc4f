# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Who plugs authenticators in: Passfold's virtual provider, the browser's own virtual authenticators, or nobody."""

import base64
import json
import os
import subprocess
import threading
import time

NOT_IMPLEMENTED = "error: Action {} not implemented"


class Chromium:
    """The virtual authenticators of Chromium, by DevTools: what the browser scores without Passfold."""

    name = "browser"
    uses_extension = False
    environment = None

    def __init__(self):
        self.page = None
        self.plugged_in = set()

    def look_at(self, page):
        self.page = page
        page.call("WebAuthn.enable", {"enableUI": False})

    def __call__(self, asked):
        try:
            return {"result": getattr(self, asked.pop("op"))(**asked)}
        except Exception as error:  # the page hears whatever it is
            return {"error": f"error: {error}"}

    def add_virtual_authenticator(self, config):
        version = {"ctap2": "ctap2_0", "ctap2_1": "ctap2_1"}.get(config["protocol"])
        extensions = config.get("extensions", [])
        options = {
            "protocol": "ctap2" if version else "u2f", **({"ctap2Version": version} if version else {}),
            "transport": config.get("transport", "usb"), "hasResidentKey": config.get("hasResidentKey", False),
            "hasUserVerification": config.get("hasUserVerification", False), "isUserVerified": config.get("isUserVerified", False),
            "automaticPresenceSimulation": config.get("isUserConsenting", True),
            "hasLargeBlob": "largeBlob" in extensions, "hasCredBlob": "credBlob" in extensions,
            "hasMinPinLength": "minPinLength" in extensions, "hasPrf": "prf" in extensions}
        identifier = self.page.call("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
        self.plugged_in.add(identifier)
        return identifier

    def remove_virtual_authenticator(self, id):
        self.page.call("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": id})
        self.plugged_in.discard(id)

    def add_credential(self, id, credential):
        def standard(text):
            padded = text.replace("-", "+").replace("_", "/")
            return base64.b64encode(base64.b64decode(padded + "=" * (-len(padded) % 4))).decode()
        binary = {name: standard(credential[name]) for name in ("credentialId", "privateKey", "userHandle") if name in credential}
        self.page.call("WebAuthn.addCredential", {"authenticatorId": id, "credential": {**credential, **binary}})

    def get_credentials(self, id):
        return self.page.call("WebAuthn.getCredentials", {"authenticatorId": id})["credentials"]

    def set_user_verified(self, id, uv):
        is_verified = uv if isinstance(uv, bool) else uv["isUserVerified"]
        self.page.call("WebAuthn.setUserVerified", {"authenticatorId": id, "isUserVerified": is_verified})

    def unplug_all(self):
        for identifier in list(self.plugged_in):
            self.remove_virtual_authenticator(identifier)
        return 0

    def stop(self):
        pass


class Passfold:
    """One session of `passfold-virtual-provider`, driven over its standard input and output.

    What Passfold leaves to the browser meets authenticators of the browser's own with the same configuration. How many credentials they
    made is counted, so that nobody takes their work for Passfold's.
    """

    name = "passfold"
    uses_extension = True

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.session = json.loads(self.process.stdout.readline())["session"]
        self.environment = {**os.environ, **self.session["environment"]}
        self.lock = threading.Lock()
        self.browser = Chromium()
        self.of_browser = {}
        self.made_by_browser = 0

    def __call__(self, asked):
        if asked["op"] == "get_credentials":
            # A page that told something of its accounts does not wait until it was heard.
            time.sleep(0.2)
        with self.lock:
            self.process.stdin.write(json.dumps(asked) + "\n")
            answer = json.loads(self.process.stdout.readline())
            if asked["op"] == "add_virtual_authenticator" and "result" in answer:
                self.of_browser[answer["result"]] = self.browser.add_virtual_authenticator(asked["config"])
            elif asked["op"] == "remove_virtual_authenticator" and asked["id"] in self.of_browser:
                self.unplug_of_browser(asked["id"])
        return answer

    def unplug_of_browser(self, identifier):
        own = self.of_browser.pop(identifier)
        self.made_by_browser += len(self.browser.get_credentials(own))
        self.browser.remove_virtual_authenticator(own)

    def look_at(self, page):
        self.browser.look_at(page)

    def unplug_all(self):
        """Unplugs what a test left; returns how many credentials the browser's own authenticators made since the last time."""
        for identifier in list(self.of_browser):
            self({"op": "remove_virtual_authenticator", "id": identifier})
        count, self.made_by_browser = self.made_by_browser, 0
        return count

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)


class Nobody:
    """No authenticator: which tests need none."""

    name = "none"
    uses_extension = False
    environment = None

    def __call__(self, asked):
        return {"error": NOT_IMPLEMENTED.format(asked["op"])}

    def look_at(self, page):
        page.call("WebAuthn.enable", {"enableUI": False})

    def unplug_all(self):
        return 0

    def stop(self):
        pass
