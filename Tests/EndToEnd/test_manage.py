# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault as seen from a browser's popup: what a connected profile gets through the broker, and what nobody else gets."""

import json
import socket
import struct
import time
import unittest

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from world_for_tests import WorldTestCase


class ManageTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()
        self.browser = self.connect()

    def connect(self, **how):
        client = BrowserClient(self.world, **how)
        self.addCleanup(client.close)
        return client

    def begin(self, what, /, secret=None, **members):
        return self.browser.begin("manage", request={"type": what, **members}, **({} if secret is None else {"secret": secret}))

    def manage(self, what, /, secret=None, **members):
        """Returns the vault's answer to a request of the popup, and its secret."""
        reply = self.browser.answer_to(self.begin(what, secret, **members), timeout=20)
        self.assertIsNotNone(reply, what)
        self.assertEqual(reply["type"], "managed", reply)
        return reply["answer"], reply.get("secret")

    def succeed(self, what, /, secret=None, **members):
        answer, revealed = self.manage(what, secret, **members)
        self.assertNotEqual(answer["type"], "failure", answer)
        return answer, revealed

    def refusal(self, what, /, secret=None, **members):
        answer, _ = self.manage(what, secret, **members)
        self.assertEqual(answer["type"], "failure", answer)
        return answer["code"]

    def test_a_connected_profile_manages_the_unlocked_vault_and_a_locked_one_asks_for_the_passphrase(self):
        self.person.will_answer()
        with self.subTest("names, codes and the password are returned without a prompt"):
            status, _ = self.succeed("status")
            self.assertEqual((status["state"], status["counts"]), ("unlocked", {"password": 1, "one-time-code": 1}))
            listed, _ = self.succeed("list", kind="password")
            self.assertEqual((listed["total"], [entry["user"] for entry in listed["entries"]]), (1, [self.person.user]))
            login = listed["entries"][0]["record"]
            revealed, password = self.succeed("reveal", query=login)
            self.assertEqual((revealed["type"], revealed["entry"]["record"], password), ("revealed", login, self.person.password))
            codes, lines = self.succeed("codes", query="", withNext=True)
            self.assertEqual(codes["total"], 1)
            self.assertRegex(lines, r"^\d{6} \d{6}$")
            self.assertEqual(self.run_well("passfold log --json").text.count('"door":"browser"'), 2)

        with self.subTest("the command finds what the popup added and changed"):
            added, _ = self.succeed("add-password", secret='new "word"', service="forms.example", user="bert")
            record = added["entry"]["record"]
            self.succeed("edit", query=record, title="Forms", secret="another word")
            self.assertEqual(self.succeed("reveal", query="forms bert")[1], "another word")
            self.always_answer()
            self.assertIn("Forms", self.run_well("passfold list").text)
            self.assertEqual(self.run_well("passfold show forms bert --reveal").text.splitlines()[0], "another word")
            self.person.will_answer()
            self.succeed("remove", query=record)
            trash, _ = self.succeed("trash")
            self.assertIn(record, [entry["record"] for entry in trash["entries"]])
            self.succeed("restore", query=record)
            self.assertEqual(self.refusal("details", query="nobody"), "notFound")

        with self.subTest("requests that the popup may not make"):
            for kind, members in {"export-set-up": {"query": "shop"}, "releases": {}, "clock": {}, "create": {}}.items():
                self.assertEqual(self.refusal(kind, **members), "badRequest", kind)
            self.assertEqual(self.browser.ask("manage", request={"type": "list", "id": 4})["code"], "badRequest")
            self.assertEqual(self.browser.ask("manage", request=["list"])["code"], "badRequest")
        self.assertEqual(self.person.was_asked(), [])

        with self.subTest("a locked vault refuses an unattended request and prompts for any other"):
            self.succeed("lock")
            self.assertEqual(self.refusal("list", unattended=True), "locked")
            self.assertEqual(self.person.was_asked(), [])
            self.assertEqual(self.refusal("list"), "canceled")
            self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase})
            self.assertEqual(self.succeed("reveal", query=login)[1], self.person.password)
            self.assertIn("Requested by the popup in", self.person.was_asked()[-1]["desc"])

        with self.subTest("cancelling a request closes its prompt"):
            self.succeed("lock")
            self.person.will_answer({"prompt": "passphrase", "waitFor": str(self.world.prompting / "gate"), "pin": "x"})
            number = self.begin("unlock")
            until(self.world.open_prompts, what="the prompt")
            self.browser.send({"type": "cancel", "id": number})
            self.assertEqual(self.browser.answer_to(number)["code"], "userCanceled")
            until(lambda: not self.world.open_prompts(), what="the prompt to go")
            self.assertEqual(self.succeed("status")[0]["state"], "locked")

    def test_a_typed_password_is_known_changed_or_new_and_a_tab_gets_at_most_ten_answers_a_minute(self):
        self.person.will_answer()
        site = "https://login.shop.example"
        context = {"origin": site, "topOrigin": site, "ancestorOrigins": [], "tab": 7, "frame": 0, "document": "d1"}

        def state(password, user=self.person.user, **changed):
            answer = self.browser.ask("password-state", context={**context, **changed}, user=user, password=password)
            return answer.get("state", answer.get("code")), answer.get("users")

        users = [self.person.user]
        self.assertEqual(state(self.person.password), ("known", users))
        self.assertEqual(state("another"), ("changed", users))
        self.assertEqual(state("another", user=""), ("changed", users))
        self.assertEqual(state("another", user="bert"), ("new", users))
        elsewhere = {"origin": "https://forms.example", "topOrigin": "https://forms.example", "tab": 8}
        self.assertEqual(state(self.person.password, **elsewhere), ("new", []))
        with self.subTest("a password that is already stored is reported as present without a prompt"):
            saved = self.browser.ask(
                "save-password", context=context, user=self.person.user, password=self.person.password, sessionID="s", event=1)
            self.assertEqual(saved, {"type": "saved", "id": saved["id"], "present": True})
        self.succeed("lock")
        self.assertEqual(state(self.person.password), ("locked", []))
        for _ in range(5):
            state("guess")
        self.assertEqual(state("guess")[0], "busy")
        self.assertEqual(state("guess", tab=9)[0], "locked")
        self.assertEqual(self.person.was_asked(), [])

    def test_above_thirty_secrets_a_minute_each_further_one_needs_a_confirmation(self):
        self.person.will_answer()
        began = time.monotonic()
        for _ in range(30):
            self.succeed("reveal", query=self.person.service, kind="password")
        self.assertEqual(self.person.was_asked(), [])
        self.assertEqual(self.refusal("reveal", query=self.person.service, kind="password"), "refused")
        self.assertLess(time.monotonic() - began, 60)
        prompt = self.person.was_asked()[-1]
        self.assertEqual(prompt["kind"], "confirm")
        self.assertIn("wants the password of", prompt["desc"])
        self.succeed("list")

    def test_only_the_broker_speaks_for_a_browser_and_only_a_connected_browser_is_served(self):
        with self.subTest("a profile that is not connected"):
            stranger = self.connect(connects=False)
            self.assertEqual(stranger.ask("manage", request={"type": "status"})["code"], "notPaired")
        with self.subTest("another program at the vault's door"):
            answer = self.at_vault_door({"protocol": 1, "role": "browser", "browser": "Chromium"}, {"type": "list", "id": 1})
            self.assertEqual(answer, [{"type": "failure", "id": 0, "code": "badRequest"}])
        with self.subTest("another role at the broker's door"):
            settings = SettingsClient(self.world)
            self.addCleanup(settings.close)
            # The broker passes on three requests of the settings about other devices, which the vault distinguishes from all others.
            for refused in ("status", "list", "lock"):
                answer = settings.ask("manage", request={"type": refused})
                self.assertEqual((answer["type"], answer["answer"]["code"]), ("managed", "badRequest"), answer)
            self.assertEqual(settings.ask("manage", request={"type": "sync-status"})["type"], "managed")
        with self.subTest("a vault that was turned off"):
            settings.set("passfold.vault", enabled=False)
            self.assertEqual(self.browser.ask("manage", request={"type": "status"})["code"], "nothingToOffer")
            settings.set("passfold.vault", enabled=True)
        with self.subTest("a vault that was killed is restarted"):
            until(lambda: self.browser.ask("manage", request={"type": "status"})["type"] == "managed", what="the vault")
            self.assertEqual(self.world.kill("passfold-vault"), 1)
            until(lambda: self.browser.ask("manage", request={"type": "status"})["type"] == "managed", what="the vault")
            self.assertEqual(self.succeed("status")[0]["state"], "locked")

    def at_vault_door(self, *messages):
        """Returns the vault's answers to another program, until it closes the connection."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.connect(str(self.world.runtime / "passfold/vault.sock"))
            door.settimeout(10)
            heard = b""
            try:
                # It may have closed the connection by the second.
                for message in messages:
                    data = json.dumps(message).encode()
                    door.sendall(struct.pack(">II", len(data), 0) + data)
            except BrokenPipeError:
                pass
            try:
                while piece := door.recv(65536):
                    heard += piece
            except ConnectionResetError:
                pass
        answers = []
        while heard:
            length, secret = struct.unpack(">II", heard[:8])
            answers.append(json.loads(heard[8:8 + length]))
            heard = heard[8 + length + secret:]
        return answers


if __name__ == "__main__":
    unittest.main()
