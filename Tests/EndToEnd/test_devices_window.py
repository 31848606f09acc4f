# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The settings page about devices with a real broker, vault and sync server: what it shows unasked and after a confirmation, renaming, and
devices that join and leave."""

import json
import os
import re
import socket
import subprocess
import unittest

from broker_clients import SettingsClient
from demo.devtools import until
from desktop_for_tests import OnDesktop
from devices_for_tests import CODE, DIGITS, DevicesTestCase

WINDOW = "libexec/passfold/passfold-window"


class DevicesWindowCase(OnDesktop, DevicesTestCase):
    """A window of devices, on a desktop; the settings are those of the device called desk."""

    # The name of a walk's pictures.
    pictures = "devices-window"

    def open_window(self):
        window = subprocess.Popen([self.desk.world.prefix / WINDOW, "--settings"], env=self.desk.world.environment, stderr=subprocess.DEVNULL)

        def end():
            window.kill()
            window.wait()
        self.addCleanup(end)
        self.until_seen("Use Passfold")
        self.press_by_reader("Devices and sync")
        return window

    def text(self):
        return json.dumps([item["name"] for item in self.tree()])

    def until_said(self, words):
        until(lambda: words in self.text(), 30, lambda: f"{words!r} in {self.text()}", 0.2)

    def focus(self, name):
        """Presses Tab until a control has the focus."""
        for _ in range(60):
            if any(item["name"].startswith(name) and "focused" in item["states"] for item in self.tree()):
                return
            self.desktop.keys("Tab")
        self.fail(f"the Tab key does not lead to {name!r}: {self.tree()}")

    def type_into(self, field, text):
        self.focus(field)
        self.desktop.keys("ctrl+a", "BackSpace")
        self.desktop.xdotool("type", "--delay", "20", text)

    def keep_screenshot(self, name):
        folder = os.environ.get("PASSFOLD_TEST_WALKS")
        if folder:
            self.desktop.screenshot(f"{folder}/{self.pictures}-{name}.png")


class DevicesWindowTests(DevicesWindowCase):
    def setUp(self):
        super().setUp()
        self.desk, self.laptop = self.device("desk", self.environment_of_desktop()), self.device("laptop")
        self.desk.found(self.place)
        added, joined = self.desk.admit(self.laptop, self.place)
        self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}")
        self.desk.settle()
        self.numbers = {device.name: next(d["number"] for d in device.status()["devices"] if d["this"]) for device in (self.desk, self.laptop)}
        self.laptop.run("passfold devices rename kitchen")
        until(lambda: "kitchen" in self.desk.run("passfold devices list"), 30, "the name at the desk")

    def test_the_page_shows_the_sync_state_lists_the_devices_after_consent_and_renames_one(self):
        self.open_window()
        self.until_said("In sync with your other devices.")
        self.until_said("Nothing is waiting to be sent.")

        with self.subTest("neither the place nor the devices are shown before the user agrees"):
            before = len(self.desk.world.shown_prompts())
            self.assertNotIn(self.place, self.text())
            self.assertNotIn("kitchen", self.text())
            self.desk.answer({"prompt": "confirm", "cancel": True})
            self.press_by_reader("Show devices")
            self.until_said("You declined. Nothing is shown.")
            self.assertNotIn("kitchen", self.text())
            asked = self.desk.world.shown_prompts()[before:]
            self.assertEqual(len(asked), 1)
            self.assertIn("passfold-window", json.dumps(asked))
            self.assertIn("wants to know where your vault is synchronised", json.dumps(asked))

        with self.subTest("the devices are listed with their names and when each was last seen"):
            self.press_by_reader("Show devices")
            self.until_said(self.place)
            self.until_said("kitchen")
            self.until_said(f"{socket.gethostname()} (this one)")
            self.until_said("Last seen: now")

        with self.subTest("a new name typed on the keyboard reaches the other device"):
            self.focus("kitchen")
            self.desktop.keys("Return")
            self.focus("New name for kitchen")
            self.desktop.keys(*"attic")
            self.desktop.keys("Return")
            self.until_said(f"Device {self.numbers['laptop'][:8]} is now called attic.")
            until(lambda: "attic" in self.laptop.run("passfold devices list"), 30, "the name at the laptop")
            self.assertIn("wants to call the device kitchen attic", json.dumps(self.desk.world.shown_prompts()[-1]))

        with self.subTest("an unreachable server is reported with the number of waiting entries"):
            self.stop_server()
            self.desk.run("passfold add login --service shop.example --user ada")
            self.until_said("Not in sync: the server cannot be reached.")
            self.until_said("1 entry is waiting to be sent.")
            self.start_server()
            self.until_said("In sync with your other devices.")

        with self.subTest("a locked vault leaves neither place nor names on the screen"):
            self.desk.run("passfold lock")
            self.until_said("The vault is locked.")
            self.assertNotIn(self.place, self.text())
            self.assertNotIn("attic", self.text())

    def offered_code(self):
        """Returns the code in the picture, as a screen reader reads it."""
        found = []

        def look():
            found[:] = CODE.findall(self.text())
            return bool(found)
        until(look, 20, lambda: f"a code in {self.text()}", 0.2)
        return found[0]

    def test_a_device_is_added_and_removed_on_the_page_and_the_entries_it_could_read_are_listed(self):
        self.desk.run("passfold add login --service shop.example --user ada")
        window = self.open_window()
        self.until_said("In sync with your other devices.")
        frame = self.desktop.windows(window.pid)[-1]
        self.desktop.xdotool("windowsize", "--sync", frame, "360", "740")

        with self.subTest("a withdrawn offer disappears, and the next one has another code"):
            self.press_by_reader("Add a device")
            former = self.offered_code()
            self.until_said(f"passfold devices join {self.place}")
            self.until_said("Or photograph the QR code and choose the picture there.")
            size = dict(line.split("=") for line in self.desktop.xdotool("getwindowgeometry", "--shell", frame).split())
            self.assertEqual(size["WIDTH"], "360", "the window grew")
            self.keep_screenshot("offer")
            self.assertIn("add a device", json.dumps(self.desk.world.shown_prompts()[-1]).lower())
            self.press_by_reader("Stop")
            self.until_said("No device was added.")
            self.assertNotRegex(self.text(), CODE)

        with self.subTest("a device that receives the next code joins the account"):
            tablet = self.device("tablet")
            self.desk.digits.unlink(missing_ok=True)
            self.press_by_reader("Add a device")
            code = self.offered_code()
            self.assertNotEqual(code, former)
            tablet.terminal.begin(f"passfold devices join {self.place}")
            tablet.read_until(re.compile("The code shown on the other device: "))
            os.write(tablet.terminal._main, code.encode() + b"\n")
            self.desk.digits.write_text(tablet.read_until(DIGITS).group(1))
            self.assertEqual(tablet.terminal.finish(120).status, 0)
            self.until_said("is now part of your account.")
            self.assertNotRegex(self.text(), CODE)
            until(lambda: any("shop.example" in title or "ada" in title for title in tablet.titles()), 30, "the login on the new device")

        with self.subTest("a removed device is reported with the entries it could read, and can open nothing newer"):
            tablet.run("passfold devices rename tablet")
            until(lambda: "tablet" in self.desk.run("passfold devices list"), 30, "the name at the desk")
            self.press_by_reader("Show devices")
            self.until_said("Last seen")
            self.focus("tablet")
            self.desktop.keys("Return")
            self.focus("Remove tablet")
            self.desktop.keys("Return")
            self.until_said("tablet was removed and cannot open anything written from now on.")
            self.until_said("It could read 1 entry.")
            self.until_said("shop.example")
            self.keep_screenshot("removed")
            self.desk.run("passfold add login --service bank.example --user ada")
            until(lambda: "bank.example" in self.laptop.run("passfold list"), 30, what="the login on a device that stays")
            tablet.terminal.run("passfold sync now")
            self.assertNotIn("bank.example", tablet.run("passfold list"))

        with self.subTest("the entries it could read disappear when the vault is locked"):
            self.desk.run("passfold lock")
            self.until_said("The vault is locked.")
            self.assertNotIn("It could read", self.text())
        self.assertIsNone(window.poll())

    def test_the_settings_can_make_only_three_requests_and_see_a_shortened_state_without_consent(self):
        client = SettingsClient(self.desk.world)
        self.addCleanup(client.close)
        self.desk.answer({"prompt": "confirm", "cancel": True}, {"prompt": "confirm", "cancel": True})
        before = len(self.desk.world.shown_prompts())

        def ask(**request):
            reply = client.ask("manage", request=request)
            self.assertEqual(reply["type"], "managed", (request, reply))
            return reply["answer"]
        told = ask(type="sync-status")
        self.assertEqual((told["type"], told["shortened"]), ("sync-status", True))
        self.assertLessEqual(set(told), {"type", "state", "pending", "shortened", "problem", "detail"})
        for request in ({"type": "list"}, {"type": "status"}, {"type": "unlock"}, {"type": "code", "query": "shop", "next": False}, {"type": "offer-device"},
                        {"type": "remove-device", "device": "attic"}, {"type": "sync-step", "step": "leave"}, {"type": "lock"}):
            self.assertEqual(ask(**request).get("code"), "badRequest", request)
        self.assertEqual(len(self.desk.world.shown_prompts()), before)
        self.assertEqual(ask(type="devices")["code"], "refused")
        self.assertEqual(ask(type="rename-device", name="mine")["code"], "refused")
        self.assertEqual(len(self.desk.world.shown_prompts()), before + 2)
        self.assertNotIn("mine", self.desk.run("passfold devices list"))


if __name__ == "__main__":
    unittest.main()
