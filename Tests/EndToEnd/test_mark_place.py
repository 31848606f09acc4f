# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The position of the mark: at the field, and not on a field or button that the user needs next."""

import unittest

from demo.devtools import until
from page_server import PageTestCase

FIELD = '<input id="{0}" aria-label="{0}" autocomplete="{1}" type="{2}" style="display:block;width:260px;height:30px;margin:0;box-sizing:border-box">'
STACK = FIELD.format("username", "username", "text") + FIELD.format("password", "current-password", "password")
LABEL = "<label for='username' style='display:block;width:260px;height:30px'>User name</label>"
BUTTON = '<button type="button" style="display:block;width:260px;height:40px;margin:0">Sign in</button>'
PAGE = "<!doctype html><title>Sign in</title><body style='margin:0'><h1 style='margin:0;font-size:16px'>Sign in</h1><form style='{}'>{}</form>"
PAGES = {
    "/stacked": PAGE.format("margin:200px 60px", STACK + BUTTON),
    "/top": PAGE.format("margin:0 60px", STACK + BUTTON),
    "/bottom": PAGE.format("position:fixed;bottom:0;left:60px", STACK),
    "/right-to-left": PAGE.format("margin:200px 160px;direction:rtl", STACK + BUTTON),
    "/label": PAGE.format("margin:200px 60px", LABEL + FIELD.format("username", "username", "text") + BUTTON),
    "/alone": PAGE.format("margin:200px 60px", FIELD.format("username", "username", "text")),
}
FAR = "<!doctype html><title>Sign in</title><body style='margin:0'><button>Begin</button>{}"
# A field below the visible part of the window, in the page and in a scrolling box.
SCROLLED = {
    "/page": FAR.format(f"<div style='height:1500px'></div>{FIELD.format('username', 'username', 'text')}<p style='height:1500px'>"),
    "/box": FAR.format(f"<div style='height:300px;overflow:auto'><p style='height:500px'></p>{FIELD.format('username', 'username', 'text')}<p style='height:1500px'></div>"),
}
# Every field, label and button of which some point, in steps of 4 pixels, is covered by something else.
COVERED = """[...document.querySelectorAll('input, label, button')].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  for (let x = left + 2; x < right; x += 4) for (let y = top + 2; y < bottom; y += 4) if (document.elementFromPoint(x, y) !== one) return true;
  return false;
}).map((one) => one.id || one.textContent)"""


class MarkPlaceTests(PageTestCase):
    pages = PAGES
    has_account = False

    def test_the_mark_covers_no_field_label_or_button(self):
        page = self.person.page
        for path in PAGES:
            for field in ("#username", "#password"):
                with self.subTest(path=path, field=field):
                    page.go(self.world.origin + path)
                    if page.node(field) is None:
                        continue
                    page.click("h1")
                    page.click(field)
                    box = until(self.person.mark, what=f"the mark at {field} of {path}")
                    self.assertEqual(page.read(COVERED), [], f"the mark is at {box}")
                    seen = page.box(page.node(field))
                    distance = max(box[1] - seen[3], seen[1] - box[3], box[0] - seen[2], seen[0] - box[2])
                    self.assertLessEqual(distance, 8, "the mark is not at its field")


class MarkFollowingTests:
    pages = SCROLLED
    has_account = False

    def make(self, act):
        """Makes the page do something."""
        return self.person.page.look(f"return {act};") if self.is_firefox else self.person.page.read(act)

    def come_to_field(self, path):
        """Opens a page, moves to its field with the Tab key, and returns the mark's box."""
        page = self.person.page
        page.go(self.world.origin + path)
        page.click("button")
        page.press("Tab")
        if not page.has_focus_on("#username"):
            # Firefox also stops at a scrolling box.
            page.press("Tab")
        return until(self.person.mark, what=f"the mark at the field of {path}")

    def distance(self):
        """Returns the distance in pixels between the field and the mark; None without a mark."""
        mark = self.person.mark()
        left, top, right, bottom = self.make("(({ left, top, right, bottom }) => [left, top, right, bottom])(document.querySelector('#username').getBoundingClientRect())")
        return mark and round(max(mark[1] - bottom, top - mark[3], mark[0] - right, left - mark[2]))

    def draw(self):
        """Waits for two frames, after which every scroll has been reported."""
        self.make("requestAnimationFrame(() => requestAnimationFrame(() => { document.title = 'drawn'; }))")
        until(lambda: self.make("document.title") == "drawn", what="two frames")

    def scroll(self, what, pixels):
        self.make(f"({what}.scrollBy({{ top: {pixels}, behavior: 'instant' }}), 0)")

    def test_a_field_that_is_scrolled_into_view_on_focus_keeps_its_mark(self):
        for path in SCROLLED:
            with self.subTest(path=path):
                self.come_to_field(path)
                self.assertGreater(self.make("scrollY + document.querySelector('div').scrollTop"), 0)
                self.draw()
                self.assertEqual(self.distance(), 4)

    def test_the_mark_moves_with_its_field_and_disappears_when_the_field_is_out_of_sight(self):
        for path, what in (("/page", "document.scrollingElement"), ("/box", "document.querySelector('div')")):
            with self.subTest(path=path):
                self.come_to_field(path)
                self.draw()
                before = self.person.mark()
                self.scroll(what, 40)
                after = until(lambda: (now := self.person.mark()) != before and now, what="the mark at another place")
                self.assertEqual((after[0], self.distance()), (before[0], 4))
                self.scroll(what, 600)
                until(lambda: self.person.mark() is None, what="the end of the mark")


class ChromiumMarkFollowingTests(MarkFollowingTests, PageTestCase):
    pass


class FirefoxMarkFollowingTests(MarkFollowingTests, PageTestCase):
    is_firefox = True


if __name__ == "__main__":
    unittest.main()
