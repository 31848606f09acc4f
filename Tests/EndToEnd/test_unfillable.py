# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The limits of what a stored entry may contain, what a page may ask and how long that may take: nothing ends, locks or disables the vault.
"""

import base64
import os
import tempfile
import unittest

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from kept_elsewhere import PasswordStore
from world_for_tests import WorldTestCase

VAULT, PASS = "passfold.vault", "passfold.password-store"
# More than the number of faults that disables a provider.
PICKS = 4


def text_of(count):
    return base64.urlsafe_b64encode(os.urandom(count)).rstrip(b"=").decode()


class UnfillableTests(WorldTestCase):

    def setUp(self):
        # The socket of gpg-agent has a short path only if its folder has one.
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))

    def connect(self):
        self.make_vault()
        self.browser = BrowserClient(self.world)
        self.addCleanup(self.browser.close)
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)

    def pick(self, site, provider=None):
        items = []
        until(lambda: items.extend(one for one in self.browser.suggestions(site, "current-password") if provider in (None, one["provider"]))
              or items, what=f"the entry of {site}")
        return self.browser.answer_to(self.browser.begin("provide", token=items[0]["token"]), timeout=20)

    def assert_vault_serves(self):
        vault = self.settings.providers()[VAULT]
        self.assertEqual((vault["isEnabled"], vault["state"], vault["faults"]), (True, "unlocked", 0), vault)
        self.assertNotIn("for a fault", self.world.log("passfold-broker.log"))

    def test_a_value_that_no_field_accepts_is_reported_and_neither_locks_nor_disables_the_vault(self):
        self.connect()
        (self.world.home / "logins.csv").write_text(
            'name,url,username,password,note\nTwo lines,https://lines.example,anne,"first\nsecond",\n'
            'None,https://none.example,anne,,"a note of its own"\n')
        self.run_well("passfold import logins.csv --yes")
        (self.world.home / "tab").write_text("with\ttab\n")
        self.run_well("passfold add login --service tabby.example --user anne --password-stdin < tab")
        for _ in range(PICKS):
            self.assertEqual(self.pick("tabby.example").get("password"), "with\ttab")
            for site, reason in (("lines.example", "lineBreak"), ("none.example", "empty")):
                answer = self.pick(site)
                self.assertEqual((answer.get("code"), answer.get("detail")), ("notFillable", reason), answer)
        self.assert_vault_serves()

    def test_a_password_with_a_tab_from_pass_is_filled_and_an_entry_without_a_password_is_no_fault(self):
        store = PasswordStore(self.world)
        self.addCleanup(store.stop)
        store.insert("tabby.example/anne", "with\ttab\n")
        store.insert("none.example/anne", "\nlogin: anne\n")
        self.connect()
        self.run_well("passfold providers enable pass --allow-access")
        until(lambda: self.settings.providers()[PASS]["state"] in ("ready", "resting"), what="the names of the store's entries")
        for _ in range(PICKS):
            self.assertEqual(self.pick("tabby.example", "pass").get("password"), "with\ttab")
            answer = self.pick("none.example", "pass")
            self.assertEqual((answer.get("code"), answer.get("detail")), ("notFillable", "empty"), answer)
        kept = self.settings.providers()[PASS]
        self.assertEqual((kept["isEnabled"], kept["faults"]), (True, 0), kept)

    def test_a_pages_background_request_ends_promptly_and_leaves_the_vault_unlocked(self):
        self.connect()
        site = self.person.service
        for members, name in [({}, "A" * 80_000), ({"pubKeyCredParams": [{"type": "public-key", "alg": -257}]}, "Anne")] * PICKS:
            self.assertEqual(self.pick(site)["type"], "credential")
            options = {
                "rp": {"name": site, "id": site}, "user": {"id": text_of(16), "name": self.person.user, "displayName": name},
                "challenge": text_of(32), "pubKeyCredParams": [{"type": "public-key", "alg": -7}], **members}
            context = {"origin": f"https://{site}", "topOrigin": f"https://{site}", "ancestorOrigins": [], "tab": 2, "frame": 0, "document": "d2"}
            number = self.browser.begin("create-passkey", context=context, options=options, mediation="conditional")
            # The system would give up after five seconds.
            self.assertIsNotNone(self.browser.answer_to(number, timeout=4), (len(name), members))
        self.assert_vault_serves()


if __name__ == "__main__":
    unittest.main()
