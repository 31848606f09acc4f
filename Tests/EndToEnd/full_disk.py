# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A disk that is full or read-only at the worst moments; test_full_disk.py runs these where small disks can be mounted."""

import os
import subprocess

from broker_clients import SettingsClient
from provider_bundles import DEMO, install_demo
from test_vault_window import VaultWindowCase
from world_for_tests import WorldTestCase


class SmallDisks:
    """For test cases that are allowed to mount."""

    def put_on_small_disk(self, folder, size="8m"):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder)], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", str(folder)], check=True)

    def fill(self, folder):
        """Fills the remaining space, to the last byte."""
        filler = folder / "filler"
        with open(filler, "ab", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue
        return filler


class FullDiskWindowTests(SmallDisks, VaultWindowCase):

    def test_a_form_that_a_full_disk_rejects_stays_open_and_is_stored_once_there_is_room(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.put_on_small_disk(self.world.data)
        self.make_vault()
        self.window = self.open_window()
        self.unlock()
        self.desktop.keys("ctrl+n")
        self.until_seen("Website", "text", state="focused")
        self.type("roomless.example")
        self.focus("User name")
        self.desktop.keys(*"ben")
        self.focus("Generate")
        self.desktop.keys("space")
        filler = self.fill(self.world.data)
        self.press_by_reader("Save")
        self.until_says("It could not be saved: the vault’s files are not writable.")
        self.assertEqual([item["text"] for item in self.tree() if (item["role"], item["name"]) == ("text", "Website")], ["roomless.example"])
        filler.unlink()
        self.press_by_reader("Save")
        self.until_seen("roomless.example", "heading")
        self.run_well("passfold vault check")


class FullDiskTests(SmallDisks, WorldTestCase):

    def test_a_vault_on_a_full_disk_keeps_its_entries_and_accepts_more_once_there_is_room(self):
        self.make_world()
        self.put_on_small_disk(self.world.data)
        self.make_vault()
        filler = self.fill(self.world.data)
        for number in range(3):
            refused = self.person.terminal.run(
                f"passfold add login --service full{number}.example --user anne --title {'long-' * 40} --password-stdin <<< secret")
            if refused.status:
                break
        self.assertEqual(refused.status, 1, refused.text)
        self.assertRegex(refused.text, "(?i)full|space|room")
        filler.unlink()
        self.run_well("passfold lock")
        for site in ("full0", "full1", "full2"):
            listed = self.run_well("passfold list").text
            if site in listed:
                self.person.terminal.run(f"passfold remove {site}.example")
        self.assert_nothing_lost()
        self.run_well("passfold add login --service later.example --user anne --password-stdin <<< secret")
        self.assertIn("later.example", self.run_well("passfold list").text)

    def test_a_browsers_manifest_on_a_full_disk_stays_unchanged_and_the_other_browser_is_registered(self):
        self.make_world()
        self.person.terminal = self.world.terminal()
        self.run_well("passfold browser install")
        manifest = self.world.profile / "NativeMessagingHosts/org.passfold.browser_host.json"
        self.put_on_small_disk(manifest.parent, "64k")
        before = manifest.parent / manifest.name
        before.write_text((self.world.home / ".mozilla/native-messaging-hosts" / manifest.name).read_text().replace("allowed_extensions", "allowed_origins")
                          .replace("passfold@passfold.org", "chrome-extension://bmpfjhdlpannncejnglgicgcmphmcidn/").replace("/libexec/", "/elsewhere/"))
        was = before.read_bytes()
        self.run_well("passfold browser remove firefox")
        filler = self.fill(manifest.parent)
        refused = self.person.terminal.run("passfold browser install")
        self.assertEqual(refused.status, 1, refused.text)
        self.assertIn("no space left on device; nothing was changed there", refused.text)
        self.assertIn("Registered with Firefox", refused.text)
        self.assertEqual(manifest.read_bytes(), was)
        self.assertEqual({path.name for path in manifest.parent.iterdir()}, {manifest.name, filler.name})
        filler.unlink()
        self.run_well("passfold browser install")
        self.assertNotEqual(manifest.read_bytes(), was)

    def test_a_provider_decision_that_cannot_be_written_is_refused_and_the_previous_one_still_applies(self):
        self.make_world()
        self.put_on_small_disk(self.world.config, "64k")
        install_demo(self.world)
        self.broker = self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.run_well(f"passfold providers enable {DEMO}")
        kept = (self.world.config / "passfold/providers.json").read_bytes()
        filler = self.fill(self.world.config)
        refused = self.person.terminal.run(f"passfold providers disable {DEMO}")
        self.assertEqual(refused.status, 1, refused.text)
        self.assertEqual((self.world.config / "passfold/providers.json").read_bytes(), kept)
        settings = SettingsClient(self.world)
        self.addCleanup(settings.close)
        self.assertTrue(settings.providers()[DEMO]["isEnabled"])
        filler.unlink()
        subprocess.run(["mount", "-o", "remount,ro", str(self.world.config)], check=True)
        refused = self.person.terminal.run(f"passfold providers disable {DEMO}")
        self.assertEqual(refused.status, 1, refused.text)
        subprocess.run(["mount", "-o", "remount,rw", str(self.world.config)], check=True)
        self.run_well(f"passfold providers disable {DEMO}")
        self.assertFalse(settings.providers()[DEMO]["isEnabled"])
        self.assertIsNone(self.broker.poll(), "the broker has ended")

    def test_a_provider_can_be_enabled_while_the_data_folder_is_read_only(self):
        self.make_world()
        self.put_on_small_disk(self.world.data, "400m")
        install_demo(self.world)
        self.run_settings()
        subprocess.run(["mount", "-o", "remount,ro", str(self.world.data)], check=True)
        self.settings.set(DEMO, enabled=True)
        self.person.terminal = self.world.terminal()
        self.assertIn("Demo Provider", self.run_well("passfold status").text)
        self.assertIsNone(self.broker.poll(), "the broker has ended")
        subprocess.run(["mount", "-o", "remount,rw", str(self.world.data)], check=True)

    def run_settings(self):
        self.broker = self.world.start_broker()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)

    def test_the_broker_and_the_command_report_a_read_only_runtime_folder(self):
        self.make_world()
        runtime = self.world.runtime
        self.put_on_small_disk(runtime, "16k")
        (runtime / "passfold").mkdir(mode=0o700)
        subprocess.run(["mount", "-o", "remount,ro", str(runtime)], check=True)
        broker = self.world.start_broker(wait=False)
        self.assertEqual(broker.wait(20), 74, self.world.log("passfold-broker.log"))
        self.assertIn("hint:", self.world.log("passfold-broker.log"))
        self.person.terminal = self.world.terminal()
        answer = self.person.terminal.run("passfold list")
        self.assertEqual(answer.status, 1, answer.text)
        self.assertRegex(answer.text, r"passfold/broker\.log: read-only file system")
        self.assertEqual(os.listdir(runtime / "passfold"), [])
