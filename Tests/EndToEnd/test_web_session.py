# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A sign-in through a page in the user's browser: app, xdg-open, a real browser on a real display, and the link that returns the answer."""

import http.server
import os
import signal
import subprocess
import threading
import time
import unittest

from demo.browser import chromium_program
from demo.devtools import until
from desktop_for_tests import OnDesktop
from world_for_tests import WorldTestCase

SCHEME = "org.example.sign-in"
PAGE = b"""<!doctype html><html lang="en"><title>Shop</title><body style="font: 20px sans-serif; margin: 3em">
<form action="/allow"><p>Sign In wants to know who you are.</p><button autofocus>Allow</button></form>"""


class Service:
    """A service whose page, once the user agrees, leads to an address with the app's own scheme."""

    def __init__(self):
        asked = self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                if self.path.startswith("/allow"):
                    self.send_response(302)
                    self.send_header("Location", f"{SCHEME}:/done?code=4711&state=a%20b")
                    self.end_headers()
                    return
                self.send_response(200 if self.path == "/authorize" else 404)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                if self.path == "/authorize":
                    self.wfile.write(PAGE)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/authorize"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class WebSessionTests(OnDesktop, WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.service = Service()
        self.addCleanup(self.service.stop)
        # The user's browser, as the desktop knows it.
        self.applications = self.world.data / "applications"
        self.applications.mkdir()
        options = "--no-first-run --no-default-browser-check --password-store=basic --disable-breakpad --disable-dev-shm-usage --lang=en-US"
        sandbox = " --no-sandbox --test-type" if os.geteuid() == 0 else ""
        (self.applications / "browser.desktop").write_text(
            "[Desktop Entry]\nType=Application\nName=Browser\n"
            f"Exec={chromium_program()} --user-data-dir={self.world.profile} {options}{sandbox} %u\n")
        self.list = self.world.config / "mimeapps.list"
        self.list.write_text("[Default Applications]\nx-scheme-handler/http=browser.desktop\n")
        self.before = self.list.read_text()

    def open_session(self, **variables):
        environment = {**self.world.environment, **variables}
        app = subprocess.Popen(
            [self.world.programs / "SignInApp", "in-browser", self.service.address],
            env={name: value for name, value in environment.items() if value is not None}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

        def end():
            app.kill()
            app.communicate()
            self.end_browser()
        self.addCleanup(end)
        return app

    def end_browser(self):
        """Ends the browser that xdg-open has started, found by its profile, which belongs to this world."""
        for entry in [entry for entry in os.listdir("/proc") if entry.isdigit()]:
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    if f"--user-data-dir={self.world.profile}".encode() in file.read().split(b"\0"):
                        os.kill(int(entry), signal.SIGKILL)
            except OSError:
                continue

    def assert_nothing_stays(self):
        """The scheme is unassigned again."""
        until(lambda: os.listdir(self.applications) == ["browser.desktop"], 10, lambda: f"no handler in {os.listdir(self.applications)}")
        self.assertEqual(self.list.read_text(), self.before)
        self.assertEqual([name for name in os.listdir(self.world.runtime / "passfold") if name.startswith("callback")], [])

    def agree(self, app):
        """Presses the page's button, and lets the browser open the app, for which it asks.

        On a slow machine that question comes late and swallows the keys of the next attempt, so each attempt reloads the page first.
        """
        before = 0
        for patience in (2, 4, 8):
            if before:
                self.desktop.keys("Escape", "F5")
            until(lambda: "/authorize" in self.service.asked[before:], 60, "the page is asked for")
            before = len(self.service.asked)

            def press():
                self.desktop.keys("Return")
                return any(path.startswith("/allow") for path in self.service.asked[before:])
            until(press, 60, "the user's agreement", 1)
            time.sleep(patience)
            self.desktop.keys("Tab", "Return")
            try:
                return app.wait(10)
            except subprocess.TimeoutExpired:
                continue
        return self.fail("the browser did not open the app")

    def test_the_app_gets_the_callback_address_that_the_page_opened(self):
        app = self.open_session()
        self.agree(app)
        said, _ = app.communicate(timeout=30)
        self.assertEqual(said, f"Came back with {SCHEME}:/done?code=4711&state=a%20b\n")
        self.assertEqual(app.returncode, 0)
        self.assert_nothing_stays()

    def test_the_scheme_is_returned_to_the_program_that_handled_it_before(self):
        self.list.write_text(self.before + f"x-scheme-handler/{SCHEME}=other.desktop\n")
        self.before = self.list.read_text()
        app = self.open_session()
        until(lambda: "/authorize" in self.service.asked, 60, "the page is asked for")
        self.assertIn(f"x-scheme-handler/{SCHEME}=passfold-callback-", self.list.read_text())
        app.send_signal(signal.SIGINT)
        app.communicate(timeout=30)
        self.assertEqual(sorted(self.list.read_text().splitlines()), sorted(self.before.splitlines()))

    def test_overlapping_sessions_return_the_scheme_to_the_program_that_handled_it_before(self):
        self.list.write_text(self.before + f"x-scheme-handler/{SCHEME}=other.desktop\n")
        self.before = self.list.read_text()
        first = self.open_session()
        until(lambda: "/authorize" in self.service.asked, 60, "the page is asked for")
        second = self.open_session()
        until(lambda: self.list.read_text().count("passfold-callback-") == 2, 60, "both handlers are listed before the previous program")
        for app in (first, second):
            app.send_signal(signal.SIGINT)
            app.communicate(timeout=30)
        self.assertEqual(sorted(self.list.read_text().splitlines()), sorted(self.before.splitlines()))

    def test_the_next_session_removes_a_killed_apps_handler_and_returns_the_scheme(self):
        self.list.write_text(self.before + f"x-scheme-handler/{SCHEME}=other.desktop\n")
        self.before = self.list.read_text()
        app = self.open_session()
        until(lambda: "/authorize" in self.service.asked, 60, "the page is asked for")
        app.kill()
        app.communicate()
        left = self.list.read_text()
        self.assertIn("passfold-callback-", left)
        self.assertIn(";other.desktop", left)
        app = self.open_session()
        until(lambda: self.service.asked.count("/authorize") > 1 and self.list.read_text() != left, 60, "the page is asked for again")
        app.send_signal(signal.SIGINT)
        app.communicate(timeout=30)
        self.assertEqual(sorted(self.list.read_text().splitlines()), sorted(self.before.splitlines()))
        self.assertEqual(os.listdir(self.applications), ["browser.desktop"])

    def test_an_app_that_cancels_gets_the_canceled_login_error(self):
        app = self.open_session()
        until(lambda: "/authorize" in self.service.asked, 60, "the page is asked for")
        app.send_signal(signal.SIGINT)
        _, said = app.communicate(timeout=30)
        self.assertRegex(said, "^1: ")
        self.assertEqual(app.returncode, 1)
        self.assert_nothing_stays()

    def test_without_a_display_the_presentation_context_is_invalid_and_nothing_is_opened(self):
        app = self.open_session(DISPLAY=None, WAYLAND_DISPLAY=None)
        _, said = app.communicate(timeout=30)
        self.assertRegex(said, "^3: No browser could be opened")
        self.assertEqual(self.service.asked, [])

    def test_if_the_scheme_handler_cannot_be_written_nothing_is_opened(self):
        file = self.world.folder / "data"
        file.write_text("")
        app = self.open_session(XDG_DATA_HOME=str(file))
        _, said = app.communicate(timeout=30)
        self.assertRegex(said, "^3: The way back from the browser could not be laid")
        self.assertEqual(self.service.asked, [])
        self.assertEqual(self.list.read_text(), self.before)
        self.assertEqual([name for name in os.listdir(self.world.runtime / "passfold") if name.startswith("callback")], [])


if __name__ == "__main__":
    unittest.main()
