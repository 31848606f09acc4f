# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The access that a provider declares: asked for by the command and the settings window, then granted, and nothing beyond it."""

import json
import plistlib
import socket
import unittest

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from provider_bundles import install_misbehaving
from test_watch import OnTerminal
from world_for_tests import WorldTestCase

STORE = {"Kind": "folder", "Name": "store", "Path": "$HOME/.store", "Purpose": "the passwords are there"}
AGENT = {"Kind": "socket", "Name": "agent", "Path": "$XDG_RUNTIME_DIR/other/agent", "Purpose": "it decrypts"}
DIARY = {"Kind": "file", "Name": "diary", "Path": "$HOME/diary", "Purpose": "to write down", "Writable": True}
VAULT = {"Kind": "folder", "Name": "vault", "Path": "$HOME/.local/share/passfold", "Purpose": "curiosity"}
HOME = {"Kind": "folder", "Name": "home", "Path": "$HOME", "Purpose": "curiosity"}


class ProviderAccessTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        home, runtime = self.world.home, self.world.runtime
        for folder in (".store", ".store-of-others"):
            (home / folder).mkdir()
            (home / folder / "secret").write_text("secret")
        (home / "diary").write_text("private")
        (home / "diary-of-others").write_text("private")
        (runtime / "other").mkdir()
        self.listen("agent")
        self.listen("agent-of-others")
        self.identifier = install_misbehaving(self.world, 0, [STORE, AGENT, DIARY, VAULT, HOME])
        self.own = self.world.data / "passfold/provider-data" / self.identifier
        self.own.mkdir(parents=True)
        self.world.start_broker()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        self.browser = BrowserClient(self.world)
        self.addCleanup(self.browser.close)
        self.person.terminal = self.world.terminal()

    def listen(self, name):
        place = self.world.runtime / "other" / name
        place.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(place))
        listener.listen()
        self.addCleanup(listener.close)

    def reached(self, *paths):
        (self.own / "paths").write_text("".join(f"{path}\n" for path in paths))
        items = {}
        until(lambda: items.update({item["account"]: item for item in self.browser.suggestions("reach.example", "one-time-code")}) or items,
              what="its suggestions")
        return self.browser.ask("provide", token=items["reach"]["token"]).get("code")

    def test_a_provider_reaches_only_what_it_declared_and_the_user_agreed_to(self):
        if self.settings.providers()["passfold.vault"]["sandbox"] != "active":
            self.fail("this machine has no sandbox: bubblewrap is missing or user namespaces are forbidden")
        listed = self.run_well("passfold providers").text
        self.assertIn(f"the folder {self.world.home}/.store, to read: the passwords are there", listed)
        self.run_well("passfold providers enable 'Misbehaving 0' --allow-access")
        home, runtime = self.world.home, self.world.runtime
        self.assertEqual(
            self.reached(home / ".store/secret", runtime / "other/agent", home / "diary"), "rcw")
        self.assertEqual(
            self.reached(home / ".store-of-others/secret", runtime / "other/agent-of-others", home / "diary-of-others", home / ".bashrc",
                         runtime / "passfold/broker.sock", self.world.data / "passfold/vault",
                         self.world.config / "passfold/providers.json"), "-" * 7)
        # Whether it could write its mark next to the secret.
        self.assertEqual([path.name for path in (home / ".store").iterdir()], ["secret"])

    def test_a_recreated_socket_is_visible_to_the_process_that_is_asked_next(self):
        self.run_well("passfold providers enable 'Misbehaving 0' --allow-access")
        agent = self.world.runtime / "other/agent"
        self.assertEqual(self.reached(agent), "c")
        self.listen("agent")
        self.assertEqual(self.reached(agent), "c")
        self.assertEqual(self.settings.providers()[self.identifier]["faults"], 0)

    def test_no_provider_is_enabled_without_consent_and_a_changed_declaration_needs_consent_again(self):
        refused = self.person.terminal.run("setsid --wait passfold providers enable 'Misbehaving 0' < /dev/null")
        self.assertNotEqual(refused.status, 0, refused.text)
        self.assertIn("--allow-access is required", refused.text)
        answer = self.settings.ask("set-provider", identifier=self.identifier, enabled=True)
        self.assertEqual((answer["type"], answer.get("detail")), ("failure", "accessNotAgreed"), answer)
        self.run_well("passfold providers enable 'Misbehaving 0' --allow-access")
        plist = self.world.data / "passfold/providers/Misbehaving0.provider/Info.plist"
        content = plistlib.loads(plist.read_bytes())
        content["NSExtension"]["NSExtensionAttributes"]["PassfoldProviderAccess"][0]["Path"] = "$HOME/.store-of-others"
        plist.write_bytes(plistlib.dumps(content))
        listed = self.run_well("passfold providers").text
        self.assertIn("turned off until you agree to the access it wants now", " ".join(listed.split()))
        until(lambda: not self.world.processes("MisbehavingProvider"), what="the end of its process")
        self.assertEqual(self.browser.suggestions("reach.example", "one-time-code"), [])
        told = json.loads(self.run_well("passfold providers --json").text)[-1]
        self.assertEqual((told["state"], told["access"][0]["path"]), ("notAgreed", f"{self.world.home}/.store-of-others"))
        self.run_well("passfold providers enable 'Misbehaving 0' --allow-access")
        home = self.world.home
        self.assertEqual(self.reached(home / ".store/secret", home / ".store-of-others/secret"), "-r")


class AskedInTerminalTests(OnTerminal):

    def test_the_command_names_the_access_that_a_provider_wants_and_asks_for_consent(self):
        install_misbehaving(self.world, 0, [STORE, AGENT])
        for answer, status in (("n", 1), ("y", 0)):
            self.begin("passfold providers enable 'Misbehaving 0'")
            self.expect("the passwords are there")
            self.expect("it decrypts")
            self.expect("Allow this access and use the provider?")
            self.type(answer + "\r")
            self.assertEqual(self.finish(), status)


if __name__ == "__main__":
    unittest.main()
