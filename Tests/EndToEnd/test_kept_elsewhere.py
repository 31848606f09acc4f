# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Three providers in one picker: the vault, a real KeePassXC and a real store of pass; each fills a password and a code into a page."""

import base64
import hashlib
import hmac
import os
import signal
import tempfile
import time
import unittest
from pathlib import Path

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from kept_elsewhere import KeePassXC, PasswordStore
from world_for_tests import WALKS, WorldTestCase

KEEPASSXC, PASS = "passfold.keepassxc", "passfold.password-store"
SECRETS = {"KeePassXC": "KRSXG5DTEBSGC5DBKRSXG5DTEBSGC5DB", "pass": "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK"}
PASSWORDS = {"KeePassXC": "Kessel-of-keepassxc", "pass": "Pfad-of-the-store"}


def codes(secret):
    """Returns the codes around the present time (RFC 6238)."""
    found = []
    for step in (-1, 0, 1):
        digest = hmac.digest(base64.b32decode(secret), (int(time.time()) // 30 + step).to_bytes(8, "big"), hashlib.sha1)
        offset = digest[-1] & 15
        found.append(f"{(int.from_bytes(digest[offset:offset + 4], 'big') & 0x7fffffff) % 1_000_000:06}")
    return found


def link(user, secret):
    return f"otpauth://totp/shop.example:{user}?secret={secret}&issuer=shop.example"


class KeptElsewhereTests(WorldTestCase):

    def setUp(self):
        # The name of KeePassXC's socket is so long that it leaves little of the 108 bytes of a socket path.
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))
        self.store = PasswordStore(self.world)
        self.addCleanup(self.store.stop)
        self.store.insert("shop.example/anne.of.pass", f"{PASSWORDS['pass']}\n{link('anne.of.pass', SECRETS['pass'])}\n")
        self.store.lock()
        self.keepassxc = KeePassXC(
            self.world, [("Shop", "anne.of.keepassxc", PASSWORDS["KeePassXC"], "https://shop.example", link("anne", SECRETS["KeePassXC"]))])
        self.addCleanup(self.keepassxc.stop)
        self.make_vault()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        for name in ("KeePassXC", "pass"):
            self.run_well(f"passfold providers enable {name} --allow-access")
        until(lambda: self.settings.providers()[PASS]["state"] in ("ready", "resting"), what="the names of the store's entries")

    def see(self, view, name):
        """Saves a picture of a page or popup, if pictures are wanted."""
        if WALKS:
            view.screenshot(Path(WALKS, f"kept-elsewhere-{name}.png"))

    def ask(self, field, page):
        """Returns a popup at an empty field of a fresh page, which offers what all three have."""
        self.person.open_site(page)
        popup = self.person.ask_in_page(field, "KeePassXC")
        until(lambda: any("anne.of.pass" in text for text in self.person.offered(popup)), 20, lambda: f"all three in {self.person.offered(popup)}")
        self.assertTrue(any(self.person.user in text for text in self.person.offered(popup)), self.person.offered(popup))
        return popup

    def fills(self, field, values):
        filled = self.person.field_fills(field)
        self.assertIn(filled, values)

    def test_providers_see_what_they_declare_and_neither_secret_keys_nor_the_rest_of_the_home(self):
        if self.settings.providers()["passfold.vault"]["sandbox"] != "active":
            self.fail("this machine has no sandbox: bubblewrap is missing or user namespaces are forbidden")
        home = self.world.home

        def seen(program):
            """Returns the files in home and session as seen by a provider's process, and its root."""
            number = until(lambda: self.world.processes(program), what=f"{program}'s process")[0]
            root = Path(f"/proc/{number}/root")
            return sorted(str(path.relative_to(root)) for place in (home, self.world.runtime)
                          for path in (root / str(place)[1:]).rglob("*") if not path.is_dir()), root

        files, root = seen("PasswordStoreProvider")
        gnupg, store = str(home / ".gnupg")[1:], str(home / ".password-store")[1:]
        self.assertEqual([path for path in files if not path.startswith(store)], [f"{gnupg}/S.gpg-agent.extra", f"{gnupg}/pubring.kbx"])
        self.assertIn(f"{store}/shop.example/anne.of.pass.gpg", files)
        self.assertTrue(any((home / ".gnupg/private-keys-v1.d").iterdir()), "without secret keys, this test shows nothing")
        with self.assertRaises(OSError):
            (root / store / "written").write_text("x")
        # The three paths lead to one socket.
        files, _ = seen("KeePassXCProvider")
        self.assertEqual({Path(path).name for path in files}, {"org.keepassxc.KeePassXC.BrowserServer"})

    def test_a_code_and_a_password_of_each_of_three_providers_are_filled_while_one_is_locked_and_one_crashes(self):
        self.open_code_page()
        # A code of each; KeePassXC and gpg-agent are locked.
        popup = self.ask("#code", "/account/code")
        self.see(popup, "code-picker")
        self.person.choose(popup, ["Look in KeePassXC"])
        self.person.popup_says(popup, "Unlock KeePassXC")
        self.see(popup, "keepassxc-locked")
        self.keepassxc.answer("Unlock Database - KeePassXC", KeePassXC.PASSWORD)
        self.person.popup_says(popup, "Connect KeePassXC")
        self.keepassxc.answer("New key association request", "passfold")
        self.person.choose(popup, ["Shop", "anne.of.keepassxc"])
        self.fills("#code", codes(SECRETS["KeePassXC"]))

        self.assertEqual(self.store.asked(), 0, "listing the entries has decrypted one")
        (self.store.folder / "waits").touch()
        popup = self.ask("#code", "/account/code")
        self.person.choose(popup, ["anne.of.pass"])
        self.person.popup_says(popup, "Waiting for gpg-agent")
        self.see(popup, "pass-locked")
        (self.store.folder / "waits").unlink()
        self.fills("#code", codes(SECRETS["pass"]))
        self.assertEqual(self.store.asked(), 1)

        popup = self.ask("#code", "/account/code")
        # In a code's last seconds the vault asks whether to wait for the next one.
        until(self.person.has_time_left, timeout=30, what="a code with some time left", pause=0.1)
        self.person.choose(popup, [self.person.user])
        self.fills("#code", codes(self.person.code_secret))

        # A password of each; KeePassXC's provider is killed while it is being asked, which harms nothing else.
        self.person.open_site("/account")
        self.person.sign_out()
        self.keepassxc.end_program()
        self.keepassxc.start()
        popup = self.ask("#password", "/sign-in")
        self.see(popup, "password-picker")
        self.person.choose(popup, ["Look in KeePassXC"])
        self.person.popup_says(popup, "Unlock KeePassXC")
        for number in self.world.processes("KeePassXCProvider"):
            os.kill(number, signal.SIGKILL)
        until(lambda: "KeePassXC" in (self.person._read(lambda: popup.text("#screen")) or "") and "Unlock" not in popup.text("#screen"), 20,
              lambda: f"the failure in {popup.text('#screen')}")
        self.see(popup, "crashed")
        self.assertEqual(self.settings.providers()[KEEPASSXC]["faults"], 1)

        popup = self.ask("#password", "/sign-in")
        self.person.choose(popup, ["anne.of.pass"])
        self.fills("#password", [PASSWORDS["pass"]])
        self.assertEqual(self.person.page.value("#username"), "anne.of.pass")
        popup = self.ask("#password", "/sign-in")
        self.person.choose(popup, [self.person.user])
        self.fills("#password", [self.person.password])

        popup = self.ask("#password", "/sign-in")
        self.person.choose(popup, ["Look in KeePassXC"])
        self.keepassxc.answer("Unlock Database - KeePassXC", KeePassXC.PASSWORD)
        self.person.choose(popup, ["Shop", "anne.of.keepassxc"])
        self.fills("#password", [PASSWORDS["KeePassXC"]])
        self.assertEqual(self.person.page.value("#username"), "anne.of.keepassxc")
        self.assertEqual([provider["name"] for provider in self.settings.providers().values() if provider["isEnabled"]], ["Passfold", "KeePassXC", "pass"])


class PasswordStoreTests(WorldTestCase):

    def test_entries_that_pass_adds_and_removes_are_suggested_whether_the_provider_runs_or_rests(self):
        self.make_world()
        self.world.environment["PASSFOLD_IDLE_LIMIT"] = "3"
        store = PasswordStore(self.world)
        self.addCleanup(store.stop)
        store.insert("shop.example/anne", "x\n")
        self.world.start_broker()
        settings, browser = SettingsClient(self.world), BrowserClient(self.world)
        self.addCleanup(settings.close)
        self.addCleanup(browser.close)
        self.person.terminal = self.world.terminal()
        self.run_well("passfold providers enable pass --allow-access")

        def users(site):
            return [item["account"] for item in browser.suggestions(site, "current-password")]

        until(lambda: users("shop.example") == ["anne"], what="the first entry")
        store.insert("bank.example/ben", "x\n")
        until(lambda: users("bank.example") == ["ben"], what="an entry added while the provider runs")
        until(lambda: settings.providers()[PASS]["state"] == "resting", what="the end of the idle provider")
        store.insert("bank.example/cora", "x\n")
        store.run("pass", "rm", "--force", "shop.example/anne")
        until(lambda: users("bank.example") == ["ben", "cora"], what="an entry added while it rests")
        self.assertEqual(users("shop.example"), [])


if __name__ == "__main__":
    unittest.main()
