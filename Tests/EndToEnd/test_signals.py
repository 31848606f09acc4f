# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a site reports about its accounts through the browser's methods, and what the vault does with it."""

import json

from demo.devtools import until
from world_for_tests import WorldTestCase


class SignalTests(WorldTestCase):

    def setUp(self):
        self.open_account()
        self.sign_in_for_a_passkey()
        # The account's own page reports its state by itself whenever it has loaded; this one reports nothing.
        self.person.open_site("/account/code")
        # What the site itself reports about the account.
        self.site_says = self.in_page("fetch('/passkeys/signals').then(answer => answer.json())")["allAcceptedCredentials"]

    def in_page(self, expression):
        """Returns the value of a promise in the page."""
        result = self.person.page.call(
            "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}, timeout=15.0)
        self.assertNotIn("exceptionDetails", result, result)
        return result["result"].get("value")

    def signal(self, method, **value):
        return self.in_page(f"PublicKeyCredential.{method}({json.dumps({'rpId': self.site_says['rpId'], **value})}).then(() => 'heard')")

    def entries(self, command):
        """Returns the passkeys in a listing by the command."""
        entries = json.loads(self.run_well(f"passfold {command} --json").text)
        return [entry for entry in entries if entry["kind"] == "passkey"]

    def accept(self, identifiers):
        self.assertEqual(self.signal(
            "signalAllAcceptedCredentials", userId=self.site_says["userId"], allAcceptedCredentialIds=identifiers), "heard")

    def test_a_passkey_that_the_site_no_longer_accepts_is_trashed_and_restored_when_accepted_again(self):
        self.assertEqual(len(self.entries("list")), 1)
        self.accept([])
        until(lambda: self.entries("list") == [], what="the passkey to leave the list")
        hidden, = self.entries("trash")
        self.assertTrue(hidden["hiddenByService"])
        self.assertIn("through the service", self.run_well("passfold trash").text)
        self.accept(self.site_says["allAcceptedCredentialIds"])
        until(lambda: len(self.entries("list")) == 1, what="the passkey to come back")
        self.assertEqual(self.entries("trash"), [])

    def test_invalid_text_and_identifiers_in_signals_do_not_break_the_pages_passkey_functions(self):
        able = "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
        self.assertTrue(self.in_page(able))
        # Half of a character, which no JSON outside a browser has.
        details = "{rpId: '%s', userId: '%s', name: 'anne\\ud800', displayName: '\\udfff'}" % (self.site_says["rpId"], self.site_says["userId"])
        self.in_page(f"PublicKeyCredential.signalCurrentUserDetails({details})")
        self.assertTrue(self.in_page(able))
        until(lambda: self.entries("list")[0]["user"] == "anne\ufffd", what="the new name")
        self.assertEqual(self.in_page(
            "PublicKeyCredential.signalUnknownCredential({rpId: '%s', credentialId: 'no base64'}).catch(error => error.name)" % self.site_says["rpId"]),
            "TypeError")
        self.assertTrue(self.in_page(able))

    def test_a_site_can_rename_and_hide_its_own_passkeys_and_not_those_of_another_site(self):
        self.assertEqual(self.signal("signalCurrentUserDetails", userId=self.site_says["userId"], name="anne.new", displayName="Anne"), "heard")
        until(lambda: self.entries("list")[0]["user"] == "anne.new", what="the new name")
        identifier = self.site_says["allAcceptedCredentialIds"][0]
        refusal = self.in_page(
            "PublicKeyCredential.signalUnknownCredential({rpId: 'bank.example', credentialId: '%s'}).catch(error => error.name)" % identifier)
        self.assertEqual(refusal, "SecurityError")
        self.assertEqual(len(self.entries("list")), 1)
        self.assertEqual(self.signal("signalUnknownCredential", credentialId=identifier), "heard")
        until(lambda: self.entries("list") == [], what="the passkey to leave the list")
        # The user has the last word.
        self.run_well(f"passfold restore {self.entries('trash')[0]['record']}")
        self.assertEqual(len(self.entries("list")), 1)

    def test_a_report_to_a_locked_vault_is_stored_without_a_prompt_and_applied_on_unlocking(self):
        self.run_well("passfold lock")
        asked = len(self.person.was_asked())
        self.accept([])
        kept = self.world.data / "passfold/vault/reports.sealed"
        until(kept.exists, what="the encrypted report")
        self.assertEqual(len(self.person.was_asked()), asked)
        self.assertNotIn(self.site_says["rpId"].encode(), kept.read_bytes())
        self.run_well("passfold unlock")
        self.assertEqual(self.entries("list"), [])
        self.assertTrue(self.entries("trash")[0]["hiddenByService"])
        self.assertFalse(kept.exists())
