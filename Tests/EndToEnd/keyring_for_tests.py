# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A separate session bus for a throw-away world with a real GNOME Keyring, which asks on a separate display."""

import os
import subprocess

from demo.devtools import until

COLLECTION = "/org/freedesktop/secrets/collection/login"


class GnomeKeyring:
    """GNOME Keyring with a keyring that this password unlocks; items are written by `secret-tool`, in the same way as by programs that use
    libsecret."""

    PASSWORD = "password of the keyring"

    def __init__(self, world, starts=True):
        self.world = world
        self.started = []
        self.record = world.folder / "bus.record"
        self.environment = {**world.environment, "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        try:
            self._start_display()
            # Programs started by the bus, above all the one with the keyring's question, draw on that display.
            bus = self.begin(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True)
            for environment in (self.environment, world.environment):
                environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip() if environment is self.environment else \
                    self.environment["DBUS_SESSION_BUS_ADDRESS"]
            bus.stdout.close()
            if starts:
                self.start()
        except Exception:
            self.stop()
            raise

    def _start_display(self):
        reading, writing = os.pipe()
        self.begin(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"], pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.environment["DISPLAY"] = ":" + numbers.readline().strip()

    def begin(self, command, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **more}
        self.started.append(subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL, **more))
        return self.started[-1]

    def start(self):
        """Starts the daemon with its keyring unlocked; the first time, this creates the keyring."""
        self.daemon = self.begin(["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], stdin=subprocess.PIPE)
        self.daemon.stdin.write(self.PASSWORD.encode())
        self.daemon.stdin.close()
        until(lambda: not self.is_locked(), 20, "the keyring")

    def run(self, *command, text=None):
        done = subprocess.run(command, env=self.environment, input=text, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr or done.stdout}")
        return done.stdout

    def call(self, member, *arguments, path="/org/freedesktop/secrets", name="org.freedesktop.secrets"):
        """Returns a method's answer in dbus-send's format."""
        return self.run("dbus-send", "--bus=" + self.environment["DBUS_SESSION_BUS_ADDRESS"], "--print-reply", f"--dest={name}", path, member, *arguments)

    def store(self, label, secret, **attributes):
        """Stores an item; `schema` is the attribute `xdg:schema`. Returns its path."""
        attributes = {{"schema": "xdg:schema"}.get(name, name): value for name, value in attributes.items()}
        words = [word for pair in attributes.items() for word in pair]
        self.run("secret-tool", "store", "--label", label, *words, text=secret)
        pairs = ",".join(words)
        found = self.call("org.freedesktop.Secret.Service.SearchItems", f"dict:string:string:{pairs}")
        return found.split('object path "')[1].split('"')[0]

    def has_owner(self):
        """Whether a program provides secrets on the bus."""
        return "true" in self.call(
            "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets", path="/org/freedesktop/DBus", name="org.freedesktop.DBus")

    def is_locked(self):
        # Asking a keyring that is not running makes the bus start it.
        if not self.has_owner():
            return True
        try:
            locked = self.call("org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection", "string:Locked", path=COLLECTION)
        except RuntimeError:
            return True
        return "true" in locked

    def lock(self):
        self.call("org.freedesktop.Secret.Service.Lock", f"array:objpath:{COLLECTION}")
        until(self.is_locked, 10, "a locked keyring")

    def listen(self):
        """Records all traffic on the bus from now on, as a program that monitors it sees it."""
        with open(self.record, "wb") as record:
            self.begin(["dbus-monitor", "--address", self.environment["DBUS_SESSION_BUS_ADDRESS"]], stdout=record)
        until(lambda: b"NameLost" in self.record.read_bytes(), 10, "a monitor of the bus")

    def heard(self):
        return self.record.read_text(errors="replace")

    def calls(self, member):
        """Returns what was sent with the calls of one method."""
        return [part for part in self.heard().split("\nmethod call ") if f"member={member}\n" in part]

    def answer(self, text, *window):
        """Waits for the keyring's question, types into it and presses Return; by default the window is GNOME Keyring's."""
        window = window or ("--class", "gcr-prompter")
        number = until(lambda: self._tool("search", "--onlyvisible", *window).split(), 30, "the keyring's question", 0.1)[0]
        self._tool("windowfocus", "--sync", number)
        self._tool("type", "--delay", "5", text)
        self._tool("key", "Return")

    def _tool(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=30).stdout

    def stop(self):
        for process in reversed(self.started):
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe and not pipe.closed:
                    pipe.close()
