# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Setting up a code from a QR code in a picture: from a file or the clipboard, given to the vault's window; or from the screen."""

import contextlib
import os
import signal
import subprocess
import unittest
from pathlib import Path

from demo.devtools import until
from demo.world import ROOT
from test_vault_window import VaultWindowCase

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXQ"


class VaultPictureTests(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()

    def draw(self, name, text):
        subprocess.run(["qrencode", "-o", self.world.home / name, text], check=True)

    def copy(self, content, kind):
        """Puts something into the clipboard as another program does."""
        subprocess.run(["xclip", "-in", "-selection", "clipboard", "-target", kind], env=self.world.environment, input=content, check=True, timeout=10)

    def clipboard_kinds(self):
        return subprocess.run(["xclip", "-out", "-selection", "clipboard", "-target", "TARGETS"], env=self.world.environment, capture_output=True,
                              text=True, timeout=10).stdout

    def open_pictures(self):
        """Returns the pictures that the window still has open."""
        files = []
        for file in Path(f"/proc/{self.window.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                files.append(os.readlink(file))
        return [file for file in files if "memfd:picture" in file]

    def choose_picture(self, name):
        self.press("Read a QR code from a picture…")
        self.choose_file(name)

    def form(self, kind):
        self.desktop.keys("Escape")
        self.press_by_reader("Add")
        self.press(kind)

    def test_codes_are_set_up_from_qr_codes_in_files_and_on_the_clipboard(self):
        self.draw("code.png", f"otpauth://totp/codes.example:dora?secret={SECRET}&issuer=codes.example")
        self.window = self.open_window()
        self.unlock()

        with self.subTest("a file: the form names the account, and saving stores the code"):
            self.form("Code")
            self.until_seen("Set-up link or key", "password text")
            self.choose_picture("code.png")
            self.until_says("The picture sets up the one-time code for codes.example, dora")
            self.assertFalse(any(SECRET in name for name in self.all_names()))
            self.assertNotIn("codes.example", self.run_well("passfold list").text)
            self.press_by_reader("Save")
            self.until_seen("codes.example", "heading")
            self.assertRegex(self.run_well("passfold code codes.example").text, r"\d{6}")

        with self.subTest("a screenshot in the clipboard, in the form that comes first"):
            self.draw("other.png", f"otpauth://totp/paste.example:emil?secret={SECRET}&issuer=paste.example")
            self.copy((self.world.home / "other.png").read_bytes(), "image/png")
            self.desktop.keys("ctrl+n")
            self.until_seen("Website", "text", state="focused")
            self.desktop.keys("ctrl+v")
            self.until_says("The picture sets up the one-time code for paste.example, emil")
            self.press_by_reader("Save")
            self.until_seen("paste.example", "heading")

        with self.subTest("a picture that was copied in a file manager"):
            self.draw("third.png", f"otpauth://totp/third.example:fred?secret={SECRET}&issuer=third.example")
            self.copy((self.world.home / "third.png").as_uri().encode() + b"\r\n", "text/uri-list")
            self.form("Code")
            self.until_seen("Set-up link or key", "password text", state="focused")
            self.desktop.keys("ctrl+v")
            self.until_says("The picture sets up the one-time code for third.example, fred")

        with self.subTest("a picture that arrives after its form was closed is discarded"):
            self.press_by_reader("Cancel")
            self.answer_question("Discard")
            # Another program that is slow to hand over its content.
            owner = subprocess.Popen(["xclip", "-quiet", "-in", "-selection", "clipboard", "-target", "image/png", self.world.home / "third.png"],
                                     env=self.world.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                until(lambda: "image/png" in self.clipboard_kinds(), 20, "the picture in the clipboard", 0.2)
                self.form("Code")
                self.until_seen("Set-up link or key", "password text", state="focused")
                owner.send_signal(signal.SIGSTOP)
                self.desktop.keys("ctrl+v")
                self.press_by_reader("Cancel")
                self.until_gone("Set-up link or key")
                owner.send_signal(signal.SIGCONT)
                self.form("Code")
                self.until_seen("Set-up link or key", "password text", state="focused")
                self.desktop.keys("ctrl+v")
                self.until_says("The picture sets up the one-time code for third.example, fred")
            finally:
                owner.kill()
                owner.wait()
            until(lambda: self.open_pictures() == [], 20, self.open_pictures, 0.2)

        with self.subTest("a text in the clipboard is pasted into the field as usual"):
            self.copy(b"typed.example", "UTF8_STRING")
            self.press_by_reader("Cancel")
            self.answer_question("Discard")
            self.desktop.keys("ctrl+n")
            self.until_seen("Website", "text", state="focused")
            self.desktop.keys("ctrl+v")
            until(lambda: any(item.get("text") == "typed.example" for item in self.tree()), 20, lambda: self.tree(), 0.2)
            self.desktop.keys("ctrl+a", "BackSpace", "Escape")

        with self.subTest("a picture without a set-up code is reported, and nothing is stored"):
            listed = self.run_well("passfold list").text
            self.desktop.screenshot(self.world.home / "plain.png")
            (self.world.home / "odd.png").write_bytes(b"\0\1\2" * 400)
            self.draw("words.png", "only words")
            self.draw("export.png", "otpauth-migration://offline?data=CjEKCkhello")
            self.form("Code")
            for name, words in (("odd.png", "Passfold cannot read this picture"), ("plain.png", "contains no QR code"),
                                ("words.png", "does not set up a one-time code"), ("export.png", "export of several codes")):
                self.choose_picture(name)
                self.until_says(words)
            self.assertEqual(self.run_well("passfold list").text, listed)

    def test_a_code_is_set_up_from_a_qr_code_behind_the_window(self):
        self.draw("code.png", f"otpauth://totp/screen.example:gina?secret={SECRET}&issuer=screen.example")
        self.window = self.open_window()
        self.unlock()
        self.form("Code")
        with self.subTest("a screen without a QR code"):
            self.press("Read a QR code from the screen")
            self.until_says("There is no QR code on the screen")
            # There is no window manager to return the focus to the window.
            self.desktop.xdotool("windowfocus", "--sync", self.desktop.windows(self.window.pid)[-1])
            # With large letters, a narrow window shows the part of the form that has the focus.
            self.until_seen("There is no QR code on the screen", state="focused")
        below = subprocess.Popen([ROOT / "Tests/Support/drag-source", "below", "image/png", self.world.home / "code.png"], env=self.world.environment)
        try:
            window = until(lambda: self.desktop.windows(below.pid), 20, "the window below", 0.2)[-1]
            self.desktop.xdotool("windowmove", "--sync", window, "300", "200")

            def is_read():
                names, windows = self.all_names(), self.desktop.windows(self.window.pid)
                if any("sets up the one-time code for screen.example, gina" in name for name in names):
                    return True
                # A slow machine had not drawn it yet, so it is read again.
                if windows and not any("is looking for a QR code" in name for name in names):
                    self.desktop.xdotool("windowraise", windows[-1])
                    self.press("Read a QR code from the screen")
                return False
            until(is_read, 60, lambda: self.all_names(), 1)
        finally:
            below.kill()
            below.wait()
        self.assertFalse(any(SECRET in name for name in self.all_names()))
        self.press_by_reader("Save")
        self.until_seen("screen.example", "heading")
        self.assertRegex(self.run_well("passfold code screen.example").text, r"\d{6}")

        with self.subTest("a desktop that shows its screen to no program"):
            self.window.kill()
            self.window.wait()
            self.world.environment["XDG_SESSION_TYPE"] = "wayland"
            self.window = self.open_window()
            self.unlock()
            self.form("Code")
            self.press("Read a QR code from the screen")
            self.until_says("This desktop lets no program take a screenshot")

    def test_pictures_and_picture_files_can_be_dropped_onto_the_form(self):
        self.draw("code.png", f"otpauth://totp/drop.example:ida?secret={SECRET}&issuer=drop.example")
        (self.world.home / "list").write_text((self.world.home / "code.png").as_uri() + "\r\n")
        for kind, file in (("image/png", "code.png"), ("text/uri-list", "list")):
            with self.subTest(kind=kind):
                self.window = self.open_window()
                self.unlock()
                self.form("Code")
                self.until_seen("Set-up link or key", "password text")
                self.drag(kind, self.world.home / file)
                self.until_says("The picture sets up the one-time code for drop.example, ida")
                self.window.kill()
                self.window.wait()

    def drag(self, kind, file):
        """Drags something from another program's window, below on the right, into the form."""
        source = subprocess.Popen([ROOT / "Tests/Support/drag-source", "source", kind, file], env=self.world.environment)
        try:
            window = until(lambda: self.desktop.windows(source.pid), 20, "the window to drag from", 0.2)[-1]
            self.desktop.xdotool("windowmove", "--sync", window, "1060", "700")

            def is_dropped():
                self.desktop.xdotool("mousemove", "1140", "780", "mousedown", "1")
                for step in range(1, 21):
                    self.desktop.xdotool("mousemove", str(1140 - step * 20), str(780 - step * 20))
                # If it is dropped before the form has accepted it, which cannot be seen from outside, it is dragged again.
                self.desktop.xdotool("mouseup", "1")
                return any("picture sets up" in name for name in self.all_names())
            until(is_dropped, 30, "the drop", 1)
        finally:
            source.kill()
            source.wait()


if __name__ == "__main__":
    unittest.main()
