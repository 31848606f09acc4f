# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Passkeys of frames in pages of another origin, with and without permission by the permissions policy."""

import json
import unittest
import urllib.parse

from demo.devtools import until
from page_server import PageTestCase

# The positions of the buttons in the innermost page; every frame fills the page around it.
PLACES = {"create": (60, 30), "get": (60, 90)}
CEREMONY = """<!doctype html><title>Ceremony</title><style>
  button { position: absolute; left: 20px; width: 80px; height: 20px } #create { top: 20px } #get { top: 80px }
</style><button id="create">Make</button><button id="get">Sign in</button><script>
const own = (bytes) => Uint8Array.from(bytes);
const options = {
  create: { rp: { id: 'shop.example', name: 'Shop' }, user: { id: own([1]), name: 'anne', displayName: 'Anne' }, challenge: own([1, 2, 3]),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }], authenticatorSelection: { residentKey: 'required' } },
  get: { rpId: 'shop.example', challenge: own([4, 5, 6]) },
};
const control = new AbortController();
const ask = async (name) => {
  try {
    const credential = await navigator.credentials[name]({ publicKey: options[name], signal: control.signal });
    top.postMessage({ name, ...JSON.parse(new TextDecoder().decode(credential.response.clientDataJSON)) }, '*');
  } catch (error) {
    top.postMessage({ name, error: error.name }, '*');
  }
};
for (const name of ['create', 'get']) document.getElementById(name).onclick = () => ask(name);
// A script asks, without anybody's touch.
addEventListener('message', ({ data }) => (data === 'abort' ? control.abort() : options[data] && ask(data)));
// A click into a frame of another process that was not drawn yet goes to the page around it.
requestAnimationFrame(() => requestAnimationFrame(() => top.postMessage({ isReady: true }, '*')));
</script>"""
# The hash contains the frames inside: [kind, origin, attributes] from the outermost.
AROUND = """<!doctype html><title>Around</title><style>
  body { margin: 0 } iframe { position: fixed; left: 0; top: 0; width: 100%%; height: 100%%; border: 0 }
</style><script>
globalThis.told = [];
addEventListener('message', ({ data }) => (typeof data === 'object' ? told.push(data) : document.querySelector('iframe')?.contentWindow.postMessage(data, '*')));
const [[kind, origin, attributes], ...rest] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const frame = document.createElement('iframe');
for (const name in attributes) frame.setAttribute(name, attributes[name]);
// A document without an address has the last page itself, or a frame with an address that has it.
const holder = `<style>body { margin: 0 } iframe { position: fixed; width: 100%%; height: 100%%; border: 0 }</style><iframe></iframe>`;
const next = rest[0]?.[0] === 'src' && `${rest[0][1]}/${rest.length > 1 ? `around#${encodeURIComponent(JSON.stringify(rest.slice(1)))}` : 'ceremony'}`;
const inner = next ? holder.replace('<iframe>', `<iframe src="${next}" allow="${rest[0][2].allow ?? ''}">`) : %s;
if (kind === 'src') frame.src = rest.length > 0 ? `${origin}/around#${encodeURIComponent(JSON.stringify(rest))}` : `${origin}/ceremony`;
else if (kind === 'srcdoc') frame.srcdoc = inner;
addEventListener('DOMContentLoaded', () => {
  document.body.append(frame);
  if (kind !== 'about:blank') return;
  const inside = frame.contentDocument;
  inside.documentElement.innerHTML = inner;
  for (const old of inside.querySelectorAll('script')) {
    const made = inside.createElement('script');
    made.textContent = old.textContent;
    old.replaceWith(made);
  }
});
</script><body></body>""" % json.dumps(CEREMONY).replace("</", "<\\/")

GET = {"allow": "publickey-credentials-get *"}
CREATE = {"allow": "publickey-credentials-create *"}
BOTH = {"allow": "publickey-credentials-get *; publickey-credentials-create *"}
NEITHER = {"allow": "publickey-credentials-get 'none'; publickey-credentials-create 'none'"}
REFUSED = {"error": "NotAllowedError"}


class FramedPasskeys:
    """Tests for every browser."""

    pages = {"/around": AROUND, "/ceremony": CEREMONY}

    def origin(self, host):
        return f"https://{host}" + (f":{self.server.port}" if self.is_firefox else "")

    def setUp(self):
        super().setUp()
        self.login, self.pay, self.blog = map(self.origin, ("login.shop.example", "shop.example", "shop.example.net"))

    def open(self, top, *frames):
        # A different hash alone does not load another page.
        self.page.go("about:blank")
        self.page.go(f"{top}/around#{urllib.parse.quote(json.dumps(frames))}")
        until(lambda: self.told()[:1] == [{"isReady": True}], what="the innermost page")
        self.depth = len(frames)

    def told(self):
        return self.person._read(lambda: json.loads(self.ask("JSON.stringify(told)"))) or []

    def touch(self, name):
        x, y = PLACES[name]
        # Firefox's driver reaches a frame of another process only from inside it.
        for _ in range(self.depth if self.is_firefox else 0):
            self.world.browser.call("content", "WebDriver:SwitchToFrame", {"id": 0})
        self.page.click_box((x - 2, y - 2, x + 2, y + 2))
        if self.is_firefox:
            self.world.browser.call("content", "WebDriver:SwitchToFrame", {"id": None})

    def outcome(self, name, timeout=30):
        """Returns the result of the innermost page's request."""
        told = until(lambda: [one for one in self.told() if one.get("name") == name], timeout, f"the outcome of {name}")[-1]
        return {key: value for key, value in told.items() if key in ("error", "origin", "crossOrigin", "topOrigin")}

    def serve_ceremony(self, name, site):
        """Presses a button, consents in the popup, which names the site, and returns what the page received."""
        self.touch(name)
        popup = self.person.popup()
        self.person.popup_says(popup, site)
        popup.click("#confirm" if name == "create" else "[data-row]")
        outcome = self.outcome(name)
        self.person.popup_closes(popup)
        return outcome

    def assert_no_popup(self):
        if self.is_firefox:
            self.assertFalse(self.world.browser.call("chrome", "WebDriver:ExecuteScript", {
                "script": "return document.querySelector('.webextension-popup-browser') !== null;", "args": []})["value"])
        else:
            self.assertIsNone(self.world.browser.target("page", self.world.popup_address))

    def assert_refused(self, name):
        self.touch(name)
        self.assertEqual(self.outcome(name), REFUSED)
        self.assert_no_popup()

    def own(self, host="login.shop.example"):
        return {"origin": self.origin(host), "crossOrigin": False}

    def framed(self, top):
        return {"origin": self.login, "crossOrigin": True, "topOrigin": top}

    def site(self, origin):
        return origin.removeprefix("https://")

    def test_a_frame_of_the_same_origin_is_served_like_its_page_with_or_without_its_own_address(self):
        for frames in ([("src", self.login, {})], [("src", self.login, {}), ("src", self.login, {})], [("srcdoc", "", {})], [("about:blank", "", {})],
                       [("srcdoc", "", {}), ("src", self.login, {})], [("about:blank", "", {}), ("src", self.login, {})]):
            with self.subTest(frames=[kind for kind, *_ in frames]):
                self.open(self.login, *frames)
                self.assertEqual(self.serve_ceremony("create", self.site(self.login)), self.own())
                self.assertEqual(self.serve_ceremony("get", self.site(self.login)), self.own())

    def test_a_frame_that_no_policy_allows_is_refused_without_a_popup(self):
        for top in (self.blog, self.pay):
            with self.subTest(top=top):
                self.open(top, ("src", self.login, {}))
                self.assert_refused("create")
                self.assert_refused("get")


class FramedPasskeyTests(FramedPasskeys, PageTestCase):

    def test_a_frame_that_the_policy_allows_is_served_and_popup_and_client_data_name_both_origins(self):
        for top, *frames in ((self.blog, ("src", self.login, BOTH)), (self.pay, ("src", self.login, BOTH)),
                             (self.blog, ("src", self.login, BOTH), ("src", self.login, BOTH)),
                             (self.blog, ("src", self.login, BOTH), ("srcdoc", "", {})),
                             (self.blog, ("src", self.login, BOTH), ("about:blank", "", {})),
                             (self.blog, ("about:blank", "", BOTH), ("src", self.login, BOTH)),
                             (self.blog, ("srcdoc", "", BOTH), ("src", self.login, BOTH))):
            with self.subTest(top=top, frames=[kind for kind, *_ in frames]):
                self.open(top, *frames)
                both = f"{self.site(self.login)}, inside {self.site(top)}"
                self.assertEqual(self.serve_ceremony("create", both), self.framed(top))
                self.assertEqual(self.serve_ceremony("get", both), self.framed(top))

    def test_another_origin_between_two_same_origin_frames_is_named(self):
        self.open(self.login, ("src", self.blog, BOTH), ("src", self.login, BOTH))
        both = f"{self.site(self.login)}, inside {self.site(self.blog)}"
        self.assertEqual(self.serve_ceremony("create", both), self.framed(self.login))

    def test_the_permission_covers_only_the_ceremony_that_it_names(self):
        for policy, name in ((GET, "create"), (CREATE, "get")):
            with self.subTest(policy):
                self.open(self.blog, ("src", self.login, policy))
                self.assert_refused(name)

    def test_a_policy_that_denies_passkeys_applies_to_a_same_origin_frame(self):
        self.open(self.login, ("src", self.login, NEITHER))
        self.assert_refused("create")
        self.assert_refused("get")

    def test_no_passkey_is_created_in_another_origins_page_without_user_activation(self):
        self.open(self.blog, ("src", self.login, BOTH))
        self.ask("void document.querySelector('iframe').contentWindow.postMessage('create', '*')")
        self.assertEqual(self.outcome("create"), REFUSED)
        self.assert_no_popup()

    def test_the_button_for_other_devices_hands_the_request_to_the_browser(self):
        self.open(self.blog, ("src", self.login, BOTH))
        self.serve_ceremony("create", self.site(self.blog))
        self.touch("get")
        popup = self.person.popup()
        popup.click("#other-device")
        self.person.popup_closes(popup)
        # The browser waits for a missing device until the page gives up.
        self.assertEqual([one for one in self.told() if one.get("name") == "get"], [])
        self.ask("void document.querySelector('iframe').contentWindow.postMessage('abort', '*')")
        self.assertEqual(self.outcome("get"), {"error": "AbortError"})

    def test_declining_in_the_popup_ends_the_request(self):
        self.open(self.blog, ("src", self.login, BOTH))
        self.touch("create")
        popup = self.person.popup()
        popup.click("#cancel")
        self.assertEqual(self.outcome("create"), REFUSED)


class FirefoxFramedPasskeyTests(FramedPasskeys, PageTestCase):
    is_firefox = True

    def test_a_frame_that_the_policy_allows_is_left_to_firefox_which_hides_the_policy_from_extensions(self):
        self.open(self.blog, ("src", self.login, BOTH))
        self.touch("get")
        # Firefox's own dialog waits for a security key until the page gives up.
        with self.assertRaises(TimeoutError):
            self.outcome("get", timeout=2)
        self.assert_no_popup()
        self.ask("void document.querySelector('iframe').contentWindow.postMessage('abort', '*')")
        self.assertEqual(self.outcome("get"), {"error": "AbortError"})


if __name__ == "__main__":
    unittest.main()
