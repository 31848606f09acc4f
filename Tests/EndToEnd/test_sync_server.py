# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The sync server as a program, with a device that was written only from its protocol's documentation (Tests/Interop/sync_client.py)."""

import contextlib
import json
import os
import random
import select
import signal
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from demo.devtools import until

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("PASSFOLD_TEST_PROGRAMS", ROOT / ".build/debug"))
PROGRAM = PROGRAMS / "passfold-sync-server"
CANARY = "canary-8f2d61-sealed-on-the-device"
SEED = 20261124


class SyncServerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.database = self.folder / "sync.sqlite"
        self.output = open(self.folder / "server.log", "a+")
        self.addCleanup(self.output.close)
        self.server = None
        self.addCleanup(self.kill)

    def serve(self, *more):
        command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--database", self.database, "--origin", "https://sync.example", *more]
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.output, text=True)
        # The listeners start concurrently.
        lines = sorted(self.server.stdout.readline() for _ in range(2 if "--metrics" in more else 1))
        self.assertIn("listening on port ", lines[0])
        self.output.write("".join(lines))
        self.output.flush()
        self.port = int(lines[0].split()[3])
        self.metrics = int(lines[1].split()[3]) if len(lines) > 1 else None
        self.ask("at", self.port)

    def kill(self):
        if self.server and self.server.poll() is None:
            self.server.kill()
        if self.server:
            self.server.wait()
            self.server.stdout.close()
            self.server = None

    def start_client(self):
        made = subprocess.run([ROOT / "scripts/python-environment", ".venv", "requirements.txt"], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT / "Tests/Interop")}
        self.client = subprocess.Popen([made.stdout.strip(), ROOT / "Tests/Interop/sync_client.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(self.stop_client)

    def stop_client(self):
        self.client.kill()
        self.client.communicate()

    def ask(self, *words):
        self.client.stdin.write(json.dumps(words) + "\n")
        self.client.stdin.flush()
        return json.loads(self.client.stdout.readline())

    def begin(self, *more):
        self.start_client()
        self.serve(*more)
        account = self.ask("found")
        self.assertEqual(account["status"], 200)
        self.assertEqual(self.ask("login", "https://other.example"), {"status": 401, "answer": "login_refused"})
        self.assertEqual(self.ask("login")["status"], 200)
        return account["account"]

    def test_every_acknowledged_push_survives_kills_and_the_servers_files_reveal_no_content(self):
        account = self.begin()
        chance, acknowledged = random.Random(SEED), []
        for number in range(12):
            text = f"{CANARY} {number}"
            if number % 3 == 2:
                # Killed while the push is under way: the repeat settles it, whether or not it was acknowledged.
                timer = threading.Timer(chance.uniform(0, 0.02), self.server.kill)
                timer.start()
                answer = self.ask("push", text)
                timer.join()
                self.kill()
                self.serve()
                if answer["status"] != 200:
                    self.assertEqual(self.ask("push", text, True)["status"], 200)
            else:
                self.assertEqual(self.ask("push", text), {"status": 200, "code": None})
                self.kill()
                self.serve()
            acknowledged.append(text)
        pulled = self.ask("pull")
        self.assertEqual(pulled, {"texts": acknowledged, "number": 12})
        with sqlite3.connect(self.database) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        with self.subTest("a backup of the running server opens on its own and contains the same commits"):
            target = self.folder / "backup.sqlite"
            subprocess.run([PROGRAM, "backup", "--database", self.database, target], check=True)
            with sqlite3.connect(target) as database:
                self.assertEqual(database.execute("SELECT count(*) FROM account_commit").fetchone(), (12,))
            again = subprocess.run([PROGRAM, "backup", "--database", self.database, target], stderr=subprocess.PIPE, text=True)
            self.assertNotEqual(again.returncode, 0)
            self.assertIn("already exists", again.stderr)
        with self.subTest("neither text nor key is in a file, and the account is in no log"):
            needles = [CANARY.encode(), *(bytes.fromhex(secret) for secret in self.ask("known_secrets")["secrets"])]
            files = [path for path in self.folder.iterdir() if path.is_file()]
            self.assertGreaterEqual(len(files), 3)
            for path in files:
                content = path.read_bytes()
                for needle in needles:
                    self.assertNotIn(needle, content, path.name)
                self.assertEqual(path.stat().st_mode & 0o077 and path.suffix != ".log", False, path.name)
            log = (self.folder / "server.log").read_text()
            self.assertIn("listening", log)
            self.assertNotIn(account, log)
        with self.subTest("the search finds the account's name, which is in the files"):
            self.assertTrue(any(bytes.fromhex(account) in path.read_bytes() for path in files))

    def test_files_are_stored_in_parts_survive_a_kill_and_are_removed_only_by_an_up_to_date_device(self):
        self.begin()
        self.assertEqual(self.ask("push", "one")["status"], 200)
        kept = self.ask("keep", f"{CANARY} file", 10)
        self.assertEqual((kept["status"], kept["requests"]), (200, 3))
        self.kill()
        self.serve()
        self.assertEqual(self.ask("keep", "one chunk", 1)["status"], 200)
        self.assertEqual(self.ask("fetch", kept["name"]), {"status": 200, "digest": kept["digest"]})
        self.assertEqual(sorted(count for _, count, _ in self.ask("files")["files"]), [1, 10])
        self.assertEqual(self.ask("fetch", "00" * 16), {"status": 404, "code": "not_found"})
        self.assertEqual(self.ask("remove", kept["name"], "00" * 32), {"status": 409, "answer": "stale_parent"})
        self.assertEqual(self.ask("remove", kept["name"]), {"status": 200, "answer": 1})
        self.assertEqual(self.ask("fetch", kept["name"]), {"status": 404, "code": "not_found"})
        needles = [CANARY.encode(), *(bytes.fromhex(secret) for secret in self.ask("known_secrets")["secrets"])]
        for path in self.folder.iterdir():
            content = path.read_bytes() if path.is_file() else b""
            for needle in needles:
                self.assertNotIn(needle, content, path.name)

    def test_sigterm_stops_the_server_promptly_and_answers_a_waiting_device(self):
        self.begin()
        self.assertEqual(self.ask("push", "one")["status"], 200)
        self.client.stdin.write('["wait"]\n')
        self.client.stdin.flush()
        time.sleep(0.5)
        begun = time.monotonic()
        self.server.send_signal(signal.SIGTERM)
        self.assertEqual(json.loads(self.client.stdout.readline()), {"status": 200, "same": True})
        self.assertEqual(self.server.wait(timeout=20), 0)
        self.assertLess(time.monotonic() - begun, 20)

    def test_a_backup_of_the_running_server_can_replace_it(self):
        self.begin()
        for text in ("one", "two"):
            self.assertEqual(self.ask("push", text)["status"], 200)
        target = self.folder / "backup.sqlite"
        subprocess.run([PROGRAM, "backup", "--database", self.database, target], check=True)
        self.assertEqual(self.ask("push", "after the backup")["status"], 200)
        self.kill()
        # The machine is gone; another one has only the backup.
        for path in self.folder.glob("sync.sqlite*"):
            path.unlink()
        self.database = target
        self.serve()
        self.assertEqual(self.ask("pull"), {"texts": ["one", "two"], "number": 2})
        self.assertEqual(self.ask("login")["status"], 200)
        # Changes after the backup are missing; the device that has them notices by the parent.
        self.assertEqual(self.ask("push", "three"), {"status": 409, "code": "stale_parent"})

    def test_with_invites_required_no_account_is_created_without_an_unused_invite(self):
        self.start_client()
        self.serve("--by-invite")
        self.assertEqual(self.ask("found")["status"], 403)
        self.assertEqual(self.ask("found", "00" * 16)["status"], 403)
        made = subprocess.run([PROGRAM, "invite", "--database", self.database], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertRegex(made, r"\A[0-9a-f]{32}\n\Z")
        self.assertEqual(self.ask("found", made.strip())["status"], 200)
        self.assertEqual(self.ask("login")["status"], 200)
        self.assertEqual(self.ask("found", made.strip())["status"], 403, "an invite must be valid for one account only")
        for path in self.folder.glob("sync.sqlite*"):
            self.assertNotIn(bytes.fromhex(made), path.read_bytes(), "the invite is stored in the database")

    def stranger(self, host, request):
        """Returns a connection from another network, as the server sees it, that has sent this request so far."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(host, 0))
        self.addCleanup(connection.close)
        # A client that is refused while it sends need not wait for the rest.
        with contextlib.suppress(OSError):
            connection.sendall(request)
        return connection

    def test_unfinished_bodies_use_bounded_memory_and_keep_no_device_out(self):
        self.begin()
        size = 4 << 20
        head = f"POST /v1/accounts/carried HTTP/1.1\r\nHost: a\r\nContent-Type: application/cbor\r\nContent-Length: {size}\r\n\r\n".encode()
        before = self.memory()
        for network in range(15):
            for _ in range(5):
                self.stranger(f"127.0.1.{network + 1}", head + bytes(size - 1))
        # 300 MiB were sent. The server keeps at most 64 MiB of bodies from strangers.
        until(lambda: self.memory() - before > 40 << 20)
        self.assertLess(self.memory() - before, 160 << 20)
        self.assertEqual(self.ask("login")["status"], 200)
        self.assertEqual(self.ask("push", "one")["status"], 200)
        sixth = self.stranger("127.0.1.1", head)
        self.assertIn(b"HTTP/1.1 429 ", sixth.recv(4096), "a network's attempts must be counted before a body is read")

    def memory(self):
        """Returns the number of bytes that the server has in memory."""
        text = Path(f"/proc/{self.server.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) << 10

    def test_one_network_cannot_use_up_all_connections(self):
        self.start_client()
        self.serve("--connections", "20")
        half = b"GET /health HTTP/1.1\r\nHost: a\r\nX-A: "
        held = [self.stranger("127.0.0.2", half) for _ in range(20)]
        # Connections beyond a network's 16 are closed at once.
        until(lambda: sum(self.is_closed(connection) for connection in held) == 4)
        whole = self.stranger("127.0.0.3", b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertIn(b"HTTP/1.1 200 ", whole.recv(4096))
        with self.subTest("closing a connection frees it for the same network"):
            next(connection for connection in held if not self.is_closed(connection)).close()
            until(lambda: b" 200 " in self.health("127.0.0.2"))
        with self.subTest("behind a web server, all connections belong to it and are not limited by network"):
            self.kill()
            self.serve("--connections", "40", "--behind-proxy")
            held = [self.stranger("127.0.0.2", half) for _ in range(30)]
            self.assertIn(b" 200 ", self.health("127.0.0.2"))
            self.assertFalse(any(self.is_closed(connection) for connection in held))

    def health(self, host):
        try:
            return self.stranger(host, b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n").recv(4096)
        except OSError:
            return b""

    @staticmethod
    def is_closed(connection):
        """Whether the server has closed it: a client that has not asked receives nothing else."""
        return bool(select.select([connection], [], [], 0)[0])

    def test_the_server_presents_its_own_certificate_and_requires_tls_1_3(self):
        subprocess.run([ROOT / "scripts/make-certificate", self.folder / "tls", "sync.example"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.start_client()
        self.serve("--certificate", self.folder / "tls/certificate.pem", "--key", self.folder / "tls/key.pem")
        self.assertEqual(self.ask("trust", str(self.folder / "tls/ca.pem")), {})
        self.assertEqual(self.ask("found")["status"], 200)
        self.assertEqual(self.ask("login")["status"], 200)
        self.assertEqual(self.ask("push", "one")["status"], 200)
        port = self.port
        old = ssl.create_default_context(cafile=self.folder / "tls/ca.pem")
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        with socket.create_connection(("127.0.0.1", port)) as connection, self.assertRaises(ssl.SSLError):
            old.wrap_socket(connection, server_hostname="sync.example")
        stranger = ssl.create_default_context()
        with socket.create_connection(("127.0.0.1", port)) as connection, self.assertRaises(ssl.SSLCertVerificationError):
            stranger.wrap_socket(connection, server_hostname="sync.example")

    def test_the_metrics_page_is_served_only_by_its_own_listener(self):
        self.begin("--metrics", "127.0.0.1:0")
        self.assertEqual(self.ask("push", "one")["status"], 200)
        page = urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/metrics").read().decode()
        self.assertIn('passfold_sync_requests_total{route="POST /v1/commits",outcome="ok"} 1', page)
        self.assertIn("passfold_sync_accounts 1", page)
        for port, path in ((self.port, "/metrics"), (self.metrics, "/v1/log")):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}")
            self.assertEqual(refused.exception.code, 404)
            refused.exception.close()

    def test_wrong_arguments_and_files_are_reported(self):
        foreign = self.folder / "foreign.sqlite"
        with sqlite3.connect(foreign) as database:
            database.execute("CREATE TABLE thing (id INTEGER)")
        rows = [
            (["--origin", "sync.example", "--database", self.database], "is not an origin"),
            (["--origin", "https://sync.example/", "--database", self.database], "is not an origin"),
            (["--origin", "https://sync.example", "--database", self.database, "--listen", "8787"], "is not an address and port"),
            (["--origin", "https://sync.example", "--database", self.database, "--key", "k"], "need each other"),
            (["--origin", "https://sync.example", "--database", foreign], "is not the database of a sync server"),
            (["--origin", "https://sync.example", "--database", "postgresql://me:secret@127.0.0.1/sync"], "PostgreSQL URI without a password"),
            (["--origin", "https://sync.example", "--database", f"postgresql:///sync?host={self.folder}"], "cannot use postgresql:///sync"),
            (["--origin", "https://sync.example", "--database", self.database, "--metrics", "9464"], "is not an address and port"),
            (["--origin", "https://sync.example", "--database", self.database, "--certificate", foreign, "--key", foreign], "are not a PEM"),
        ]
        for arguments, words in rows:
            with self.subTest(words):
                done = subprocess.run([PROGRAM, "serve", *arguments], stderr=subprocess.PIPE, text=True, timeout=30)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
        shown = subprocess.run([PROGRAM, "serve", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn("passfold-sync-server serve --database", shown)


if __name__ == "__main__":
    unittest.main()
