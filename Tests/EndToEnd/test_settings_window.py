# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The settings window with the real broker: its changes take effect, changes by others appear in it, and it reports what is wrong."""

import json
import plistlib
import subprocess
import unittest

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from desktop_for_tests import OnDesktop
from provider_bundles import DEMO, install_demo, install_misbehaving
from world_for_tests import WorldTestCase

VAULT = "passfold.vault"


class SettingsWindowTests(OnDesktop, WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        install_demo(self.world)
        self.broker = self.world.start_broker()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        self.person.terminal = self.world.terminal()

    def open_window(self):
        window = subprocess.Popen(
            [self.world.prefix / "libexec/passfold/passfold-window", "--settings"], env=self.world.environment, stderr=subprocess.DEVNULL)

        def end():
            window.kill()
            window.wait()
        self.addCleanup(end)
        self.until_seen("Use Passfold")
        return window

    def kept(self):
        return json.loads((self.world.config / "passfold/providers.json").read_text())

    def until_kept(self, holds, what):
        until(lambda: (self.world.config / "passfold/providers.json").exists() and holds(self.kept()), 20, what, 0.1)

    def is_on(self, name):
        return "checked" in self.until_seen(f"Use {name}")["states"]

    def says(self, words):
        """Waits for words anywhere in the window."""
        until(lambda: any(words in item["name"] for item in self.tree()), 20, lambda: f"{words!r} in {self.tree()}", 0.2)

    def test_a_provider_is_enabled_moved_and_disabled_and_the_passkey_provider_is_chosen(self):
        self.open_window()
        self.assertTrue(self.is_on("Passfold"))
        self.assertFalse(self.is_on("Demo Provider"))
        self.press_by_reader("Use Demo Provider")
        self.until_kept(lambda kept: {"identifier": DEMO, "isEnabled": True} in kept["providers"], "the provider is on")
        until(lambda: self.is_on("Demo Provider"), 20, "the switch is on", 0.2)
        until(lambda: "sensitive" in self.until_seen("Move Demo Provider up")["states"], 20, "the way up is open", 0.2)
        def move_up():
            # A row that is being redrawn ignores a press; a user presses again.
            if self.kept()["providers"][0]["identifier"] != DEMO:
                self.press_by_reader("Move Demo Provider up")
        until(lambda: move_up() or self.kept()["providers"][0]["identifier"] == DEMO, 30, "the provider is first", 3)
        # The list of providers opens at the focus, and its second one is chosen.
        self.focus("Save them in")
        self.desktop.keys("Return")
        self.until_seen("Demo Provider", "list item")
        makers = [provider["name"] for provider in self.settings.providers().values() if provider["isEnabled"]]
        self.assertEqual(makers, ["Demo Provider", "Passfold"])
        self.assertEqual(self.chosen(), "Demo Provider")
        self.desktop.keys("Down", "Return")
        # A screen reader announces the choice as soon as it changes.
        until(lambda: self.chosen() == "Passfold", 20, lambda: f"what is chosen: {self.tree()}", 0.2)
        self.until_kept(lambda kept: kept.get("defaultForPasskeys") == VAULT, "the vault makes passkeys")
        self.press_by_reader("Use Demo Provider")
        self.until_kept(lambda kept: {"identifier": DEMO, "isEnabled": False} in kept["providers"], "the provider is off")
        until(lambda: not self.is_on("Demo Provider"), 20, "the switch is off", 0.2)

    def chosen(self):
        """Returns what a screen reader announces for the row with the choice, in addition to its name."""
        row, = (item for item in self.tree() if item["name"].startswith("Save them in") and item["role"] in ("list item", "combo box"))
        return row["description"]

    def open_row(self, name):
        self.focus(name)
        self.desktop.keys("Return")

    def focus(self, name):
        """Presses Tab until a control has the focus."""
        for _ in range(40):
            if any(item["name"].startswith(name) and "focused" in item["states"] for item in self.tree()):
                return
            self.desktop.keys("Tab")
        self.fail(f"the Tab key does not lead to {name!r}: {self.tree()}")

    def test_changes_made_by_the_command_appear_in_the_window(self):
        self.open_window()
        self.run_well(f"passfold providers enable {DEMO}")
        until(lambda: self.is_on("Demo Provider"), 20, "the switch follows", 0.2)
        self.run_well(f"passfold providers order {DEMO} 1")
        until(lambda: [name for name in self.names("check box") if name in ("Use Demo Provider", "Use Passfold")] == ["Use Demo Provider", "Use Passfold"],
              20, lambda: f"the order follows: {self.tree()}", 0.2)
        self.run_well(f"passfold providers disable {DEMO}")
        until(lambda: not self.is_on("Demo Provider"), 20, "the switch follows again", 0.2)

    def test_the_focus_stays_on_a_providers_row_that_is_redrawn(self):
        self.open_window()
        self.focus("Demo Provider")
        self.run_well(f"passfold providers enable {DEMO}")
        until(lambda: self.is_on("Demo Provider"), 20, "the switch follows", 0.2)
        focused = [item["name"] for item in self.tree() if "focused" in item["states"]]
        self.assertTrue(any(name.startswith("Demo Provider") for name in focused), focused)

    def test_a_provider_turned_off_after_three_faults_is_shown_with_what_to_do(self):
        misbehaving = install_misbehaving(self.world, 0)
        self.settings.set(misbehaving, enabled=True)
        browser = BrowserClient(self.world)
        self.addCleanup(browser.close)
        self.open_window()
        for _ in range(3):
            items = {}
            until(lambda: items.update({item["account"]: item for item in browser.suggestions("crash.example", "one-time-code")}) or items,
                  what="its suggestions")
            self.assertEqual(browser.ask("provide", token=items["crash"]["token"])["code"], "providerFailed")
        self.says("Turned off after repeated faults")
        self.assertFalse(self.is_on("Misbehaving 0"))
        self.open_row("Misbehaving 0")
        self.says("after three faults within ten minutes")
        self.press_by_reader("Use Misbehaving 0")
        until(lambda: self.is_on("Misbehaving 0"), 20, "it is on again", 0.2)
        until(lambda: "repeated faults" not in json.dumps(self.tree()), 20, "the notice is gone", 0.2)

    def test_a_providers_access_is_shown_and_needs_consent_before_it_is_enabled(self):
        misbehaving = install_misbehaving(
            self.world, 0, [{"Kind": "folder", "Name": "store", "Path": "$HOME/.store", "Purpose": "the passwords are there"}])
        self.open_window()
        self.until_seen("Use Misbehaving 0")
        self.press_by_reader("Use Misbehaving 0")
        self.says("the passwords are there")
        self.until_seen("Allow and use")
        self.assertFalse(self.is_on("Misbehaving 0"))
        self.assertFalse(self.settings.providers()[misbehaving]["isEnabled"])
        self.press_by_reader("Allow and use")
        until(lambda: self.settings.providers()[misbehaving]["isEnabled"], 20, "the provider is on", 0.2)
        until(lambda: self.is_on("Misbehaving 0"), 20, "the switch is on", 0.2)

    def test_the_doctors_findings_are_explained_in_the_window(self):
        plist = self.world.data / "passfold/providers/Demo.provider/Info.plist"
        content = plistlib.loads(plist.read_bytes())
        content["NSExtension"]["NSExtensionAttributes"]["ASCredentialProviderExtensionCapabilities"]["SetsUpVerificationCodes"] = True
        plist.write_bytes(plistlib.dumps(content))
        self.settings.set(DEMO, enabled=True)
        self.open_window()
        self.says("something is wrong")
        self.open_row("Demo Provider")
        self.says("It declares SetsUpVerificationCodes but does not conform to VerificationCodeSetupHandling.")

    def test_unreadable_decisions_are_reported_with_what_is_not_lost_and_what_to_do(self):
        self.settings.set(DEMO, enabled=True)
        kept = self.world.config / "passfold/providers.json"
        kept.write_text("{")
        self.broker.terminate()
        self.broker.wait()
        self.broker = self.world.start_broker()
        self.open_window()
        self.says("Your decisions about providers cannot be read")
        self.says("your vault and the other providers lost nothing")
        self.says("Fix the file or move it away")
        self.assertFalse(self.is_on("Demo Provider"))
        listed = self.person.terminal.run("passfold providers")
        self.assertEqual(listed.status, 0, listed.text)
        self.assertIn("Your decisions about providers cannot be read.", listed.text)
        self.assertIn("Fix the file or move it away", " ".join(listed.text.split()))
        self.assertEqual(json.loads(self.run_well("passfold providers --json 2>/dev/null").text)[0]["name"], "Passfold")
        self.assertEqual(kept.read_text(), "{")

    def test_the_window_reports_that_the_broker_has_stopped(self):
        self.open_window()
        self.broker.terminate()
        self.says("The broker has stopped")


if __name__ == "__main__":
    unittest.main()
