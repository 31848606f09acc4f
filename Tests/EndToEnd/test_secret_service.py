# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The session's keyring as a provider: a real GNOME Keyring behind the bus filter, and what the filter blocks."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from kept_elsewhere import KeePassXC
from keyring_for_tests import COLLECTION, GnomeKeyring
from kwallet_for_tests import KWallet
from provider_bundles import install_script
from world_for_tests import WALKS, WorldTestCase

KEYRING = "passfold.secret-service"
WEB, NETWORK, GIT = "Wort-of-gnome-web", "Netz-of-libsecret", "ghp-Token-of-git"
DISK = "Platte-of-somebody-else"

# A provider that reports what it got; it runs until the test is over.
ASKING = """
ask() {
  destination=$1; shift
  dbus-send --bus="unix:path=$PASSFOLD_ACCESS_SECRETS" --print-reply --reply-timeout=5000 --dest=$destination "$@" >> "$HOME/said" 2>&1
  echo "$? $2" >> "$HOME/asked"
}
if [ ! -e "$HOME/asked" ]; then
  echo "$PASSFOLD_ACCESS_SECRETS" > "$HOME/place"
  secrets=org.freedesktop.secrets; root=/org/freedesktop/secrets; login=$root/collection/login
  ask $secrets $root org.freedesktop.Secret.Service.SearchItems dict:string:string:
  ask $secrets $root org.freedesktop.Secret.Service.Lock array:objpath:$login
  ask $secrets $root org.freedesktop.Secret.Service.ReadAlias string:default
  ask $secrets $login org.freedesktop.Secret.Collection.Delete
  ask $secrets $root org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Service string:Collections
  ask $secrets $root org.freedesktop.DBus.Introspectable.Introspect
  ask org.gnome.keyring /org/gnome/keyring/daemon org.gnome.keyring.Daemon.GetControlDirectory
  ask org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.DBus.Peer.Ping
  ask org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.UpdateActivationEnvironment dict:string:string:LD_PRELOAD,/x
  ask org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.Monitoring.BecomeMonitor array:string: uint32:0
  touch "$HOME/ready"
fi
while [ ! -e "$HOME/enough" ]; do sleep 0.1; done
"""


class SecretServiceTests(WorldTestCase):

    def setUp(self):
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))
        self.keyring = GnomeKeyring(self.world)
        self.addCleanup(self.keyring.stop)

    def keep_items(self):
        self.web = self.keyring.store(
            "Password for anne in a form in https://shop.example", WEB, schema="org.epiphany.FormPassword", id="{1}", uri="https://shop.example",
            target_origin="https://shop.example", form_username="user", form_password="password", username="anne.of.web", server_time_modified="0")
        self.network = self.keyring.store(
            "shop.example", NETWORK, schema="org.gnome.keyring.NetworkPassword", user="anne.of.network", server="shop.example", protocol="https")
        self.git = self.keyring.store(
            "Git: https://forge.example/", GIT + "\npassword_expiry_utc=2000000000", schema="org.git.Password", user="anne.of.git",
            server="forge.example", protocol="https")
        others = [
            ("A disk", {"schema": "org.gnome.GVfs.Luks.Password", "gvfs-luks-uuid": "1"}),
            ("Chromium Safe Storage", {"schema": "chrome_libsecret_os_crypt_password_v2", "application": "chromium"}),
            ("A share", {"schema": "org.gnome.keyring.NetworkPassword", "user": "anne", "server": "shop.example", "protocol": "smb"}),
            ("Something that says nothing", {"service": "https://shop.example", "username": "anne"}),
            ("A form that says where it leads", {"schema": "org.example.Form", "uri": "https://shop.example", "username": "anne"})]
        self.others = [self.keyring.store(label, DISK, **attributes) for label, attributes in others]

    def begin(self):
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        if self.settings.providers()["passfold.vault"]["sandbox"] != "active":
            self.fail("this machine has no sandbox: bubblewrap is missing or user namespaces are forbidden")
        self.browser = BrowserClient(self.world)
        self.addCleanup(self.browser.close)

    def enable(self):
        return self.run_well("passfold providers enable Keyring --allow-access")

    def offered(self, site, *users):
        """Returns the suggestions for a site, once these users are among them."""
        found = {}

        def look():
            found.clear()
            found.update({item.get("account"): item for item in self.browser.suggestions(site, "current-password")})
            return all(user in found for user in users)
        until(look, 20, lambda: f"{users} among {list(found)}")
        return found

    def test_an_unlocked_keyring_fills_passwords_of_web_sites_and_no_other_item_is_requested(self):
        self.keep_items()
        self.keyring.listen()
        self.begin()
        told = " ".join(self.run_well("passfold providers").text.split())
        for words in ("the program org.freedesktop.secrets on the session bus, limited to the following",
                      "calls org.freedesktop.Secret.Service.GetSecrets of /org/freedesktop/secrets: to read the one password that you fill in"):
            self.assertIn(words, told)
        self.enable()
        doctor = self.person.terminal.run("passfold providers doctor Keyring").text
        self.assertNotIn("session bus, but", " ".join(doctor.split()), "the doctor reports a filter that works")
        items = self.offered("shop.example", "anne.of.web", "anne.of.network")
        self.assertEqual(len([item for item in items if item]), 2, items)
        for user, password in (("anne.of.web", WEB), ("anne.of.network", NETWORK)):
            answer = self.browser.ask("provide", token=items[user]["token"])
            self.assertEqual((answer.get("user"), answer.get("password")), (user, password), answer)
        items = self.offered("forge.example", "anne.of.git")
        self.assertEqual(self.browser.ask("provide", token=items["anne.of.git"]["token"]).get("password"), GIT)
        # Each password was asked for separately, at the time it was chosen; a monitor of the bus records this a little later.
        until(lambda: len(self.keyring.calls("GetSecrets")) >= 3, 20, "what was asked for")
        asked = self.keyring.calls("GetSecrets")
        self.assertEqual(len(asked), 3, asked)
        for path, call in zip((self.web, self.network, self.git), asked):
            self.assertEqual([line.split('"')[1] for line in call.split("\nmethod return")[0].splitlines() if "object path" in line and COLLECTION in line], [path])
        # The items of the disk, the browser and unknown programs were never read. Items of libsecret's schema are distinguished by their
        # protocol.
        looked = "".join(self.keyring.calls("Get"))
        self.assertIn(f"path={self.web};", looked)
        for path in self.others[:2] + self.others[3:]:
            self.assertNotIn(f"path={path};", looked)
        # A monitor of the bus sees encrypted passwords, and the sandbox sees neither the bus nor the keyring's files.
        for password in (WEB, NETWORK, GIT, DISK):
            self.assertNotIn(password, self.keyring.heard())
        self.assertNotIn('string "plain"', self.keyring.heard())
        number = self.world.processes("SecretServiceProvider")[0]
        root = Path(f"/proc/{number}/root")
        seen = [str(path.relative_to(root)) for place in (self.world.home, self.world.runtime, self.world.data)
                for path in (root / str(place)[1:]).rglob("*") if not path.is_dir()]
        self.assertEqual([Path(path).name for path in seen], ["socket"], seen)

    def test_changes_in_the_keyring_update_the_suggestions(self):
        self.begin()
        self.enable()
        until(lambda: self.world.processes("SecretServiceProvider"), what="its process")
        self.keep_items()
        self.offered("shop.example", "anne.of.web")
        self.keyring.run("secret-tool", "clear", "username", "anne.of.web")
        until(lambda: "anne.of.web" not in self.offered("shop.example", "anne.of.network"), 20, "the end of a suggestion")

    def test_a_provider_can_call_only_the_declared_methods_of_one_bus_name_and_the_filter_ends_with_it(self):
        self.keep_items()
        declared = [
            {"Name": "org.freedesktop.Secret.Service.SearchItems", "Object": "/org/freedesktop/secrets", "Purpose": "to find"},
            {"Name": "org.freedesktop.DBus.Properties.Get", "Object": "/org/freedesktop/secrets/*", "Purpose": "to read"}]
        access = {"Kind": "bus", "Name": "secrets", "Path": "org.freedesktop.secrets", "Purpose": "curiosity", "Methods": declared}
        identifier = install_script(self.world, "Asking", ASKING, [access])
        own = self.world.data / "passfold/provider-data" / identifier
        self.begin()
        self.run_well("passfold providers enable Asking --allow-access")
        until((own / "ready").exists, 60, lambda: f"its answers: {(own / 'asked').read_text() if (own / 'asked').exists() else ''}")
        answers = [line.split(" ", 1) for line in (own / "asked").read_text().splitlines()]
        allowed = ["org.freedesktop.Secret.Service.SearchItems", "org.freedesktop.DBus.Properties.Get"]
        self.assertEqual([name for status, name in answers if status == "0"], allowed, (own / "said").read_text())
        self.assertEqual(len(answers), 10, answers)
        self.assertFalse(self.keyring.is_locked())
        self.assertIn(self.web, (own / "said").read_text())
        # Only the provider has the conversation with the broker, and it cannot hold back the filter's report.
        provider = [number for number in self.world.processes("sh") if b"/program" in Path(f"/proc/{number}/cmdline").read_bytes()][0]
        proxy, = self.world.processes("xdg-dbus-proxy")
        opened = {number: {entry.name: os.readlink(entry) for entry in Path(f"/proc/{number}/fd").iterdir()} for number in (provider, proxy)}
        self.assertIn("socket:", opened[provider]["3"])
        self.assertNotIn(opened[provider]["3"], opened[proxy].values())
        self.assertEqual([name for name in opened[provider].values() if name.endswith("/ready")], [])
        place = Path((own / "place").read_text().strip())
        self.assertTrue(place.is_socket())
        (own / "enough").touch()
        self.run_well("passfold providers disable Asking")
        until(lambda: not self.world.processes("xdg-dbus-proxy") and not place.parent.exists(), 20, "the end of the filter")

    def test_without_the_filter_there_is_no_bus_and_the_user_is_told_what_to_install(self):
        self.keep_items()
        # The necessary programs of the system, without the filter.
        programs = self.world.folder / "programs"
        programs.mkdir()
        for name in ("bash", "bwrap", "head", "mkfifo", "sh"):
            (programs / name).symlink_to(shutil.which(name))
        (programs / "python3").symlink_to(sys.executable)
        self.world.environment["PATH"] = f"{self.world.prefix / 'bin'}:{programs}"
        self.begin()
        self.enable()
        self.browser.suggestions("shop.example", "current-password")
        row = until(lambda: self.browser.ask("suggestions", context=self.browser.context, field="current-password")["locked"], 20,
                    "the row of the keyring")[0]
        number = self.browser.begin("provide", token=row["token"])
        view = None
        while view is None:
            message = self.browser.receive(20)
            self.assertIsNotNone(message, "a message that says what is missing")
            view = message.get("view") if message.get("type") == "present" else None
        self.assertIn("apt install xdg-dbus-proxy", str(view))
        self.browser.send({"type": "cancel", "id": number})
        with self.subTest("the doctor reports a missing filter with the fix, and one that does not start"):
            doctor = lambda: " ".join(self.person.terminal.run("passfold providers doctor Keyring").text.split())  # noqa: E731
            self.assertIn("the proxy that connects it is missing. Install xdg-dbus-proxy", doctor())
            (programs / "xdg-dbus-proxy").symlink_to("/bin/false")
            self.assertIn("xdg-dbus-proxy, which connects it, does not start", doctor())
        self.assertEqual(self.world.processes("xdg-dbus-proxy"), [])


class OtherKeyringTests(WorldTestCase):

    def begin(self, bus):
        """The provider `Keyring` with a locked keyring on this bus, before anything was asked."""
        bus.listen()
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        settings = SettingsClient(self.world)
        self.addCleanup(settings.close)
        self.browser = BrowserClient(self.world)
        self.addCleanup(self.browser.close)
        self.run_well("passfold providers enable Keyring --allow-access")
        until(lambda: settings.providers()[KEYRING]["state"] == "locked", 20, lambda: f"a locked keyring: {settings.providers()[KEYRING]}")
        self.assertEqual(bus.calls("SearchItems") + bus.calls("Unlock"), [], "its search would ask for the password")

    def pick_locked(self, unlock):
        """Chooses the locked keyring and unlocks it; returns the request's number and the view that lists its content."""
        self.browser.suggestions("shop.example", "current-password")
        row = self.browser.ask("suggestions", context=self.browser.context, field="current-password")["locked"][0]
        number = self.browser.begin("provide", token=row["token"])
        unlock()
        rows = []
        while not rows:
            message = self.browser.receive(30)
            self.assertIsNotNone(message, "the entries")
            view = message.get("view", {})
            rows = view.get("rows", []) if message.get("type") == "present" else []
        return number, view

    def fill_first(self, number, view):
        # A view accepts no answer in its first moments.
        answer = None
        while answer is None:
            self.browser.send({"type": "view-event", "id": number, "view": view["number"], "action": "choose", "row": view["rows"][0]["id"]})
            answer = self.browser.answer_to(number, 1)
        return answer

    def test_keepassxc_as_the_keyring_prompts_only_after_the_pick_and_fills_an_entry_once_unlocked(self):
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))
        bus = GnomeKeyring(self.world, starts=False)
        self.addCleanup(bus.stop)
        keepassxc = KeePassXC(
            self.world, [("Shop", "anne.of.keepassxc", "Kessel-of-keepassxc", "https://shop.example", ""), ("Note", "", "Zettel", "", "")],
            serves=bus.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.addCleanup(keepassxc.stop)
        until(bus.has_owner, 30, "KeePassXC's Secret Service")
        self.begin(bus)
        number, view = self.pick_locked(lambda: keepassxc.answer("Unlock Database - KeePassXC", KeePassXC.PASSWORD))
        self.assertEqual([(row["title"], row.get("subtitle")) for row in view["rows"]], [("https://shop.example", "anne.of.keepassxc")])
        self.assertEqual(len(bus.calls("Unlock")), 1)
        answer = self.fill_first(number, view)
        self.assertEqual(answer.get("password"), "Kessel-of-keepassxc", answer)
        self.assertNotIn("Kessel-of-keepassxc", bus.heard())

    def test_a_kwallet_form_is_filled_once_kwallet_is_unlocked_and_no_other_entry_is_offered(self):
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))
        wallet = KWallet(self.world, "https://shop.example/login#signin", user="anne.of.kwallet", password="Kiste-of-kwallet")
        self.addCleanup(wallet.stop)
        self.begin(wallet.bus)
        number, view = self.pick_locked(lambda: wallet.answer(KWallet.PASSWORD))
        self.assertEqual([row["title"] for row in view["rows"]], ["https://shop.example"])
        answer = self.fill_first(number, view)
        self.assertEqual((answer.get("user"), answer.get("password")), ("anne.of.kwallet", "Kiste-of-kwallet"), answer)
        # The form's texts are in UTF-16, which a search for the password would miss.
        self.assertNotIn('string "plain"', wallet.bus.heard())
        self.assertNotIn("Zettel", wallet.bus.heard())

    def test_a_kwallet_that_cannot_encrypt_is_not_asked_for_a_password_and_the_user_is_told_what_to_install(self):
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))
        wallet = KWallet(self.world, "https://shop.example/login#signin", encrypts=False, user="anne", password="Kiste")
        self.addCleanup(wallet.stop)
        self.begin(wallet.bus)
        number, view = self.pick_locked(lambda: wallet.answer(KWallet.PASSWORD))
        self.browser.send({"type": "view-event", "id": number, "view": view["number"], "action": "choose", "row": view["rows"][0]["id"]})
        said = until(lambda: (self.browser.receive(20) or {}).get("view", {}).get("message"), what="why nothing was filled in")
        self.assertIn("apt install libqca-qt5-2-plugins", said)
        self.assertEqual(wallet.bus.calls("GetSecrets"), [])


class LockedKeyringTests(WorldTestCase):

    def test_a_locked_keyring_is_offered_next_to_the_vault_and_unlocked_in_its_own_window_during_the_pick(self):
        self.make_world(folder=tempfile.mkdtemp(prefix="p-", dir="/tmp"))
        keyring = GnomeKeyring(self.world)
        self.addCleanup(keyring.stop)
        SecretServiceTests.keep_items(self_like := type("Items", (), {"keyring": keyring})())
        self.assertTrue(self_like.web)
        keyring.lock()
        self.make_vault()
        settings = SettingsClient(self.world)
        self.addCleanup(settings.close)
        self.run_well("passfold providers enable Keyring --allow-access")
        until(lambda: settings.providers()[KEYRING]["state"] == "locked", what=lambda: f"a locked keyring: {settings.providers()[KEYRING]}")
        self.open_code_page()
        self.person.open_site("/account")
        self.person.sign_out()
        self.person.open_site("/sign-in")
        popup = self.person.ask_in_page("#password", "Keyring")
        self.assertTrue(any(self.person.user in text for text in self.person.offered(popup)), self.person.offered(popup))
        self.see(popup, "locked")
        self.person.choose(popup, ["Keyring"])
        self.person.popup_says(popup, "Unlock your keyring")
        self.see(popup, "unlocking")
        self.assertEqual(settings.providers()[KEYRING]["state"], "locked")
        keyring.answer(GnomeKeyring.PASSWORD)
        self.person.choose(popup, ["anne.of.web"])
        self.assertEqual(self.person.field_fills("#password"), WEB)
        self.assertEqual(self.person.page.value("#username"), "anne.of.web")
        # Unlocked now, it offers its content next to the vault's.
        self.person.open_site("/sign-in")
        popup = self.person.ask_in_page("#password", "anne.of.web")
        self.see(popup, "unlocked")
        self.assertTrue(any("anne.of.network" in text for text in self.person.offered(popup)), self.person.offered(popup))

    def see(self, view, name):
        """Saves a picture of the popup, if pictures are wanted."""
        if WALKS:
            view.screenshot(Path(WALKS, f"secret-service-{name}.png"))


if __name__ == "__main__":
    unittest.main()
