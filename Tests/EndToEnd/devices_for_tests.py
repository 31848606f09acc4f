# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Several installations of one user, and a separate sync server: each device is a world with its own home, broker, vault and carrier."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from demo.devtools import until
from demo.person import Person
from demo.terminal import CONTROLS
from demo.world import ROOT, World
from losing_proxy import LosingProxy
from recovery_key import KIT
from world_for_tests import PREFIX, PROGRAMS, WALKS

CODE = re.compile(r"(?:[A-Z2-7]{5}-){5}[A-Z2-7]{5}")
# The complete output that the user sees on the device that has the account.
OFFER = re.compile(CODE.pattern + r".*Waiting for the new device[^\n]*\n", re.DOTALL)
DIGITS = re.compile(r"other device: (\d{6})")


class Device:
    """One installation, with a user at its terminal."""

    def __init__(self, case, name, authority, environment=None):
        self.case, self.name = case, name
        self.world = World(PREFIX, PROGRAMS, least_cost=True)
        case.addCleanup(self.world.remove)
        case.addCleanup(self.world.stop)
        self.screens = []
        if WALKS:
            case.addCleanup(self.keep_walk)
        self.world.environment |= {"PASSFOLD_SYNC_DEVELOPER": "1", "PASSFOLD_SYNC_AUTHORITY": str(authority)} | (environment or {})
        self.person = Person(self.world)
        self.person.passphrase = f"passphrase of the {name}"
        self.world.start_broker()
        self.terminal = self.person.terminal = self.world.terminal()
        self.digits = self.world.prompting / "digits"
        self.answer()

    def answer(self, *first):
        self.person.will_answer(
            *first, {"prompt": "six digits", "pinFrom": str(self.digits), "keep": True},
            {"prompt": "passphrase", "pin": self.person.passphrase, "keep": True},
            {"prompt": "password", "pin": self.person.password, "keep": True}, {"prompt": "confirm", "keep": True})

    def run(self, command, status=0, timeout=60):
        answer = self.terminal.run(command, timeout=timeout)
        self.case.assertEqual(answer.status, status, f"{self.name}: {command}: {answer.text}\n{self.logs()}")
        return answer.text

    def keep_walk(self):
        """Stores what prompts, terminals and the screen with the code showed, for `make pictures`."""
        name = f"{self.case.id().rpartition('.')[2][:24]}_{self.name.split()[0]}"
        terminals = [[{"command": one.command, "text": one.text, "status": one.status} for one in history] for history in self.world.histories]
        walk = {"test": name, "prompts": self.world.shown_prompts(), "terminals": terminals, "screens": self.screens}
        Path(WALKS, f"{name}.json").write_text(json.dumps(walk, indent=1))

    def logs(self):
        return "".join(path.read_text(errors="replace")[-1500:] for path in self.world.logs.iterdir())

    def found(self, place):
        self.run("passfold init --recovery-kit kit.txt")
        self.kit = (self.world.home / "kit.txt").read_text()
        self.run(f"passfold sync use {place}")

    def read_until(self, pattern, seconds=60):
        """Reads the terminal's output while a command runs."""
        end, seen = time.monotonic() + seconds, ""
        while not (match := re.search(pattern, seen)):
            self.case.assertLess(time.monotonic(), end, f"{self.name} waits for {pattern.pattern}; it shows: {seen}\n{self.logs()}")
            if select.select([self.terminal._main], [], [], 0.2)[0]:
                seen += os.read(self.terminal._main, 65536).decode(errors="replace")
        return match

    def offer(self, other, place):
        """Offers the account to another device until that shows its digits; returns its output up to the question for the code, and the
        match with the digits."""
        self.terminal.begin("passfold devices add")
        screen = self.read_until(OFFER).string
        self.screens.append(screen)
        other.terminal.begin(f"passfold devices join {place}")
        asked = other.read_until(re.compile("The code shown on the other device: ")).string
        # Case and dashes in the typed code do not matter.
        os.write(other.terminal._main, CODE.search(screen).group().lower().replace("-", " ").encode() + b"\n")
        return asked, other.read_until(DIGITS)

    def admit(self, other, place, digits=None):
        """Adds another device, as a user with both devices at hand would."""
        self.digits.unlink(missing_ok=True)
        asked, said = self.offer(other, place)
        shown = said.group(1)
        self.digits.write_text(digits or shown)
        added, joined = self.terminal.finish(), other.terminal.finish(120)
        joined.text = CONTROLS.sub("", asked + said.string).replace("\r\n", "\n") + "\n" + joined.text
        return added, joined

    def titles(self):
        return {line.split("  ")[0].strip() for line in self.run("passfold list").splitlines()[1:]}

    def status(self):
        return json.loads(self.run("passfold sync status --json"))

    def settle(self, seconds=30):
        """Waits until no changes wait to be sent."""
        until(lambda: (s := self.status())["pending"] == 0 and s["state"] == "current", seconds, what=lambda: f"{self.name} in step: {self.status()}")


class DevicesTestCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="passfold-devices-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        subprocess.run([ROOT / "scripts/make-certificate", self.folder / "certificate", "localhost"], check=True, capture_output=True)
        self.authority = self.folder / "certificate/ca.pem"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.place = f"https://localhost:{self.port}"
        self.database = self.folder / "server/sync.sqlite"
        self.database.parent.mkdir()
        self.server = None
        self.addCleanup(self.stop_server)
        self.start_server()

    def start_server(self):
        said = self.serve(self.port, "--certificate", self.folder / "certificate/certificate.pem", "--key", self.folder / "certificate/key.pem")
        self.assertIn("listening", said)

    def serve(self, port, *options):
        """Starts the server, and returns the first line of its output."""
        self.log = open(self.folder / "server.log", "a")
        self.addCleanup(self.log.close)
        self.server = subprocess.Popen(
            [Path(PROGRAMS) / "passfold-sync-server", "serve", "--listen", f"127.0.0.1:{port}", "--database", self.database, "--origin", self.place, *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        return self.server.stdout.readline()

    def stop_server(self):
        if self.server:
            self.server.kill()
            self.server.wait()
            self.server.stdout.close()
            self.server = None

    def device(self, name, environment=None):
        return Device(self, name, self.authority, environment)

    @staticmethod
    def key(kit):
        return KIT.search(kit).group()

    @staticmethod
    def account(kit):
        return re.sub(r"[ -]", "", re.search(r"(?:[0-9a-f]{4}[ -]){7}[0-9a-f]{4}|[0-9a-f]{32}", kit).group())


class LosingDevicesTestCase(DevicesTestCase):
    """The server is behind a proxy that can lose an answer."""

    def start_server(self):
        port = int(re.search(r"port (\d+)", self.serve(0, "--behind-proxy")).group(1))
        self.proxy = LosingProxy(self.port, port, self.folder / "certificate")
        self.addCleanup(self.proxy.stop)

    def lose_and_kill(self, request, device):
        """The next answer to such a request is lost, and the vault of the device that asked is killed with it."""
        self.proxy.lose(request, lambda: [os.kill(number, signal.SIGKILL) for number in device.world.processes("passfold-vault")])
