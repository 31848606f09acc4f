# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Who may speak for pages: only browser profiles that the user has connected."""

import json
import stat
import unittest

from broker_clients import CALLER, BrowserClient
from demo.devtools import until
from demo.pairing import BrowserProfile, text_of
from world_for_tests import WorldTestCase

ORIGIN = "https://login.shop.example"
CONTEXT = {"origin": ORIGIN, "topOrigin": ORIGIN, "ancestorOrigins": [], "tab": 1, "frame": 0, "document": "d1"}
# Starts the host as its own child.
ANOTHER_PROGRAM = ("/bin/bash", "-c", '"$0" "$@"; true')


class PairingTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.clients = []
        self.addCleanup(lambda: [client.close() for client in self.clients])

    def client(self, **how):
        self.clients.append(BrowserClient(self.world, **how))
        return self.clients[-1]

    def paired_file(self):
        path = self.world.state / "passfold/browsers.json"
        return json.loads(path.read_text())["browsers"] if path.exists() else []

    def has_ended(self, client):
        try:
            while client.receive(10):
                pass
            return False
        except ConnectionError:
            return True

    def test_a_program_that_starts_the_host_gets_nothing_until_the_user_agrees(self):
        client = self.client(connects=False)
        self.assertEqual(client.standing, {"type": "not-paired", "reason": "unknownKey"})
        asked = {
            "suggestions": {"context": CONTEXT, "field": "current-password"}, "list": {"context": CONTEXT, "field": "current-password"},
            "provide": {"token": "t"}, "set-up-code": {"context": CONTEXT, "url": "otpauth://totp/a?secret=AA"},
            "get-passkey": {"context": CONTEXT, "options": {"rpId": "shop.example", "challenge": "AA"}},
            "create-passkey": {"context": CONTEXT, "options": {}}, "status": {},
        }
        for kind, members in asked.items():
            with self.subTest(kind):
                answer = client.ask(kind, **members)
                self.assertEqual((answer["type"], answer["code"]), ("failure", "notPaired"))
        self.assertEqual(client.views, 0)

        with self.subTest("the user declines"):
            self.person.will_answer()
            _, standing = client.pair()
            self.assertEqual(standing, {"type": "not-paired", "reason": "declined"})
            prompt = self.person.was_asked()[-1]
            self.assertEqual(prompt["kind"], "confirm")
            self.assertIn("does not recognise as a browser", prompt["desc"])
            self.assertIn("python", prompt["desc"])
            self.assertEqual(client.ask("status")["code"], "notPaired")
            self.assertEqual(self.paired_file(), [])

        with self.subTest("only one pairing at a time"):
            gate = self.world.prompting / "gate"
            self.person.will_answer({"prompt": "connect a browser", "waitFor": str(gate)})
            digits, _ = self.begin(client)
            until(self.person.was_asked, what="the prompt")
            self.assertIn(f"{digits[:3]} {digits[3:]}", self.person.was_asked()[0]["desc"])
            other = self.client(connects=False)
            self.assertEqual(other.pair(), (None, {"type": "not-paired", "reason": "pairingElsewhere"}))
            gate.touch()
            self.assertEqual(client.hear(), {"type": "paired"})
        self.assertEqual(len(client.suggestions("login.shop.example", "current-password")), 1)
        self.assertEqual(stat.S_IMODE((self.world.state / "passfold/browsers.json").stat().st_mode), 0o600)

        with self.subTest("a paired key is admitted without a prompt, but not from another program"):
            asked = len(self.world.shown_prompts())
            again = self.client(profile=client.profile, connects=False)
            self.assertEqual(again.standing, {"type": "paired"})
            elsewhere = self.client(profile=client.profile, connects=False, through=ANOTHER_PROGRAM)
            self.assertEqual(elsewhere.standing, {"type": "not-paired", "reason": "otherProgram"})
            self.assertEqual(elsewhere.ask("status")["code"], "notPaired")
            self.assertEqual(len(self.world.shown_prompts()), asked)

        with self.subTest("a forgotten browser is disconnected immediately and must be connected again"):
            self.always_answer()
            listed = self.run_well("passfold browser list").text
            self.assertRegex(listed, r"(?m)^[0-9a-f]{8}  python\S*, /\S+: connected \d{4}-\d\d-\d\d, last used \d{4}-\d\d-\d\d$")
            identifier = listed.split()[0]
            self.assertEqual(json.loads(self.run_well("passfold browser list --json").text)[0]["id"], identifier)
            self.assertEqual(self.person.terminal.run("passfold browser forget nobody").status, 3)
            self.run_well(f"passfold browser forget {identifier}")
            self.assertTrue(self.has_ended(client) and self.has_ended(again))
            self.assertIn("No browser is connected", self.run_well("passfold browser list").text)
            last = self.client(profile=client.profile, connects=False)
            self.assertEqual(last.standing, {"type": "not-paired", "reason": "unknownKey"})

    def begin(self, client):
        """Pairs up to the prompt; returns the digits that the popup would show."""
        nonce = b"n" * 32
        client.send(client.profile.commitment(nonce))
        answer = client.hear()
        client.send({"type": "reveal-pairing", "nonce": text_of(nonce)})
        return client.profile.digits(client.challenge, nonce, answer["nonce"]), answer

    def test_forged_and_malformed_proofs_close_the_connection_and_pair_no_browser(self):
        known = self.client()
        greeted = self.client(connects=False)

        class Replaying(BrowserProfile):
            """Repeats what was heard in another conversation."""
            def proof(self, challenge):
                return known.profile.proof(known.challenge)

        class Stealing(BrowserProfile):
            """Names a key that is not its own."""
            def proof(self, challenge):
                return {**super().proof(challenge), "publicKey": text_of(known.profile.public_key)}

        for profile in (Replaying, Stealing):
            with self.subTest(profile.__name__), self.assertRaises(ConnectionError):
                self.client(profile=profile(CALLER), connects=False)
        for message in (
                {"type": "pair", "publicKey": "AA", "signature": "AA"},
                {"type": "begin-pairing", "commitment": ["A"] * 9}, {"type": "begin-pairing", "commitment": "A" * 200_000},
                {"type": "begin-pairing", "commitment": "A" * 300_000}, {"type": "hello", "role": "browser", "protocol": 1}, {"type": "nonsense"}):
            with self.subTest(json.dumps(message)[:60]):
                client = self.client(connects=False)
                try:
                    client.send(message)
                except BrokenPipeError:
                    # The host ends at a length beyond its bound, before it has read the rest.
                    pass
                self.assertTrue(self.has_ended(client))
        # The others continue to be served.
        self.assertEqual(len(known.suggestions("login.shop.example", "current-password")), 1)
        self.assertEqual(greeted.ask("status")["code"], "notPaired")
        self.assertEqual(len(self.paired_file()), 1)

    def test_a_broker_killed_during_the_comparison_has_paired_no_browser(self):
        client = self.client(connects=False)
        gate = self.world.prompting / "gate"
        self.person.will_answer({"prompt": "connect a browser", "waitFor": str(gate)})
        self.begin(client)
        until(self.person.was_asked, what="the prompt")
        self.assertEqual(self.world.kill("passfold-broker"), 1)
        gate.touch()
        self.assertTrue(self.has_ended(client))

        with self.subTest("without a display or a terminal, no browser is paired"):
            scripted = self.world.environment
            self.world.environment = {**scripted, "PASSFOLD_PINENTRY": "pinentry-curses"}
            self.world.environment.pop("DISPLAY", None)
            again = self.client(profile=client.profile, connects=False)
            self.assertEqual(again.standing, {"type": "not-paired", "reason": "unknownKey"})
            self.assertEqual(again.pair()[1], {"type": "not-paired", "reason": "nowhereToAsk"})
            self.world.environment = scripted
            self.assertEqual(self.world.kill("passfold-broker"), 1)
            self.assertTrue(self.has_ended(again))

        again = self.client(profile=client.profile, connects=False)
        self.assertEqual(again.standing, {"type": "not-paired", "reason": "unknownKey"})
        self.assertEqual(self.paired_file(), [])
        with self.world.agreeing_to_browsers():
            self.assertEqual(again.pair()[1], {"type": "paired"})
        self.assertEqual(len(self.paired_file()), 1)

    def test_in_chromium_the_popup_and_the_prompt_show_the_same_digits_and_new_ones_each_time(self):
        self.world.start_site()
        self.world.trust_authority()
        self.world.register_host()
        self.world.start_browser(connects=False)
        page = self.world.browser.new_page(self.world.origin + "/sign-in")
        page.click("#password")
        digits, prompt = self.world.connect_browser()
        self.assertRegex(digits, r"^\d{3} \d{3}$")
        self.assertIn(digits, prompt["desc"])
        self.assertRegex(prompt["desc"], r"^Chromium \(/\S*chrom\S*\)")
        self.assertEqual([browser["caller"] for browser in self.paired_file()], [self.world.popup_address.removesuffix("popup/popup.html")])

        self.world.browser.quit()
        self.world.start_browser(connects=False)
        self.assertIsNone(self.world.connect_browser(), "the profile was connected a moment ago")
        self.run_well("passfold browser forget Chromium")
        again, _ = self.world.connect_browser()
        self.assertNotEqual(again, digits)

    def test_in_firefox_the_popup_and_the_prompt_show_the_same_digits(self):
        self.run_well("passfold browser install")
        self.world.start_site(shows_port=True)
        self.world.start_firefox(connects=False)
        digits, prompt = self.world.connect_browser()
        self.assertIn(digits, prompt["desc"])
        self.assertRegex(prompt["desc"], r"^Firefox \(/\S*firefox\S*\)")
        self.assertEqual([browser["caller"] for browser in self.paired_file()], ["passfold@passfold.org"])
        self.assertIsNone(self.world.connect_browser(), "the profile was connected a moment ago")


if __name__ == "__main__":
    unittest.main()
