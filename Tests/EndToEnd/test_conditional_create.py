# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A passkey for the next sign-in, made without a question after Passfold filled the password of a sign-in."""

from demo.devtools import until
from world_for_tests import WorldTestCase

# A browser that takes long to report its capabilities.
SLOW_TO_SAY = """document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return;
  const own = PublicKeyCredential.getClientCapabilities;
  PublicKeyCredential.getClientCapabilities = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    setTimeout(() => { self.hasSaid = true; }, 500);
    return own.call(PublicKeyCredential);
  };
});"""


class ConditionalCreateTests(WorldTestCase):

    def test_after_a_filled_password_a_passkey_is_created_without_a_prompt(self):
        self.open_account()
        asked = self.sign_in_for_a_passkey()
        self.assertEqual(len(self.person.was_asked()), asked)
        self.assertIn("A passkey was made for next time", self.person.flash())

    def test_after_a_typed_password_no_passkey_is_created(self):
        self.open_account()
        self.person.sign_in_by_password()
        self.see_account()
        self.person.open_site("/account")
        self.assertEqual(self.passkeys(), 0)

    def test_adding_a_passkey_by_hand_is_not_interrupted_by_automatic_creation(self):
        self.open_account()
        self.person.page.call("Page.addScriptToEvaluateOnNewDocument", {"source": SLOW_TO_SAY})
        self.person.sign_in_by_password()
        self.see_account()
        self.person.page.click("#add-passkey")
        popup = self.person.popup()
        self.person.popup_says(popup, self.person.user)
        until(lambda: self.person.page.read("self.hasSaid === true"), what="what the browser can do")
        popup.click("#confirm")
        until(lambda: self.passkeys() == 1, what=lambda: f"the passkey ({self.person.flash()})")
