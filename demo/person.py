# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The user of the journey: what they know, and what they do with page, mark, popup and terminal."""

import base64
import secrets
import time

from demo.album import terminal_page
from demo.devtools import DevToolsError, until

PERIOD = 30


class Missed(Exception):
    """A promise was not kept; says what was observed instead."""


def expect(holds, seen):
    if not holds:
        raise Missed(seen)


class Person:
    """A user at a computer of a throw-away world."""

    def __init__(self, world):
        self.world = world
        self.user = "anne.lindqvist"
        self.service = "shop.example"
        self.site_title = "Shop Example"
        self.passphrase = "harbour lantern " + secrets.token_hex(5)
        self.password = "Kiesel-" + secrets.token_hex(7)
        self.code_secret = None
        self.other_service = "mail.example"
        self.other_secret = base64.b32encode(secrets.token_bytes(20)).decode()
        self.page = None
        self.terminal = None
        self._last_period = 0

    def sit_down(self, visible=False):
        """Opens a terminal and a browser, which may have the extension but is not connected."""
        self.terminal = self.world.terminal()
        self.page = self.world.start_browser(visible, connects=False).first_page()

    def needles(self):
        """Returns the texts that must not be found anywhere unencrypted, by name."""
        found = {"passphrase": self.passphrase, "password": self.password, "account": self.user, "site": self.service, "host": "login.shop.example",
                 "site-title": self.site_title, "secret-of-other-service": self.other_secret, "other-site": self.other_service}
        if self.code_secret:
            found["secret"] = self.code_secret
        return found

    def names_site(self, text):
        """Whether a text names the service, by its domain or by the title in its set-up link."""
        return self.service in text.lower() or self.site_title.lower() in text.lower()

    # At the site

    def open_site(self, path="/"):
        self.page.go(self.world.origin + path)

    def signed_in_user(self):
        return self._read(lambda: self.page.text("#signed-in-user"))

    def flash(self):
        return self._read(lambda: self.page.text("#flash")) or "no message"

    @staticmethod
    def _read(look):
        """Reads the page; returns None if it is being replaced by the next one."""
        try:
            return look()
        except DevToolsError:
            return None

    def sign_up(self):
        self.open_site("/")
        self.page.click("#sign-up-link")
        until(lambda: "/sign-up" in (self._read(self.page.address) or ""), what="the sign-up page")
        self.page.write("#username", self.user)
        self.page.write("#password", self.password)

    def sign_out(self):
        self.page.click("#sign-out")
        until(lambda: self._read(lambda: self.page.node("#sign-out")) is None, what="the end of the session")

    def sign_in_by_password(self):
        """Types the user name and password into the sign-in page and submits them."""
        self.open_site("/sign-in")
        self.page.write("#username", self.user)
        # Users continue with the Tab key.
        self.page.press("Tab")
        self.page.type(self.password)
        self.page.press("Enter")

    def enter_password(self):
        """Performs the first half of a sign-in: user name and password, up to the code field."""
        self.sign_in_by_password()
        until(lambda: self._read(lambda: self.page.node("#code")), what=lambda: f"the code field (the site said: {self.flash()})")

    def wait_for_fresh_code(self):
        """Waits until the current code is unused and not about to change, because a site accepts each code once; returns the wait in
        milliseconds."""
        start = time.monotonic()
        until(lambda: int(time.time()) // PERIOD > self._last_period and self.has_time_left(), timeout=PERIOD + 10,
              what="a fresh code", pause=0.1)
        return (time.monotonic() - start) * 1000

    @staticmethod
    def has_time_left():
        """Whether a code picked now is filled without a question, which appears when less than five seconds are left."""
        return time.time() % PERIOD < PERIOD - 10

    def fill_from(self, popup, field):
        """Picks the first row until the field is filled; an unconfirmed code, or one about to expire, asks once more."""
        popup.see("[data-row]")
        until(self.has_time_left, timeout=PERIOD, what="a code with some time left", pause=0.1)
        title = popup.text("h1")
        popup.click("[data-row]")

        def asks_again():
            asked = self._read(lambda: popup.is_open and popup.node("[data-row]") and popup.text("h1"))
            return asked and asked != title

        until(lambda: self._read(lambda: self.page.value(field)) or asks_again(), what=f"a value in {field}")
        if not self._read(lambda: self.page.value(field)):
            popup.click("[data-row]")
        return self.field_fills(field)

    def submit_code(self, button="#submit"):
        """Submits the code; returns True if the site shows the account."""
        self._last_period = int(time.time()) // PERIOD
        self.page.click(button)
        until(lambda: self.signed_in_user() or self.flash() != "no message", what="the site's answer")
        return self.signed_in_user() == self.user

    # The mark in the page

    def mark(self):
        """Returns the box of the mark under a field, as drawn; None if there is none."""
        return self._read(self.page.mark)

    def focus(self, selector, timeout=30.0):
        """Clicks into a field and waits for the mark; returns its box after checking that it is next to the field and does not cover it."""
        clicked = 0.0

        def look():
            """Repeats a click that the browser dropped, so that the field has no focus."""
            nonlocal clicked
            if clicked == 0.0 or (time.monotonic() > clicked + 2 and not self._read(lambda: self.page.has_focus_on(selector))):
                self.page.click(selector)
                clicked = time.monotonic()
            return self.mark()

        box = until(look, timeout, lambda: f"the mark under {selector}, which has {'the' if self.page.has_focus_on(selector) else 'no'} focus,")

        def gap():
            """Returns the pixels between the field and the mark below, above or next to it; negative if it covers the field."""
            nonlocal box
            box = self.mark() or box
            left, top, right, bottom = self.page.see(selector)
            return max(box[1] - bottom, top - box[3], box[0] - right, left - box[2])

        try:
            until(lambda: -1 <= gap() <= 40, timeout=10.0)
        except TimeoutError:
            raise Missed(f"the mark is {gap():.0f} px from {selector}") from None
        return box

    def use_mark(self, box):
        """Clicks the mark; the extension's popup opens."""
        self.page.click_box(box)
        return self.popup()

    def ask_in_page(self, selector, words):
        """Uses the mark under a field, and waits until the popup offers something with the given words.

        The page's own request, for a passkey, is offered only if it was made before the popup opened; a user who was faster opens the popup
        again.
        """
        for patience in (10.0, 30.0):
            popup = self.use_mark(self.focus(selector))
            try:
                until(lambda: any(words.lower() in text.lower() for text in self.offered(popup)), patience)
                return popup
            except TimeoutError:
                said = " / ".join((self._read(lambda: popup.text("#screen")) or "nothing").split())
                if patience == 10.0:
                    popup.press("Escape")
                    until(lambda: not popup.is_open, what="the end of the popup")
        raise Missed(f"the popup offers nothing that says {words!r}; it says: {said[:300]}")

    def offered(self, popup):
        """Returns the text of each row of the popup."""
        return self._read(lambda: popup.texts("[data-row]")) or []

    def choose(self, popup, words):
        """Picks the row of the popup with all the words; tries again if the list changed under the click, which then does not count."""
        def fitting():
            rows = self._read(lambda: popup.read("[...document.querySelectorAll('[data-row]')].map(row => [row.dataset.row, row.innerText])")) or []
            return [row for row in rows if all(word.lower() in row[1].lower() for word in words)]
        for is_last in (False, False, True):
            row = until(fitting, 30, lambda: f"a row that says {words}: {self.offered(popup)}")[0]
            popup.click(f'[data-row="{row[0]}"]')
            try:
                return until(lambda: row not in fitting(), 5, f"what follows on {words}")
            except TimeoutError:
                if is_last:
                    raise

    def show_all(self, selector):
        """Opens the list of everything for a field."""
        popup = self.use_mark(self.focus(selector))
        popup.click("#show-all")
        return popup

    # The popup

    def popup(self, timeout=30.0):
        try:
            popup = self.world.browser.popup(self.world.popup_address, timeout)
        except TimeoutError as error:
            raise TimeoutError(f"{error}; the page says: {self.flash()}") from None
        until(lambda: self._read(lambda: popup.text("h1")), what="something in the popup")
        return popup

    def popup_says(self, popup, words, timeout=30.0):
        """Waits until the popup shows these words and returns its whole text."""
        def look():
            said = self._read(lambda: popup.text("#screen")) or ""
            self._last_said = said or self._last_said
            return said if words.lower() in said.lower() else None
        self._last_said = ""
        try:
            return until(look, timeout)
        except TimeoutError:
            raise Missed(f"the popup does not say {words!r}; it says: {' / '.join(self._last_said.split())[:300] or 'nothing'}") from None

    def popup_closes(self, popup, timeout=30.0):
        try:
            until(lambda: not popup.is_open, timeout, "the end of the popup")
        except TimeoutError:
            raise Missed(f"the popup stayed open and says: {' '.join((popup.text('#screen') or '').split())[:300]}") from None

    def field_fills(self, selector, timeout=30.0):
        return until(lambda: self._read(lambda: self.page.value(selector)), timeout, f"a value in {selector}")

    # Prompts and commands

    def will_answer(self, *answers):
        self.world.answer_prompts(*answers)
        self._prompts_before = len(self.world.shown_prompts())

    def was_asked(self):
        return self.world.shown_prompts()[self._prompts_before:]

    def show_terminal(self, album, answers, prompts, caption):
        """Takes a picture of the terminal, in a separate browser: another tab next to the page would close the popup."""
        tab = self.world.easel()
        frame = tab.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        tab.call("Page.setDocumentContent", {"frameId": frame, "html": terminal_page(answers, prompts)})
        size = tab.read("({w: document.body.offsetWidth, h: document.body.offsetHeight})")
        tab.call("Emulation.setDeviceMetricsOverride", {"width": size["w"], "height": size["h"], "deviceScaleFactor": 1, "mobile": False})
        album.picture(tab, "terminal", caption)
        tab.call("Emulation.clearDeviceMetricsOverride")
