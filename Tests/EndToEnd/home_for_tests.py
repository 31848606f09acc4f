# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a user does in the popup's list of entries, and the worlds with a browser in which they do it."""

import contextlib

from demo.devtools import DevToolsError, until
from demo.person import Missed
from world_for_tests import WorldTestCase


class HomeSteps:
    """What a user does in the popup, in any browser."""

    def use_button(self):
        popup = self.world.browser.use_button(self.world.popup_address)
        self.see(popup, "#search, .closed")
        return popup

    def see(self, popup, selector, timeout=20.0):
        try:
            return until(lambda: self.person._read(lambda: popup.node(selector)), timeout)
        except TimeoutError:
            raise Missed(f"the popup shows no {selector}; it says: {' / '.join((self.person._read(lambda: popup.text('#screen')) or 'nothing').split())[:400]}") from None

    def says(self, popup, selector, words, timeout=20.0):
        found = lambda: self.person._read(lambda: popup.text(selector)) or ""  # noqa: E731
        try:
            until(lambda: words in found(), timeout)
        except TimeoutError:
            raise Missed(f"{selector} does not say {words!r}, but {found()!r}") from None

    def open_row(self, popup, row, shows):
        """Opens an entry of the list, whose page has this element. Clicks do not count while the list has just changed, and users click
        again."""
        for patience in (5.0, 20.0):
            popup.click(f".rows {row}")
            try:
                return self.see(popup, shows, patience)
            except Missed:
                if patience == 20.0:
                    raise

    def leave(self, popup):
        """Escape on the list closes the popup, sometimes before the key is released."""
        with contextlib.suppress(DevToolsError):
            popup.press("Escape")
        self.person.popup_closes(popup)

    def rows(self, popup):
        return self.person._read(lambda: popup.texts(".rows [data-kind]")) or []


class ChromiumHome(HomeSteps, WorldTestCase):
    """A world with Chromium, on a site's sign-in page."""

    def setUp(self):
        self.open_account()

    @staticmethod
    def back(popup):
        popup.press("Escape")

    def html(self):
        """Returns everything in the page."""
        return self.person.page.read("document.documentElement.outerHTML")

    def paste(self):
        """Pastes the clipboard into the page by keyboard, and returns it."""
        page = self.person.page
        page.write("#username", " ")
        control = {"modifiers": 2, "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "commands": ["selectAll"]}
        page.call("Input.dispatchKeyEvent", {"type": "keyDown", **control})
        page.press("Delete")
        page.call("Input.dispatchKeyEvent", {"type": "keyDown", "modifiers": 2, "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86, "commands": ["paste"]})
        return page.value("#username")


class FirefoxHome(HomeSteps, WorldTestCase):
    """A world with Firefox, on a site's sign-in page."""

    def setUp(self):
        world, person = self.make_world(), self.person
        self.make_vault()
        self.run_well("passfold browser register")
        world.start_site(shows_port=True)
        person.page = world.start_firefox().first_page()
        person.sign_up()
        person.page.press("Enter")
        self.see_account()
        person.sign_out()
        person.open_site("/sign-in")

    def use_button(self):
        popup = super().use_button()
        # Without a screen, Firefox leaves the keyboard focus in the page until the popup is clicked.
        popup.click("#search")
        return popup

    def html(self):
        """Returns everything in the page."""
        return self.person.page.look("return document.documentElement.outerHTML;")

    @staticmethod
    def back(popup):
        """In Firefox, Escape closes the popup, so going back has another key."""
        popup.press_with_alt("ArrowLeft")

    def paste(self):
        """Pastes the clipboard into the page by keyboard, and returns it."""
        return self.person.page.pasted("#username")
