# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Serves pages written by tests, under the names of the sign-in site, to a browser with Passfold."""

import http.server
import ssl
import subprocess
import threading
import unittest

from demo.person import Person
from demo.world import ROOT, SITE, World
from world_for_tests import PREFIX, PROGRAMS

# Evaluates an expression in the page's own world, and waits for it.
ASK_FIREFOX = """
    const done = arguments[arguments.length - 1];
    Promise.resolve(window.wrappedJSObject.eval(arguments[0])).then((value) => done({value: value ?? null}), (error) => done({error: `${error}`}));
"""


class PageServer:
    """HTTPS on a free local port; pages: markup by path, or a function that returns status, headers and markup for the request's headers.
    `served` lists the requests."""

    def __init__(self, folder, pages):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([ROOT / "scripts/make-certificate", folder], check=True, capture_output=True)

        served = self.served = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                served.append(self.path)
                body = pages.get(self.path) or pages.get(self.path.partition("?")[0])
                status, headers, body = body(self.headers) if callable(body) else (404 if body is None else 200, {}, body)
                data = (body or "").encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
        # Each connection does its own handshake, so that an idle connection does not block the others.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class PageTestCase(unittest.TestCase):
    """One world and one browser for all tests of a class; each test has its own tab."""

    maxDiff = None
    pages = {}
    has_account = True
    is_firefox = False

    @classmethod
    def setUpClass(cls):
        cls.world = World(PREFIX, PROGRAMS, least_cost=True)
        cls.addClassCleanup(cls.world.remove)
        cls.server = cls.serve(cls.world.site_folder / "tls")
        cls.addClassCleanup(cls.server.close)
        cls.addClassCleanup(cls.world.stop)
        cls.world.site_port = cls.server.port
        cls.world.trust_authority()
        cls.world.register_host()
        cls.world.start_broker()
        cls.person = Person(cls.world)
        cls.person.terminal = cls.world.terminal()
        cls.person.will_answer(
            {"prompt": "passphrase", "pin": cls.person.passphrase, "keep": True}, {"prompt": "password", "pin": cls.person.password, "keep": True},
            {"prompt": "confirm", "keep": True})
        cls.run_well("passfold init --recovery-kit kit.txt")
        if cls.has_account:
            cls.run_well(f"passfold add login --service {cls.person.service} --user {cls.person.user}")
        if cls.is_firefox:
            cls.world.origin = f"{SITE}:{cls.server.port}"
            cls.world.start_firefox()
        else:
            cls.world.start_browser()

    @classmethod
    def serve(cls, folder):
        """Returns the server of the pages, with `port` and `close()`."""
        return PageServer(folder, cls.pages)

    def setUp(self):
        self.look_at(self.world.browser.first_page() if self.is_firefox else self.world.browser.new_page())

    def look_at(self, page):
        """Makes a page the one that the user looks at."""
        self.page = self.person.page = page

    @classmethod
    def run_well(cls, command):
        """Returns the output of a command that must succeed."""
        answer = cls.person.terminal.run(command)
        if answer.status:
            raise AssertionError(f"{command}: {answer.text}")
        return answer.text

    def ask(self, expression):
        """Returns the value of an expression or promise in the page's own world; this does not count as a user gesture."""
        if self.is_firefox:
            answer = self.world.browser.call("content", "WebDriver:ExecuteAsyncScript", {"script": ASK_FIREFOX, "args": [expression], "sandbox": "default"})
            self.assertNotIn("error", answer["value"])
            return answer["value"]["value"]
        answer = self.page.call("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}, timeout=60.0)
        self.assertNotIn("exceptionDetails", answer)
        return answer["result"].get("value")

    def plug_in_a_device(self, page):
        """Adds a passkey device that answers the browser's own function."""
        page.call("WebAuthn.enable", {"enableUI": False})
        page.call("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": True}})
