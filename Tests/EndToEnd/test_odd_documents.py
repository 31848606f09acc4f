# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Documents that are not what they seem: names that hide properties, documents emptied by script, drawn late, prepared before anybody saw
them, or kept for going back."""

import json
import unittest

from demo.devtools import until
from demo.world import SITE
from page_server import PageTestCase

# Properties of forms and documents that the extension reads. The test itself needs `document.querySelector`.
OF_FORMS = ("parentNode", "parentElement", "querySelectorAll", "querySelector", "localName", "shadowRoot", "getAttribute", "getRootNode", "contains",
            "textContent", "ownerDocument", "append", "host", "closest", "nextSibling", "previousSibling", "checkVisibility")
OF_DOCUMENTS = ("body", "activeElement", "hasFocus", "createElement", "createElementNS", "documentElement", "title", "addEventListener",
                "getElementById", "querySelectorAll", "prerendering", "append")
FORM = """<h1>Sign in</h1><form id="form" action="/elsewhere">%s<p><label>User name <input id="username" autocomplete="username webauthn"></label></p>
<p><label>Password <input id="password" type="password" autocomplete="current-password"></label></p><button>Sign in</button></form>"""
CREATE = """{ publicKey: { rp: { name: 'Shop' }, user: { id: new Uint8Array(8), name: 'anne', displayName: 'Anne' }, challenge: new Uint8Array(32),
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }], authenticatorSelection: { residentKey: 'required' } } }"""
ASK = """<script>
globalThis.outcome = null;
navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32) }, mediation: 'conditional' })
  .then(() => { outcome = 'a credential'; }, ({ name }) => { outcome = name; });
</script>"""
PAGES = {
    "/names": "<!doctype html><title>Names</title>" + FORM % "".join(f'<input type="hidden" name="{name}">' for name in OF_FORMS)
              + "".join(f'<img name="{name}" alt="">' for name in OF_DOCUMENTS),
    "/open": f"""<!doctype html><title>Open</title><p>Wait</p><script>
addEventListener('load', () => setTimeout(() => {{ document.open(); document.write({json.dumps(FORM % "")}); document.close(); }}));
globalThis.inFrame = async () => {{
  const frame = document.body.appendChild(document.createElement('iframe'));
  const {{ contentDocument, contentWindow }} = frame;
  contentDocument.open();
  contentDocument.write('<p>Written</p>');
  contentDocument.close();
  return contentWindow.navigator.credentials.create({CREATE}).then(() => 'a credential', ({{ name }}) => name);
}};
</script>""",
    "/kept": "<!doctype html><title>Kept</title>" + FORM % "" + ASK + """<script>
globalThis.isKept = false;
addEventListener('pageshow', ({ persisted }) => { if (persisted) isKept = true; });
</script>""",
    "/late": f"""<!doctype html><title>Late</title><h1>Late</h1><script>
globalThis.draw = () => document.body.insertAdjacentHTML('beforeend', {json.dumps(FORM % "")});
</script>""",
    "/elsewhere": "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>",
    "/first": """<!doctype html><title>First</title><h1>First</h1><script>
globalThis.goOn = async () => {
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  await wait(500);
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({ prerender: [{ source: 'list', urls: ['/prepared'], eagerness: 'immediate' }] });
  document.head.append(rules);
  await wait(2000);
  location.assign('/prepared');
};
</script>""",
    "/prepared": "<!doctype html><title>Prepared</title><script>globalThis.wasPrepared = document.prerendering;</script>" + FORM % "" + ASK,
}


class OddDocuments:
    """Tests for every browser."""

    pages = PAGES

    def assert_fills(self):
        popup = self.person.ask_in_page("#username", self.person.user)
        self.person.fill_from(popup, "#password")
        self.assertEqual(self.page.value("#username"), self.person.user)
        self.person.popup_closes(popup)

    def test_fields_and_images_named_like_properties_do_not_defeat_the_detector(self):
        self.page.go(self.world.origin + "/names")
        self.assertEqual(self.ask("[document.body.localName, document.querySelector('#form').parentNode.name]"), ["img", "parentNode"])
        self.assert_fills()

    def test_a_document_that_a_script_rewrites_is_filled(self):
        self.page.go(self.world.origin + "/open")
        self.page.see("#username")
        self.assert_fills()

    def test_a_field_added_after_the_page_was_loaded_and_clicked_is_filled(self):
        self.page.go(self.world.origin + "/late")
        self.page.click("h1")
        self.assertIsNone(self.person.mark())
        self.ask("void draw()")
        self.assert_fills()

    def test_a_page_restored_from_the_back_forward_cache_is_filled(self):
        self.page.go(self.world.origin + "/kept")
        self.page.click("#username")
        until(self.person.mark, what="the mark")
        self.page.go(self.world.origin + "/elsewhere")
        self.ask("void setTimeout(() => history.back())")
        until(lambda: self.person._read(lambda: self.ask("globalThis.isKept")), what="the page from the back-forward cache")
        self.page.click("h1")
        self.assert_fills()
        self.assertIsNone(self.ask("outcome"), "the request that waited without a dialog has ended")


class OddDocumentTests(OddDocuments, PageTestCase):

    def test_passkey_requests_of_a_frame_whose_document_was_emptied_immediately_still_finish(self):
        self.page.go(SITE + "/open")
        self.page.see("#username")
        # The browser's own function answers a request that Passfold does not handle.
        self.plug_in_a_device(self.page)
        self.page.read("outcome = null, void inFrame().then((what) => { outcome = what; })")
        self.assertEqual(until(lambda: self.page.read("outcome"), 20, "the end of the frame's request"), "a credential")

    def test_a_prerendered_page_is_filled(self):
        self.page.go(self.world.origin + "/first")
        # Chromium prepares no page while its developer tools are attached.
        self.page.read("void goOn()")
        self.world.browser.connection.call("Target.detachFromTarget", {"sessionId": self.page.session})
        info = until(lambda: self.world.browser.target("page", SITE + "/prepared"), what="the page in sight")
        self.look_at(self.world.browser.attach(info["targetId"]))
        until(lambda: self.person._read(lambda: self.page.read("document.visibilityState")) == "visible", what="the page in sight")
        self.assertTrue(self.page.read("wasPrepared"), "the page was not prepared before")
        self.assert_fills()


class FirefoxOddDocumentTests(OddDocuments, PageTestCase):
    is_firefox = True


if __name__ == "__main__":
    unittest.main()
