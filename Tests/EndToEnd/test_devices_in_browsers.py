# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What one device sets up is filled in the browser of another: a verification code, and a passkey made by a third."""

import unittest

from demo.devtools import until
from devices_for_tests import DevicesTestCase

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


class DevicesInBrowsersTests(DevicesTestCase):
    def test_a_code_from_one_device_and_a_passkey_from_another_work_in_the_browsers_of_other_devices(self):
        desk, laptop, tablet = self.device("desk"), self.device("laptop"), self.device("tablet")
        desk.found(self.place)
        for other in (laptop, tablet):
            added, joined = desk.admit(other, self.place)
            self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}\n{other.logs()}")
            other.person.user, other.person.password = desk.person.user, desk.person.password

        # One device sets up a login and its code.
        service, user = desk.person.service, desk.person.user
        desk.run(f"passfold add login --service {service} --user {user}")
        (desk.world.home / "link").write_text(f"otpauth://totp/{service}:{user}?secret={SECRET}&issuer={service}\n")
        desk.run("passfold add code --confirmed --setup-url-stdin < link")
        desk.world.start_site()

        with self.subTest("another device fills the code in its browser"):
            self.browse(laptop, desk)
            laptop.person.sign_up()
            laptop.person.page.press("Enter")
            self.see_account(laptop)
            laptop.person.open_site("/account/code")
            laptop.person.code_secret = SECRET
            popup = laptop.person.ask_in_page("#code", user)
            self.assertRegex(laptop.person.fill_from(popup, "#code"), r"^\d{6}$")

        with self.subTest("the same device creates a passkey there"):
            laptop.person.open_site("/account")
            laptop.person.page.click("#add-passkey")
            popup = laptop.person.popup()
            laptop.person.popup_says(popup, user)
            popup.click("#confirm")
            until(lambda: laptop.person._read(lambda: laptop.person.page.node("#passkeys li")), what=lambda: f"the passkey ({laptop.person.flash()})")
            laptop.person.sign_out()

        with self.subTest("the third device signs in with that passkey"):
            self.browse(tablet, desk)
            until(lambda: "passkey" in tablet.run("passfold list").lower(), 30, what=lambda: f"the passkey: {tablet.status()}")
            tablet.person.open_site("/sign-in")
            popup = tablet.person.ask_in_page("#username", "passkey")
            popup.click("[data-row]")
            self.see_account(tablet)

    def browse(self, device, host):
        """Starts a browser on the only sign-in site."""
        device.world.site_port, device.world.site_folder = host.world.site_port, host.world.site_folder
        device.world.trust_authority()
        device.world.register_host()
        device.person.page = device.world.start_browser().first_page()

    def see_account(self, device):
        until(lambda: device.person.signed_in_user() == device.person.user, what=lambda: f"the account page ({device.person.flash()})")


if __name__ == "__main__":
    unittest.main()
