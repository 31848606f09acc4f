# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Where the mark stands: at the field, and on no field or button that a person goes on with."""

import unittest

from demo.devtools import until
from page_server import PageTestCase

FIELD = '<input id="{0}" aria-label="{0}" autocomplete="{1}" type="{2}" style="display:block;width:260px;height:30px;margin:0;box-sizing:border-box">'
STACK = FIELD.format("username", "username", "text") + FIELD.format("password", "current-password", "password")
BUTTON = '<button type="button" style="display:block;width:260px;height:40px;margin:0">Sign in</button>'
PAGE = "<!doctype html><title>Sign in</title><body style='margin:0'><h1 style='margin:0;font-size:16px'>Sign in</h1><form style='{}'>{}</form>"
PAGES = {
    "/stacked": PAGE.format("margin:200px 60px", STACK + BUTTON),
    "/top": PAGE.format("margin:0 60px", STACK + BUTTON),
    "/bottom": PAGE.format("position:fixed;bottom:0;left:60px", STACK),
    "/right-to-left": PAGE.format("margin:200px 160px;direction:rtl", STACK + BUTTON),
    "/alone": PAGE.format("margin:200px 60px", FIELD.format("username", "username", "text")),
}
# Every field and button, and whether each point of it, in steps of 4 pixels, is its own.
COVERED = """[...document.querySelectorAll('input, button')].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  for (let x = left + 2; x < right; x += 4) for (let y = top + 2; y < bottom; y += 4) if (document.elementFromPoint(x, y) !== one) return true;
  return false;
}).map((one) => one.id || one.textContent)"""


class MarkPlaceTests(PageTestCase):
    pages = PAGES
    has_account = False

    def test_the_mark_covers_neither_its_field_nor_the_next_one_nor_a_button(self):
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
                    self.assertEqual(page.read(COVERED), [], f"the mark stands at {box}")
                    seen = page.box(page.node(field))
                    distance = max(box[1] - seen[3], seen[1] - box[3], box[0] - seen[2], seen[0] - box[2])
                    self.assertLessEqual(distance, 8, "the mark is not at its field")


if __name__ == "__main__":
    unittest.main()
