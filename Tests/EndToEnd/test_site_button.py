# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The sign-in page's button, pressed before the browser has said whether it can offer passkeys in the field."""

from demo.devtools import until
from world_for_tests import WorldTestCase

# A browser that answers when the test lets it.
SLOW_TO_SAY = """document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive' || !document.querySelector('#passkey-button')) return;
  const own = PublicKeyCredential.isConditionalMediationAvailable;
  PublicKeyCredential.isConditionalMediationAvailable = async () => {
    const said = await own.call(PublicKeyCredential);
    await new Promise((resolve) => { self.say = resolve; });
    setTimeout(() => { self.hasSaid = true; }, 500);
    return said;
  };
});"""


class EarlyButtonTests(WorldTestCase):

    def test_the_fields_own_request_does_not_end_the_one_that_the_button_started(self):
        self.open_account()
        page = self.person.page
        self.always_answer()
        self.person.sign_in_by_password()
        self.see_account()
        page.click("#add-passkey")
        self.person.popup().click("#confirm")
        until(lambda: self.passkeys() == 1, what=lambda: f"the passkey ({self.person.flash()})")
        self.person.sign_out()
        page.call("Page.addScriptToEvaluateOnNewDocument", {"source": SLOW_TO_SAY})
        self.person.open_site("/sign-in")
        page.click("#passkey-button")
        popup = self.person.popup()
        self.person.popup_says(popup, self.person.user)
        page.read("self.say()")
        until(lambda: page.read("self.hasSaid === true"), what="whether passkeys are offered in the field")
        popup.click("[data-row], #confirm")
        until(lambda: self.person.signed_in_user() == self.person.user, what=lambda: f"the account page ({self.person.flash()})")
