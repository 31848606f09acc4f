# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Ways to the popup other than the mark: a code after its password, the browser's own menu, and HTTP authentication."""

import base64
import json
import unittest

from demo.devtools import until
from demo.marionette import MarionetteError
from page_server import PageTestCase

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SIGN_IN = """<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form onsubmit="location = '/code'; return false"><label>User name <input id="username" autocomplete="username"></label>
<label>Password <input id="password" type="password" autocomplete="current-password"></label><button id="submit">Sign in</button></form>"""
CODE = """<!doctype html><title>Code</title><h1>Code</h1><form><label>Verification code
<input id="code" autocomplete="one-time-code" autofocus></label></form>"""
ODD = """<!doctype html><title>Odd</title><h1>Odd</h1><p><input id="odd" name="q7"></p>"""
LINKS = """<!doctype html><title>Files</title><h1>Files</h1><a id="private" href="/private/files">Private</a> <a id="closed" href="/closed/files">Closed</a>"""


class AroundPopup:
    """Tests for both browsers."""

    # The credentials that servers with HTTP authentication received, by path; by itself, a browser repeats those that were right in the
    # same realm or folder.
    given = {"/private/files": [], "/closed/files": []}

    @staticmethod
    def challenge(path, lets_in):
        def answer(headers):
            authorization = headers.get("Authorization")
            if authorization is not None:
                AroundPopup.given[path].append(base64.b64decode(authorization.removeprefix("Basic ")).decode())
            if authorization is None or not lets_in:
                return 401, {"WWW-Authenticate": f'Basic realm="{path}"'}, "<h1>No</h1>"
            return 200, {}, "<!doctype html><title>In</title><h1 id='in'>Let in</h1>"
        return answer

    @classmethod
    def setUpClass(cls):
        for given in cls.given.values():
            given.clear()
        cls.pages = {"/sign-in": SIGN_IN, "/code": CODE, "/odd": ODD, "/files": LINKS,
                     "/private/files": cls.challenge("/private/files", True), "/closed/files": cls.challenge("/closed/files", False)}
        super().setUpClass()
        link = f"otpauth://totp/{cls.person.service}:{cls.person.user}?secret={SECRET}&issuer={cls.person.service}"
        (cls.world.home / "link").write_text(link + "\n")
        cls.run_well("passfold add code --confirmed --setup-url-stdin < link")
        popup = cls.world.browser.open_popup(cls.world.popup_address)
        popup.click("#settings")
        popup.click("#http-sign-ins")
        until(lambda: popup.node("#http-sign-ins:checked"), what="the switch")
        cls.world.browser.close_popup(popup)

    def tearDown(self):
        self.page.go("about:blank")

    def test_after_a_password_the_popup_offers_the_code_of_the_same_login_and_focuses_it(self):
        person = self.person
        person.open_site("/sign-in")
        popup = person.ask_in_page("#password", person.user)
        person.fill_from(popup, "#password")
        person.popup_closes(popup)
        until(person.has_time_left, timeout=30, what="a code with some time left", pause=0.1)
        self.page.click("#submit")
        popup = person.popup()
        person.popup_says(popup, f"Fill the code for {person.user}?")
        self.assertEqual(self.page.value("#code"), "", "a code was released without a pick")
        until(lambda: popup.has_focus_on("[data-row]"), what=lambda: f"the focus on the code, from {popup.where_focus_is()},")
        self.take(popup)
        self.assertRegex(person.field_fills("#code"), r"^\d{6}$")
        person.popup_closes(popup)

    def test_a_server_that_asks_by_http_authentication_gets_the_login_that_the_user_picks(self):
        person = self.person
        person.open_site("/files")
        self.page.click("#private")
        popup = person.popup()
        person.popup_says(popup, "asks you to sign in")
        self.assertEqual(self.given["/private/files"], [], "something was given without a pick")
        popup.click("[data-row]")
        self.page.see("#in")
        self.assertEqual(self.given["/private/files"], [f"{person.user}:{person.password}"])

    def test_a_server_that_rejects_a_login_by_http_authentication_is_not_sent_it_again(self):
        person = self.person
        person.open_site("/files")
        self.page.click("#closed")
        popup = person.popup()
        popup.click("[data-row]")
        person.popup_closes(popup)
        popup = person.popup()
        person.popup_says(popup, "did not accept")
        self.assertEqual(len(self.given["/closed/files"]), 1)
        popup.click("#cancel")
        # Nothing is inspected before: the dialog is in front of the popup that closes.
        self.meet_the_browsers_dialog()
        person.popup_closes(popup)
        self.assertEqual(len(self.given["/closed/files"]), 1)


class ChromiumAroundPopupTests(AroundPopup, PageTestCase):

    def take(self, popup):
        popup.press("Enter")

    def meet_the_browsers_dialog(self):
        """This browser's own dialog cannot be reached here; its page continues without it."""

    def test_a_choice_in_the_context_menu_fills_an_unrecognised_field(self):
        person = self.person
        person.open_site("/odd")
        left, top, right, bottom = self.page.see("#odd")
        at = {"x": (left + right) / 2, "y": (top + bottom) / 2, "button": "right", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.page.call("Input.dispatchMouseEvent", {"type": kind, **at})
        self.choose_in_menu("fill-password")
        popup = person.popup()
        popup.click("[data-row]")
        self.assertEqual(person.field_fills("#odd"), person.user)
        self.assertNotIn(person.password, self.page.read("document.documentElement.outerHTML"))

    def test_a_popup_that_lost_its_focus_focuses_its_heading_when_it_is_shown_again(self):
        person = self.person
        person.open_site("/sign-in")
        popup = person.ask_in_page("#password", person.user)
        until(lambda: popup.has_focus_on("h1"), what="the focus on the heading")
        for seen_anew in ("document.dispatchEvent(new Event('visibilitychange'))", "window.dispatchEvent(new Event('focus'))"):
            # Immediately: a busy browser reports the window's focus late.
            self.assertTrue(popup.read("(document.activeElement.blur(), document.activeElement === document.body)"))
            popup.read(seen_anew)
            until(lambda: popup.has_focus_on("h1"), what=f"the focus back on the heading after {seen_anew}")
        popup.click("#cancel")
        person.popup_closes(popup)

    def test_a_keyboard_shortcut_opens_the_suggestions_for_the_focused_field_or_the_popup_and_fills_nothing(self):
        person = self.person
        person.open_site("/sign-in")
        person.focus("#password")
        for key, words in (("F", "Fill a password?"), ("H", "Passfold")):
            # With Control and Shift held down.
            pressed = {"modifiers": 2 + 8, "key": key, "code": f"Key{key}", "windowsVirtualKeyCode": ord(key), "nativeVirtualKeyCode": ord(key)}
            for kind in ("rawKeyDown", "keyUp"):
                self.page.call("Input.dispatchKeyEvent", {"type": kind, **pressed})
            popup = person.popup()
            person.popup_says(popup, words)
            self.assertEqual(self.page.value("#password"), "", "a key has filled the field without a pick")
            popup.press("Escape")
            person.popup_closes(popup)

    def test_the_browser_assigns_both_keyboard_shortcuts(self):
        given = json.loads(self.in_worker("chrome.commands.getAll().then(JSON.stringify)"))
        self.assertEqual({one["name"]: one["shortcut"] for one in given}, {"_execute_action": "Ctrl+Shift+H", "fill-field": "Ctrl+Shift+F"})

    def in_worker(self, expression):
        """Returns the value of an expression or promise in the extension's worker."""
        info = until(lambda: self.world.browser.target("service_worker", "chrome-extension://"), what="the worker")
        session = self.world.browser.attach(info["targetId"], "worker")
        evaluate = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        return self.world.browser.connection.call("Runtime.evaluate", evaluate, session=session)["result"].get("value")

    def choose_in_menu(self, entry):
        """The browser's own menus cannot be reached here: the worker receives what the browser would send it."""
        click = json.dumps({"menuItemId": entry, "editable": True, "frameId": 0})
        choose = f"chrome.tabs.query({{active: true, lastFocusedWindow: true}}).then(([tab]) => chrome.contextMenus.onClicked.dispatch({click}, tab))"
        self.in_worker(choose)


class FirefoxAroundPopupTests(AroundPopup, PageTestCase):
    is_firefox = True

    def take(self, popup):
        # The driver's keys do not reach this browser's popup.
        popup.click("[data-row]")

    def meet_the_browsers_dialog(self):
        def dismiss():
            try:
                self.world.browser.call("content", "WebDriver:DismissAlert")
            except MarionetteError:
                return False
            return True
        until(dismiss, what="the browser's own dialog")


if __name__ == "__main__":
    unittest.main()
