# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Passkeys of pages in windows of every kind, and of pages that nobody touched: Passfold's, and the browser's own where Passfold does not
step in."""

import unittest

from demo.browser import Browser
from demo.devtools import until
from demo.world import NAMES, SITE
from page_server import PageTestCase

PAGE = """<!doctype html><title>Passkeys</title><h1>Passkeys</h1>
<button id="open">Open a window</button> <button id="make">Make a passkey</button>
<form><label>User name <input id="username" autocomplete="username webauthn"></label></form>
<script>
globalThis.outcome = null;
const make = async (name) => {
  const started = performance.now();
  try {
    const credential = await navigator.credentials.create({ publicKey: {
      rp: { name: 'Shop' }, user: { id: new TextEncoder().encode(name), name, displayName: name }, challenge: new Uint8Array(32),
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }], authenticatorSelection: { residentKey: 'required' } } });
    const isOfItsKind = credential instanceof PublicKeyCredential && Reflect.ownKeys(credential).length === 0;
    // Passkeys of Passfold are eligible for a backup, and those of the device are not (WebAuthn Level 3 §6.1, flag BE).
    const flags = new Uint8Array(credential.response.getAuthenticatorData())[32];
    globalThis.outcome = isOfItsKind ? flags & 8 ? 'by Passfold' : 'by the browser' : 'of another kind';
  } catch ({ name }) {
    globalThis.outcome = `${name} after ${Math.round(performance.now() - started)} ms`;
  }
};
document.querySelector('#open').onclick = () => open('/', '', 'popup,width=600,height=500');
document.querySelector('#make').onclick = () => make('anne');
</script>"""


class PageWindowTests(PageTestCase):
    pages = {"/": PAGE}

    def outcome(self, page):
        return until(lambda: page.read("outcome"), what="the end of the page's request")

    def tearDown(self):
        # The next test needs a single page of the site.
        self.page.go("about:blank")

    def other_page(self, besides):
        """Returns the page of a newly opened window."""
        def look():
            for info in list(self.world.browser.targets.values()):
                if info["type"] == "page" and info["url"].startswith(SITE) and info["targetId"] not in besides:
                    return info
            return None
        return self.world.browser.attach(until(look, what="the other window")["targetId"])

    def assert_passkeys_work(self, page):
        """A passkey is made in Passfold's popup; if the user does not want it there, the browser's own function makes it."""
        page.click("#make")
        popup = self.person.popup()
        self.person.popup_says(popup, "anne")
        popup.click("#confirm")
        self.assertEqual(self.outcome(page), "by Passfold")
        until(lambda: not popup.is_open, what="the end of the popup")
        page.read("outcome = null")
        self.plug_in_a_device(page)
        page.read("document.querySelector('#make').onclick = () => make('ben')")
        page.click("#make")
        popup = self.person.popup()
        self.person.popup_says(popup, "ben")
        popup.click("#other-device")
        self.assertEqual(self.outcome(page), "by the browser")

    def test_passkeys_and_suggestions_work_in_a_popup_window_and_passkeys_in_an_installed_web_app(self):
        self.page.go(SITE + "/")
        self.page.click("#open")
        with self.subTest("a popup window"):
            self.look_at(self.other_page({self.page.target_id}))
            self.assert_passkeys_work(self.page)
            popup = self.person.ask_in_page("#username", self.person.user)
            popup.click("#cancel")
        self.world.browser.quit()
        with self.subTest("a web app"):
            extension = self.world.prefix / "share/webext/passfold/chromium"
            self.world.browser = Browser(
                self.world.profile, extension, self.world.environment, names=[(name, self.world.site_port) for name in NAMES],
                log=self.world.folder / "browser.log", app=SITE + "/")
            self.look_at(self.other_page(()))
            # When a browser receives its extension on the command line, a page that arrives meanwhile may be lost.
            self.page.go(SITE + "/")
            self.assertTrue(self.page.read("matchMedia('(display-mode: standalone)').matches"))
            self.assert_passkeys_work(self.page)

    def test_an_untouched_page_opens_no_popup_and_gets_the_browsers_own_function(self):
        self.page.go(SITE + "/")
        self.plug_in_a_device(self.page)
        self.page.read("void make('anne')")
        self.assertEqual(self.outcome(self.page), "by the browser")
        self.assertIsNone(self.world.browser.target("page", self.world.popup_address))
        self.assertNotIn("passkey", self.run_well("passfold list").lower())


class FirefoxPageWindowTests(PageTestCase):
    pages = {"/": PAGE}
    is_firefox = True

    def windows(self):
        return self.world.browser.call("content", "WebDriver:GetWindowHandles")

    def other_window(self, besides):
        """Switches to a window that opened in addition to others."""
        window, = until(lambda: set(self.windows()) - besides, what="the other window")
        self.world.browser.call("content", "WebDriver:SwitchToWindow", {"handle": window})
        return window

    def test_passkeys_work_in_a_popup_window_of_firefox(self):
        self.page.go(self.world.origin + "/")
        first = set(self.windows())
        self.page.click("#open")
        page = self.other_window(first)
        self.page.click("#make")
        # The popup is a separate window here, which is driven like a page.
        self.other_window(first | {page})
        self.person.popup_says(self.page, "anne")
        until(lambda: self.page.look("return document.documentElement.hasAttribute('data-ready');"), what="a popup that takes clicks")
        self.page.click("#confirm")
        until(lambda: set(self.windows()) == first | {page}, what="the end of the popup")
        self.world.browser.call("content", "WebDriver:SwitchToWindow", {"handle": page})
        self.assertEqual(until(lambda: self.page.look("return document.defaultView.wrappedJSObject.outcome;"), what="the outcome"), "by Passfold")


if __name__ == "__main__":
    unittest.main()
