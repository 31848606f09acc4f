# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Other programs, of another user and of the same one, and Passfold's sockets, files and memory."""

import json
import os
import shutil
import stat
import struct
import subprocess
import sys
import unittest

from ordinary_user import NUMBER, run_tests
from world_for_tests import WorldTestCase

# Run in the runtime folder by a user; prints for each socket whether it could be reached and how many bytes of an answer came.
KNOCK = """
import json, os, socket, struct
if os.geteuid() != {number}:
    os.setgid({number}); os.setuid({number})
for name in ("broker.sock", "vault.sock"):
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.settimeout(10)
            door.connect(name)
            hello = json.dumps({{"type": "hello", "role": "cli", "protocol": 1}}).encode()
            door.sendall(struct.pack(">II", len(hello), 0) + hello)
            print(name, "said", len(door.recv(1)))
    except PermissionError:
        print(name, "closed")
    except (BrokenPipeError, ConnectionResetError):
        print(name, "said 0")
"""

# Run in a folder by a user: takes the broker's and the vault's places in `passfold` there, which it creates if necessary, until its input
# ends; then prints for each conversation how many bytes came.
TAKE_PLACES = """
import os, select, socket, sys
if os.geteuid() != {number}:
    os.setgid({number}); os.setuid({number})
os.umask(0)
if not os.path.exists("passfold"):
    os.mkdir("passfold", 0o755)
doors, heard = [], {{}}
for name in ("broker.sock", "vault.sock"):
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.bind("passfold/" + name)
    door.listen()
    doors.append(door)
print("ready", flush=True)
while True:
    ready = select.select([sys.stdin, *doors, *(one for one in heard if one.fileno() >= 0)], [], [])[0]
    if sys.stdin in ready:
        break
    for one in ready:
        if one in doors:
            heard[one.accept()[0]] = 0
        elif got := one.recv(4096):
            heard[one] += len(got)
        else:
            one.close()
print(*heard.values())
"""


class OtherProgramTests(WorldTestCase):

    def test_another_user_reaches_neither_the_sockets_nor_the_files(self):
        self.make_world()
        self.make_vault()
        runtime, vault = self.world.runtime / "passfold", self.world.data / "passfold/vault"
        for folder in (runtime, vault):
            self.assertEqual(stat.S_IMODE(folder.stat().st_mode), 0o700, folder)
        for file in vault.iterdir():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file)
        self.assertEqual(self.knock(runtime, os.geteuid()), ["broker.sock said 1", "vault.sock said 1"])
        if os.geteuid():
            # Only root can become another user.
            return
        self.assertEqual(self.knock(runtime, NUMBER), ["broker.sock closed", "vault.sock closed"])
        runtime.chmod(0o711)
        for name in ("broker.sock", "vault.sock"):
            (runtime / name).chmod(0o666)
        self.assertEqual(self.knock(runtime, NUMBER), ["broker.sock said 0", "vault.sock said 0"])
        runtime.chmod(0o700)
        self.assert_nothing_lost()

    def test_a_client_sends_nothing_to_another_users_program_that_poses_as_broker_or_vault(self):
        self.make_world()
        around = self.world.folder / "around"
        around.mkdir()
        # Like /tmp, where the folder is if the session has none.
        around.chmod(0o1777)
        runtime = around / "passfold"
        with self.subTest("a folder that others may enter"):
            runtime.mkdir(mode=0o700)
            runtime.chmod(0o755)
            self.assert_nothing_is_sent(around, os.geteuid(), f"chmod 700 '{runtime}'")
            shutil.rmtree(runtime)
        if os.geteuid():
            # Only root can become another user.
            return
        with self.subTest("a folder that another user made first"):
            self.assert_nothing_is_sent(around, NUMBER, f"{runtime} belongs to another user")
            shutil.rmtree(runtime)
        with self.subTest("a folder that was writable by others when another user's program started"):
            runtime.mkdir()
            runtime.chmod(0o777)
            self.assert_nothing_is_sent(around, NUMBER, "another user's program listens", closed=runtime)

    def assert_nothing_is_sent(self, around, number, words, closed=None):
        environment = {**self.world.environment, "XDG_RUNTIME_DIR": str(around)}
        table = self.world.home / "moving.csv"
        table.write_text("name,url,username,password\nBank,https://bank.example,anne,Geheim123\n")
        with subprocess.Popen([sys.executable, "-c", TAKE_PLACES.format(number=number)], cwd=around, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as other:
            try:
                self.assertEqual(other.stdout.readline(), "ready\n")
                if closed:
                    closed.chmod(0o700)
                for command in ("add login --service bank.example --user anne --password-stdin", "add code --confirmed --setup-url-stdin",
                                f"import --yes {table}", "code bank", "unlock", "providers", "providers disable pass"):
                    done = subprocess.run([self.world.prefix / "bin/passfold", *command.split()], env=environment, cwd=self.world.home, text=True,
                                          input="otpauth://totp/Bank:anne?secret=JBSWY3DPEHPK3PXP\n", capture_output=True, timeout=30)
                    self.assertEqual((done.returncode, done.stdout), (7, ""), f"{command}: {done.stderr}")
                    self.assertIn(words, done.stderr)
                    self.assertIn("nothing was sent", done.stderr)
                hello = json.dumps({"type": "hello", "key": "k" * 64}).encode()
                host = subprocess.run([self.world.prefix / "libexec/passfold/passfold-browser-host", "chrome-extension://anything/"], env=environment,
                                      input=struct.pack("=I", len(hello)) + hello, capture_output=True, timeout=30)
                self.assertIn(b"brokerUnreachable", host.stdout)
                doctor = subprocess.run([self.world.prefix / "bin/passfold", "doctor", "--json"], env=environment, capture_output=True, text=True)
                self.assertIn(words, doctor.stdout)
            finally:
                heard = other.communicate("\n", timeout=10)[0]
        self.assertEqual(set(heard.split()) - {"0"}, set(), "bytes that another user's program got")

    @staticmethod
    def knock(folder, number):
        done = subprocess.run([sys.executable, "-c", KNOCK.format(number=number)], cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    def test_another_program_of_the_same_user_can_neither_read_nor_trace_broker_and_vault(self):
        status, output = run_tests(["same_user.SameUserTests"])
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^Ran 2 tests in .*\n\nOK$")


if __name__ == "__main__":
    unittest.main()
