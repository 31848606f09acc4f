# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""How browsers find Passfold, and what reports where the way from a page to the vault is broken."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from demo.devtools import DevToolsError, until
from world_for_tests import PREFIX, WorldTestCase

LINKS = ("page", "extension", "host", "broker", "profile", "providers")
STATES = ("ok", "attention", "broken", "unknown")
MANIFEST = "org.passfold.browser_host.json"


def chain_on(page):
    """Returns the health page's statement about each link; None while its document changes."""
    try:
        return {link: next((state for state in STATES if page.node(f"[data-link={link}][data-state={state}]")), None) for link in LINKS}
    except DevToolsError:
        return None


class BrowserCommandTests(WorldTestCase):
    """The commands in a separate home, in which no browser has run yet; Chromium and Firefox are installed."""

    def setUp(self):
        self.make_world()
        self.person.terminal = self.world.terminal()
        self.chromium = self.world.config / "chromium/NativeMessagingHosts" / MANIFEST
        self.firefox = self.world.home / ".mozilla/native-messaging-hosts" / MANIFEST

    def status(self):
        return {report["name"]: report for report in json.loads(self.run_well("passfold browser status --json").text)["browsers"]}

    def test_install_status_and_remove_work_in_a_separate_home(self):
        self.assertEqual({name: report["state"] for name, report in self.status().items()}, {"Chromium": "notRegistered", "Firefox": "notRegistered"})
        said = self.run_well("passfold browser install").text
        self.assertIn(f"Registered with Chromium: {self.chromium}", said)
        self.assertIn(str(self.world.prefix / "share/webext/passfold/chromium"), said)
        self.assertIn("Load Temporary Add-on", said)
        manifest = json.loads(self.chromium.read_text())
        self.assertEqual(manifest["path"], str(self.world.prefix / "libexec/passfold/passfold-browser-host"))
        self.assertEqual(manifest["allowed_origins"], ["chrome-extension://bmpfjhdlpannncejnglgicgcmphmcidn/"])
        self.assertEqual({name: report["state"] for name, report in self.status().items()}, {"Chromium": "registered", "Firefox": "registered"})
        self.assertIn("Already registered with Firefox", self.run_well("passfold browser install firefox").text)
        self.run_well("passfold browser status --check")

        # A changed file is left in place and named, and the others are removed.
        changed = self.chromium.read_text().replace("stdio", "stdio ")
        self.chromium.write_text(changed)
        left = self.person.terminal.run("passfold browser remove")
        self.assertEqual(left.status, 1)
        self.assertIn(f"because it was modified, for Chromium: {self.chromium}", left.text)
        self.assertEqual(self.chromium.read_text(), changed)
        self.assertFalse(self.firefox.exists())
        self.assertEqual(self.person.terminal.run("passfold browser install chromium").status, 1)
        self.assertEqual(self.chromium.read_text(), changed)
        self.assertEqual(self.person.terminal.run("passfold browser status --check").status, 1)
        self.run_well("passfold browser install chromium --replace")
        self.run_well("passfold browser remove chromium")
        self.assertFalse(self.chromium.exists())
        self.assertIn("No browser was registered", self.run_well("passfold browser remove").text)

    def test_an_impossible_registration_is_reported_and_does_not_block_the_other_browser(self):
        (self.world.home / ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser").mkdir(parents=True)
        said = self.person.terminal.run("passfold browser install brave")
        self.assertEqual(said.status, 1)
        self.assertIn("Not possible with Brave (Flatpak)", said.text)
        self.assertEqual(list((self.world.home / ".var").rglob(MANIFEST)), [])
        self.assertEqual(self.person.terminal.run("passfold browser install netscape").status, 64)

        # A folder that cannot be created does not keep the other browser from being registered.
        (self.world.home / ".mozilla").symlink_to("/nowhere")
        failed = self.person.terminal.run("passfold browser install")
        self.assertEqual(failed.status, 1)
        self.assertIn(f"Failed for Firefox: {self.world.home}/.mozilla", failed.text)
        self.assertIn("nothing was changed there", failed.text)
        self.assertTrue(self.chromium.exists())


class HealthInChromiumTests(WorldTestCase):
    """A separate installation, from which the broker can be removed."""

    def test_the_health_page_names_each_broken_link_and_status_says_the_same(self):
        with tempfile.TemporaryDirectory(prefix="passfold-prefix-") as folder:
            prefix = Path(folder) / "prefix"
            shutil.copytree(PREFIX, prefix)
            self.make_world(prefix)
            self.make_vault()
            self.world.start_site()
            self.world.trust_authority()
            page = self.world.start_browser(connects=False).first_page()
            page.go(self.world.origin + "/sign-in")
            health = self.world.browser.new_page(self.world.popup_address.replace("popup/popup", "health/health"))
            self.says(health, host="broken", broker="unknown", profile="unknown", providers="unknown")
            self.assertIn("passfold browser install", health.text("[data-link=host]"))
            self.assertEqual(len(self.open_pages(health)), 1)
            # The popup's own message about this leads to the same page.
            popup = self.world.browser.open_popup(self.world.popup_address)
            popup.click("#health")
            until(lambda: len(self.open_pages(health)) == 2, what="the health page that the popup opens")
            self.world.browser.close_popup(popup)
            health.call("Page.bringToFront")

            self.run_well("passfold browser install")
            health.click("#again")
            self.says(health, profile="broken", providers="unknown")
            self.assertIn("six digits", health.text("[data-link=profile]"))
            self.assertEqual(self.browser()["connected"], [])

            self.world.connect_browser()
            health.click("#again")
            self.says(health)
            self.assertEqual(health.text("#summary"), "Every part works.")
            self.assertEqual(self.browser()["connected"], ["Chromium"])
            self.assertEqual(self.browser()["state"], "registered")

            self.run_well("passfold lock")
            health.click("#again")
            self.says(health, providers="attention")
            self.assertIn("passfold unlock", health.text("[data-link=providers]"))

            broker = prefix / "libexec/passfold/passfold-broker"
            broker.rename(prefix / "broker")
            self.world.kill("passfold-broker")
            # A check during which the host ends as well reports the host.
            until(lambda: health.click("#again") or chain_on(health)["broker"] == "broken", 60, "the broken link", 1)
            self.says(health, broker="broken", profile="unknown", providers="unknown")
            self.assertIn("passfold status", health.text("[data-link=broker]"))
            chain = json.loads(self.run_well("passfold browser status --json").text)
            self.assertIn("not running", chain["brokerFault"])

            (prefix / "broker").rename(broker)
            health.click("#again")
            self.says(health, providers="attention")

            # With only the keyboard; and the text that can be copied contains nothing private.
            report = health.read("document.querySelector('#report').value")
            self.assertRegex(report, r"(?s)\APassfold [\d.]+\n.*host: ok\n.*provider 1: (locked|starting)")
            for private in (self.person.service, self.person.user, str(self.world.home), "shop"):
                self.assertNotIn(private, report)
            health.press("Tab")
            health.press("Tab")
            self.assertTrue(health.has_focus_on("#again") or health.has_focus_on("summary"))
            self.world.stop()

    def says(self, health, **states):
        expected = {link: states.get(link, "ok") for link in LINKS}
        until(lambda: chain_on(health) == expected, what=lambda: f"{expected}; the page says {chain_on(health)}")

    def open_pages(self, health):
        return [info for info in self.world.browser.targets.values() if info["url"] == health.address()]

    def browser(self):
        reports = json.loads(self.run_well("passfold browser status --json").text)["browsers"]
        return next(report for report in reports if report["name"] == "Chromium")


class HealthInFirefoxTests(WorldTestCase):

    def test_the_health_page_reports_the_same_steps_in_firefox(self):
        self.make_world()
        self.make_vault()
        self.world.start_site(shows_port=True)
        self.world.start_firefox(connects=False)
        health = self.world.browser.open_popup(self.world.popup_address.replace("popup/popup", "health/health"))
        self.says(health, host="broken", broker="unknown", profile="unknown", providers="unknown")
        self.run_well("passfold browser install firefox")
        health.go(health.address())
        self.says(health, profile="broken", providers="unknown")
        self.world.connect_browser()
        # Next to a page of the site.
        browser = self.world.browser
        browser.first_page().go(self.world.origin + "/sign-in")
        tab = browser.call("content", "WebDriver:NewWindow", {"type": "tab"})["handle"]
        browser.call("content", "WebDriver:SwitchToWindow", {"handle": tab, "focus": True})
        health = browser.open_popup(self.world.popup_address.replace("popup/popup", "health/health"))
        self.says(health, page="ok")
        reports = json.loads(self.run_well("passfold browser status firefox --json").text)["browsers"]
        self.assertEqual([(report["name"], report["connected"]) for report in reports], [("Firefox", ["Firefox"])])

    def says(self, health, **states):
        # If the only tab shows the health page itself, there is no page to check.
        expected = {"page": "unknown", **{link: "ok" for link in LINKS[1:]}, **states}
        until(lambda: chain_on(health) == expected, what=lambda: f"{expected}; the page says {chain_on(health)}")


if __name__ == "__main__":
    unittest.main()
