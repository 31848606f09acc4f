# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The sign-in site with Chromium's own virtual authenticators, without Passfold: how it behaves with other browsers and devices."""

import itertools
import os
import unittest

from demo.browser import Browser
from demo.devtools import DevToolsError, until
from demo.world import NAMES, SITE, World
from world_for_tests import PREFIX, PROGRAMS

# A folder for pictures of the pages.
PICTURES = os.environ.get("PASSFOLD_TEST_PICTURES")
USER, PASSWORD = "anne.lindqvist", "kiesel unter wasser"
# Evaluates the PRF of any passkey of the account on one input, with the site's options.
EVALUATE_PRF = """(async () => {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const answer = await fetch('/passkeys/confirmation/options',
    {method: 'POST', headers: {'Content-Type': 'application/json', 'X-CSRF-Token': token}, body: '{}'});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await answer.json());
  publicKey.extensions = {prf: {eval: {first: new TextEncoder().encode('notes')}}};
  const credential = await navigator.credentials.get({publicKey});
  const first = credential.getClientExtensionResults().prf?.results?.first;
  return first ? Array.from(new Uint8Array(first)).join() : '';
})()"""

WITHOUT_MEDIATION = """{
  const create = CredentialsContainer.prototype.create;
  CredentialsContainer.prototype.create = function ({mediation, ...rest}) { return create.call(this, rest); };
}"""

# The browser handles the list of accepted passkeys as soon as one is created, or after a second, and the site hears of the new one later.
SLOW_SIGNALS = """{
  const create = CredentialsContainer.prototype.create;
  const signal = PublicKeyCredential.signalAllAcceptedCredentials;
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  let creates;
  const created = new Promise((resolve) => { creates = resolve; });
  CredentialsContainer.prototype.create = async function (options) {
    const credential = await create.call(this, options);
    creates();
    await pause(500);
    return credential;
  };
  PublicKeyCredential.signalAllAcceptedCredentials = async (list) => {
    await Promise.race([created, pause(1000)]);
    return signal.call(PublicKeyCredential, list);
  };
}"""


class VirtualAuthenticatorTests(unittest.TestCase):
    """One site and one browser for all; each test has new accounts, new cookies and new authenticators."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.world = World(PREFIX, PROGRAMS, least_cost=True)
        cls.addClassCleanup(cls.world.remove)
        cls.addClassCleanup(cls.world.stop)
        cls.world.start_site()
        cls.world.trust_authority()
        cls.world.browser = Browser(
            cls.world.profile, None, cls.world.environment, cls.world.folder / "browser.log",
            names=[(name, cls.world.site_port) for name in NAMES])
        cls.page = cls.world.browser.first_page()
        cls.page.call("WebAuthn.enable", {"enableUI": False})
        cls.numbers = itertools.count()

    devices = ()

    def setUp(self):
        self.begin()
        self.addCleanup(self.unplug)

    def begin(self):
        """A new account name, new cookies, no device."""
        self.unplug()
        self.user = f"{USER}.{next(self.numbers)}"
        self.page.call("Storage.clearCookies")

    def unplug(self):
        # A page that is still asking would be answered by the next test's device.
        self.page.go("about:blank")
        for device in self.devices:
            self.page.call("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})
        self.devices = []

    # The devices at hand

    # An internal device answers the offer in the user name field by itself; one that is plugged in waits for the button.
    def plug_in(self, resident=True, verifies=True, prf=True, transport="internal", synced=False):
        device = self.page.call("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": transport, "hasResidentKey": resident, "hasUserVerification": verifies,
            "hasPrf": prf, "automaticPresenceSimulation": True, "isUserVerified": verifies, "defaultBackupEligibility": synced,
            "defaultBackupState": synced}})["authenticatorId"]
        self.devices.append(device)
        return device

    def change_pages(self, script):
        """Runs a script in every page before the page's own, until the test ends."""
        added = self.page.call("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]
        self.addCleanup(self.page.call, "Page.removeScriptToEvaluateOnNewDocument", {"identifier": added})

    def credentials(self, device):
        return self.page.call("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    def read(self, selector):
        """Returns an element's text; None while the page is changing to the next one."""
        try:
            return self.page.text(selector)
        except DevToolsError:
            return None

    def shows(self, selector):
        return self.read(selector) is not None

    def wait_for(self, selector):
        until(lambda: self.shows(selector), 20, lambda: f"{selector} (the site said: {self.read('#flash')})")

    def wait_for_account(self):
        until(lambda: self.read("#signed-in-user") == self.user, 20, lambda: f"the account page (the site said: {self.read('#flash')})")

    def wait_for_words(self, words):
        until(lambda: words in (self.read("#flash") or ""), 20, lambda: f"the words {words!r} (the site said: {self.read('#flash')})")

    # The user's actions

    def sign_up_by_passkey(self):
        self.page.go(SITE + "/sign-up")
        self.page.write("#username", self.user)
        self.page.click("#passkey-sign-up")
        self.wait_for_account()

    def sign_up_by_password(self):
        self.page.go(SITE + "/sign-up")
        self.page.write("#username", self.user)
        self.page.write("#password", PASSWORD)
        self.page.press("Enter")
        self.wait_for_account()

    def add_passkey(self):
        self.page.click("#add-passkey")
        self.wait_for_words("Your passkey was added.")

    def sign_out(self):
        """Ends the session; no device answers the offer in the user name field until a test wants it to."""
        for device in self.devices:
            self.page.call("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": device, "enabled": False})
        self.page.click("#sign-out")
        self.wait_for("#passkey-button")

    def touch(self):
        for device in self.devices:
            self.page.call("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": device, "enabled": True})

    def enter_password(self):
        self.page.write("#username", self.user)
        self.page.press("Tab")
        self.page.type(PASSWORD)
        self.page.press("Enter")

    def open_passkey(self):
        self.page.click("#passkeys a")
        self.wait_for("#rename-passkey")

    # The promises

    def test_every_kind_of_device_signs_up_and_in(self):
        for resident, verifies, prf in itertools.product((True, False), repeat=3):
            with self.subTest(resident=resident, verifies=verifies, prf=prf):
                self.begin()
                device = self.plug_in(resident, verifies, prf, transport="usb")
                if verifies:
                    # The passkey is the whole sign-in.
                    self.sign_up_by_passkey()
                else:
                    # The key only proves possession: it follows a password.
                    self.sign_up_by_password()
                    self.page.click("#add-security-key")
                    self.wait_for_words("Your security key was added.")
                self.assertEqual([credential["isResidentCredential"] for credential in self.credentials(device)], [resident and verifies])
                self.sign_out()
                if verifies:
                    if not resident:
                        self.page.write("#username", self.user)
                    self.touch()
                    self.page.click("#passkey-button")
                else:
                    self.enter_password()
                    self.wait_for("#use-security-key")
                    self.assertFalse(self.shows("#signed-in-user"))
                    self.touch()
                    self.page.click("#use-security-key")
                self.wait_for_account()
                self.assertIn("last used", self.read("#passkeys"))
                self.open_passkey()
                facts = self.read(".facts")
                self.assertRegex(facts, r"\(PRF\)\s*" + ("yes" if prf else "no"))
                self.assertRegex(facts, r"Kept\s*On this device")
                self.assertRegex(facts, "alone, without a password" if verifies and resident else "your user name" if verifies else "after your password")

    def test_the_prf_of_a_passkey_gives_the_page_the_same_key_each_time(self):
        self.plug_in()
        self.sign_up_by_passkey()
        keys = [self.page.call("Runtime.evaluate", {"expression": EVALUATE_PRF, "awaitPromise": True, "returnByValue": True, "userGesture": True})
                ["result"].get("value") for _ in range(2)]
        self.assertEqual(keys[0], keys[1])
        self.assertEqual(len(keys[0].split(",")), 32)

    def test_the_user_name_field_offers_the_passkey(self):
        self.plug_in(synced=True)
        self.sign_up_by_passkey()
        self.assertIn("Synced", self.read("#passkeys"))
        self.sign_out()
        self.page.go(SITE)
        self.touch()
        self.page.go(SITE + "/sign-in")
        self.wait_for_account()

    def test_after_a_password_a_passkey_is_created_without_a_prompt(self):
        # Chromium makes one only if its own password manager has filled the password, and otherwise leaves the request open for ever; the
        # site's script and server are therefore tested without the one word that says not to ask.
        self.sign_up_by_password()
        device = self.plug_in(synced=True)
        self.sign_out()
        self.touch()
        self.change_pages(WITHOUT_MEDIATION)
        self.enter_password()
        self.wait_for_words("A passkey was made for next time.")
        self.assertEqual(len(self.credentials(device)), 1)

    def test_a_passkey_that_is_created_while_the_accepted_ones_are_listed_stays(self):
        self.sign_up_by_password()
        device = self.plug_in(synced=True)
        self.sign_out()
        self.touch()
        self.change_pages(SLOW_SIGNALS)
        self.change_pages(WITHOUT_MEDIATION)
        self.enter_password()
        self.wait_for_words("A passkey was made for next time.")
        self.assertEqual(len(self.credentials(device)), 1)

    def test_an_automatic_request_that_stays_open_does_not_block_adding_a_passkey(self):
        self.sign_up_by_password()
        self.plug_in()
        self.sign_out()
        self.touch()
        self.enter_password()
        self.wait_for_account()
        self.add_passkey()

    def test_a_passkey_that_was_removed_at_the_site_is_removed_from_the_device(self):
        device = self.plug_in()
        self.sign_up_by_password()
        self.add_passkey()
        self.assertEqual(len(self.credentials(device)), 1)
        self.open_passkey()
        self.page.click("#remove-passkey")
        self.wait_for_words("was removed")
        until(lambda: not self.credentials(device), 20, "the end of the passkey on the device")

    def test_a_replaced_passkey_is_discarded_and_the_new_one_signs_in(self):
        device = self.plug_in(transport="usb")
        self.sign_up_by_passkey()
        before = self.credentials(device)[0]["credentialId"]
        self.open_passkey()
        self.page.click("#replace-passkey")
        self.wait_for_words("was replaced")
        until(lambda: len(self.credentials(device)) == 1, 20, "one passkey on the device")
        self.assertNotEqual(self.credentials(device)[0]["credentialId"], before)
        self.sign_out()
        self.touch()
        self.page.click("#passkey-button")
        self.wait_for_account()

    def test_a_passkey_that_the_site_does_not_know_is_removed_from_the_device(self):
        # An internal one could answer the offer in the field before the button is pressed.
        device = self.plug_in(transport="usb")
        self.sign_up_by_password()
        self.add_passkey()
        credential = self.credentials(device)[0]
        self.open_passkey()
        self.page.click("#remove-passkey")
        self.wait_for_words("was removed")
        until(lambda: not self.credentials(device), 20, "the end of the passkey on the device")
        self.sign_out()
        self.page.call("WebAuthn.addCredential", {"authenticatorId": device, "credential": credential})
        self.touch()
        self.page.click("#passkey-button")
        self.wait_for_words("This passkey was not accepted.")
        until(lambda: not self.credentials(device), 20, "the end of the unknown passkey on the device")

    def test_a_counter_that_went_back_shows_a_notice(self):
        device = self.plug_in(transport="usb")
        self.sign_up_by_passkey()
        self.sign_out()
        credential = self.credentials(device)[0]
        self.page.call("WebAuthn.removeCredential", {"authenticatorId": device, "credentialId": credential["credentialId"]})
        self.page.call("WebAuthn.addCredential", {"authenticatorId": device, "credential": {**credential, "signCount": 0}})
        self.touch()
        self.page.click("#passkey-button")
        self.wait_for_account()
        self.assertIn("went back", self.read("#notices"))

    def test_a_device_that_has_a_passkey_for_the_account_creates_no_other(self):
        self.plug_in()
        self.sign_up_by_passkey()
        self.page.click("#add-passkey")
        self.wait_for_words("This device has a passkey for your account already.")

    def test_no_page_is_wider_than_the_narrowest_phone(self):
        self.plug_in()
        metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
        self.page.call("Emulation.setDeviceMetricsOverride", metrics)
        self.addCleanup(self.page.call, "Emulation.clearDeviceMetricsOverride")
        for path in ("/", "/sign-up", "/sign-in"):
            self.assert_narrow(path)
        self.sign_up_by_passkey()
        self.open_passkey()
        passkey = self.page.read("location.pathname")
        self.page.write("#name", "W" * 40)
        self.page.press("Enter")
        self.wait_for_words("The passkey has a new name.")
        for path in ("/account", passkey, "/account/code", "/account/password", "/account/confirm?for=passkeys"):
            self.assert_narrow(path)

    def assert_narrow(self, path):
        self.page.go(SITE + path)
        for scheme in ("light", "dark"):
            with self.subTest(path=path, scheme=scheme):
                self.page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
                self.assertLessEqual(self.page.read("document.documentElement.scrollWidth"), 360)
                if PICTURES:
                    self.page.screenshot(f"{PICTURES}/{path.strip('/').replace('/', '-').partition('?')[0] or 'start'}-{scheme}.png")

    def test_all_pages_work_without_a_mouse(self):
        self.plug_in()
        self.page.go(SITE + "/sign-up")
        # The page puts the focus there when it is first drawn, which is after it has loaded.
        until(lambda: self.page.read("document.activeElement?.localName") == "input", what="the focus in the first field")
        self.page.type(self.user)
        for key in ("Tab", "Enter"):
            self.page.press(key)
        self.wait_for_account()
        for _ in range(30):
            self.page.press("Tab")
            if self.page.has_focus_on("#passkeys a"):
                break
        self.assertTrue(self.page.has_focus_on("#passkeys a"))
        self.page.press("Enter")
        self.wait_for("#rename-passkey")
        for _ in range(30):
            self.page.press("Tab")
            if self.page.has_focus_on("#name"):
                break
        self.page.type("Laptop")
        self.page.press("Enter")
        self.wait_for_words("The passkey has a new name.")
        self.assertIn("Laptop", self.read("#passkeys"))


if __name__ == "__main__":
    unittest.main()
