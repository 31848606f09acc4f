# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a provider lets the user type for a page: the real broker, provider and window, on a desktop; the browser's part is simulated."""

import json
import unittest

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from desktop_for_tests import OnDesktop
from provider_bundles import DEMO, install_demo
from settling import let_it_settle
from world_for_tests import WorldTestCase

PIN, PASSWORD = "0815", "hunter2"


class PageFormTests(OnDesktop, WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        install_demo(self.world)
        accounts = self.world.data / f"passfold/provider-data/{DEMO}/accounts.json"
        accounts.write_text(json.dumps([{**account, "pin": PIN} for account in json.loads(accounts.read_text())]))
        self.world.start_broker()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        self.browser = BrowserClient(self.world)
        self.addCleanup(self.browser.close)
        self.settings.set(DEMO, enabled=True)
        self.items = []
        until(lambda: self.items.extend(self.browser.suggestions("shop.example", "current-password")) or self.items, what="the suggestion")
        self.told = []
        hear = self.browser.receive
        self.browser.receive = lambda timeout: self.told.append(hear(timeout)) or self.told[-1]

    def pick(self):
        """Chooses the account, and waits for the window."""
        number = self.browser.begin("provide", token=self.items[-1]["token"])
        self.until_seen("PIN", "password text")
        let_it_settle()
        return number

    def test_a_form_for_a_pages_request_opens_in_a_window_and_the_browser_gets_only_the_password(self):
        number = self.pick()
        self.until_seen("What you type goes to Demo Provider. Passfold never asks for your vault's passphrase here.", "label")
        self.desktop.keys(*"4711", "Return")
        self.until_seen("That is not this account's PIN.", "label")
        let_it_settle()
        self.desktop.keys(*PIN, "Return")
        answer = self.browser.answer_to(number)
        self.assertEqual(answer["password"], PASSWORD)
        views = [message["view"] for message in self.told if message and message["type"] == "present"]
        self.assertEqual({view["heading"]["code"] for view in views}, {"type-in-window"})
        self.assertEqual({view["heading"]["subject"] for view in views}, {"Demo Provider"})
        self.assertTrue(all(view["kind"] == "message" and view["busy"] and "fields" not in view for view in views), views)
        self.assertNotIn(PIN, json.dumps(self.told))
        self.assertNotIn(PIN, (self.world.logs / "passfold-broker.log").read_text())
        self.until_gone("PIN")

    def test_cancelling_in_the_browser_closes_the_forms_window(self):
        number = self.pick()
        self.browser.send({"type": "view-event", "id": number, "view": 1, "action": "confirm"})
        self.browser.send({"type": "view-event", "id": number, "view": 1, "action": "cancel"})
        self.assertEqual(self.browser.answer_to(number)["code"], "userCanceled")
        self.until_gone("PIN")


if __name__ == "__main__":
    unittest.main()
