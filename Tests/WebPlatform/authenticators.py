# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Who plugs authenticators in: Passfold's virtual provider, the browser's own virtual authenticators, or nobody."""

import json
import os
import subprocess
import threading
import time

NOT_IMPLEMENTED = "error: Action {} not implemented"


class Own:
    """The browser's own virtual authenticators: what it scores without Passfold."""

    name = "browser"
    uses_extension = False
    patience = 120

    def __init__(self):
        self.tab = None
        self.plugged_in = set()

    def look_at(self, tab):
        self.tab = tab

    def __call__(self, asked):
        try:
            return {"result": getattr(self, asked.pop("op"))(**asked)}
        except Exception as error:  # the page hears whatever it is
            return {"error": f"error: {error}"}

    def add_virtual_authenticator(self, config):
        identifier = self.tab.plug_in(config)
        self.plugged_in.add(identifier)
        return identifier

    def remove_virtual_authenticator(self, id):
        self.tab.authenticators("removeVirtualAuthenticator", authenticatorId=id)
        self.plugged_in.discard(id)

    def add_credential(self, id, credential):
        self.tab.add_credential(id, credential)

    def get_credentials(self, id):
        return self.tab.credentials(id)

    def set_user_verified(self, id, uv):
        self.tab.authenticators("setUserVerified", authenticatorId=id, isUserVerified=uv if isinstance(uv, bool) else uv["isUserVerified"])

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
    # In seconds, for one page of tests.
    patience = 120

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.session = json.loads(self.process.stdout.readline())["session"]
        self.environment = {**os.environ, **self.session["environment"]}
        self.lock = threading.Lock()
        self.browser = Own()
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

    def look_at(self, tab):
        self.browser.look_at(tab)

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
    # What waits for an authenticator waits in vain.
    patience = 8

    def __call__(self, asked):
        return {"error": NOT_IMPLEMENTED.format(asked["op"])}

    def look_at(self, tab):
        pass

    def unplug_all(self):
        return 0

    def stop(self):
        pass
