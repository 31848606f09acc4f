# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""New passwords, passwords to keep, and texts that no browser gets: a client like a browser, the real broker and the real vault."""

import json
import time

from broker_clients import BrowserClient
from world_for_tests import WorldTestCase

ORIGIN = "https://shop.example"
CONTEXT = {"origin": ORIGIN, "topOrigin": ORIGIN, "ancestorOrigins": [], "tab": 1, "frame": 0, "document": "d1"}
SERVICE = {"identifier": "", "kind": "url"}


class PasswordRequestTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.client = BrowserClient(self.world)
        self.addCleanup(self.client.close)

    def meet(self, kind, *picks, **members):
        """Asks, answers each view with the next choice, and returns the titles of the views and the final answer."""
        number, titles, picks = self.client.begin(kind, context=CONTEXT, **members), [], list(picks)
        while True:
            message = self.client.receive(20.0)
            self.assertIsNotNone(message, f"{kind} after {titles}")
            if message["type"] == "present" and not message["view"].get("busy"):
                view = message["view"]
                titles.append(view["title"])
                event = picks.pop(0)(view)
                time.sleep(0.3)
                self.client.send({"type": "view-event", "id": number, "view": view["number"], **event})
            elif message.get("id") == number and message["type"] not in ("present", "dismiss"):
                return titles, message

    @staticmethod
    def agree(view):
        return {"action": "confirm"}

    @staticmethod
    def row(text):
        """Chooses the row whose title and subtitle contain a text."""
        def choose(view):
            fitting = [row["id"] for row in view["rows"] if text in row["title"] + " " + row.get("subtitle", "")]
            return {"action": "choose", "row": fitting[0]}
        return choose

    def entries(self, command):
        return json.loads(self.run_well(f"passfold {command} --json").text)

    def test_generated_passwords_follow_the_services_rules_and_need_no_unlocked_vault(self):
        self.run_well("passfold lock")
        _, answer = self.meet("generate-password", service=SERVICE, passwordFieldRules="minlength: 12; maxlength: 14; required: digit; allowed: lower;")
        made = {password["kind"]: password["value"] for password in answer["passwords"]}
        self.assertEqual(set(made), {"STRONG", "ALPHANUMERIC"})
        self.assertRegex(made["STRONG"], r"^(?=.*[0-9])[a-z0-9]{14}$")

    def test_the_user_can_choose_another_suggested_password_in_the_vaults_own_list(self):
        titles, answer = self.meet("generate-password", self.row("Suggest others"), lambda view: {"action": "choose", "row": "1"},
                                   service=SERVICE, choose=True)
        self.assertEqual(titles, ["New password"] * 2)
        password, = answer["passwords"]
        self.assertEqual(password["kind"], "PASSPHRASE")
        self.assertEqual(len(password["value"].split("-")), 6)

    def test_a_password_is_saved_after_consent_and_an_update_keeps_the_previous_one_in_the_history(self):
        def save(password, *picks):
            return self.meet("save-password", *picks, service=SERVICE, user="ben", sessionID="s", event=1, password=password)
        titles, answer = save("first password", self.agree)
        self.assertEqual((titles, answer["type"]), (["Save this password?"], "saved"))
        kept, = [entry for entry in self.entries("list") if entry["user"] == "ben"]
        self.assertEqual(kept["services"], [ORIGIN])
        titles, answer = save("second password", self.row("Update"))
        self.assertEqual((titles, answer["type"]), (["Update a saved password?"], "saved"))
        self.assertEqual([entry["record"] for entry in self.entries("list") if entry["user"] == "ben"], [kept["record"]])
        self.assertEqual(self.entries("trash"), [])
        former = self.run_well("passfold show ben --kind password --reveal --former 0").text.splitlines()
        self.assertEqual(former[0], "first password")
        # It is kept by now, so there is nothing to ask.
        titles, answer = save("second password")
        self.assertEqual((titles, answer["type"]), ([], "saved"))

    def test_a_browser_that_asks_for_a_text_of_the_users_choice_is_disconnected(self):
        self.client.begin("choose-text", context=CONTEXT)
        with self.assertRaises(ConnectionError):
            while True:
                message = self.client.receive(20.0)
                self.assertIsNotNone(message, "the host did not end")
                self.assertNotIn(message["type"], ("present", "text"))
