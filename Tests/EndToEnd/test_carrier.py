# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""passfold-sync between a simulated vault and servers: the real sync server, and others that behave well or badly."""

import http.server
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from accepting import accept_each, stop_accepting
from played_vault import CarrierProgram, PlayedVault
from web_server import Server, response

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("PASSFOLD_TEST_PROGRAMS", ROOT / ".build/debug"))
CBOR = ("Content-Type: application/cbor",)
TOKEN = bytes.fromhex("c0ffee5ec7e7") + bytes(range(26))
CANARY = b"canary-61d0-only-sealed-bytes-come-here"


class CarrierTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(prefix="passfold-carrier-")
        cls.addClassCleanup(directory.cleanup)
        cls.certificates = Path(directory.name)
        for name, host in (("own", "localhost"), ("other", "other.example")):
            subprocess.run([ROOT / "scripts/make-certificate", cls.certificates / name, host], check=True, capture_output=True)
        subprocess.run([ROOT / "scripts/make-certificate", cls.certificates / "stranger", "localhost"], check=True, capture_output=True)
        trusted = [(cls.certificates / name / "ca.pem").read_text() for name in ("own", "other")]
        (cls.certificates / "trusted.pem").write_text("".join(trusted))

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="passfold-carrier-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = open(self.folder / "output", "w+")
        self.addCleanup(self.output.close)
        self.vault = PlayedVault(self.folder)
        self.addCleanup(self.vault.close)

    def start(self, opened=True, **variables):
        if opened:
            self.vault.open()
        variables.setdefault("PASSFOLD_SYNC_AUTHORITY", str(self.certificates / "trusted.pem"))
        self.program = CarrierProgram(PROGRAMS / "passfold-sync", self.folder, self.output, **variables)
        self.addCleanup(self.program.end)

    def serve(self, respond, name="own", **more):
        server = Server(self.certificates / name, respond, **more)
        self.addCleanup(server.close)
        server.origin = f"{'https' if server.context else 'http'}://localhost:{server.port}"
        return server

    def until(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not come about")
            time.sleep(0.02)

    def assertAnswers(self, respond, expected, name="own", **members):
        server = self.serve(respond, name)
        outcome, body = self.vault.carry(server.origin, "GET", "/v1/changes", **members)
        self.assertEqual((outcome, body if isinstance(outcome, str) else b""), (expected, b""))
        return server

    def sends(self, *parts):
        def respond(connection):
            for part in parts:
                connection.sendall(part)
        return respond


class RealServer(CarrierTestCase):
    def serve_accounts(self, *more):
        database = self.folder / "sync.sqlite"
        command = [PROGRAMS / "passfold-sync-server", "serve", "--listen", "127.0.0.1:0", "--database", database, "--origin", "https://sync.example", *more]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.output, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        self.assertIn("listening on port ", line)
        return int(line.split()[3])

    def bridge(self, place):
        """A device whose requests the vault hands to the carrier."""
        vault = self.vault

        class Bridge(http.server.BaseHTTPRequestHandler):
            def carry(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                bearer = self.headers.get("Authorization", "").removeprefix("Bearer ")
                status, answer = vault.carry(place, self.command, self.path, body=body, token=bytes.fromhex(bearer) if bearer else None)
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = do_PUT = do_DELETE = carry

            def log_message(self, *_):
                pass

        bridge = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bridge)
        threading.Thread(target=bridge.serve_forever, daemon=True).start()
        self.addCleanup(bridge.server_close)
        self.addCleanup(bridge.shutdown)
        made = subprocess.run([ROOT / "scripts/python-environment", ".venv", "requirements.txt"], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT / "Tests/Interop")}
        self.client = subprocess.Popen([made.stdout.strip(), ROOT / "Tests/Interop/sync_client.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(self.client.communicate)
        self.addCleanup(self.client.kill)
        self.ask("at", bridge.server_port)

    def ask(self, *words):
        self.client.stdin.write(json.dumps(words) + "\n")
        self.client.stdin.flush()
        return json.loads(self.client.stdout.readline())

    def use_an_account(self, place):
        self.start()
        self.bridge(place)
        self.assertEqual(self.ask("found")["status"], 200)
        self.assertEqual(self.ask("login", "https://other.example"), {"status": 401, "answer": "login_refused"})
        self.assertEqual(self.ask("login")["status"], 200)
        texts = ["one", "two", "three"]
        for text in texts:
            self.assertEqual(self.ask("push", text)["status"], 200)
        self.assertEqual(self.ask("pull"), {"texts": texts, "number": 3})
        self.assertEqual(self.vault.faults, [])
        self.assertEqual(set(self.vault.roles), {"sync"})

    def test_a_device_creates_an_account_and_pushes_and_pulls_over_tls(self):
        own = self.certificates / "own"
        port = self.serve_accounts("--certificate", own / "certificate.pem", "--key", own / "key.pem")
        self.use_an_account(f"https://localhost:{port}")

    def test_developer_mode_allows_the_same_without_tls_on_this_computer(self):
        self.use_an_account(f"http://127.0.0.1:{self.serve_accounts()}")


class Behaving(CarrierTestCase):
    def setUp(self):
        super().setUp()
        self.start()

    def test_a_request_contains_only_the_expected_header_fields_token_and_body(self):
        server = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
        self.assertEqual(self.vault.carry(server.origin, "POST", "/v1/log", body=CANARY, token=TOKEN), (200, b"\xa0"))
        self.assertEqual(self.vault.carry(server.origin, "GET", "/v1/log?from=0"), (200, b"\xa0"))
        self.assertEqual(server.requests[0].splitlines(), [
            "POST /v1/log HTTP/1.1", f"Host: localhost:{server.port}", "User-Agent: Passfold", "Accept: application/cbor",
            "Content-Type: application/cbor", "Authorization: Bearer " + TOKEN.hex(), f"Content-Length: {len(CANARY)}", "", CANARY.decode()])
        self.assertEqual(server.requests[1].splitlines(), [
            "GET /v1/log?from=0 HTTP/1.1", f"Host: localhost:{server.port}", "User-Agent: Passfold", "Accept: application/cbor", ""])

    def test_a_refusal_is_reported_with_status_body_and_retry_time(self):
        server = self.serve(self.sends(response(b"\xa1\x01", "429 Too Many Requests", (*CBOR, "Retry-After: 7"))))
        task = self.vault.begin(server.origin, "GET", "/v1/changes")
        self.assertEqual((task.wait(), task.answer), ({"status": 429, "retryAfter": 7}, b"\xa1\x01"))

    def test_a_204_response_without_a_body_is_accepted(self):
        server = self.serve(self.sends(b"HTTP/1.1 204 No Content\r\n\r\n"))
        for method, body in (("PUT", b"\xa0"), ("GET", b""), ("DELETE", b"\xa0"), ("POST", b"")):
            self.assertEqual(self.vault.carry(server.origin, method, "/v1/mailbox/00?slot=0", body=body), (204, b""))
        self.assertEqual([request.split()[0] for request in server.requests], ["PUT", "GET", "DELETE", "POST"])

    def test_long_bodies_are_sent_and_received_complete(self):
        # Letters, which the server stores as text.
        sent = bytes(65 + number % 26 for number in os.urandom(4 << 20))

        def echo(connection):
            body = server.requests[-1].encode().partition(b"\r\n\r\n")[2]
            while len(body) < len(sent):
                body += connection.recv(1 << 20)
            connection.sendall(response(body + b"+" * 65536, fields=CBOR))

        server = self.serve(echo)
        task = self.vault.begin(server.origin, "POST", "/v1/commits", body=sent, token=TOKEN)
        self.assertEqual(task.wait(), {"status": 200})
        self.assertTrue(task.answer == sent + b"+" * 65536)

    def test_tasks_of_a_lane_share_a_connection(self):
        connections = []

        def respond(connection):
            connections.append(connection)
            connection.sendall(response(b"\xa0", fields=CBOR))
            for _ in range(4):
                self.assertIn(b"/v1/changes", connection.recv(65536))
                connection.sendall(response(b"\xa0", fields=CBOR))

        server = self.serve(respond)
        for _ in range(5):
            self.assertEqual(self.vault.carry(server.origin, "GET", "/v1/changes"), (200, b"\xa0"))
        self.assertEqual(len(connections), 1)


class Strange(CarrierTestCase):
    def setUp(self):
        super().setUp()
        self.start()

    def test_a_captive_portals_login_page_is_reported_as_an_untrusted_certificate_or_not_a_server(self):
        page = response(b"<html>Welcome to the train", fields=("Content-Type: text/html",))
        with self.subTest("behind a certificate of its own"):
            self.assertAnswers(self.sends(page), "untrusted-certificate", "stranger")
        with self.subTest("behind a certificate for another name"):
            self.assertAnswers(self.sends(page), "untrusted-certificate", "other")
        with self.subTest("without TLS"):
            server = self.serve(self.sends(page), tls=False)
            self.assertEqual(self.vault.carry(f"https://localhost:{server.port}", "GET", "/v1/changes"), ("untrusted-certificate", b""))
        with self.subTest("behind a trusted certificate"):
            self.assertAnswers(self.sends(page), "not-a-server")

    def test_a_connection_cut_during_the_tls_handshake_is_reported_as_no_connection(self):
        # The client has sent its hello, and the connection is closed before or during the answer.
        for said in (b"", b"\x16\x03\x03"):
            server = self.serve(lambda connection, said=said: connection.sendall(said), tls=False)
            self.assertEqual(self.vault.carry(f"https://localhost:{server.port}", "GET", "/v1/changes"), ("no-connection", b""))

    def test_a_web_servers_5xx_page_is_reported_as_a_server_fault(self):
        for status in ("500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable"):
            self.assertAnswers(self.sends(response(b"<html>", status, ("Content-Type: text/html",))), "server-fault")

    def test_a_redirect_is_not_followed(self):
        elsewhere = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
        for fields in ((f"Location: {elsewhere.origin}/",), (*CBOR, f"Location: {elsewhere.origin}/")):
            server = self.assertAnswers(self.sends(response(b"", "302 Found", fields)), "not-a-server")
            self.assertEqual(len(server.requests), 1)
        self.assertEqual(elsewhere.requests, [])

    def test_a_response_of_another_kind_is_reported_as_not_a_server(self):
        for answer in (b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", response(b"{}", fields=("Content-Type: application/json",)),
                       response(b"", fields=("Content-Type: application/cbor-seq",))):
            with self.subTest(answer):
                self.assertAnswers(self.sends(answer), "not-a-server")

    def test_a_slowly_dripping_response_times_out(self):
        def drip(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/cbor\r\nContent-Length: 1000\r\n\r\n")
            for _ in range(200):
                connection.sendall(b"x")
                time.sleep(0.1)

        began = time.monotonic()
        self.assertAnswers(drip, "timed-out", seconds=2)
        self.assertLess(time.monotonic() - began, 6)

    def test_an_endless_response_is_not_read_to_its_end(self):
        sent = []

        def flood(head):
            def respond(connection):
                connection.sendall(head)
                for _ in range(1024):
                    connection.sendall(b"1" * (1 << 20))
                    sent.append(1)
            return respond

        long = b"HTTP/1.1 200 OK\r\nContent-Type: application/cbor\r\n"
        with self.subTest("with a declared length"):
            self.assertAnswers(flood(long + b"Content-Length: 1073741824\r\n\r\n"), "too-long")
        with self.subTest("without a declared length"):
            self.assertAnswers(flood(long + b"Connection: close\r\n\r\n"), "too-long")
        with self.subTest("of another content type"):
            self.assertAnswers(flood(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1073741824\r\n\r\n"), "not-a-server")
        with self.subTest("with an endless header"):
            self.assertAnswers(self.sends(b"HTTP/1.1 200 OK\r\n", b"A: b\r\n" * 100_000), "too-long")
        self.assertLess(len(sent), 64)
        self.assertLess(int(self.program.status("VmHWM")), 150_000)

    def test_a_broken_connection_is_reported_and_the_next_task_opens_a_new_one(self):
        answers = [response(b"\xa0", fields=CBOR, length=100), b"", response(b"\xa0", fields=CBOR)]
        server = self.serve(lambda connection: connection.sendall(answers.pop(0)))
        for expected in ("no-connection", "no-connection", 200):
            self.assertEqual(self.vault.carry(server.origin, "GET", "/v1/changes")[0], expected)

    def test_a_refused_connection_and_an_unknown_name_are_distinguished(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        self.assertEqual(self.vault.carry(f"https://localhost:{port}", "GET", "/")[0], "no-connection")
        self.assertEqual(self.vault.carry("https://nowhere.invalid", "GET", "/")[0], "name-not-found")

    def test_malformed_places_and_requests_are_rejected_without_a_connection(self):
        server = self.serve(self.sends(response(b"\xa0", fields=CBOR)), tls=False)
        for place in (f"http://example.com:{server.port}", f"http://localhost@127.0.0.1:{server.port}", f"{server.origin}/v1", "file:///etc/passwd", "ftp://localhost", ""):
            with self.subTest(place):
                self.assertEqual(self.vault.carry(place, "GET", "/")[0], "other")
        for method, path in (("GET", "v1"), ("GET", "/a b"), ("GET", "/a\r\nX: y"), ("TRACE", "/"), ("GET\r\n", "/")):
            with self.subTest(path):
                self.assertEqual(self.vault.carry(server.origin, method, path)[0], "other")
        self.assertEqual(server.requests, [])

    def test_a_missing_folder_and_a_file_in_its_place_are_distinguished(self):
        (self.folder / "file").write_text("")
        challenge = b"\xa2\x01\x50" + bytes(16) + b"\x02\x50" + bytes(16)
        for name, failure in (("nothing", "folder-missing"), ("file", "folder-is-file"), ("file/below", "folder-missing")):
            answer = self.vault.carry(str(self.folder / name), "POST", "/v1/session/challenge", body=challenge)
            self.assertEqual(answer, (failure, b""))

    def test_a_folder_answers_like_a_server(self):
        self.assertEqual(self.vault.carry(str(self.folder), "GET", "/v1/changes")[0], 401)


class Unusual(CarrierTestCase):
    def test_without_developer_mode_plain_http_and_unknown_authorities_are_refused(self):
        self.start(PASSFOLD_SYNC_DEVELOPER="0")
        plain = self.serve(self.sends(response(b"\xa0", fields=CBOR)), tls=False)
        self.assertEqual(self.vault.carry(plain.origin, "GET", "/")[0], "other")
        secure = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
        self.assertEqual(self.vault.carry(secure.origin, "GET", "/")[0], "untrusted-certificate")
        self.assertEqual(plain.requests + secure.requests, [])

    def test_the_environments_proxy_sees_only_the_destination(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        self.start(https_proxy=f"http://127.0.0.1:{proxy.port}", no_proxy="127.0.0.1")
        server = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
        self.assertEqual(self.vault.carry(server.origin, "POST", "/v1/log", body=CANARY, token=TOKEN), (200, b"\xa0"))
        self.assertEqual(len(proxy.heads), 1)
        self.assertTrue(proxy.heads[0].startswith(f"CONNECT localhost:{server.port} HTTP/1.1\r\n"), proxy.heads)
        for secret in (CANARY, TOKEN, TOKEN.hex().encode(), b"Authorization"):
            self.assertNotIn(secret, proxy.heads[0].encode() + proxy.carried)
        with self.subTest("a proxy that refuses"):
            proxy.refusal = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 5\r\n\r\nno no"
            other = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
            self.assertEqual(self.vault.carry(other.origin, "GET", "/")[0], "proxy-failed")
            self.assertEqual(other.requests, [])
        with self.subTest("a proxy that is gone"):
            proxy.close()
            self.assertEqual(self.vault.carry(self.serve(self.sends(b"")).origin, "GET", "/")[0], "proxy-failed")

    def test_a_name_in_no_proxy_is_reached_without_the_proxy(self):
        self.start(https_proxy="http://127.0.0.1:1", no_proxy="example.com, localhost")
        server = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
        self.assertEqual(self.vault.carry(server.origin, "GET", "/"), (200, b"\xa0"))

    def test_the_carrier_waits_for_the_vault_and_reconnects_when_it_returns(self):
        self.start(opened=False)
        time.sleep(1)
        self.vault.open()
        server = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
        self.assertEqual(self.vault.carry(server.origin, "GET", "/"), (200, b"\xa0"))
        self.vault.close()
        self.vault.open()
        for lane in ("work", "events"):
            self.assertEqual(self.vault.carry(server.origin, "GET", "/", lane=lane), (200, b"\xa0"))
        with self.subTest("waiting takes almost no processor time"):
            self.vault.close()
            before = self.program.processor_ticks()
            time.sleep(2)
            self.assertLess(self.program.processor_ticks() - before, os.sysconf("SC_CLK_TCK") // 10)

    def test_a_pending_events_request_ends_when_the_vault_disconnects(self):
        self.start()
        gone = threading.Event()

        def wait(connection):
            connection.settimeout(30)
            try:
                if not connection.recv(1):
                    gone.set()
            except OSError:
                gone.set()

        server = self.serve(wait)
        self.vault.begin(server.origin, "GET", "/v1/events", lane="events", seconds=60)
        self.until(lambda: server.requests)
        with self.subTest("it does not delay the work lane"):
            other = self.serve(self.sends(response(b"\xa0", fields=CBOR)))
            self.assertEqual(self.vault.carry(other.origin, "GET", "/"), (200, b"\xa0"))
        self.vault.hang_up("events")
        self.assertTrue(gone.wait(5))

    def test_the_carrier_exits_when_the_broker_closes_its_leash(self):
        self.start()
        self.until(lambda: set(self.vault.connections) == {"work", "events"})
        self.program.leash.close()
        self.assertEqual(self.program.process.wait(5), 0)

    def test_the_carrier_refuses_to_run_unless_the_broker_starts_it(self):
        done = subprocess.run([PROGRAMS / "passfold-sync"], capture_output=True, env={"XDG_RUNTIME_DIR": str(self.folder)}, timeout=10)
        self.assertEqual(done.returncode, 64)
        self.assertIn(b"not started by the broker", done.stderr)

    def test_the_carrier_runs_confined_and_prints_nothing_of_what_it_carries(self):
        self.start()
        server = self.serve(self.sends(response(CANARY[::-1], fields=CBOR)))
        self.assertEqual(self.vault.carry(server.origin, "POST", "/v1/log", body=CANARY, token=TOKEN), (200, CANARY[::-1]))
        self.assertEqual((self.program.status("Seccomp"), self.program.status("NoNewPrivs")), ("2", "1"))
        place = Path(f"/proc/{self.program.process.pid}")
        self.output.seek(0)
        seen = (place / "cmdline").read_bytes() + self.output.read().encode()
        self.assertEqual(seen, f"{PROGRAMS / 'passfold-sync'}\0".encode())


# Takes the vault's place: tells the broker whether there is anything to carry, according to files in its folder, and hands out tasks.
SERVER = """
import json, os, pathlib, socket, struct, sys, time
if "PASSFOLD_SANDBOX_DESCRIPTOR" in os.environ:
    sys.exit(1)
sys.path.insert(0, {tests!r})
from played_vault import PlayedVault, write_frame
folder = pathlib.Path({folder!r})
broker = socket.socket(fileno=int(os.environ["PASSFOLD_PROVIDER_DESCRIPTOR"]))
vault = PlayedVault(folder)
accepted = vault._converse
def converse(connection):
    process = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
    parent = int(pathlib.Path(f"/proc/{{process}}/stat").read_text().rpartition(")")[2].split()[1])
    with open(folder / "peers", "a") as peers:
        peers.write(f"{{process}} {{parent}} {{os.getppid()}}\\n")
    accepted(connection)
vault._converse = converse
vault.open()
write_frame(broker, {{"ready": {{"protocolVersion": 1}}}})
said = False
while True:
    carries = (folder / "carries").exists()
    if carries != said:
        write_frame(broker, {{"carries": {{"_0": carries}}}})
        said = carries
    if vault.faults:
        (folder / "faults").write_text(repr(vault.faults))
    time.sleep(0.02)
"""

PROVIDER = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>passfold.vault</string>
  <key>CFBundleDisplayName</key><string>Passfold</string>
  <key>CFBundleExecutable</key><string>server</string>
  <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.authentication-services-credential-provider-ui</string>
    <key>NSExtensionPrincipalClass</key><string>none.Server</string>
    <key>NSExtensionAttributes</key><dict>
      <key>ASCredentialProviderExtensionCapabilities</key><dict><key>ProvidesPasswords</key><true/></dict>
      <key>PassfoldCredentialProviderServesSession</key><true/>
    </dict>
  </dict>
</dict></plist>
"""


class Broker(CarrierTestCase):
    def setUp(self):
        super().setUp()
        programs = self.folder / "libexec/passfold"
        bundle = self.folder / "lib/passfold/providers/Passfold.provider"
        for folder in (programs, bundle):
            folder.mkdir(parents=True)
        for name in ("passfold-broker", "passfold-sync"):
            shutil.copy(PROGRAMS / name, programs / name)
        (bundle / "Info.plist").write_text(PROVIDER)
        server = bundle / "server"
        server.write_text(f"#!{sys.executable}\n" + SERVER.format(tests=str(Path(__file__).parent), folder=str(self.folder)))
        server.chmod(0o700)
        environment = {"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"), "HOME": str(self.folder)}
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        self.broker = subprocess.Popen([programs / "passfold-broker"], env=environment, stdout=self.output, stderr=self.output)
        self.addCleanup(self.broker.wait)
        self.addCleanup(self.broker.kill)

    def peers(self):
        """Returns the process, its parent and the broker as the vault sees them, for each conversation so far."""
        path = self.folder / "peers"
        return [tuple(map(int, line.split())) for line in path.read_text().splitlines()] if path.exists() else []

    def is_gone(self, process):
        return not Path(f"/proc/{process}").exists()

    def begin(self, count=2):
        (self.folder / "carries").touch()
        self.until(lambda: len(self.peers()) >= count)
        return self.peers()[count - 1][0]

    def test_the_broker_runs_the_carrier_only_while_there_is_something_to_synchronise(self):
        self.until(lambda: (self.folder / "passfold/vault.sock").exists())
        self.assertEqual(self.peers(), [])
        carrier = self.begin()
        self.assertEqual(self.peers(), [(carrier, self.broker.pid, self.broker.pid)] * 2)
        (self.folder / "carries").unlink()
        self.until(lambda: self.is_gone(carrier))
        with self.subTest("it starts again"):
            self.assertNotEqual(self.begin(4), carrier)
        with self.subTest("it starts again after it was killed"):
            carrier = self.peers()[-1][0]
            os.kill(carrier, signal.SIGKILL)
            self.assertNotEqual(self.begin(6), carrier)
        self.assertFalse((self.folder / "faults").exists())

    def test_the_carrier_exits_when_the_broker_is_killed(self):
        carrier = self.begin()
        self.broker.kill()
        self.until(lambda: self.is_gone(carrier))


class Proxy:
    """An HTTP proxy for CONNECT that records what it sees."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.heads, self.carried, self.refusal = [], b"", None
        accept_each(self.listener, self._serve)

    def close(self):
        stop_accepting(self.listener)

    def _serve(self, connection):
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(4096)
            self.heads.append(head.decode())
            if self.refusal:
                connection.sendall(self.refusal)
                return
            host, _, port = head.split()[1].decode().rpartition(":")
            with socket.create_connection((host, int(port))) as server:
                connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                back = threading.Thread(target=self._pump, args=(server, connection), daemon=True)
                back.start()
                self._pump(connection, server)
                back.join()

    def _pump(self, source, target):
        try:
            while data := source.recv(65536):
                self.carried += data
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


if __name__ == "__main__":
    unittest.main()
