# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a page can see of Passfold before the user consents to anything: a mark that is always the same, and nothing of the vault."""

import json
import statistics
import unittest

from demo.devtools import until
from demo.world import SITE
from page_server import PageTestCase

TRIALS = 40
FIELDS = ("username", "password", "code")
FORM = """
<h1>Sign in</h1>
<form><p><label>User name <input id="username" autocomplete="username webauthn"></label></p>
<p><label>Password <input id="password" type="password" autocomplete="current-password"></label></p><button type="button">Sign in</button></form>
<form><p><label>Code <input id="code" autocomplete="one-time-code"></label></p></form>
"""
# Everything that a page can set up to observe: its own elements and functions, observers and listeners.
SPY = """<script>
const seen = globalThis.seen = { log: [], trees: [] };
const spyOn = (base) => class extends base {
  constructor() { super(); const internals = this.attachInternals(); seen.trees.push(() => internals.shadowRoot?.textContent ?? ''); }
};
customElements.define('passfold-hint', spyOn(HTMLElement));
class OwnDiv extends HTMLDivElement { constructor() { super(); seen.log.push('a div was made here'); } }
customElements.define('own-div', OwnDiv, { extends: 'div' });
for (const [owner, names] of [[Document.prototype, ['createElement', 'createElementNS', 'hasFocus']], [Node.prototype, ['appendChild']],
    [Element.prototype, ['append', 'attachShadow', 'setAttribute', 'getBoundingClientRect']], [HTMLElement.prototype, ['showPopover']]]) {
  for (const name of names) {
    const own = owner[name];
    owner[name] = function (...list) { if (!seen.isOurs) seen.log.push(`called ${name}`); return own.apply(this, list); };
  }
}
new MutationObserver((records) => {
  for (const { type, attributeName, addedNodes, removedNodes } of records) {
    for (const node of addedNodes) {
      seen.node = node;
      seen.addedAt ??= performance.now();
      seen.log.push(`added ${node.outerHTML ?? node.data}`);
    }
    for (const node of removedNodes) seen.log.push(`removed ${node.outerHTML ?? node.data}`);
    if (type !== 'childList') seen.log.push(`changed ${type} ${attributeName}`);
  }
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
for (const type of ['beforetoggle', 'toggle', 'resize', 'scroll', 'focusin', 'focusout', 'animationstart', 'transitionrun', 'slotchange', 'message']) {
  addEventListener(type, ({ target }) => seen.log.push(`${type} at ${target.localName ?? 'the window'}`), true);
}
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** What is to be seen of a field that gets the focus by script, as text that is the same where nothing differs. */
globalThis.look = async (id) => {
  document.activeElement.blur();
  await wait(50);
  Object.assign(seen, { log: [], node: null, addedAt: null });
  document.getElementById(id).focus();
  await wait(250);
  const log = [...seen.log];
  const { node } = seen;
  let mark = null;
  if (node?.isConnected && node.localName) {
    seen.isOurs = true;
    const { x, y, width, height } = node.getBoundingClientRect();
    const { display, opacity, direction } = getComputedStyle(node);
    seen.isOurs = false;
    mark = { x, y, width, height, display, opacity, direction, above: document.elementFromPoint(x + width / 2, y + height / 2) === node,
      tree: node.shadowRoot, html: node.getHTML({ serializableShadowRoots: true }), ids: node.id, size: [node.scrollWidth, node.scrollHeight, node.offsetWidth] };
  }
  return JSON.stringify({ log, mark, size: [document.documentElement.scrollWidth, document.documentElement.scrollHeight] });
};
/** Milliseconds from a field's focus to the mark, as often as wanted. */
globalThis.time = async (id, count) => {
  const all = [];
  for (let trial = 0; trial < count; trial += 1) {
    document.activeElement.blur();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    seen.addedAt = null;
    const start = performance.now();
    document.getElementById(id).focus();
    for (let frame = 0; frame < 30 && seen.addedAt === null; frame += 1) await new Promise(requestAnimationFrame);
    all.push(seen.addedAt === null ? null : seen.addedAt - start);
  }
  return all;
};
/** What a page learns of accounts that a sign-in without a dialog may use: it names passkeys, and waits. */
globalThis.ask = (allowed) => {
  seen.asking?.abort();
  seen.asking = new AbortController();
  const allowCredentials = allowed.map((text) => ({ type: 'public-key', id: new TextEncoder().encode(text) }));
  seen.answer = null;
  navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), allowCredentials }, mediation: 'conditional', signal: seen.asking.signal })
    .then(() => { seen.answer = 'a credential'; }, ({ name }) => { seen.answer = name; });
};
</script>"""
PAGES = {
    "/": f"<!doctype html><title>Sign in</title>{FORM}{SPY}",
    "/autofocus": "<!doctype html><title>Sign in</title>" + FORM.replace('id="username"', 'id="username" autofocus') + SPY,
}


class PrivacyTestCase(PageTestCase):
    """The vault is empty at first."""

    pages = PAGES
    has_account = False

    def log(self):
        """Returns what the page has seen happen, except focus events, which are its own."""
        return [line for line in self.ask("seen.log") if not line.startswith("focus")]

    def look_at_all(self):
        """Returns everything that the page sees of its fields, which the user has touched once, and what it has read of closed trees."""
        self.page.go(self.world.origin + "/")
        self.page.click("h1")
        # Passkeys that the page asks for are not visible anywhere either.
        self.ask("ask(['a passkey that nobody has'])")
        seen = [json.loads(self.ask(f"look('{field}')")) for field in FIELDS]
        self.assertIsNone(self.ask("seen.answer"))
        return seen, set(self.ask("seen.trees.map((read) => read())"))

    def assert_the_same(self, seen):
        """Nothing seen in one state differs from what is seen in another, and it is one plain mark for each field."""
        first = next(iter(seen.values()))[0]
        for state, (now, trees) in seen.items():
            self.assertEqual(trees, set(), f"{state}: the page has read the closed tree")
            self.assertEqual(now, first, f"{state} can be distinguished from another")
        for field, what in zip(FIELDS, first):
            self.assertIsNotNone(what["mark"], f"there is no mark under {field}")
            self.assertEqual([line for line in what["log"] if line.startswith(("added", "called", "a div"))], ['added <div popover="manual"></div>'])
            self.assertEqual((what["mark"]["tree"], what["mark"]["html"]), (None, ""))
        self.assertEqual(len({(what["mark"]["width"], what["mark"]["height"]) for what in first}), 1, "the mark's size depends on the field")

    def assert_untouched_sees_nothing(self):
        """Dispatches events and moves the focus by script on an untouched page, and nothing happens."""
        self.page.go(self.world.origin + "/")
        self.ask("seen.log.length = 0")
        for field in FIELDS:
            self.ask(f"void document.getElementById('{field}').dispatchEvent(new FocusEvent('focusin', {{bubbles: true, composed: true}}))")
            self.ask("wait(300)")
            self.assertEqual(self.log(), [])
            self.ask(f"look('{field}')")
            self.assertEqual(self.log(), [])
        self.assertFalse(self.ask("navigator.userActivation.hasBeenActive"))
        # What the scripts in the page's own world passed to each other is gone.
        self.assertEqual(self.ask("Object.getOwnPropertyNames(globalThis).filter((name) => /passfold/i.test(name))"), [])


class PagePrivacyTests(PrivacyTestCase):

    def test_an_untouched_page_sees_nothing_whatever_it_does_with_the_focus(self):
        self.assert_untouched_sees_nothing()
        # A field that receives the focus automatically waits for the first touch, and a synthetic one does not count.
        self.page.go(SITE + "/autofocus")
        until(lambda: self.page.has_focus_on("#username"), what="the focus on the field")
        self.page.read("for (const type of ['keydown', 'keyup', 'pointerup', 'click', 'focusin', 'pageshow']) window.dispatchEvent(new Event(type))")
        self.ask("wait(300)")
        self.assertEqual(self.log(), [])
        self.assertIsNone(self.person.mark())
        self.page.press("ArrowUp")
        until(self.person.mark, what="the mark after the first touch")
        # Even after a touch, a synthetic focus has no effect.
        self.page.press("Escape")
        until(lambda: self.person.mark() is None, what="the end of the mark")
        self.page.read("document.activeElement.blur()")
        self.ask("wait(50)")
        self.page.read("seen.log.length = 0")
        self.page.read("document.getElementById('code').dispatchEvent(new FocusEvent('focusin', {bubbles: true, composed: true}))")
        self.ask("wait(300)")
        self.assertEqual(self.log(), [])

    def test_only_the_user_can_operate_the_mark_with_mouse_or_keyboard(self):
        def is_asked():
            return self.world.browser.target("page", self.world.popup_address) is not None

        self.page.go(SITE + "/")
        self.page.click("#password")
        until(self.person.mark, what="the mark")
        self.page.read("""{
          const field = document.getElementById('password');
          const options = { bubbles: true, composed: true, cancelable: true };
          for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) seen.node.dispatchEvent(new MouseEvent(type, options));
          seen.node.click();
          for (const key of ['ArrowDown', 'Enter']) field.dispatchEvent(new KeyboardEvent('keydown', { ...options, key }));
        }""")
        self.ask("wait(1000)")
        self.assertFalse(is_asked(), "a script has opened the popup")
        self.page.press("Escape")
        until(lambda: self.person.mark() is None, what="the end of the mark")
        self.page.click("#password")
        until(self.person.mark, what="the mark after another click")
        # Enter alone belongs to the page.
        self.page.press("Enter")
        self.ask("wait(300)")
        self.assertFalse(is_asked())
        self.page.press("ArrowDown")
        self.page.press("Enter")
        self.person.popup().click("#cancel")

    def test_what_a_page_sees_is_the_same_for_no_one_or_five_accounts_a_locked_vault_and_no_broker_or_host(self):
        seen, times = {}, {}

        def look(state):
            seen[state] = self.look_at_all()
            self.ask("time('password', 10)")
            times[state] = self.ask(f"time('password', {TRIALS})")

        look("no account")
        self.run_well(f"passfold add login --service {self.person.service} --user {self.person.user}")
        look("one account")
        for number in range(4):
            self.run_well(f"passfold add login --service {self.person.service} --user a.much.longer.name.of.account.{number}@mail.example")
        look("five accounts")
        self.run_well("passfold lock")
        look("a locked vault")
        self.world.kill("passfold-vault")
        self.world.kill("passfold-broker")
        look("no broker")
        for manifest in self.world.profile.glob("NativeMessagingHosts/*"):
            manifest.unlink()
        self.world.kill("passfold-browser-host")
        look("no host")

        self.assert_the_same(seen)
        medians = {}
        for state, trials in times.items():
            self.assertNotIn(None, trials, f"{state}: no mark appeared")
            medians[state] = statistics.median(trials)
        print("\nmark after focus: " + ", ".join(f"{state} {median:.2f} ms" for state, median in medians.items()), flush=True)
        self.assertLess(max(medians.values()) - min(medians.values()), 5, medians)


class FirefoxPagePrivacyTests(PrivacyTestCase):
    is_firefox = True

    def test_firefox_always_shows_the_same_mark_and_none_on_an_untouched_page(self):
        self.assert_untouched_sees_nothing()
        seen = {"no account": self.look_at_all()}
        self.run_well(f"passfold add login --service {self.person.service} --user {self.person.user}")
        seen["one account"] = self.look_at_all()
        self.run_well("passfold lock")
        seen["a locked vault"] = self.look_at_all()
        self.assert_the_same(seen)


if __name__ == "__main__":
    unittest.main()
