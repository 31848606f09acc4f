# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""An app in a window and the picker in another: real broker, two real providers, a real site; the user has a keyboard and a screen reader.
"""

import json
import subprocess
import time
import unittest

from apps_for_tests import IDENTIFIER, MEMBERS, InstalledApp
from demo.devtools import until
from desktop_for_tests import OnDesktop
from provider_bundles import CODE_LINK, DEMO, install_demo
from settling import let_it_settle
from world_for_tests import WorldTestCase

APP = IDENTIFIER
DEMO_PASSWORD = "lantern-hunter-2"


class AppWindowTests(OnDesktop, InstalledApp, WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        install_demo(self.world)
        self.keep_in_demo({"id": "1", "service": "shop.example", "user": "anne", "password": DEMO_PASSWORD, "codeLink": CODE_LINK})
        self.make_vault()
        self.run_well(f"passfold providers enable {DEMO}")
        self.install_app()
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.always_answer()

    def keep_in_demo(self, *accounts):
        (self.world.data / f"passfold/provider-data/{DEMO}/accounts.json").write_text(json.dumps(accounts))

    def open_app(self):
        app = subprocess.Popen(
            self.command_words, env={**self.world.environment, "https_proxy": self.proxy}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            app.kill()
            app.wait()
        self.addCleanup(end)
        self.until_seen("Register", "push button", APP)
        return app

    def type_name(self, name):
        self.until_seen("User name", "text", APP, state="focused")
        self.desktop.keys(*name)

    def register(self, name):
        self.type_name(name)
        self.press_by_reader("Register", APP)
        self.until_seen("Cancel", "push button")
        let_it_settle()
        self.desktop.keys("Return")
        time.sleep(0.3)
        self.assertTrue(self.names("heading"), "Enter has created a passkey without a confirmation")
        self.press_by_reader("Create passkey")
        self.until_seen(f"Signed in as {name}", program=APP)

    def open_picker(self):
        self.press_by_reader("Sign In", APP)
        self.until_seen("Sign in to shop.example", "frame")
        let_it_settle()

    def test_the_picker_lists_passkeys_and_passwords_of_two_providers_and_both_kinds_sign_in(self):
        self.sign_up("anne", DEMO_PASSWORD)
        self.open_app()
        self.register("ada")
        self.open_picker()
        rows = self.names("list item")
        self.assertEqual(rows, ["ada, Passkey in Passfold", f"{self.person.user}, Password in Passfold", "anne, Password in Demo Provider"])
        frame = next(item for item in self.tree() if item["role"] == "frame")
        self.assertIn("for Sign In", frame["description"])
        self.desktop.keys("Down", "Down", "Down", "Return")
        self.until_seen("Signed in as anne", program=APP)
        self.until_gone("Sign in to shop.example")
        self.open_picker()
        self.desktop.keys("Down")
        self.until_seen("ada, Passkey in Passfold", "list item", state="focused")
        self.desktop.keys("Return")
        self.until_seen("Signed in as ada", program=APP)

    def test_escape_and_a_screen_readers_cancel_reach_the_app_as_canceled(self):
        self.open_app()
        self.open_picker()
        self.desktop.keys("Escape")
        self.until_seen("1001: ", program=APP)
        self.until_gone("Sign in to shop.example")
        self.press_by_reader("Sign In", APP)
        self.until_seen("Sign in to shop.example", "frame")
        self.press_by_reader("Cancel")
        self.until_gone("Sign in to shop.example")
        self.until_seen("1001: ", program=APP)

    def test_killing_the_picker_cancels_the_request_and_the_next_picker_works(self):
        self.open_app()
        self.open_picker()
        self.assertEqual(self.world.kill("passfold-window"), 1)
        self.until_seen("1001: ", program=APP)
        self.open_picker()
        self.desktop.keys("Escape")
        self.until_gone("Sign in to shop.example")

    def test_killing_the_app_closes_its_picker(self):
        app = self.open_app()
        self.open_picker()
        app.kill()
        self.until_gone("Sign in to shop.example")

    def test_an_app_field_offers_matching_credentials_and_is_filled_with_the_chosen_one(self):
        self.open_app()
        self.until_seen("User name", "text", APP, state="focused")
        offered = []
        until(lambda: offered.extend(name for name in self.names("push button", APP) if "Provider" in name or "Passfold" in name) or offered,
              what="something to fill in")
        self.assertEqual(sorted(set(offered)), ["anne, Demo Provider", f"{self.person.user}, Passfold"])
        self.press_by_reader("anne, Demo Provider", APP)
        until(lambda: self.text_of("User name") == "anne", 20, lambda: f"the user name in {self.tree(APP)}", 0.2)

    def text_of(self, name):
        return next((item.get("text") for item in self.tree(APP) if item["name"] == name and item["role"] == "text"), None)


if __name__ == "__main__":
    unittest.main()
