# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""QR codes from a session: a real X server's clipboard and screen, a real Wayland clipboard, and a portal on a real bus."""

import json
import os
import shutil
import subprocess
import time

from demo.browser import chromium_program
from demo.devtools import until
from test_qr_codes import FIRST, PROGRAM, SUPPORT, WITHOUT_POWERS, QRTestCase, frames


class SessionTestCase(QRTestCase):
    def setUp(self):
        super().setUp()
        self.picture = self.folder / "symbol.png"
        self.picture.write_bytes(self.write(FIRST, "--format", "png"))

    def start(self, *arguments, **more):
        """Starts a program that runs until the test ends."""
        process = subprocess.Popen(arguments, **more)

        def end():
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()
        self.addCleanup(end)
        return process

    def start_x(self):
        """Starts a separate screen, which outlives its last window; returns the environment for it."""
        reading, writing = os.pipe()
        self.start("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset", pass_fds=[writing],
                   stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as number:
            return {"DISPLAY": f":{number.readline().strip()}"}

    def assert_read(self, done, texts=(FIRST,)):
        self.assertEqual((done.returncode, done.stderr, frames(done.stdout)), (0, b"", list(texts)))


class ClipboardTests(SessionTestCase):
    def copy(self, environment, content, *arguments):
        """Acts as a program with something in the clipboard; it stays to answer."""
        owner = self.start("xclip", "-selection", "clipboard", "-quiet", *arguments, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           env={**os.environ, **environment})
        owner.stdin.write(content)
        owner.stdin.close()
        asked = ["xclip", "-selection", "clipboard", "-out", "-target", "TARGETS"]
        until(lambda: subprocess.run(asked, env={**os.environ, **environment}, capture_output=True).returncode == 0, 60, "the clipboard has an owner", 0.1)
        return owner

    def test_a_picture_on_the_clipboard_is_read(self):
        session = self.start_x()
        self.copy(session, self.picture.read_bytes(), "-target", "image/png")
        self.assert_read(self.run_program("read", "--clipboard", environment=session))

    def test_a_link_on_the_clipboard_is_passed_on(self):
        session = self.start_x()
        self.copy(session, b"\n " + FIRST + b" \n")
        self.assert_read(self.run_program("read", "--clipboard", environment=session))

    def test_a_clipboard_without_a_picture_or_a_link_is_reported(self):
        session = self.start_x()
        self.assert_refused(self.run_program("read", "--clipboard", environment=session), 5, "clipboardHoldsNoPicture")
        for content in (b"some text", b"otpauth://totp/X?secret=A and more", b"https://example.com/?u=otpauth://totp/X", b"otpauth:"):
            owner = self.copy(session, content)
            self.assert_refused(self.run_program("read", "--clipboard", environment=session), 5, "clipboardHoldsNoPicture")
            owner.kill()
            owner.wait()

    def test_a_damaged_picture_on_the_clipboard_is_reported_as_damaged(self):
        session = self.start_x()
        self.copy(session, b"\x89PNG\r\n\x1a\n garbage", "-target", "image/png")
        self.assert_refused(self.run_program("read", "--clipboard", environment=session), 4, "pictureDamaged")

    def test_an_unresponsive_clipboard_owner_times_out(self):
        session = self.start_x()
        owner = self.copy(session, self.picture.read_bytes(), "-target", "image/png")
        os.kill(owner.pid, 19)
        start = time.monotonic()
        self.assert_refused(self.run_program("read", "--clipboard", environment=session), 5, "clipboardTimedOut")
        self.assertLess(time.monotonic() - start, 10)

    def test_a_missing_session_or_clipboard_tool_is_reported(self):
        self.assert_refused(self.run_program("read", "--clipboard"), 5, "noClipboard")
        nowhere = {"PATH": str(self.folder), "DISPLAY": ":7654"}
        self.assert_refused(self.run_program("read", "--clipboard", environment=nowhere), 5, "clipboardToolMissing")

    def test_a_picture_on_wayland_s_clipboard_is_read(self):
        session = self.start_wayland()
        self.copy_on_wayland(session, self.picture.read_bytes(), "--type", "image/png")
        self.assert_read(self.run_program("read", "--clipboard", environment=session))

    def test_a_link_on_wayland_s_clipboard_is_passed_on(self):
        session = self.start_wayland()
        self.assert_refused(self.run_program("read", "--clipboard", environment=session), 5, "clipboardHoldsNoPicture")
        self.copy_on_wayland(session, FIRST)
        self.assert_read(self.run_program("read", "--clipboard", environment=session))

    @staticmethod
    def copy_on_wayland(session, content, *arguments):
        """Retries, since the socket exists a moment before anything listens."""
        copy = ["wl-copy", *arguments]
        until(lambda: subprocess.run(copy, input=content, env={**os.environ, **session}, timeout=60, stderr=subprocess.DEVNULL).returncode == 0,
              60, "the clipboard takes it")

    def start_wayland(self):
        """Starts a compositor without a screen; returns the environment for it."""
        runtime = self.folder / "runtime"
        runtime.mkdir(mode=0o700)
        as_nobody = []
        if os.geteuid() == 0:
            # It refuses to run as root.
            os.chown(runtime, 65534, 65534)
            self.folder.chmod(0o711)
            as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        settings = self.folder / "sway"
        settings.write_text("xwayland disable\n")
        environment = {"PATH": os.environ["PATH"], "HOME": str(runtime), "XDG_RUNTIME_DIR": str(runtime), "WLR_BACKENDS": "headless",
                       "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
        self.start(*as_nobody, "sway", "--config", settings, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (listening,) = until(lambda: [path for path in runtime.glob("wayland-*") if path.is_socket()], 20, "the compositor listens")
        return {"XDG_RUNTIME_DIR": str(runtime), "WAYLAND_DISPLAY": listening.name}


class ScreenTests(SessionTestCase):
    def test_a_symbol_on_an_x11_screen_is_read(self):
        session = self.start_x()
        page = self.folder / "symbol.svg"
        page.write_bytes(self.write(FIRST, "--format", "svg"))
        environment = {**os.environ, **session, "HOME": str(self.folder)}
        environment.pop("WAYLAND_DISPLAY", None)
        self.assert_refused(self.run_program("read", "--screen", environment=session), 3, "nothingFound")
        self.start(chromium_program(), "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={self.folder / 'profile'}",
                   "--window-size=700,600", f"--app=file://{page}", env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = until(lambda: frames(self.run_program("read", "--screen", environment=session).stdout), 60, "the browser shows the symbol")
        self.assertEqual(found, [FIRST])

    def test_a_missing_screen_is_reported(self):
        self.assert_refused(self.run_program("read", "--screen"), 5, "noScreen")
        self.assert_refused(self.run_program("read", "--screen", environment={"DISPLAY": ":7654"}), 5, "noScreen")

    def test_the_x11_screen_of_a_wayland_session_is_not_searched(self):
        session = {**self.start_x(), "WAYLAND_DISPLAY": "wayland-0"}
        self.assert_refused(self.run_program("read", "--screen", environment=session), 5, "noScreen")


class PortalTests(SessionTestCase):
    def read_by_portal(self, **plan):
        """Runs the program on a bus with a portal that follows the plan."""
        self.shot = self.folder / "Screenshot from today #1 ü.png"
        plan = {"shot": str(self.shot), "record": str(self.folder / "asked.json"), **plan}
        (self.folder / "plan.json").write_text(json.dumps(plan))
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        environment = {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
        return self.run_program("read", "--screen", environment=environment,
                                under=[*WITHOUT_POWERS, SUPPORT / "scripted-portal", self.folder / "plan.json"])

    def test_the_portal_s_picture_is_read_and_removed(self):
        self.assert_read(self.read_by_portal(picture=str(self.picture)))
        self.assertFalse(self.shot.exists(), "the screenshot was left behind")
        asked = json.loads((self.folder / "asked.json").read_text())
        self.assertIs(asked["interactive"], True)

    def test_an_old_portal_that_answers_on_another_handle_is_supported(self):
        self.assert_read(self.read_by_portal(picture=str(self.picture), own_handle=True))

    def test_a_picture_older_than_the_request_is_not_removed(self):
        old = self.folder / "holiday.png"
        shutil.copy(self.picture, old)
        os.utime(old, (1_500_000_000, 1_500_000_000))
        self.assert_read(self.read_by_portal(uri=old.as_uri()))
        self.assertTrue(old.exists())

    def test_a_hard_linked_picture_and_a_symbolic_link_are_not_removed(self):
        target = self.folder / "target.png"
        shutil.copy(self.picture, target)
        os.link(target, self.folder / "second-name.png")
        self.assert_read(self.read_by_portal(uri=target.as_uri()))
        self.assertTrue(target.exists())
        link = self.folder / "link.png"
        link.symlink_to(target)
        self.assert_refused(self.read_by_portal(uri=link.as_uri()), 5, "screenRefused")
        self.assertTrue(link.is_symlink() and target.exists())

    def test_a_portal_picture_that_cannot_be_decoded_is_removed_too(self):
        empty = self.folder / "empty.png"
        empty.write_bytes(b"\x89PNG\r\n\x1a\n")
        self.assert_refused(self.read_by_portal(picture=str(empty)), 4, "pictureDamaged")
        self.assertFalse(self.shot.exists())

    def test_cancelling_and_a_refusing_portal_are_distinguished(self):
        self.assert_refused(self.read_by_portal(response=1), 5, "screenCancelled")
        self.assert_refused(self.read_by_portal(response=2), 5, "screenRefused")

    def test_other_answers_of_the_portal_are_refused(self):
        for uri in ("https://example.com/shot.png", "file://elsewhere/shot.png", "file:///%zz", "file:///%00", "", "/etc/hostname", "file:///etc"):
            with self.subTest(uri):
                done = self.read_by_portal(uri=uri or " ")
                self.assertIn(json.loads(done.stderr)["code"], ("screenRefused", "notAFile"))
                self.assertEqual(done.stdout, b"")
