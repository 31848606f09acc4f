# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Files attached to credentials, on several devices of one user and a real server: short and long ones, interrupted in the middle, removed.
"""

import json
import os
import random
import signal
import sqlite3
import time
import unittest

from demo.devtools import until
from devices_for_tests import DevicesTestCase

MIB = 1 << 20


class SyncedFilesTests(DevicesTestCase):
    def files(self, device):
        answer = device.terminal.run("passfold attachments shop.example --json")
        self.assertEqual(answer.status, 0, answer.text)
        return {file["name"]: file.get("missing") for file in json.loads(answer.text[answer.text.index("["):answer.text.rindex("]") + 1])}

    def saved(self, device, name):
        device.run(f"passfold attachments shop.example --save {name} --to saved-{name} --force")
        return (device.world.home / f"saved-{name}").read_bytes()

    def present(self):
        """Returns how many chunks of its longest file the server has, and how many that file has."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as database:
            return database.execute("SELECT present, chunks FROM account_blob ORDER BY chunks DESC LIMIT 1").fetchone() or (0, 0)

    def carriers(self, device):
        return device.world.processes("passfold-sync")

    def test_a_file_attached_on_one_device_reaches_another_even_if_the_carrier_is_killed_midway(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        desk.run("passfold add login --service shop.example --user ada")
        added, joined = desk.admit(laptop, self.place)
        self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}\n{laptop.logs()}")
        short, long = b"ten recovery codes", random.Random(11).randbytes(10 * MIB)
        (desk.world.home / "codes.txt").write_bytes(short)
        (desk.world.home / "scan.bin").write_bytes(long)
        until(lambda: "shop.example" in laptop.run("passfold list"), 30, what="the login on the laptop")

        with self.subTest("a short file arrives within seconds"):
            begun = time.monotonic()
            desk.run("passfold attach shop.example codes.txt")
            until(lambda: self.files(laptop) == {"codes.txt": None}, 30, what=lambda: f"the short file: {laptop.status()}")
            took = time.monotonic() - begun
            self.assertEqual(self.saved(laptop, "codes.txt"), short)
            print(f"a short file took {took:.1f} s, commands included")
            self.assertLess(took, 15)

        with self.subTest("an interrupted long file is reported as on its way, and nothing else waits for it"):
            begun = time.monotonic()
            desk.run("passfold attach shop.example scan.bin")
            until(lambda: self.present()[0] >= 8, 30, what="the first parts")
            for process in self.carriers(desk):
                os.kill(process, signal.SIGSTOP)
            stopped = self.present()
            self.assertLess(stopped[0], stopped[1], "the file was complete before the carrier was stopped")
            until(lambda: self.files(laptop).get("scan.bin") == "onItsWay", 30, what=lambda: f"the name: {self.files(laptop)}")
            self.assertIn("on its way from another device", laptop.run("passfold attachments shop.example"))
            refused = laptop.terminal.run("passfold attachments shop.example --save scan.bin")
            self.assertNotEqual(refused.status, 0)
            self.assertIn("still on their way from another device, so nothing was saved", " ".join(refused.text.split()))
            self.assertFalse((laptop.world.home / "scan.bin").exists())
            files = laptop.status()["files"]
            self.assertEqual((files["outgoing"], files["incoming"]), (0, 1))
            self.assertIn("1 file is on its way from your other devices.", laptop.run("passfold sync status"))
            self.assertIn("1 file is on its way to your other devices.", desk.run("passfold sync status"))
            laptop.run("passfold vault check")

        with self.subTest("the carrier is killed, and another one continues where it stopped"):
            for process in self.carriers(desk):
                os.kill(process, signal.SIGKILL)
            desk.run("passfold add login --service meanwhile.example --user ada")
            until(lambda: "meanwhile.example" in laptop.run("passfold list"), 60, what=lambda: f"the login: {desk.status()}")
            until(lambda: self.files(laptop) == {"codes.txt": None, "scan.bin": None}, 120, what=lambda: f"the long file: {laptop.status()} {desk.status()}")
            print(f"a file of 10 MiB took {time.monotonic() - begun:.1f} s, with a carrier that was killed midway")
            self.assertEqual(self.saved(laptop, "scan.bin"), long)
            for device in (desk, laptop):
                device.settle()
                self.assertNotIn("files", device.status())
                device.run("passfold vault check")

        with self.subTest("the server stores the files in parts that it cannot read"):
            for path in self.database.parent.iterdir():
                content = path.read_bytes()
                for needle in (short, long[:48], long[5 * MIB:5 * MIB + 48], b"scan.bin", b"codes.txt"):
                    self.assertNotIn(needle, content, path)

        with self.subTest("a device that joins later gets both files"):
            attic = self.device("attic")
            added, joined = laptop.admit(attic, self.place)
            self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}")
            until(lambda: self.files(attic) == {"codes.txt": None, "scan.bin": None}, 120, what=lambda: f"the files: {attic.status()}")
            self.assertEqual(self.saved(attic, "scan.bin"), long)

        with self.subTest("a removed file disappears on every device, and on the server once all devices have seen the removal"):
            for device in (laptop, attic):
                device.run(f"passfold add login --service {device.name}.example --user ada")
                device.settle()
            desk.run("passfold sync now")
            desk.run("passfold attachments shop.example --remove scan.bin")
            for device in (laptop, attic):
                until(lambda: self.files(device) == {"codes.txt": None}, 60, what=lambda: f"the removal: {device.status()}")
            self.assertEqual(self.present()[1] > 1, True, "the server's copy must stay until the other devices have written")
            for device in (laptop, attic):
                device.run(f"passfold add login --service later-{device.name}.example --user ada")
                device.settle()
            until(lambda: self.present()[1] == 1, 60, what=lambda: f"the server's copy to go: {self.present()}")
            self.assertEqual(self.saved(attic, "codes.txt"), short)

    def test_the_recovery_key_restores_attached_files_too(self):
        lost = self.device("lost")
        lost.found(self.place)
        lost.run("passfold add login --service shop.example --user ada")
        content = random.Random(12).randbytes(700_000)
        (lost.world.home / "scan.bin").write_bytes(content)
        lost.run("passfold attach shop.example scan.bin")
        until(lambda: (s := lost.status())["state"] == "current" and "files" not in s, 60, what=lambda: f"the file: {lost.status()}")
        lost.world.stop()

        found = self.device("found")
        found.answer({"prompt": "Type the recovery key", "pin": self.key(lost.kit)})
        found.run(f"passfold devices recover {self.place} --account {self.account(lost.kit)} --recovery-kit kit.txt", timeout=120)
        until(lambda: self.files(found) == {"scan.bin": None}, 60, what=lambda: f"the file: {found.status()}")
        self.assertEqual(self.saved(found, "scan.bin"), content)


if __name__ == "__main__":
    unittest.main()
