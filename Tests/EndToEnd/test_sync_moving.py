# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Two devices of one user whose account moves from a server to another one and to a folder; and an offer that is withdrawn."""

import os
import socket
import subprocess
import unittest
from pathlib import Path

from demo.devtools import until
from devices_for_tests import DevicesTestCase
from world_for_tests import PROGRAMS


class MovingTests(DevicesTestCase):
    def another_server(self):
        """Starts a second, empty server of the user."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        place = f"https://localhost:{port}"
        log = open(self.folder / "another.log", "a")
        self.addCleanup(log.close)
        server = subprocess.Popen(
            [Path(PROGRAMS) / "passfold-sync-server", "serve", "--listen", f"127.0.0.1:{port}", "--database", self.folder / "server/another.sqlite",
             "--origin", place, "--certificate", self.folder / "certificate/certificate.pem", "--key", self.folder / "certificate/key.pem"],
            stdout=subprocess.PIPE, stderr=log, text=True)
        self.assertIn("listening", server.stdout.readline())

        def stop():
            server.kill()
            server.wait()
            server.stdout.close()
        return place, stop

    def see_both(self, *devices, titles):
        for device in devices:
            until(lambda: set(titles) <= set(device.run("passfold list").split()), 40, what=lambda: f"{titles} on the {device.name}: {device.status()}")

    def test_an_account_moves_with_both_devices_to_another_server_and_then_to_a_folder(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        desk.run("passfold add login --service shop.example --user ada")
        added, joined = desk.admit(laptop, self.place)
        self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}")
        for device in (desk, laptop):
            device.settle()
        another, stop_another = self.another_server()

        with self.subTest("moving to the current place is refused"):
            self.assertIn("already synchronised there", desk.run(f"passfold sync use {self.place}", status=1))

        with self.subTest("the first device moves the account"):
            moved = desk.run(f"passfold sync use {another}")
            self.assertIn(another, moved)
            self.assertEqual(desk.status()["place"], another)
            until(lambda: desk.status()["state"] == "current", 30, what=lambda: f"everything at the new place: {desk.status()}")

        with self.subTest("the other device learns of the move at the old place and follows with its own changes"):
            until(lambda: laptop.status().get("problem") == "accountClosed", 30, what=lambda: f"the notice of the move: {laptop.status()}")
            self.assertIn("moved away", laptop.run("passfold sync status"))
            laptop.run("passfold add login --service laptop.example --user ada")
            laptop.run(f"passfold sync use {another}")
            desk.run("passfold add login --service desk.example --user ada")
            self.see_both(desk, laptop, titles=["shop.example", "laptop.example", "desk.example"])

        with self.subTest("a server that is gone is left if the user says that it will not return"):
            for device in (desk, laptop):
                device.run("passfold sync now")
            stop_another()
            shared = self.folder / "Sync"
            shared.mkdir()
            self.assertIn("could not be read to the end", desk.run(f"passfold sync use {shared}", status=1))
            self.assertEqual(desk.status()["place"], another)
            desk.run(f"passfold sync use {shared} --former-gone")
            laptop.run("passfold add login --service later.example --user ada")
            laptop.run(f"passfold sync use {shared}")
            self.see_both(desk, laptop, titles=["later.example", "desk.example"])
            for device in (desk, laptop):
                device.run("passfold sync now")
                device.run("passfold vault check")
            words = {device.run("passfold devices compare").splitlines()[0] for device in (desk, laptop)}
            self.assertEqual(len(words), 1, words)

    def test_a_removed_device_hears_that_it_is_alone_where_it_takes_the_account(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        added, joined = desk.admit(laptop, self.place)
        self.assertEqual((added.status, joined.status), (0, 0), f"{added.text}\n{joined.text}")
        number = next(device["number"] for device in laptop.status()["devices"] if device["this"])
        desk.run(f"passfold devices remove {number[:8]}")
        until(lambda: laptop.status()["state"] != "current", 30, what=lambda: f"the refusal: {laptop.status()}")
        own = self.folder / "Own"
        own.mkdir()
        with self.subTest("the place that refuses it is not left without a warning"):
            refused = laptop.run(f"passfold sync use {own}", status=1)
            self.assertIn("another device removed it", refused)
            self.assertIn("passfold devices join", refused)
        with self.subTest("at the new place it is told that none of the others is there"):
            moved = laptop.run(f"passfold sync use {own} --former-gone")
            self.assertIn("none of your other devices is at this place yet", moved)
            self.assertIn("If one of them removed this computer from your account", moved)
            self.assertTrue(laptop.status()["isFirstThere"])
            self.assertNotIn("syncWell", laptop.run("passfold doctor --json"))
        self.assertEqual(len(desk.status()["devices"]), 1)

    def test_withdrawing_an_offer_ends_the_joining_on_the_new_device_immediately(self):
        desk, laptop = self.device("desk"), self.device("laptop")
        desk.found(self.place)
        # The digits are shown there, and the vault's prompt waits for them here.
        desk.offer(laptop, self.place)
        os.write(desk.terminal._main, b"\x03")
        desk.terminal.finish()
        said = laptop.terminal.finish(30)
        self.assertNotEqual(said.status, 0)
        self.assertIn("withdrawn", said.text)
        self.assertEqual(len(desk.status()["devices"]), 1)


if __name__ == "__main__":
    unittest.main()
