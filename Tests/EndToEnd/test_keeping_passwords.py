# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Passwords that the user typed or generated are offered for saving once a site has accepted them."""

import json
import unittest

from demo.devtools import until
from page_server import PageTestCase

HEAD = "<!doctype html><meta charset=utf-8><title>%s</title><h1>%s</h1>"
SIGN_IN = """<form action="%s"><p><label>User name <input id="username" name="username" autocomplete="username"></label></p>
<p><label>Password <input id="password" type="password" autocomplete="current-password"></label></p><button id="submit">Sign in</button></form>"""
NEW = """<p><label>New password <input id="new" type="password" autocomplete="new-password" minlength="12" maxlength="20"></label></p>
<p><label>Repeat it <input id="again" type="password" autocomplete="new-password"></label></p>"""
PAGES = {
    "/": HEAD % ("Shop", "Shop"),
    "/sign-in": HEAD % ("Sign in", "Sign in") + SIGN_IN % "/welcome",
    "/refused": HEAD % ("Sign in", "Sign in") + SIGN_IN % "/refused?again" + '<p role="alert">Wrong password</p>',
    "/second": HEAD % ("Code", "Code") + """<form action="/welcome"><p><label>Code from your app <input id="code" autocomplete="one-time-code"></label></p>
<button id="submit">Go on</button></form>""",
    "/first": HEAD % ("Sign in", "Sign in") + SIGN_IN % "/second",
    "/welcome": HEAD % ("Welcome", "Welcome"),
    # No form and no submission: a script sends what was typed, and draws the next view.
    "/script": HEAD % ("Sign in", "Sign in") + """<div id="view"><p><label>E-mail <input id="username" type="email" autocomplete="username"></label></p>
<p><label>Password <input id="password" type="password"></label></p><div role="button" id="submit" tabindex="0">Sign in</div></div><script>
document.querySelector('#submit').onclick = async () => {
  await fetch('/welcome');
  document.querySelector('#view').innerHTML = '<p id="inside">You are signed in</p>';
};</script>""",
    "/name": HEAD % ("Sign in", "Sign in") + """<form action="/secret"><p><label>User name <input id="username" autocomplete="username"></label></p>
<button id="submit">Next</button></form>""",
    "/secret": HEAD % ("Sign in", "Sign in") + """<form action="/welcome"><p><label>Password <input id="password" type="password"
autocomplete="current-password"></label></p><button id="submit">Sign in</button></form>""",
    "/sign-up": HEAD % ("Sign up", "Sign up") + """<form action="/welcome"><p><label>User name <input id="username" autocomplete="username"></label></p>
%s<button id="submit">Sign up</button></form>""" % NEW,
    "/change": HEAD % ("Change your password", "Change your password") + """<form action="/welcome"><p><label>Current password <input id="password" type="password"
autocomplete="current-password"></label></p>%s<button id="submit">Change</button></form>""" % NEW,
    # What a hostile page would do: fields and events without user input.
    "/hostile": HEAD % ("Hostile", "Hostile") + SIGN_IN % "/welcome" + """<script>
globalThis.attack = () => {
  const [user, password] = ['#username', '#password'].map((name) => document.querySelector(name));
  user.value = 'mallory';
  password.value = 'made up by the page';
  for (const field of [user, password]) field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  password.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
  const form = document.querySelector('form');
  form.addEventListener('submit', (event) => event.preventDefault());
  document.querySelector('#submit').click();
  form.requestSubmit();
  form.remove();
};</script><p><a id="away" href="/welcome">Forgot your password?</a></p>""",
}


class KeepingTests:
    """Tests for both browsers."""

    pages = PAGES
    has_account = False

    def go(self, path):
        self.person.open_site(path)
        self.page.see("h1")

    def send(self, user, password, **more):
        """Types into the fields of the page and submits them."""
        for selector, text in {"#username": user, "#password": password, **more}.items():
            if text is not None:
                self.page.write(selector, text)
        self.page.click("#submit")

    def entries(self):
        entries = json.loads(self.run_well("passfold list --json"))
        return sorted((entry["services"][0], entry["user"]) for entry in entries if entry["kind"] == "password")

    def password_of(self, user):
        """Returns the password that Passfold fills for an account."""
        self.go("/sign-in")
        popup = self.person.ask_in_page("#password", user)
        until(lambda: len(self.person.offered(popup)) > 0, what="rows")
        row = next(index for index, text in enumerate(self.person.offered(popup)) if user in text)
        popup.click(f"[data-row]:nth-of-type({row + 1})")
        return self.person.field_fills("#password")

    def agree(self, *words):
        popup = self.person.popup()
        for said in words:
            self.person.popup_says(popup, said)
        popup.click("#confirm")
        self.person.popup_closes(popup)

    def nothing_is_offered(self, seconds=4.0):
        with self.assertRaises(TimeoutError):
            self.world.browser.popup(self.world.popup_address, seconds)

    def is_kept(self, user):
        until(lambda: any(name == user for _, name in self.entries()), what=lambda: f"{user} in the vault ({self.entries()})")

    def test_a_password_that_a_site_accepted_is_offered_for_saving_and_a_changed_one_updates_it(self):
        self.go("/sign-in")
        self.send("carol", "first-password-1")
        self.agree("Save this password", "carol")
        self.is_kept("carol")
        # The same password again causes no question.
        self.go("/sign-in")
        self.send("carol", "first-password-1")
        self.nothing_is_offered()
        self.go("/change")
        self.send(None, "first-password-1", **{"#new": "second-password-2", "#again": "second-password-2"})
        popup = self.person.popup()
        self.person.popup_says(popup, "Update")
        popup.click("[data-row]")
        self.person.popup_closes(popup)
        self.assertEqual(self.password_of("carol"), "second-password-2")
        # What Passfold filled is not new.
        self.page.click("#submit")
        self.nothing_is_offered()

    def test_a_password_that_a_site_rejected_is_not_offered_for_saving(self):
        self.go("/refused")
        self.send("dora", "wrong-password-1")
        self.nothing_is_offered()

    def test_a_sign_in_by_script_without_a_form_is_noticed(self):
        self.go("/script")
        self.send("erin@shop.example", "script-password-1")
        self.agree("Save this password", "erin@shop.example")
        self.is_kept("erin@shop.example")

    def test_a_user_name_from_the_page_before_the_password_is_saved_with_it(self):
        self.go("/name")
        self.send("frank", None)
        until(lambda: "/secret" in (self.person._read(self.page.address) or ""), what="the page for the password")
        self.send(None, "two-step-password-1")
        self.agree("Save this password", "frank")
        self.is_kept("frank")

    def test_a_new_password_is_generated_and_filled_at_sign_up_and_saved(self):
        self.go("/sign-up")
        self.page.write("#username", "grace")
        popup = self.person.use_mark(self.person.focus("#new"))
        self.person.popup_says(popup, "New password")
        popup.click("[data-row]")
        made = self.person.field_fills("#new")
        self.assertEqual(self.page.value("#again"), made)
        self.assertTrue(12 <= len(made) <= 20, made)
        self.page.click("#submit")
        self.agree("grace")
        self.is_kept("grace")
        self.assertEqual(self.password_of("grace"), made)

    def test_a_site_that_the_user_excluded_is_not_offered_again(self):
        self.go("/sign-in")
        self.send("heidi", "never-password-1")
        popup = self.person.popup()
        self.person.popup_says(popup, "heidi")
        popup.click("#never")
        self.person.popup_closes(popup)
        self.go("/sign-in")
        self.send("heidi", "never-password-2")
        self.nothing_is_offered()
        self.forget_refusals()
        self.assertNotIn("heidi", [user for _, user in self.entries()])

    def forget_refusals(self):
        popup = self.world.browser.open_popup(self.world.popup_address)
        popup.click("#settings")
        popup.click("#never button")
        self.world.browser.close_popup(popup)

    def test_a_page_cannot_cause_an_offer_without_the_user(self):
        self.go("/hostile")
        self.ask("attack()")
        self.nothing_is_offered()
        # The user has typed there, and pressed nothing that submits.
        self.go("/hostile")
        self.page.write("#username", "ivan")
        self.page.write("#password", "half-typed-1")
        self.ask("attack()")
        self.nothing_is_offered()

    def test_typed_text_that_was_not_submitted_is_not_offered_for_saving(self):
        self.go("/hostile")
        self.page.write("#username", "ivan")
        self.page.write("#password", "half-typed-1")
        self.page.click("#away")
        self.nothing_is_offered()

    def test_a_second_step_is_not_interrupted_by_an_offer(self):
        self.go("/first")
        self.send("judy", "second-factor-1")
        until(lambda: "/second" in (self.person._read(self.page.address) or ""), what="the page for the code")
        self.nothing_is_offered()
        self.page.write("#code", "123456")
        self.page.click("#submit")
        self.agree("Save this password", "judy")
        self.is_kept("judy")

    def test_a_locked_vault_causes_no_interruption_and_the_offer_waits_in_the_popup(self):
        self.run_well("passfold lock")
        self.go("/sign-in")
        self.send("karl", "while-locked-1")
        self.nothing_is_offered()
        popup = self.world.browser.open_popup(self.world.popup_address)
        self.person.popup_says(popup, "karl")
        popup.click("#confirm")
        self.is_kept("karl")


class KeepingInChromiumTests(KeepingTests, PageTestCase):
    pass


class KeepingInFirefoxTests(KeepingTests, PageTestCase):
    is_firefox = True


if __name__ == "__main__":
    unittest.main()
