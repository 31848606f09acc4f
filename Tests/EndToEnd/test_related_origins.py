# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""One shop under two domains: passkeys of the first at the second, if the first allows it."""

import json

from demo.devtools import until
from demo.world import ABROAD
from world_for_tests import WorldTestCase

# The page's own button, since a browser requires a user gesture for a ceremony.
ASK = """(() => {
  const bytes = (text) => new TextEncoder().encode(text);
  const button = document.createElement('button');
  button.id = 'ask';
  button.textContent = 'Ask';
  window.outcome = null;
  button.onclick = async () => {
    try {
      await navigator.credentials.%s;
      window.outcome = 'a credential';
    } catch (error) {
      window.outcome = error.name;
    }
  };
  document.querySelector('#ask')?.remove();
  document.body.prepend(button);
})()"""
GET = "get({ publicKey: { challenge: bytes('a challenge of a page'), rpId: 'shop.example' } })"
CREATE = """create({ publicKey: { rp: { id: 'shop.example', name: 'Shop' }, user: { id: bytes('anne'), name: 'anne', displayName: 'Anne' },
  challenge: bytes('a challenge of a page'), pubKeyCredParams: [{ type: 'public-key', alg: -7 }] } })"""


class RelatedOriginsTests(WorldTestCase):

    def open_shop(self, *more):
        self.make_world()
        self.make_vault()
        self.world.start_site(more=more)
        self.world.trust_authority()
        self.world.register_host()
        self.person.page = self.world.start_browser().first_page()

    def make_passkey_at_home(self):
        self.person.sign_up()
        self.person.page.press("Enter")
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account page ({self.person.flash()})")
        self.always_answer()
        self.person.page.click("#add-passkey")
        self.person.popup().click("#confirm")
        until(lambda: self.person._read(lambda: self.person.page.node("#passkeys li")), what=lambda: f"the passkey ({self.person.flash()})")

    def ask_abroad(self, request):
        """Returns the name of the exception that the page sees, without the user having been asked."""
        self.person.page.go(ABROAD + "/")
        self.person.page.read(ASK % request)
        self.person.page.click("#ask")
        return until(lambda: self.person.page.read("window.outcome"), timeout=30, what="the page's answer")

    def test_a_passkey_signs_in_at_a_related_origin_that_its_site_names(self):
        self.open_shop("--related-origin", ABROAD)
        self.world.develop_site()
        self.make_passkey_at_home()
        self.person.page.go(ABROAD + "/sign-in")
        self.person.page.click("#passkey-button")
        popup = self.person.popup()
        self.person.popup_says(popup, self.person.user)
        popup.click("[data-row]")
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account abroad ({self.person.flash()})")
        self.assertTrue(self.person.page.address().startswith(ABROAD))

    def test_an_origin_that_the_site_does_not_name_gets_a_security_error(self):
        self.open_shop("--related-origin", "https://shop.example.org")
        self.world.develop_site()
        for request in (GET, CREATE):
            self.assertEqual(self.ask_abroad(request), "SecurityError")

    def test_a_related_origins_document_that_cannot_be_trusted_permits_nothing(self):
        """Unreachable, named in settings that others may write, and behind a certificate of an unknown authority."""
        self.open_shop("--related-origin", ABROAD)
        settings = self.world.config / "passfold/developer.json"
        self.assertEqual(self.ask_abroad(GET), "SecurityError")
        self.world.develop_site()
        settings.chmod(0o666)
        self.assertEqual(self.ask_abroad(GET), "SecurityError")
        settings.chmod(0o600)
        sites = json.loads(settings.read_text())
        del sites["sites"]["shop.example"]["authority"]
        settings.write_text(json.dumps(sites))
        self.assertEqual(self.ask_abroad(GET), "SecurityError")
