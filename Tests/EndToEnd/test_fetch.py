# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""passfold-fetch with servers on this machine that behave well or badly."""

import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from demo.world import ROOT
from web_server import Server, response
from world_for_tests import PREFIX

PROGRAM = Path(PREFIX) / "libexec/passfold/passfold-fetch"
HOST = "shop.example"
DOCUMENT = b'{"origins":["https://shop.example.net"]}'


def answer(body=DOCUMENT, *more, **members):
    return response(body, *more, **members)


# Runs in a separate network: addresses on the loopback interface, a server at all of them, and the program asked for each.
OWN_NETWORK = '''
import pathlib, socket, subprocess, sys, threading, time
program, seen = sys.argv[1:]
for command in ("link set lo up", "address add 9.9.9.9/32 dev lo", "address add 2620:fe::9/128 dev lo nodad", "route add local 8.8.8.0/24 dev lo"):
    subprocess.run(["ip", *command.split()], check=True)
hosts, listeners, connections = ("9.9.9.9", "2620:fe::9", "8.8.8.8"), [], []
for host in hosts:
    listener = socket.create_server((host, 443), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    listeners.append(listener)
    def serve(host=host, listener=listener):
        while True:
            try:
                connection = listener.accept()[0]
            except OSError:
                return
            with connection:
                connections.append(f"{host}:{len(connection.recv(1))}")
    threading.Thread(target=serve, daemon=True).start()
for host in hosts:
    request = f"host {host}\\nport 443\\ntarget /\\nbytes 4096\\nmilliseconds 5000\\n\\n"
    done = subprocess.run([program], input=request.encode(), capture_output=True, env={}, timeout=30)
    print(host, done.stdout.decode().splitlines()[0])
# What came in at the server's end may be counted a moment after the program has ended.
for _ in range(100):
    if connections:
        break
    time.sleep(0.05)
pathlib.Path(seen).write_text("\\n".join(connections))
'''


class FetchTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="passfold-fetch-")
        cls.addClassCleanup(cls.directory.cleanup)
        cls.folder = Path(cls.directory.name)
        subprocess.run([ROOT / "scripts/make-certificate", cls.folder], check=True, capture_output=True)
        for name, days in (("self", "2"), ("past", "-1")):
            cls._certificate(name, days)

    @classmethod
    def _certificate(cls, name, days):
        """Makes a self-signed certificate; with a negative number of days it has expired as soon as it is made."""
        made = {ending: cls.folder / f"{name}.{ending}" for ending in ("key", "request", "extension", "pem")}
        made["extension"].write_text("subjectAltName = DNS:shop.example\n")
        subprocess.run(
            ["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=shop.example",
             "-keyout", made["key"], "-out", made["request"]], check=True, capture_output=True)
        subprocess.run(
            ["openssl", "x509", "-req", "-in", made["request"], "-signkey", made["key"], "-days", days, "-extfile", made["extension"],
             "-out", made["pem"]], check=True, capture_output=True)

    def serve(self, respond, **more):
        server = Server(self.folder, respond, **more)
        self.addCleanup(server.close)
        return server

    def fetch(self, server=None, host=HOST, target="/.well-known/webauthn", limit=4096, milliseconds=5000, authority="ca.pem", extra=""):
        """Returns the program's answer: the lines of its head, and the body."""
        lines = [f"host {host}", "port 443", f"target {target}", f"bytes {limit}", f"milliseconds {milliseconds}"]
        if server:
            lines += ["route-address 127.0.0.1", f"route-port {server.port}"]
            lines += [f"route-authority {self.folder / authority}"] if authority else []
        done = subprocess.run([PROGRAM], input=("\n".join(lines) + "\n\n" + extra).encode(), capture_output=True, env={}, timeout=30)
        self.assertEqual(done.stderr, b"")
        self.status = done.returncode
        head, _, body = done.stdout.partition(b"\n\n")
        return dict(line.split(" ", 1) for line in head.decode().splitlines()), body

    def assertFails(self, name, *arguments, **more):
        head, body = self.fetch(*arguments, **more)
        self.assertEqual((head, body), ({"failure": name}, b""))


class Behaving(FetchTestCase):
    def test_a_document_is_returned_with_its_status_and_type(self):
        server = self.serve(lambda connection: connection.sendall(answer()))
        self.assertEqual(self.fetch(server), ({"status": "200", "type": "application/json"}, DOCUMENT))

    def test_the_request_contains_no_cookie_credential_or_referrer(self):
        server = self.serve(lambda connection: connection.sendall(answer(fields=("Set-Cookie: a=b", "Content-Type: application/json"))))
        self.fetch(server)
        self.fetch(server)
        for request in server.requests:
            self.assertEqual(request.splitlines(), [
                "GET /.well-known/webauthn HTTP/1.1", "Host: shop.example", "User-Agent: Passfold", "Accept: application/json", ""])

    def test_a_redirect_is_reported_and_not_followed(self):
        server = self.serve(lambda connection: connection.sendall(
            answer(b"elsewhere", "301 Moved Permanently", ("Location: //www.shop.example/document?a=b",))))
        self.assertEqual(self.fetch(server), ({"status": "301", "redirect": "https://www.shop.example/document?a=b"}, b""))
        self.assertEqual(len(server.requests), 1)

    def test_the_body_of_an_error_response_is_omitted(self):
        server = self.serve(lambda connection: connection.sendall(answer(b"words for people", "404 Not Found", ("Content-Type: text/plain",))))
        self.assertEqual(self.fetch(server), ({"status": "404", "type": "text/plain"}, b""))

    def test_a_chunked_body_is_reassembled(self):
        chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n"
        server = self.serve(lambda connection: connection.sendall(chunks))
        self.assertEqual(self.fetch(server), ({"status": "200"}, b'{"a":1}'))


class Misbehaving(FetchTestCase):
    def test_a_name_that_resolves_to_this_machine_is_refused_without_a_connection(self):
        self.assertFails("privateAddress", host="localhost")

    def test_a_public_address_of_this_machine_is_refused_before_anything_is_sent(self):
        """In a separate network, where a server listens at addresses of the public network: on an interface, and routed to the machine."""
        seen = self.folder / "connections"
        script = self.folder / "listen"
        script.write_text(OWN_NETWORK)
        done = subprocess.run(["unshare", "--map-root-user", "--net", sys.executable, script, PROGRAM, seen], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        outcomes = dict(line.split(" ", 1) for line in done.stdout.decode().splitlines())
        self.assertEqual(outcomes, {"9.9.9.9": "failure privateAddress", "2620:fe::9": "failure privateAddress",
                                    "8.8.8.8": "failure privateAddress"})
        # That a whole network is routed to this machine becomes apparent only once the connection is established; nothing is sent over it.
        self.assertEqual(seen.read_text().split(), ["8.8.8.8:0"])

    def test_a_name_without_an_address_is_not_found(self):
        self.assertFails("nameNotFound", host="nowhere.invalid")

    def test_a_certificate_for_another_host_is_not_trusted(self):
        server = self.serve(lambda connection: connection.sendall(answer()))
        self.assertFails("untrustedCertificate", server, host="bank.example")
        self.assertFalse(any(server.requests))

    def test_an_authority_that_the_system_does_not_know_is_not_trusted(self):
        server = self.serve(lambda connection: connection.sendall(answer()))
        self.assertFails("untrustedCertificate", server, authority=None)

    def test_a_self_signed_certificate_is_not_trusted(self):
        server = self.serve(lambda connection: connection.sendall(answer()), certificate=("self.pem", "self.key"))
        self.assertFails("untrustedCertificate", server)

    def test_an_expired_certificate_is_not_trusted(self):
        """Each certificate is named as its own authority, so that one that has not expired is trusted."""
        for name, expected in (("self", {"status": "200", "type": "application/json"}), ("past", {"failure": "untrustedCertificate"})):
            server = self.serve(lambda connection: connection.sendall(answer()), certificate=(f"{name}.pem", f"{name}.key"))
            self.assertEqual(self.fetch(server, authority=f"{name}.pem")[0], expected)

    def test_a_missing_authority_file_is_reported(self):
        server = self.serve(lambda connection: connection.sendall(answer()))
        self.assertFails("authorityUnreadable", server, authority="none.pem")

    def test_an_unencrypted_response_is_reported_as_broken(self):
        server = self.serve(lambda connection: connection.sendall(answer()), tls=False)
        self.assertFails("brokenAnswer", server)

    def test_a_body_one_byte_too_long_is_too_large_with_or_without_a_declared_length(self):
        body = b"x" * 4097
        for said in (answer(body), b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body):
            server = self.serve(lambda connection, said=said: connection.sendall(said))
            self.assertFails("tooLarge", server)

    def test_an_endless_header_is_too_large(self):
        def respond(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            for _ in range(1000):
                connection.sendall(b"X-Field: " + b"y" * 1000 + b"\r\n")
        self.assertFails("tooLarge", self.serve(respond))

    def test_a_compressed_body_is_not_decompressed(self):
        server = self.serve(lambda connection: connection.sendall(
            answer(b"\x1f\x8b\x08\x00", fields=("Content-Encoding: gzip", "Content-Type: application/json"))))
        self.assertEqual(self.fetch(server)[1], b"\x1f\x8b\x08\x00")

    def test_a_body_that_ends_early_is_reported_as_broken(self):
        server = self.serve(lambda connection: connection.sendall(answer(b"half", length=8)))
        self.assertFails("brokenAnswer", server)

    def test_an_http_0_9_response_is_reported_as_broken(self):
        server = self.serve(lambda connection: connection.sendall(b'{"origins":[]}'))
        self.assertFails("brokenAnswer", server)

    def test_a_response_that_drips_byte_by_byte_times_out(self):
        def respond(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            for _ in range(100):
                connection.sendall(b"x")
                time.sleep(0.1)
        start = time.monotonic()
        self.assertFails("timedOut", self.serve(respond), milliseconds=600)
        self.assertLess(time.monotonic() - start, 3)

    def test_a_content_type_with_non_ascii_bytes_is_omitted(self):
        server = self.serve(lambda connection: connection.sendall(answer(fields=("Content-Type: application/json\xff\x01",))))
        self.assertEqual(self.fetch(server), ({"status": "200"}, DOCUMENT))

    def test_a_request_with_trailing_bytes_is_not_started(self):
        head, body = self.fetch(host="localhost", extra="more")
        self.assertEqual((head, body, self.status), ({}, b"", 64))


class Confined(FetchTestCase):
    def test_the_fetcher_runs_confined_while_it_reads_a_response(self):
        """Reads the confinement and the remaining descriptors from /proc."""
        seen = []

        def respond(connection):
            for status in Path("/proc").glob("[0-9]*/status"):
                try:
                    text = status.read_text()
                    if "Name:\tpassfold-fetch" in text and f"PPid:\t{processes[0]}" in text:
                        seen.append((text, len(list((status.parent / "fd").iterdir()))))
                except OSError:
                    continue
            connection.sendall(answer())

        import os
        processes = [os.getpid()]
        self.fetch(self.serve(respond))
        (text, descriptors), = seen
        self.assertIn("Seccomp:\t2", text)
        self.assertIn("NoNewPrivs:\t1", text)
        self.assertEqual(descriptors, 4, "expected the standard streams and one socket")


if __name__ == "__main__":
    unittest.main()
