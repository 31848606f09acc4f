# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""How the vault's prompts tell the user who asks: the program, which the vault cannot see from its sandbox."""

import json
import os
import pty
import socket
import struct
import subprocess
import sys
import unittest

from world_for_tests import WorldTestCase


# Protects itself as a program with secrets does, and wants to decide about providers.
HIDDEN = """
import ctypes, json, socket, struct, sys
assert ctypes.CDLL(None).prctl(4, 0, 0, 0, 0) == 0
door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
door.connect(sys.argv[1])
door.settimeout(20)
heard = b""
try:
    for message in ({"type": "hello", "role": "settings", "protocol": 1}, {"type": "providers", "id": 1}):
        data = json.dumps(message).encode()
        door.sendall(struct.pack(">II", len(data), 0) + data)
    while b'"id":1' not in heard:
        piece = door.recv(4096)
        if not piece:
            break
        heard += piece
except (BrokenPipeError, ConnectionResetError):
    # The door was shut before everything was said or heard.
    pass
print("answered" if b'"id":1' in heard else "turned away")
"""

# Connects and ends without being reaped; its child continues to speak.
ENDED = """
import json, os, socket, struct, sys
ended, end = os.pipe()
said, say = os.pipe()
connecting = os.fork()
if connecting == 0:
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.connect(sys.argv[1])
    if os.fork() == 0:
        os.read(ended, 1)
        for message in ({"protocol": 1, "role": "cli"}, {"type": "code", "id": 1, "query": "shop", "next": False}):
            data = json.dumps(message).encode()
            door.sendall(struct.pack(">II", len(data), 0) + data)
        heard = b""
        while b'"id":1' not in heard:
            heard += door.recv(4096)
        os.write(say, heard)
    os._exit(0)
os.waitid(os.P_PID, connecting, os.WEXITED | os.WNOWAIT)
os.write(end, b"1")
os.close(say)
print(os.read(said, 4096))
"""


class CallerTests(WorldTestCase):

    def test_a_process_that_hides_itself_from_the_broker_is_turned_away(self):
        self.make_world()
        self.world.start_broker()
        done = subprocess.run(
            [sys.executable, "-c", HIDDEN, str(self.world.runtime / "passfold/broker.sock")], capture_output=True, text=True, timeout=60)
        # Nothing is hidden from a broker that runs as root.
        self.assertEqual(done.stdout.strip(), "turned away" if os.geteuid() else "answered", done.stderr)
        # The command, which protects itself as well, lets others look at it first.
        self.person.terminal = self.world.terminal()
        self.assertIn("Passfold", self.run_well("passfold providers").text)

    def test_a_caller_cannot_choose_where_the_prompt_appears(self):
        self.make_world()
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.world.environment.pop(name, None)
        self.make_vault()
        own, side = pty.openpty()
        self.addCleanup(os.close, own)
        self.addCleanup(os.close, side)
        # A confirmation would be pressed there; the program that asks does not know the passphrase.
        self.person.will_answer({"prompt": "confirm"}, {"prompt": "*", "cancel": True})
        place = {"terminal": os.ttyname(side), "terminalType": "xterm", "display": ":4242", "waylandDisplay": "wayland-42"}
        answered = self.ask_vault({"type": "code", "id": 1, "query": "shop", "next": False}, place)
        self.assertIn(b'"failure"', answered)
        asked = self.person.was_asked()
        self.assertEqual({prompt["kind"] for prompt in asked}, {"getpin"})
        self.assertFalse([prompt for prompt in asked if "display" in prompt or prompt.get("terminal") == os.ttyname(side)])

    def test_a_request_from_an_ended_process_does_not_use_its_terminals_grant(self):
        self.make_world()
        self.make_vault()
        (self.world.home / "ended.py").write_text(ENDED)
        self.run_well("passfold code shop")
        self.person.will_answer({"prompt": "*", "cancel": True, "keep": True})
        said = self.run_well(f"{sys.executable} ended.py {self.world.runtime}/passfold/vault.sock").text
        self.assertIn("failure", said)
        self.assertNotIn("validUntil", said)
        self.assertIn("An unknown program", self.last_description())

    def test_prompts_name_the_program_that_asks(self):
        self.make_world()
        self.make_vault()
        # The very first prompt is the one for a new passphrase; the next one was for this terminal's first request after locking.
        self.run_well("passfold lock")
        self.run_well(f"passfold code {self.person.service}")
        self.assertIn(f"the program {self.world.prefix}/bin/passfold on /dev/pts/", self.last_description())

    def test_a_command_that_holds_a_secret_is_shown_under_the_name_that_it_gives_itself(self):
        self.make_world()
        self.make_vault()
        self.run_well("passfold lock")
        # The link is a secret, which is on the command line before the vault can be asked.
        self.run_well(f"passfold open --json 'otpauth://totp/mail.example:anne?secret={self.person.other_secret}'")
        # Nothing is hidden from a broker that runs as root.
        name = "a program that calls itself “passfold”" if os.geteuid() else f"the program {self.world.prefix}/bin/passfold"
        self.assertIn(name, self.last_description())

    def test_any_other_program_is_named_by_its_path(self):
        self.make_world()
        self.make_vault()
        self.run_well("passfold lock")
        self.ask_vault({"type": "list", "id": 1})
        self.assertRegex(self.last_description(), r"the program /\S*python3[.\d]* (on \S+ )?\(process \d+\)")

    def ask_vault(self, request, place=None):
        """Asks at the management socket, as any program can, and returns the answer."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.connect(str(self.world.runtime / "passfold/vault.sock"))
            hello = {"protocol": 1, "role": "cli", **({"place": place} if place else {})}
            for message in (hello, request):
                data = json.dumps(message).encode()
                door.sendall(struct.pack(">II", len(data), 0) + data)
            door.settimeout(20)
            answered = b""
            while b'"id":1' not in answered:
                answered += door.recv(4096)
        return answered

    def last_description(self):
        return next(shown["desc"] for shown in reversed(self.world.shown_prompts()) if "desc" in shown)


if __name__ == "__main__":
    unittest.main()
