# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a user has before Passfold: KeePassXC with a database, and a store of `pass`; the real programs in a throw-away world."""

import base64
import os
import subprocess

from demo.devtools import until

PINENTRY = """#!/bin/sh
echo OK
while read -r word rest; do
  echo "$word $rest" >> '{folder}/asked'
  case $word in
    GETPIN) while [ -e '{folder}/waits' ]; do sleep 0.05; done
      echo 'D {passphrase}' ;;
    BYE) echo OK; exit ;;
  esac
  echo OK
done
"""


class PasswordStore:
    """A store in the user's home, with a key for which gpg-agent asks through a scripted pinentry."""

    PASSPHRASE = "a long passphrase"

    def __init__(self, world):
        self.world = world
        self.folder = world.home / ".gnupg"
        self.folder.mkdir(mode=0o700)
        self.environment = {name: value for name, value in world.environment.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.environment |= {"PASSWORD_STORE_ENABLE_EXTENSIONS": "true"}
        pinentry = self.folder / "pinentry"
        pinentry.write_text(PINENTRY.format(folder=self.folder, passphrase=self.PASSPHRASE))
        pinentry.chmod(0o700)
        # On a system with /run/user, GnuPG puts the sockets for each unexpected home there.
        (self.folder / "gpg-agent.conf").write_text(
            f"pinentry-program {pinentry}\nextra-socket {self.folder}/S.gpg-agent.extra\ns2k-count 65536\n")
        self.run("gpg", "--batch", "--pinentry-mode", "loopback", "--passphrase", self.PASSPHRASE, "--quick-generate-key", "anne@shop.example",
                 "future-default", "default", "never")
        self.stop()
        self.run("gpg-connect-agent", "/bye")
        self.run("pass", "init", "anne@shop.example")

    def run(self, *command, text=None):
        done = subprocess.run(command, env=self.environment, input=text, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr or done.stdout}")
        return done.stdout

    def insert(self, path, content):
        self.run("pass", "insert", "--multiline", path, text=content)

    def lock(self):
        self.run("gpg-connect-agent", "reloadagent", "/bye")
        (self.folder / "asked").unlink(missing_ok=True)

    def asked(self):
        """Returns how often the agent asked for the passphrase."""
        path = self.folder / "asked"
        return path.read_text().count("GETPIN") if path.exists() else 0

    def stop(self):
        subprocess.run(["gpgconf", "--kill", "gpg-agent"], env=self.environment, check=False)


class KeePassXC:
    """KeePassXC on a separate display, with a locked database; its dialogs are answered by key presses."""

    PASSWORD = "database password"

    def __init__(self, world, entries, serves=None):
        """entries: title, user, password, address and set-up link of each; serves: the address of a bus on which KeePassXC provides the
        Secret Service."""
        self.world = world
        self.serves = serves is not None
        self.folder = world.folder / "keepassxc"
        (self.folder / "tmp").mkdir(parents=True)
        self.environment = {**world.environment, "TMPDIR": str(self.folder / "tmp"), "QT_QPA_PLATFORM": "xcb"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        if self.serves:
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = serves
        (self.folder / "keepassxc.ini").write_text(
            "[General]\nConfigVersion=2\n[Browser]\nEnabled=true\nAlwaysAllowAccess=true\nNoMigrationPrompt=true\nUpdateBinaryPath=false\n"
            "[GUI]\nCheckForUpdates=false\n" + ("[FdoSecrets]\nEnabled=true\nConfirmAccessItem=false\nShowNotification=false\n" if self.serves else ""))
        (self.folder / "local.ini").write_text("[General]\n")
        self.database = self.folder / "passwords.kdbx"
        self._make_database(entries)
        self.started = []
        try:
            self._start_display()
            self.start()
        except Exception:
            self.stop()
            raise

    def _make_database(self, entries):
        def field(name, value):
            value = value.replace("&", "&amp;")
            return f"<String><Key>{name}</Key><Value>{value}</Value></String>"
        # On the bus it shows a group chosen in the database: here the one with all its entries.
        group = base64.b64encode(bytes(range(16))).decode()
        shown = ("<CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{00010203-0405-0607-0809-0a0b0c0d0e0f}</Value></Item></CustomData>"
                 if self.serves else "")
        drawn = "".join("<Entry>" + "".join(map(field, ("Title", "UserName", "Password", "URL", "otp"), entry)) + "</Entry>" for entry in entries)
        xml = self.folder / "database.xml"
        xml.write_text('<?xml version="1.0" encoding="UTF-8" standalone="yes"?><KeePassFile><Meta><Generator>test</Generator>'
                       f"{shown}</Meta><Root><Group><UUID>{group}</UUID><Name>Passwords</Name>{drawn}</Group></Root></KeePassFile>")
        done = subprocess.run(
            ["keepassxc-cli", "import", "--quiet", "-p", xml, self.database], input=f"{self.PASSWORD}\n{self.PASSWORD}\n", text=True,
            env={**self.environment, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"keepassxc-cli failed: {done.stderr}")

    def _start_display(self):
        reading, writing = os.pipe()
        self._begin(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"], pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.environment["DISPLAY"] = ":" + numbers.readline().strip()

    def _begin(self, command, **more):
        self.started.append(subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more))
        return self.started[-1]

    def start(self):
        socket = self.world.runtime / "app/org.keepassxc.KeePassXC/org.keepassxc.KeePassXC.BrowserServer"
        socket.unlink(missing_ok=True)
        self.program = self._begin(["keepassxc", "--config", self.folder / "keepassxc.ini", "--localconfig", self.folder / "local.ini", self.database])
        until(socket.exists, 60, "KeePassXC's socket")

    def end_program(self):
        self.program.kill()
        self.program.wait()

    def answer(self, window, text):
        """Waits for a window of KeePassXC, types into it and presses Return, and waits until it is gone."""
        def find():
            return self._tool("search", "--onlyvisible", "--name", window).split()
        number = until(find, 30, f"KeePassXC's window {window!r}", 0.1)[0]
        for is_last in (False, False, True):
            self._tool("windowfocus", "--sync", number)
            # A window that has just opened may not accept input yet; earlier input is typed over.
            self._tool("key", "ctrl+a")
            self._tool("type", "--delay", "5", text)
            self._tool("key", "Return")
            try:
                return until(lambda: number not in find(), 10, f"the end of KeePassXC's window {window!r}", 0.1)
            except TimeoutError:
                if is_last:
                    raise

    def _tool(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=30).stdout

    def stop(self):
        for process in reversed(self.started):
            process.kill()
            process.wait()
