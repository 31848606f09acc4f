# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A QR code in a page, as an image, on a canvas or in a frame of another site, becomes an account's verification code."""

import base64
import hmac
import json
import subprocess
import time
import unittest

from demo.devtools import until
from page_server import PageTestCase

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
HEAD = "<!doctype html><meta charset=utf-8><title>Second factor</title><h1>Second factor</h1>"


def link(account):
    return f"otpauth://totp/Shop:{account}?secret={SECRET}&issuer=Shop"


def code_at(moment):
    """Returns the code of RFC 6238 with the values of a link without parameters."""
    digest = hmac.digest(base64.b32decode(SECRET), int(moment // 30).to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"


def picture(text):
    """Returns qrencode's picture as an address."""
    drawn = subprocess.run(["qrencode", "-s", "4", "-o", "-", text], check=True, capture_output=True).stdout
    return "data:image/png;base64," + base64.b64encode(drawn).decode()


def image(text):
    return f'<img alt="QR code" src="{picture(text)}">'


# Makes a picture of the window larger than a message, so that it is stored at a lower quality.
NOISE = """<canvas id="noise" width="700" height="300"></canvas><script>
const noise = document.querySelector('#noise').getContext('2d');
const dots = noise.createImageData(700, 300);
for (let start = 0; start < dots.data.length; start += 65536) crypto.getRandomValues(dots.data.subarray(start, start + 65536));
noise.putImageData(dots, 0, 0);
</script>"""
CANVAS = """<canvas id="code" width="300" height="300"></canvas><script>
const drawn = new Image();
drawn.onload = () => document.querySelector('#code').getContext('2d').drawImage(drawn, 0, 0);
drawn.src = '%s';
</script>"""
PAGES = {
    "/": HEAD,
    "/image": HEAD + image("https://shop.example/app") + image(link("anne")),
    "/canvas": HEAD + CANVAS % picture(link("bob")) + NOISE,
    "/frame": HEAD + '<iframe sandbox width="320" height="320" srcdoc=\'%s\'></iframe>' % image(link("carol")),
    "/none": HEAD + NOISE,
    "/several": HEAD + image(link("anne")) + image(link("mallory")),
    "/other": HEAD + image("https://shop.example/app"),
}


class PageCodeTests:
    """Tests for both browsers."""

    pages = PAGES
    has_account = False

    def read(self, path):
        self.person.open_site(path)
        self.page.see("h1")
        popup = self.world.browser.use_button(self.world.popup_address)
        for step in ("#add", "#add-code", "#read-page-code"):
            popup.see(step)
            popup.click(step)
        return popup

    def test_a_qr_code_on_the_page_is_set_up_after_the_user_agrees(self):
        for account, path in (("anne", "/image"), ("bob", "/canvas"), ("carol", "/frame")):
            with self.subTest(path):
                popup = self.read(path)
                self.person.popup_says(popup, account)
                self.assertNotIn(account, self.run_well("passfold list"))
                popup.click("[data-row]")
                self.person.popup_says(popup, "accept it")
                popup.click("[data-row=later]")
                self.person.popup_says(popup, "added")
                popup.press("Escape")
                self.assertIn(account, self.run_well("passfold list"))
                until(lambda: not popup.is_open, what="the end of the popup")
        before = time.time()
        said = json.loads(self.run_well("passfold code anne --json"))["code"]
        self.assertIn(said, {code_at(moment) for moment in (before, time.time())})

    def test_pages_without_exactly_one_usable_qr_code_are_explained_and_nothing_is_added(self):
        before = self.run_well("passfold list --json")
        for path, words in (("/none", "No QR code found"), ("/several", "several QR codes"), ("/other", "cannot be used")):
            with self.subTest(path):
                popup = self.read(path)
                self.person.popup_says(popup, words)
                popup.press("Escape")
                until(lambda: not popup.is_open, what="the end of the popup")
        self.assertEqual(self.run_well("passfold list --json"), before)


class PageCodesInChromiumTests(PageCodeTests, PageTestCase):
    pass


class PageCodesInFirefoxTests(PageCodeTests, PageTestCase):
    is_firefox = True


if __name__ == "__main__":
    unittest.main()
