# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A real KWallet on a throw-away world's own session bus, with a wallet that contains a form as saved by KDE's browsers."""

import hashlib
import subprocess
from pathlib import Path

from demo.devtools import until
from keyring_for_tests import GnomeKeyring

# Everything uses one connection: KWallet closes a program's wallet when that has left the bus.
KEEP = """
import struct, sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
def call(member, form, *values):
    return bus.call_sync("org.kde.kwalletd5", "/modules/kwalletd5", "org.kde.KWallet", member, GLib.Variant(form, values), None, 0, 30000).unpack()
def text(value):
    units = value.encode("utf-16-be")
    return struct.pack(">I", len(units)) + units
key, form, *fields = sys.argv[1:]
call("pamOpen", "(sayi)", "kdewallet", bytes.fromhex(key), 0)
wallet, = call("open", "(sxs)", "kdewallet", 0, "browser")
assert wallet >= 0, "the wallet does not open"
call("createFolder", "(iss)", wallet, "Form Data", "browser")
entry = struct.pack(">I", len(fields) // 2) + b"".join(text(field) for field in fields)
assert call("writeMap", "(issays)", wallet, "Form Data", form, entry, "browser") == (0,)
assert call("writePassword", "(issss)", wallet, "Passwords", "https://shop.example/", "Zettel", "browser") == (0,)
call("close", "(sb)", "kdewallet", True)
"""


class KWallet:
    """KWallet with a locked wallet that this password opens; without `encrypts` it lacks the package that it needs to encrypt."""

    PASSWORD = "password of the wallet"

    def __init__(self, world, form, encrypts=True, **fields):
        self.encrypts = encrypts
        self.bus = GnomeKeyring(world, starts=False)
        try:
            world.home.joinpath(".config").mkdir(exist_ok=True)
            world.home.joinpath(".config/kwalletrc").write_text("[Wallet]\nFirst Use=false\nPrompt on Open=false\nLeave Open=true\n")
            salt = bytes(range(56))
            wallets = (world.data if world.environment.get("XDG_DATA_HOME") else world.home / ".local/share") / "kwalletd"
            wallets.mkdir(parents=True)
            wallets.joinpath("kdewallet.salt").write_bytes(salt)
            first = self._start()
            key = hashlib.pbkdf2_hmac("sha512", self.PASSWORD.encode(), salt, 50_000, 56).hex()
            done = subprocess.run(["/usr/bin/python3", "-c", KEEP, key, form, *(word for pair in fields.items() for word in pair)],
                                  env=self.bus.environment, capture_output=True, text=True, timeout=60)
            if done.returncode:
                raise RuntimeError(done.stderr)
            # Its Secret Service only knows the wallets that existed when it started.
            first.terminate()
            first.wait(30)
            self._start()
        except Exception:
            self.stop()
            raise

    def _start(self):
        hidden = [word for folder in Path("/usr/lib").glob("*/qca-qt5") for word in ("--tmpfs", folder)]
        process = self.bus.begin(["kwalletd5"] if self.encrypts else ["bwrap", "--die-with-parent", "--dev-bind", "/", "/", *hidden, "kwalletd5"])
        until(self.bus.has_owner, 30, "KWallet's Secret Service")
        return process

    def answer(self, text):
        """Waits for the wallet's question, types into it and presses Return."""
        self.bus.answer(text, "--name", "KDE Wallet Service")

    def stop(self):
        self.bus.stop()
