# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Two devices without a server: each has a copy of a folder, and something else carries files from one copy to the other."""

import json
import random
import shutil
import threading
import unittest
from pathlib import Path

from demo.devtools import until
from devices_for_tests import DevicesTestCase


class Courier:
    """Carries files between two folders, as Syncthing does: files that one has and the other lacks, but no changes of existing files."""

    def __init__(self, *folders):
        self.folders = folders
        self.is_away = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._ended.wait(0.2):
            if not self.is_away.is_set():
                self.carry()

    def carry(self):
        for source in self.folders:
            for file in sorted(source.rglob("*")):
                for target in self.folders:
                    copy = target / file.relative_to(source)
                    if target == source or copy.exists() or not file.is_file():
                        continue
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    part = copy.with_name(copy.name + ".part")
                    try:
                        shutil.copyfile(file, part)
                    except FileNotFoundError:
                        # Meanwhile a device gave the file its final name.
                        continue
                    part.rename(copy)

    def end(self):
        self._ended.set()
        self._thread.join()


class SyncedFolderTests(DevicesTestCase):
    def test_an_account_created_while_the_vault_is_unlocked_is_not_taken_for_a_copy_of_itself(self):
        desk = self.device("desk")
        place = desk.world.home / "Sync"
        place.mkdir()
        desk.run("passfold init --recovery-kit kit.txt")
        desk.run("passfold lock")
        desk.run(f"passfold sync use {place}")
        for service in ("one.example", "two.example"):
            desk.run(f"passfold add login --service {service} --user ada")
        desk.run("passfold sync now")
        status = json.loads(desk.run("passfold sync status --json"))
        self.assertEqual((status["state"], status.get("problem"), status["pending"]), ("current", None, 0))

    def test_two_devices_synchronise_through_a_folder_even_after_both_wrote_while_it_was_not_copied(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        places = []
        for device in (desk, laptop):
            place = device.world.home / "Sync"
            place.mkdir()
            places.append(place)
        courier = Courier(*places)
        self.addCleanup(courier.end)

        desk.found(places[0])
        desk.run("passfold add login --service shop.example --user ada")
        added, joined = desk.admit(laptop, places[1])
        self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}\n{desk.logs()}")
        self.assertIn("shop.example", laptop.run("passfold list"))
        self.see_both(desk, laptop, "shop.example")

        with self.subTest("both devices write while nothing is copied"):
            for device in (desk, laptop):
                device.run("passfold sync now")
            courier.is_away.set()
            desk.run("passfold add login --service desk.example --user ada")
            laptop.run("passfold add login --service laptop.example --user ada")
            laptop.run("passfold add login --service second.example --user ada")
            for device in (desk, laptop):
                device.run("passfold sync now")
            courier.is_away.clear()
            self.see_both(desk, laptop, "desk.example", "laptop.example", "second.example")

        with self.subTest("a file attached on one device is saved on the other"):
            content = random.Random(13).randbytes(1_500_000)
            (desk.world.home / "scan.bin").write_bytes(content)
            desk.run("passfold attach desk.example scan.bin")
            until(lambda: self.missing(laptop) == [None], 60, what=lambda: f"the file: {laptop.status()}")
            laptop.run("passfold attachments desk.example --save scan.bin")
            self.assertEqual((laptop.world.home / "scan.bin").read_bytes(), content)
            self.assertFalse(any(content[:48] in file.read_bytes() for file in Path(places[0]).rglob("*") if file.is_file()))
            laptop.run("passfold vault check")

        with self.subTest("the folder contains no readable name"):
            for file in Path(places[0]).rglob("*"):
                if file.is_file():
                    self.assertNotIn(b"example", file.read_bytes(), file)

    def missing(self, device):
        answer = device.run("passfold attachments desk.example --json")
        return [file.get("missing") for file in json.loads(answer[answer.index("["):answer.rindex("]") + 1])]

    def see_both(self, *devices_and_titles):
        devices = [one for one in devices_and_titles if not isinstance(one, str)]
        titles = {one for one in devices_and_titles if isinstance(one, str)}
        for device in devices:
            until(lambda: titles <= set(device.run("passfold list").split()), 40, what=lambda: f"{titles} on the {device.name}: {device.status()}")


if __name__ == "__main__":
    unittest.main()
