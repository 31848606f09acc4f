# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A world on its own bus with a simulated logind and a software TPM, for tests of what happens when users leave their machine."""

import base64
import json
import os
import select
import subprocess

from demo.devtools import until
from demo.world import ROOT
from memory_scan import found_in, keys_of
from world_for_tests import WorldTestCase


class LeavingTestCase(WorldTestCase):
    # The configuration of the system bus.
    bus_configuration = "--session"

    def setUp(self):
        self.make_world()
        bus = self.start("dbus-daemon", self.bus_configuration, "--nofork", "--print-address=1")
        self.world.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.login = self.start(str(ROOT / "Tests/Support/scripted-login"), stdin=subprocess.PIPE)
        self.said, self.rest = [], b""
        self.start_chip()
        self.start_more()
        self.make_vault()
        self.assertEqual(self.hear("inhibited")["inhibited"][::3], ["sleep", "delay"])

    def start(self, *command, **more):
        process = subprocess.Popen(command, env=self.world.environment, stdout=subprocess.PIPE, text=True, **more)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.terminate)
        if process.stdin:
            self.addCleanup(process.stdin.close)
        return process

    def start_more(self):
        """Starts what a test needs in addition."""

    def start_chip(self):
        """Starts a TPM 2.0 in software, which the broker finds through its environment."""
        folder = self.world.folder / "tpm"
        folder.mkdir()
        self.start("swtpm", "socket", "--tpm2", "--tpmstate", f"dir={folder}", "--server", f"type=unixio,path={folder}/socket",
                   "--ctrl", f"type=unixio,path={folder}/control", "--flags", "not-need-init,startup-clear", stderr=subprocess.DEVNULL)
        until((folder / "socket").exists, what="the TPM's socket")
        self.world.environment["PASSFOLD_TPM"] = str(folder / "socket")

    def hear(self, about):
        """Returns the simulated logind's next line about something; lines about other things are kept."""
        while not (found := next((line for line in self.said if about in line), None)):
            self.assertTrue(select.select([self.login.stdout], [], [], 20)[0], f"the played logind says nothing of {about}")
            *lines, self.rest = (self.rest + os.read(self.login.stdout.fileno(), 65536)).split(b"\n")
            self.said += map(json.loads, lines)
        self.said.remove(found)
        return found

    def do(self, word):
        self.login.stdin.write(word + "\n")
        self.login.stdin.flush()
        return self.hear("did")

    def state(self):
        return json.loads(self.run_well("passfold status --json").text).get("vault", {}).get("state")

    def unlock(self):
        self.always_answer()
        self.run_well("passfold unlock")
        self.run_well("passfold code shop")
        self.run_well("passfold show shop --kind password --reveal > /dev/null")
        self.assertEqual(self.state(), "unlocked")

    def needles(self):
        passphrase = self.person.passphrase
        keys = keys_of((self.world.data / "passfold/vault/vault.keys").read_bytes(), passphrase)
        secret = self.person.code_secret
        return keys | {"passphrase": passphrase.encode(), "password": self.person.password.encode(), "code secret": secret.encode(),
                       "code key": base64.b32decode(secret)}

    def scan(self):
        """Returns the needles found in the memory of the vault, the broker and every open prompt."""
        needles = self.needles()
        processes = [number for name in ("passfold-vault", "passfold-broker") for number in self.world.processes(name)]
        self.assertEqual(len(processes), 2)
        return set().union(*(found_in(number, needles) for number in processes + self.world.open_prompts()))
