# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Malicious clients, and broker and vault killed or started at the wrong moment."""

import json
import os
import signal
import socket
import struct
import subprocess
import time
import unittest
from pathlib import Path

from broker_clients import BrowserClient, SettingsClient
from demo.devtools import until
from provider_bundles import DEMO, install_demo
from world_for_tests import WorldTestCase


class HostileClientTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        install_demo(self.world)
        self.broker = self.world.start_broker()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        self.settings.set(DEMO, enabled=True)
        self.browser = BrowserClient(self.world)
        self.addCleanup(self.browser.close)
        until(lambda: self.browser.suggestions("shop.example", "current-password"), what="the example provider")
        self.sockets = []
        self.addCleanup(lambda: [one.close() for one in self.sockets])

    def connect(self, name="broker.sock"):
        one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # A socket with a timeout does not wait when many are queued.
        one.connect(str(self.world.runtime / "passfold" / name))
        one.settimeout(10)
        self.sockets.append(one)
        return one

    @staticmethod
    def say(connection, message, secret=b""):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        connection.sendall(struct.pack(">II", len(data), len(secret)) + data + secret)

    def heard(self, connection):
        """Returns the next message; None if the broker has closed the connection."""
        data = b""
        try:
            while len(data) < 8 or len(data) < 8 + sum(struct.unpack(">II", data[:8])):
                piece = connection.recv(65536)
                if not piece:
                    return None
                data += piece
        except ConnectionError:
            return None
        return json.loads(data[8:8 + struct.unpack(">I", data[:4])[0]])

    def assert_others_are_served(self):
        start = time.monotonic()
        item = self.browser.suggestions("shop.example", "current-password")[0]
        self.assertEqual(self.browser.ask("provide", token=item["token"])["password"], "hunter2")
        self.assertIsNone(self.broker.poll(), "the broker has ended")
        return (time.monotonic() - start) * 1000

    def broker_state(self):
        status = Path(f"/proc/{self.broker.pid}/status").read_text()
        times = Path(f"/proc/{self.broker.pid}/stat").read_text().rpartition(")")[2].split()
        resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        return resident, (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def test_five_hundred_silent_connections_do_not_keep_others_from_being_served(self):
        before, _ = self.broker_state()
        for _ in range(500):
            self.connect()
        until(lambda: any(self.is_closed(one) for one in self.sockets), what="a rejected connection")
        _, busy = self.broker_state()
        milliseconds = [self.assert_others_are_served() for _ in range(20)]
        time.sleep(1)
        after, busier = self.broker_state()
        self.assertLess(busier - busy, 1.5, "the broker uses processor time without any request")
        self.assertLess(after - before, 32 * 1024)
        print(f"\n500 connections: others answer in {sorted(milliseconds)[10]:.1f} ms (median), {after - before} KiB more", flush=True)
        for one in self.sockets:
            one.close()
        until(lambda: self.is_served_anew(), what="a new client")

    @staticmethod
    def is_closed(connection):
        connection.setblocking(False)
        try:
            return connection.recv(1) == b""
        except BlockingIOError:
            return False
        except ConnectionError:
            return True

    def is_served_anew(self):
        try:
            client = SettingsClient(self.world)
            return client.ask("status")["type"] == "status"
        except OSError:
            return False
        finally:
            client.close()

    def test_clients_that_never_finish_a_frame_use_little_memory_and_are_disconnected(self):
        before, _ = self.broker_state()
        for _ in range(100):
            # All but the last byte of the largest frame.
            slow = self.connect()
            slow.sendall(struct.pack(">II", 256 * 1024, 0) + b"{" + b" " * 1000)
        self.assert_others_are_served()
        after, _ = self.broker_state()
        self.assertLess(after - before, 64 * 1024)
        # Ten seconds for the hello.
        until(lambda: all(self.is_closed(one) for one in self.sockets), timeout=25, what="the end of the unfinished connections")
        self.assert_others_are_served()

    def test_oversized_and_malformed_frames_close_the_connection(self):
        hello = {"type": "hello", "role": "cli", "protocol": 1}
        for after_hello in (False, True):
            for data in (struct.pack(">II", 256 * 1024 + 1, 0), struct.pack(">II", 2, 64 * 1024 + 1) + b"{}", struct.pack(">II", 0xFFFFFFFF, 0xFFFFFFFF),
                         struct.pack(">II", 0, 0), struct.pack(">II", 3, 0) + b"???", struct.pack(">II", 100_000, 0) + b"[" * 100_000,
                         struct.pack(">II", 60_000, 0) + b'{"a":' * 12_000, struct.pack(">II", 2, 0) + b"\xff\xfe"):
                with self.subTest(after_hello=after_hello, data=data[:16]):
                    client = self.connect()
                    if after_hello:
                        self.say(client, hello)
                        self.assertEqual(self.heard(client)["type"], "welcome")
                    client.sendall(data)
                    self.assertIsNone(self.heard(client))
        self.assert_others_are_served()

    def test_a_client_cannot_take_another_role_or_make_another_roles_requests(self):
        for role in ("browser", "surface", "provider", "admin", "", None, 3):
            with self.subTest(role=role):
                client = self.connect()
                self.say(client, {"type": "hello", "role": role, "protocol": 1})
                self.assertIsNone(self.heard(client), "python was admitted in this role")
        context = {"origin": "https://shop.example", "topOrigin": "https://shop.example", "ancestorOrigins": [], "tab": 1, "frame": 0, "document": "d"}
        requests = {
            "suggestions": {"context": context, "field": "current-password"}, "list": {"context": context, "field": "one-time-code"},
            "provide": {"token": "x"}, "set-up-code": {"context": context, "url": "otpauth://totp/a?secret=A"},
            "create-passkey": {"context": context, "options": {}}, "get-passkey": {"context": context, "options": {}},
            "attach-surface": {"ticket": "x"}, "set-provider": {"identifier": DEMO, "enabled": False}, "providers": {},
            "signal": {"context": context, "signal": {"type": "unused-password", "domain": "shop.example", "userName": "anne"}},
        }
        own = {"settings": {"providers", "set-provider"}, "cli": set(), "app": {"provide"}}
        for role, allowed in own.items():
            for kind, members in requests.items():
                if kind in allowed:
                    continue
                with self.subTest(role=role, kind=kind):
                    client = self.connect()
                    self.say(client, {"type": "hello", "role": role, "protocol": 1})
                    self.assertEqual(self.heard(client)["type"], "welcome")
                    self.say(client, {"type": kind, "id": 1, **members})
                    answer = self.heard(client)
                    self.assertTrue(answer is None or (answer["type"], answer["code"]) in
                                    {("failure", "notAllowedHere"), ("failure", "badRequest")}, answer)
        # A provider's messages from a client, and a second hello.
        for words in ({"ready": {"protocolVersion": 1}}, {"complete": {"call": 1, "result": {"oneTimeCode": {}}}}, {"type": "hello", "role": "settings", "protocol": 1}):
            client = self.connect()
            self.say(client, {"type": "hello", "role": "cli", "protocol": 1})
            self.heard(client)
            self.say(client, words)
            self.assertIsNone(self.heard(client))
        self.assertTrue(self.settings.providers()[DEMO]["isEnabled"])
        self.assert_others_are_served()

    def test_a_client_can_neither_cancel_nor_answer_another_clients_request(self):
        item = self.browser.suggestions("shop.example", "current-password")[0]
        other = BrowserClient(self.world)
        self.addCleanup(other.close)
        self.assertEqual(other.ask("provide", token=item["token"])["type"], "failure", "another client's token was accepted")
        for number in range(1, 40):
            other.send({"type": "cancel", "id": number})
            other.send({"type": "view-event", "id": number, "view": 0, "action": "choose", "row": "1"})
        self.assertEqual(self.browser.ask("provide", token=item["token"])["password"], "hunter2")


class KilledTests(WorldTestCase):

    def test_when_many_brokers_start_at_once_one_serves_and_the_others_exit_with_status_75(self):
        self.make_world()
        brokers = [self.world.start_broker(wait=False) for _ in range(8)]
        until(lambda: sum(broker.poll() is None for broker in brokers) == 1 and self.world.listener("broker.sock"), what="one broker")
        left = next(broker for broker in brokers if broker.poll() is None)
        self.assertEqual(self.world.listener("broker.sock"), left.pid)
        self.assertEqual({broker.poll() for broker in brokers if broker is not left}, {75})
        self.person.terminal = self.world.terminal()
        self.assertIn("running", self.run_well("passfold status").text)

    def test_a_link_or_file_in_place_of_the_lock_or_socket_is_refused_or_replaced_and_never_followed(self):
        self.make_world()
        folder = self.world.runtime / "passfold"
        folder.mkdir(mode=0o700)
        treasure = self.world.home / "treasure"
        treasure.write_text("untouched")
        (folder / "broker.lock").symlink_to(treasure)
        broker = self.world.start_broker(wait=False)
        self.assertEqual(broker.wait(20), 74)
        (folder / "broker.lock").unlink()
        (folder / "broker.sock").symlink_to(treasure)
        (folder / "vault.sock").write_text("left over")
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.run_well("passfold init --recovery-kit kit.txt")
        self.assertEqual(treasure.read_text(), "untouched")

    def test_killing_the_broker_or_vault_at_an_open_prompt_ends_the_request_and_loses_nothing(self):
        self.make_world()
        self.make_vault()
        for program in ("passfold-broker", "passfold-vault"):
            with self.subTest(program=program):
                self.run_well("passfold lock")
                # An answer that never comes.
                self.world.answer_prompts({"prompt": "passphrase", "pin": "x", "waitFor": str(self.world.prompting / "never")})
                waiting = subprocess.Popen(
                    [str(self.world.prefix / "bin/passfold"), "code", self.person.service], env=self.world.environment, stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.addCleanup(waiting.stdout.close)
                until(lambda: self.prompts(), what="the prompt")
                for number in self.world.processes(program):
                    os.kill(number, signal.SIGKILL)
                self.assertNotEqual(waiting.wait(20), 0)
                # Nothing listens to the remaining prompt; it ends after its own timeout or when the user closes it.
                for number in self.prompts():
                    os.kill(number, signal.SIGKILL)
                until(lambda: not self.prompts(), what="the prompt's end")
                self.assert_nothing_lost()

    def prompts(self):
        """Returns the pinentries of this world, as seen from outside their sandbox."""
        program = self.world.environment["PASSFOLD_PINENTRY"].encode()
        mark = str(self.world.prompts).encode()
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and program in (entry / "cmdline").read_bytes().split(b"\0")[:3] and mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found


if __name__ == "__main__":
    unittest.main()
