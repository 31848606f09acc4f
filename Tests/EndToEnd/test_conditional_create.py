# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A passkey for next time, made without a question after Passfold filled the password of a sign-in."""

from demo.devtools import until
from world_for_tests import WorldTestCase


class ConditionalCreateTests(WorldTestCase):

    def open_account(self):
        self.make_world()
        self.make_vault()
        self.world.start_site()
        self.world.trust_authority()
        self.world.register_host()
        self.person.page = self.world.start_browser().first_page()
        self.person.sign_up()
        self.person.page.press("Enter")
        self.see_account()
        self.person.sign_out()
        self.person.open_site("/sign-in")

    def see_account(self):
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account page ({self.person.flash()})")

    def passkeys(self):
        return self.person._read(lambda: self.person.page.read("document.querySelectorAll('#passkeys li').length"))

    def test_a_password_that_was_filled_is_followed_by_a_passkey_without_a_question(self):
        self.open_account()
        popup = self.person.pick_in_page(self.person.focus("#password"), self.person.user)
        self.person.fill_from(popup, "#password")
        asked = len(self.person.was_asked())
        self.person.page.click("#submit")
        self.see_account()
        until(lambda: self.passkeys() == 1, what=lambda: f"the passkey that nobody was asked about ({self.person.flash()})")
        self.assertEqual(len(self.person.was_asked()), asked)
        self.assertIn("A passkey was made for next time", self.person.flash())

    def test_a_password_that_was_typed_is_not(self):
        self.open_account()
        self.person.sign_in_by_password()
        self.see_account()
        self.person.open_site("/account")
        self.assertEqual(self.passkeys(), 0)
