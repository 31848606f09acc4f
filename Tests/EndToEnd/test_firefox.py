# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The same extension in Firefox, with the real broker, vault, browser host and sign-in site."""

import unittest

from demo.devtools import until
from world_for_tests import WorldTestCase


class FirefoxTests(WorldTestCase):
    """Each test starts with a vault that contains one login, and with its account open in Firefox."""

    def setUp(self):
        world, person = self.make_world(), self.person
        world.start_broker()
        person.terminal = world.terminal()
        self.always_answer()
        self.run_well("passfold init --recovery-kit kit.txt")
        self.run_well(f"passfold add login --service {person.service} --user {person.user}")
        self.run_well("passfold browser install")
        world.start_site(shows_port=True)
        person.page = world.start_firefox().first_page()
        person.sign_up()
        person.page.press("Enter")
        self.wait_for_account()

    def wait_for_account(self):
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account page (the site said: {self.person.flash()})")

    def test_a_code_is_offered_in_firefox_picked_in_the_popup_and_filled(self):
        person = self.person
        person.page.click("#set-up-code")
        person.page.click("#setup-link")
        popup = person.popup()
        self.assertTrue(person.names_site(person.popup_says(popup, person.user)), "the popup does not name the service")
        popup.click("[data-row], #confirm")
        person.popup_says(popup, "accept it")
        popup.click("[data-row=accepted]")
        person.popup_says(popup, "added")
        popup.click("#cancel")
        person.popup_closes(popup)

        popup = person.ask_in_page("#code", person.user)
        self.assertEqual(person.page.value("#code"), "", "a click in the page has filled the field without a pick")
        self.assertRegex(person.fill_from(popup, "#code"), r"^\d{6}$")
        person.popup_closes(popup)
        self.assertTrue(person.submit_code("#confirm"), f"the site did not accept the code; it said: {person.flash()}")

    def test_a_passkey_is_created_and_signs_in_in_firefox(self):
        person = self.person
        person.page.click("#add-passkey")
        popup = person.popup()
        person.popup_says(popup, person.user)
        popup.click("#confirm")
        until(lambda: person._read(lambda: person.page.node("#passkeys li")), what=lambda: f"the passkey (the site said: {person.flash()})")

        person.sign_out()
        person.open_site("/sign-in")
        popup = person.ask_in_page("#username", "passkey")
        self.assertIn("passkey", person.offered(popup)[0].lower())
        popup.click("[data-row]")
        self.wait_for_account()

        person.sign_out()
        person.open_site("/sign-in")
        person.page.click("#passkey-button")
        popup = person.popup()
        person.popup_says(popup, person.user)
        popup.click("[data-row], #confirm")
        self.wait_for_account()


if __name__ == "__main__":
    unittest.main()
