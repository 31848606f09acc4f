# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A separate desktop: an invisible display, a session bus and its accessibility bus."""

import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path


class Desktop:
    def __init__(self, width=1280, height=900):
        self.size = (width, height)
        self.folder = tempfile.TemporaryDirectory(prefix="passfold-desktop-", ignore_cleanup_errors=True)
        self.processes = []
        reading, writing = os.pipe()
        self._start("Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset", pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as file:
            self.display = ":" + file.readline().strip()
        home = Path(self.folder.name)
        self.environment = {
            "DISPLAY": self.display, "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "XDG_CONFIG_HOME": str(home / "config"),
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8",
            # Without a settings daemon; the software renderer gives the same result on every machine.
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "atspi", "NO_AT_BRIDGE": "0",
        }
        bus = self._start("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE, text=True, env=self.environment)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()

    def _start(self, *command, **more):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True, **more)
        self.processes.append(process)
        return process

    def screenshot(self, path):
        """Saves the whole screen, using Debian's Python, which always has the library."""
        grab = "import sys; from PIL import ImageGrab; ImageGrab.grab(xdisplay=sys.argv[1]).save(sys.argv[2])"
        subprocess.run(["/usr/bin/python3", "-c", grab, self.display, path], check=True, timeout=60)

    def picture(self, path):
        """Saves the smallest rectangle that contains everything on the screen."""
        from PIL import Image, ImageChops, ImageGrab

        screen = ImageGrab.grab(xdisplay=self.display).convert("RGB")
        box = ImageChops.difference(screen, Image.new("RGB", screen.size, screen.getpixel((screen.width - 1, screen.height - 1)))).getbbox()
        screen.crop(box or (0, 0, *screen.size)).save(path, optimize=True)
        return box

    def run(self, *command):
        """Runs a tool on this display and returns its output."""
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def xdotool(self, *arguments):
        return self.run("xdotool", *arguments)

    def windows(self, process):
        """Returns the visible windows of a process."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(process)], env=self.environment, capture_output=True, text=True)
        return found.stdout.split()

    def keys(self, *names):
        """Presses keys one after another, like a keyboard."""
        self.xdotool("key", "--delay", "30", *names)

    def stop(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            process.wait(10)
            if process.stdout:
                process.stdout.close()
        self.folder.cleanup()
