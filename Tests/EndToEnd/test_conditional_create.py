# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A passkey for next time, made without a question after Passfold filled the password of a sign-in."""

from world_for_tests import WorldTestCase


class ConditionalCreateTests(WorldTestCase):

    def test_a_password_that_was_filled_is_followed_by_a_passkey_without_a_question(self):
        self.open_account()
        asked = self.sign_in_for_a_passkey()
        self.assertEqual(len(self.person.was_asked()), asked)
        self.assertIn("A passkey was made for next time", self.person.flash())

    def test_a_password_that_was_typed_is_not(self):
        self.open_account()
        self.person.sign_in_by_password()
        self.see_account()
        self.person.open_site("/account")
        self.assertEqual(self.passkeys(), 0)
