# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a page's script gets from a passkey beyond the signature, through browser, extension, broker and vault."""

import json

from demo.devtools import until
from world_for_tests import WorldTestCase

# The page's own button, since a browser requires a user gesture for a ceremony. The result is kept as text for reading.
ASK = """(() => {
  const hex = (buffer) => buffer instanceof ArrayBuffer ? [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('') : null;
  const bytes = (text) => new TextEncoder().encode(text);
  document.querySelector('#ask')?.remove();
  const button = document.createElement('button');
  button.id = 'ask';
  button.textContent = 'Ask';
  window.outcome = null;
  button.onclick = async () => {
    try {
      const credential = await navigator.credentials.%s;
      const { credProps, prf, largeBlob } = credential.getClientExtensionResults();
      window.outcome = JSON.stringify({ rk: credProps?.rk, enabled: prf?.enabled, first: hex(prf?.results?.first), second: hex(prf?.results?.second),
        supported: largeBlob?.supported, written: largeBlob?.written, blob: hex(largeBlob?.blob), id: hex(credential.rawId) });
    } catch (error) {
      window.outcome = JSON.stringify({ error: error.name });
    }
  };
  document.body.prepend(button);
})()"""
CREATE = """create({ publicKey: {
  rp: { name: 'Shop' }, user: { id: bytes('anne'), name: 'anne.lindqvist', displayName: 'Anne' }, challenge: bytes('a challenge of a page'),
  pubKeyCredParams: [{ type: 'public-key', alg: -8 }, { type: 'public-key', alg: -7 }],
  extensions: { credProps: true, prf: {}, largeBlob: { support: 'required' } } } })"""
GET = """get({ publicKey: {
  challenge: bytes('another challenge'), allowCredentials: [{ type: 'public-key', id: Uint8Array.from('%s'.match(/../g), (byte) => parseInt(byte, 16)) }],
  userVerification: 'discouraged', extensions: { %s } } })"""


class PasskeyExtensionTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.world.start_site()
        self.world.trust_authority()
        self.world.register_host()
        self.person.page = self.world.start_browser().first_page()
        self.person.open_site("/")

    def ask(self, request, consent):
        """Returns what the page's script receives once the user has agreed in the popup."""
        page = self.person.page
        page.read(ASK % request)
        page.click("#ask")
        popup = self.person.popup()
        popup.click(consent)
        outcome = until(lambda: page.read("window.outcome"), timeout=60, what="the page's answer")
        return {name: value for name, value in json.loads(outcome).items() if value is not None}

    def test_a_page_gets_prf_results_and_stores_a_large_blob_with_its_passkey(self):
        made = self.ask(CREATE, "#confirm")
        passkey = made.pop("id", None)
        self.assertEqual(made, {"rk": True, "enabled": True, "supported": True})

        def get(extensions):
            answer = self.ask(GET % (passkey, extensions), "[data-row]")
            self.assertEqual(answer.pop("id", None), passkey)
            return answer

        both = get("prf: { eval: { first: bytes('notes'), second: bytes('keys') } }")
        self.assertEqual(sorted(both), ["first", "second"])
        self.assertEqual([len(both["first"]), len(both["second"])], [64, 64])
        self.assertNotEqual(both["first"], both["second"])
        self.assertEqual(get("prf: { eval: { first: bytes('keys') } }"), {"first": both["second"]})

        self.assertEqual(get("largeBlob: { write: bytes('a certificate') }"), {"written": True})
        self.run_well("passfold lock")
        self.assertEqual(get("largeBlob: { read: true }"), {"blob": b"a certificate".hex()})

        # A new passkey's PRF has results at once if the user was verified: here the vault was locked. They equal the later ones.
        def create(account):
            request = CREATE.replace("id: bytes('anne')", f"id: bytes('{account}')")
            return self.ask(request.replace("prf: {}", "prf: { eval: { first: bytes('notes'), second: bytes('keys') } }"), "#confirm")

        self.run_well("passfold lock")
        made = create("ben")
        passkey, at_once = made.pop("id"), {name: made.pop(name) for name in ("first", "second")}
        self.assertEqual(made, {"rk": True, "enabled": True, "supported": True})
        self.assertEqual(get("prf: { eval: { first: bytes('notes'), second: bytes('keys') } }"), at_once)
        # While the vault is open, the user is not verified for a service that does not require it.
        made = create("carla")
        made.pop("id")
        self.assertEqual(made, {"rk": True, "enabled": True, "supported": True})


# What the page is told about the browser's abilities, with a new question at each reading.
ABILITIES = """(() => {
  const told = window.abilities ?? null;
  window.abilities = null;
  Promise.all([PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(), PublicKeyCredential.getClientCapabilities()]).then(
    ([verifying, capabilities]) => {
      window.abilities = [verifying, capabilities.userVerifyingPlatformAuthenticator, capabilities.passkeyPlatformAuthenticator];
    });
  return told;
})()"""


class PasskeyAbilityTests(WorldTestCase):

    def assert_told(self, expected, where):
        """Holds once it was seen twice: at the first time, an earlier question is still under way."""
        seen = []

        def look():
            seen.append(self.person._read(lambda: self.person.page.read(ABILITIES)))
            told = [one for one in seen if one is not None]
            return told[-2:] == [expected, expected]

        until(look, timeout=20, what=lambda: f"{expected} {where} ({seen[-3:]})")

    def test_a_page_sees_passkey_support_only_while_a_provider_creates_passkeys(self):
        self.make_world()
        self.world.start_site()
        self.world.trust_authority()
        self.world.register_host()
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.person.page = self.world.start_browser().first_page()
        self.person.open_site("/")
        # Chromium has no authenticator of its own on Linux.
        nothing, everything = [False] * 3, [True] * 3
        self.assert_told(nothing, "without a vault")
        self.run_well("passfold init --recovery-kit kit.txt")
        self.assert_told(everything, "with a vault")
        self.run_well("passfold lock")
        self.assert_told(everything, "with a locked vault")
        self.run_well("passfold providers disable Passfold")
        self.assert_told(nothing, "without a provider")
        self.run_well("passfold providers enable Passfold")
        self.assert_told(everything, "with a locked vault again")
