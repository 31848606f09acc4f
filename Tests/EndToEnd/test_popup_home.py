# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The popup opened by its button: what fits, what is in the vault, and what can be done with it, in both browsers."""

import unittest

from demo.devtools import until
from home_for_tests import ChromiumHome, FirefoxHome

CLEARED_AFTER_SECONDS = 45


class HomeTests:
    """Tests for both browsers."""

    def test_matching_logins_are_shown_without_a_focused_field_and_one_pick_fills_the_form(self):
        person = self.person
        before = self.html()
        popup = self.use_button()
        self.says(popup, ".fits", person.user)
        self.assertEqual(len([text for text in popup.texts(".fits [data-row]") if person.user in text]), 2, popup.texts(".fits [data-row]"))
        self.assertEqual(self.html(), before, "opening the popup has changed the page")
        self.assertEqual([person.page.value(field) for field in ("#username", "#password")], ["", ""])
        popup.click(".fits [data-row=fit-0]")
        self.assertEqual(person.field_fills("#password"), person.password)
        self.assertEqual(person.page.value("#username"), person.user)
        person.popup_closes(popup)

    def test_an_entry_is_found_opened_and_closed_with_the_keyboard_alone(self):
        person = self.person
        popup = self.use_button()
        popup.type("sho")
        until(lambda: self.person._read(lambda: popup.value("#search")) == "sho", what="what was typed in the search")
        until(lambda: self.rows(popup) and not person._read(lambda: popup.text(".fits")), what="what the search finds")
        popup.press("Enter")
        self.see(popup, "#back")
        self.back(popup)
        self.see(popup, "#search")
        popup.type("zzz")
        self.says(popup, ".rows", "No results")
        self.back(popup)
        until(lambda: len(self.rows(popup)) == 1, what="all accounts after Escape")
        popup.press("ArrowDown")
        popup.press("ArrowDown")
        popup.press("ArrowDown")
        until(lambda: popup.has_focus_on(".rows [data-kind]"), what="the first entry by arrow keys")
        popup.press("Enter")
        self.see(popup, "#back")
        self.back(popup)
        self.see(popup, "#search")
        self.leave(popup)

    def open_login(self, popup):
        popup.click("[data-section=password]")
        until(lambda: len(self.rows(popup)) == 1, what="the one password")
        self.open_row(popup, "[data-kind=password]", "#copy-password")

    def test_a_login_is_revealed_copied_changed_removed_and_restored(self):
        person = self.person
        popup = self.use_button()
        self.open_login(popup)
        self.assertNotIn(person.password, popup.text("#screen"))
        popup.click("#reveal")
        self.says(popup, "#secret", person.password)
        popup.click("#reveal")
        until(lambda: person.password not in popup.text("#screen"), what="a hidden password")
        popup.click("#copy-password")
        self.says(popup, "#said", "Copied")

        popup.click("#edit")
        popup.write("#title", "Laden")
        popup.click("#go")
        self.says(popup, "h1", "Laden")
        self.assertIn("Laden", self.run_well("passfold list").text)
        popup.click("#remove")
        self.says(popup, "#said", "trash")
        self.assertNotIn("Laden", self.run_well("passfold list").text)
        popup.click("#undo")
        self.says(popup, "h1", "Laden")
        self.assertIn("Laden", self.run_well("passfold list").text)
        self.back(popup)
        self.see(popup, "#search")

        popup.click("#add")
        self.see(popup, "#service")
        self.assertIn(person.service, popup.value("#service"), "the site of the page in front is not suggested")
        popup.write("#service", "mail.example")
        popup.write("#user", "anne")
        popup.click("#make")
        popup.click("#go")
        self.says(popup, "h1", "mail.example")
        self.assertIn("mail.example", self.run_well("passfold list").text)
        self.back(popup)
        popup.click("#lock")
        self.says(popup, ".closed", "locked")
        self.assertNotIn("Laden", popup.text("#screen"))
        self.leave(popup)

        self.assertEqual(self.paste(), person.password)
        until(lambda: self.paste() == "", timeout=CLEARED_AFTER_SECONDS + 20, what="an empty clipboard", pause=2.0)


    def test_a_login_and_its_code_are_typed_into_the_popups_form_and_never_reach_the_page(self):
        typed, secret = "Canary~typed~by~hand~7c", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        before = self.html()
        popup = self.use_button()
        popup.click("#add")
        self.see(popup, "#service")
        with self.subTest("a missing value is reported, and typed text is kept"):
            popup.click("#user")
            popup.type("anne")
            popup.click("#go")
            self.see(popup, "#note:not([hidden])")
            self.assertEqual(popup.value("#user"), "anne")
            self.assertNotIn("typed.example", self.run_well("passfold list").text)
        with self.subTest("a login, field by field"):
            popup.write("#service", "")
            popup.click("#service")
            popup.type("typed.example")
            popup.click("#secret")
            popup.type(typed)
            self.assertNotIn(typed, popup.text("#screen"))
            popup.press("Enter")
            self.says(popup, "h1", "typed.example")
            # The terminal's own command reads it back, which shows that the vault has it as typed.
            self.assertIn(typed, self.run_well("passfold show typed.example --kind password --reveal").text)
            self.assertIn("anne", self.run_well("passfold show typed.example --kind password").text)
        self.back(popup)
        self.see(popup, "#search")
        with self.subTest("a code, by its link"):
            popup.click("#add")
            self.see(popup, "#service")
            popup.click("#add-code")
            self.see(popup, "#link")
            popup.click("#link")
            popup.type(f"otpauth://totp/typed.example:anne?secret={secret}&issuer=typed.example")
            popup.press("Enter")
            self.see(popup, "#service")
            popup.click("#go")
            self.says(popup, "h1", "typed.example")
            self.assertRegex(self.run_well("passfold code typed.example").text, r"(?m)\d{3} ?\d{3}")
        self.assertEqual(self.html(), before, "typing in the popup has changed the page")


class ChromiumHomeTests(HomeTests, ChromiumHome):
    """In Chromium."""


class FirefoxHomeTests(HomeTests, FirefoxHome):
    """In Firefox."""


if __name__ == "__main__":
    unittest.main()
