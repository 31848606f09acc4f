# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What pages can do to the vault with the passkeys that they ask for."""

import base64
import json
import os
import time

from broker_clients import BrowserClient
from demo.devtools import until
from world_for_tests import WorldTestCase


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def page(origin, tab=1):
    return {"origin": origin, "topOrigin": origin, "ancestorOrigins": [], "tab": tab, "frame": 0, "document": "d1"}


def creation(user, relying_party=None, handle=None):
    return {
        "rp": {"name": "x", **({"id": relying_party} if relying_party else {})},
        "user": {"id": base64url(handle or os.urandom(16)), "name": user, "displayName": user},
        "challenge": base64url(os.urandom(32)), "pubKeyCredParams": [{"type": "public-key", "alg": -7}]}


class PagePasskeyTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.client = BrowserClient(self.world)
        self.addCleanup(self.client.close)

    def kept(self, command="list"):
        """Returns the user names of the passkeys."""
        entries = json.loads(self.run_well(f"passfold {command} --json").text)
        return [entry["user"] for entry in entries if entry["kind"] == "passkey"]

    def offered(self, site):
        return [item["account"] for item in self.client.suggestions(site, "current-password")]

    def create_unasked(self, origin, tab, user, relying_party=None, client=None):
        answer = (client or self.client).ask(
            "create-passkey", context=page(origin, tab), options=creation(user, relying_party), mediation="conditional")
        return answer["type"] if answer["type"] != "failure" else (answer["code"], answer["exception"])

    def ask_to_create(self, origin, user, handle=None):
        """Asks for a passkey; returns the request's number and the question's view."""
        number = self.client.begin("create-passkey", context=page(origin), options=creation(user, handle=handle))
        while True:
            message = self.client.receive(10.0)
            self.assertIsNotNone(message)
            if message["type"] == "present" and message["view"]["kind"] == "confirmation":
                return number, message["view"]["number"]

    def confirm(self, number, view):
        self.client.send({"type": "view-event", "id": number, "view": view, "action": "confirm"})

    def test_one_filled_password_permits_one_passkey_for_its_account_in_its_tab(self):
        site, user = self.person.service, self.person.user
        refused = ("nothingToOffer", "NotAllowedError")
        self.assertEqual(self.create_unasked(f"https://{site}", 1, user), refused)
        token = self.client.suggestions(site, "current-password")[0]["token"]
        self.assertEqual(self.client.ask("provide", token=token)["type"], "credential")
        other = BrowserClient(self.world)
        self.addCleanup(other.close)
        for origin, tab, name, relying_party, client in [
            (f"https://{site}", 9, user, None, None), (f"https://evil.{site}", 9, user, site, None),
            (f"https://evil.{site}", 9, "nobody", site, None), (f"https://evil.{site}", 1, user, None, None),
            (f"https://{site}", 1, user, None, other),
        ]:
            self.assertEqual(self.create_unasked(origin, tab, name, relying_party, client), refused, (origin, tab, name))
        # The site to which the sign-in leads.
        self.assertEqual(self.create_unasked(f"https://www.{site}", 1, user, site), "passkey-created")
        self.assertEqual(self.create_unasked(f"https://www.{site}", 1, user, site), refused)
        self.assertEqual(self.kept(), [user])

    def test_a_passkey_cancelled_at_the_moment_of_consent_is_kept_only_if_the_page_received_it(self):
        number, view = self.ask_to_create("https://race.example", "first", b"same")
        self.confirm(number, view)
        self.assertEqual(self.client.answer_to(number)["type"], "passkey-created")
        has = "first"
        for attempt in range(8):
            user = f"user{attempt}"
            number, view = self.ask_to_create("https://race.example", user, b"same")
            self.confirm(number, view)
            time.sleep(0.0015 * max(0, attempt - 2))
            self.client.send({"type": "cancel", "id": number})
            if self.client.answer_to(number)["type"] == "passkey-created":
                has = user
            until(lambda: self.kept() == [has], what=lambda: f"the passkey of {has} alone ({self.kept()})")
        self.assertNotIn(has, self.kept("trash"))

    def test_a_page_that_gives_its_account_an_overlong_name_hides_no_other_entry(self):
        number, view = self.ask_to_create("https://long.example", "x" * 9000)
        self.confirm(number, view)
        self.assertEqual(self.client.answer_to(number)["type"], "passkey-created")
        (self.world.home / "password").write_text("secret\n")
        self.run_well("passfold add login --service new.example --user later --password-stdin < password")
        until(lambda: self.offered("new.example") == ["later"], what="the login that was added afterwards")
        self.assertEqual(self.kept(), ["x" * 1024])
        # An import, or an earlier version on another device, may contain what no page can.
        (self.world.home / "import.csv").write_text(
            "name,url,username,password\nlong,https://imported.example," + "y" * 9000 + ",secret\n")
        self.run_well("passfold import --yes import.csv")
        self.run_well("passfold add login --service newest.example --user last --password-stdin < password")
        until(lambda: self.offered("newest.example") == ["last"], what="the login that was added after the import")
        self.assertEqual(len(self.offered("imported.example")), 1)
        self.assertLess(max(map(len, self.run_well("passfold list").text.splitlines())), 350)
