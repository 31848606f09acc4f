# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A second computer without a vault, whose user joins the account of the first one in the window, with a real broker, vault and sync
server."""

import json
import os
import re
import subprocess
import unittest
from urllib.parse import quote

from demo.devtools import until
from devices_for_tests import CODE, OFFER
from test_devices_window import WINDOW, DevicesWindowCase


class JoiningWindowTests(DevicesWindowCase):
    pictures = "joining-window"
    # Deriving the vault's key at the usual cost leaves time to kill between a device's admission and its vault.
    usual = {"PASSFOLD_DERIVATION_COST": "usual"}

    def setUp(self):
        super().setUp()
        self.laptop, self.desk = self.device("laptop", self.environment_of_laptop()), self.device("desk")
        self.desk.found(self.place)
        self.desk.run("passfold add login --service shop.example --user ada")
        self.desk.settle()
        self.window = subprocess.Popen([self.laptop.world.prefix / WINDOW, "--vault"], env=self.laptop.world.environment, stderr=subprocess.DEVNULL)

        def end():
            self.window.kill()
            self.window.wait()
        self.addCleanup(end)
        self.until_seen("Join your other devices", "push button")

    def environment_of_laptop(self):
        return self.environment_of_desktop() | self.usual

    def begin(self):
        """Opens the page, where two lines have to be typed."""
        self.press_by_reader("Join your other devices")
        self.until_said("On a device that has your vault")

    def offer(self):
        """Returns what the first computer shows for a new one."""
        self.desk.digits.unlink(missing_ok=True)
        self.desk.terminal.begin("passfold devices add")
        return CODE.search(self.desk.read_until(OFFER).string).group()

    def paste_picture(self, text):
        """Puts a QR code into the clipboard, as after a screenshot, and pastes it into the form."""
        picture = subprocess.run(["qrencode", "-o", "-", text], check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["xclip", "-in", "-selection", "clipboard", "-target", "image/png"], env=self.laptop.world.environment, input=picture, check=True,
                       timeout=10)
        self.desktop.keys("ctrl+v")

    def shown_digits(self):
        found = []

        def look():
            found[:] = [item["name"] for item in self.tree() if re.fullmatch(r"\d{6}", item["name"])]
            return bool(found)
        until(look, 40, lambda: f"six digits in {self.text()}\n{self.laptop.logs()}", 0.2)
        return found[0]

    def test_a_computer_joins_the_account_from_the_first_window_without_a_terminal(self):
        with self.subTest("cancelling returns to the first page"):
            self.begin()
            self.press_by_reader("Cancel")
            self.until_seen("Create your vault", "push button")

        with self.subTest("a mistyped code is reported before the passphrase is requested"):
            self.begin()
            self.type_into("Server or folder", self.place)
            self.type_into("Code", "ABCDE-FGHIJ")
            before = len(self.laptop.world.shown_prompts())
            self.desktop.keys("Return")
            self.until_said("The code contains a typing error; nothing was changed. Start again on your other device.")
            self.assertEqual(len(self.laptop.world.shown_prompts()), before)

        with self.subTest("declining to choose a passphrase creates nothing"):
            code = self.offer()
            self.laptop.answer({"prompt": "passphrase", "cancel": True})
            self.type_into("Code", code.lower())
            self.desktop.keys("Return")
            self.until_said("You declined or did not answer.")
            self.assertIn("passphrase", json.dumps(self.laptop.world.shown_prompts()[-1]).lower())

        with self.subTest("a QR code for something else is rejected"):
            self.type_into("Code", "")
            self.paste_picture("otpauth://totp/codes.example:dora?secret=JBSWY3DPEHPK3PXP")
            self.until_said("This QR code does not add a device.")

        with self.subTest("the same code still works in the picture that names the place: the six digits, typed into the first computer, bring "
                          "everything here"):
            self.type_into("Server or folder", "")
            self.paste_picture(f"passfold-enrol:1?u={quote(self.place, safe='')}&s={code}")
            self.until_said("The picture contains your other device's code.")
            self.assertNotIn(code, self.text())
            self.keep_screenshot("picture")
            self.press_by_reader("Join")
            digits = self.shown_digits()
            self.assertNotIn(code, self.text())
            self.keep_screenshot("digits")
            self.desk.digits.write_text(digits)
            self.assertEqual(self.desk.terminal.finish(120).status, 0)
            self.until_said("This computer is now part of your account: 1 entry.")
            self.assertNotIn(digits, self.text())

        with self.subTest("the window shows the unlocked vault with the other computer's entries, and no recovery key to write down"):
            self.until_seen("shop.example, Password, ada", "list item")
            self.until_seen("My browser is connected")
            self.assertNotIn("Create a new recovery key", self.text())
            until(lambda: len(self.desk.status()["devices"]) == 2, 30, lambda: f"both devices: {self.desk.status()}")
        self.assertIsNone(self.window.poll())

    def test_a_joining_that_was_interrupted_after_the_admission_continues_at_once_or_when_the_page_is_opened_again(self):
        self.begin()
        self.type_into("Server or folder", self.place)
        self.type_into("Code", self.offer())
        self.desktop.keys("Return")
        kept = self.laptop.world.data / "passfold/vault.joining"
        self.desk.digits.write_text(self.shown_digits())
        until(kept.exists, 30, "what a new device keeps of its admission", pause=0.005)
        self.laptop.answer({"prompt": "Type the passphrase that you chose", "cancel": True})
        self.assertTrue(self.laptop.world.kill("passfold-vault"))
        self.assertEqual(self.desk.terminal.finish(120).status, 0)
        until(lambda: "Type the passphrase that you chose" in json.dumps(self.laptop.world.shown_prompts()[-1]), 30, "the question whether to go on")
        self.until_said("Nothing was lost.")
        self.press_by_reader("Cancel")
        self.until_seen("Create your vault", "push button")

        self.laptop.answer({"prompt": "Type the passphrase that you chose", "pin": self.laptop.person.passphrase})
        self.begin()
        self.until_said("This computer is now part of your account: 1 entry.")
        self.assertFalse(kept.exists())
        self.assertEqual(len(self.desk.status()["devices"]), 2)

    def test_wrong_digits_create_no_vault(self):
        self.begin()
        code = self.offer()
        self.type_into("Server or folder", self.place)
        self.type_into("Code", code)
        self.desktop.keys("Return")
        digits = self.shown_digits()
        self.desk.digits.write_text("000000" if digits != "000000" else "111111")
        self.assertNotEqual(self.desk.terminal.finish(120).status, 0)
        self.until_said("Start again on your other device.")
        self.assertNotIn(digits, self.text())
        self.press_by_reader("Cancel")
        self.until_seen("Create your vault", "push button")

    def test_cancelling_while_the_digits_are_shown_keeps_the_device_out(self):
        self.begin()
        code = self.offer()
        self.type_into("Server or folder", self.place)
        self.type_into("Code", code)
        self.desktop.keys("Return")
        digits = self.shown_digits()
        self.press_by_reader("Cancel")
        self.until_seen("Create your vault", "push button")
        self.desk.digits.write_text(digits)
        # The other device waits in vain until its user gives up.
        until(lambda: "Six digits" in json.dumps(self.desk.world.shown_prompts()[-1]), 30, "the question for the digits")
        try:
            added = self.desk.terminal.finish(10)
        except TimeoutError:
            os.write(self.desk.terminal._main, b"\x03")
            added = self.desk.terminal.finish(20)
        self.assertNotEqual(added.status, 0, added.text)
        self.assertEqual(len(self.desk.status()["devices"]), 1)
        self.assertIn("Create your vault", self.text())
        self.assertIn("none yet", self.laptop.run("passfold status"))

    def test_after_losing_all_devices_the_recovery_kit_restores_everything(self):
        self.desk.world.stop()
        self.begin()
        self.press_by_reader("I have lost all other devices")
        self.until_said("Your recovery kit contains the account number and the recovery key.")

        with self.subTest("a mistyped account number is reported before any prompt"):
            self.type_into("Server or folder", self.place)
            self.type_into("Account", "1234")
            before = len(self.laptop.world.shown_prompts())
            self.desktop.keys("Return")
            self.until_said("The account number has 32 hexadecimal digits; you find it in your recovery kit.")
            self.assertEqual(len(self.laptop.world.shown_prompts()), before)

        with self.subTest("declining the prompt for the recovery key restores nothing"):
            account = self.account(self.desk.kit)
            self.type_into("Account", " ".join(account[place:place + 4] for place in range(0, 32, 4)))
            self.laptop.answer({"prompt": "Type the recovery key", "cancel": True})
            self.desktop.keys("Return")
            self.until_said("You declined or did not answer.")
            self.assertIn("none yet", self.laptop.run("passfold status"))

        with self.subTest("the recovery key restores everything, and a new one is shown"):
            self.laptop.answer({"prompt": "Type the recovery key", "pin": self.key(self.desk.kit)})
            self.press_by_reader("Recover everything")
            self.until_said("Write down this recovery key now")
            self.assertNotIn(self.key(self.desk.kit), self.text())
            self.assertEqual(len(re.findall(r"Group \d+ of 14: [A-Z2-7]{4}", self.text())), 14)
            self.keep_screenshot("paper")
            self.press_by_reader("Not now: create another key later")
            self.until_seen("shop.example, Password, ada", "list item")
            self.until_seen("Create a new recovery key")
        self.assertIsNone(self.window.poll())


if __name__ == "__main__":
    unittest.main()
