# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Where an installation puts its files, how it is undone, and what is made from the command's own help: manual, completions, package data.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from demo.devtools import until
from demo.world import ROOT
from world_for_tests import PREFIX, PROGRAMS, WorldTestCase

COMMAND = str(Path(PREFIX) / "bin/passfold")


def run(*arguments, **options):
    return subprocess.run([str(one) for one in arguments], capture_output=True, text=True, **options)


def files_in(folder):
    """Returns each file and link below a folder, by its path from there."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_symlink() or not path.is_dir())


def runs(process):
    """Whether a process is running: one that has ended does not count, even if it was not reaped."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def listens(path):
    with socket.socket(socket.AF_UNIX) as door:
        return door.connect_ex(str(path)) == 0


class InstallationTests(unittest.TestCase):
    """Installations into ~/.local of a separate home, which also contains the user's vault."""

    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="passfold-installation-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.prefix = self.home / ".local"
        self.own = {"share/passfold/vault/vault.sqlite": "the vault", "share/passfold/provider-data/org.example/kept": "kept",
                    "share/passfold/providers/Mine.provider/Info.plist": "mine", "bin/another": "another program"}
        for name, text in self.own.items():
            (self.prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (self.prefix / name).write_text(text)

    def install(self, *options):
        done = run(ROOT / "scripts/install", *options, self.prefix, PROGRAMS)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def uninstall(self):
        # Without D-Bus or a session: only the user's home counts.
        return run(ROOT / "scripts/uninstall", self.prefix, env={"HOME": str(self.home), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(self.home)})

    def test_programs_and_vault_share_no_folder_and_uninstalling_leaves_the_users_files(self):
        before = files_in(self.prefix)
        self.install()
        written = set(files_in(self.prefix)) - set(before)
        self.assertEqual([name for name in written if name.startswith("share/passfold")], [])
        listed = (self.prefix / "lib/passfold/installed-files").read_text().split("\n")[:-1]
        self.assertEqual(sorted(listed), sorted(written))
        self.assertIn("share/webext/passfold/chromium/manifest.json", written)
        self.assertIn("share/locale/de/LC_MESSAGES/passfold.mo", written)

        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        (self.home / ".config/chromium").mkdir(parents=True)
        run(self.prefix / "bin/passfold", "browser", "install", "chromium", env=environment)
        manifest = self.home / ".config/chromium/NativeMessagingHosts/org.passfold.browser_host.json"
        self.assertTrue(manifest.exists())

        done = self.uninstall()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(files_in(self.prefix), before)
        self.assertEqual({name: (self.prefix / name).read_text() for name in self.own}, self.own)
        self.assertFalse(manifest.exists())
        self.assertFalse((self.prefix / "lib").exists() or (self.prefix / "share/webext").exists())
        again = self.uninstall()
        self.assertEqual(again.returncode, 1)
        self.assertIn("Nothing was removed", again.stderr)

    def test_uninstalling_ends_only_the_broker_and_vault_of_its_prefix(self):
        brokers = {}
        for prefix in (self.prefix, self.home / "other"):
            runtime = self.home if prefix == self.prefix else self.home / "elsewhere"
            runtime.mkdir(mode=0o700, exist_ok=True)
            done = run(ROOT / "scripts/install", prefix, PROGRAMS)
            self.assertEqual(done.returncode, 0, done.stderr)
            # A separate data folder: what is in the default one is not a real vault.
            environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(runtime), "XDG_DATA_HOME": str(self.home / "data")}
            listed = run(prefix / "bin/passfold", "providers", env=environment)
            self.assertEqual(listed.returncode, 0, listed.stderr)
            brokers[prefix] = int((runtime / "passfold/broker.lock").read_text())
            self.addCleanup(self.end, brokers[prefix])
        until((self.home / "passfold/vault.sock").exists, what="the vault behind its door")
        # Programs below a folder do not run.
        below = self.home / "below"
        done = run(ROOT / "scripts/install", "--below", below, self.prefix, PROGRAMS)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run("make", "--no-print-directory", "-C", ROOT, "uninstall", f"PREFIX={self.prefix}", f"DESTDIR={below}",
                   env={"HOME": str(self.home), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(self.home)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(files_in(below), [])
        self.assertTrue((self.prefix / "bin/passfold").exists() and runs(brokers[self.prefix]))

        done = self.uninstall()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse(runs(brokers[self.prefix]))
        for name in ("broker.sock", "vault.sock"):
            until(lambda: not listens(self.home / "passfold" / name), what=f"the end of the process that listened at {name}")
        self.assertTrue(runs(brokers[self.home / "other"]))

    @staticmethod
    def end(process):
        try:
            os.kill(process, signal.SIGTERM)
        except ProcessLookupError:
            return
        until(lambda: not runs(process), what="the broker's end")

    def test_an_installation_in_the_old_layout_is_moved_and_browsers_still_find_the_extension(self):
        former = ["share/passfold/extension/chromium/manifest.json", "share/passfold/extension/firefox/manifest.json",
                  "share/passfold/services/codes", "share/passfold/services/passkeys", "share/passfold/services/SOURCE.md"]
        for name in former:
            (self.prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (self.prefix / name).write_text("former")
        self.assertIn("share/webext/passfold now", self.install())
        for name in former[2:]:
            self.assertFalse((self.prefix / name).exists(), name)
        self.assertEqual((self.prefix / former[0]).read_bytes(), (self.prefix / "share/webext/passfold/chromium/manifest.json").read_bytes())
        self.assertEqual({name: (self.prefix / name).read_text() for name in self.own}, self.own)
        # A second installation keeps the link, and the list contains it.
        self.install()
        self.assertTrue((self.prefix / "share/passfold/extension").is_symlink())
        self.assertEqual(self.uninstall().returncode, 0)
        self.assertEqual(files_in(self.prefix), sorted(self.own))

    def test_a_new_installation_removes_files_that_are_no_longer_part_of_it(self):
        self.install()
        stale = self.prefix / "libexec/passfold/passfold-former"
        stale.write_text("former")
        with (self.prefix / "lib/passfold/installed-files").open("a") as file:
            file.write("libexec/passfold/passfold-former\n")
        self.install()
        self.assertFalse(stale.exists())
        self.assertTrue((self.prefix / "libexec/passfold/passfold-broker").exists())

    def test_a_modified_list_of_installed_files_removes_nothing(self):
        self.install()
        everything = files_in(self.prefix)
        listed = self.prefix / "lib/passfold/installed-files"
        whole = listed.read_text()
        for line in ("../../precious", "/etc/passwd", "bin/../../precious", "share/passfold/vault/vault.sqlite", "share/passfold", ".bashrc"):
            with self.subTest(line=line):
                listed.write_text(whole + line + "\n")
                done = self.uninstall()
                self.assertEqual(done.returncode, 1)
                self.assertIn("Nothing was removed", done.stderr)
                self.assertEqual(files_in(self.prefix), everything)

    def test_a_complete_installation_needs_no_toolchain_and_a_staged_one_is_identical(self):
        self.install("--complete")
        complete = set(files_in(self.prefix))
        for name in ("share/man/man1/passfold.1", "share/man/man1/passfold-doctor.1", "share/bash-completion/completions/passfold",
                     "share/zsh/site-functions/_passfold", "share/fish/vendor_completions.d/passfold.fish",
                     "share/icons/hicolor/scalable/apps/passfold.svg", "share/icons/hicolor/512x512/apps/passfold.png",
                     "share/metainfo/org.passfold.Passfold.metainfo.xml", "share/systemd/user/passfold-broker.socket"):
            self.assertIn(name, complete)
        self.assertIn(f'ExecStart="{self.prefix}/libexec/passfold/passfold-broker"\n', (self.prefix / "share/systemd/user/passfold-broker.service").read_text())
        toolchain = str(Path(shutil.which("swift")).resolve().parent.parent)
        for path in [*(self.prefix / "libexec/passfold").iterdir(), *(self.prefix / "lib/passfold").rglob("*Provider"), self.prefix / "bin/passfold",
                     *(self.prefix / "lib/passfold/providers/Passfold.provider").glob("passfold-*"), *(self.prefix / "lib/passfold/swift").iterdir()]:
            loaded = run("ldd", path).stdout
            self.assertNotIn("not found", loaded, path)
            self.assertNotIn(toolchain, loaded, path)
            self.assertNotIn(toolchain, run("readelf", "--dynamic", path).stdout, path)
            if "libswiftCore" in loaded and path.suffix != ".so":
                self.assertRegex(loaded, rf"libswiftCore\.so => {re.escape(str(self.prefix))}/[^ ]*lib/passfold")
        # A tarball is the same tree below another folder.
        below = self.home / "tarball"
        done = run(ROOT / "scripts/install", "--complete", "--below", below, self.prefix, PROGRAMS)
        self.assertEqual(done.returncode, 0, done.stderr)
        there = below / self.prefix.relative_to("/")
        self.assertEqual(set(files_in(there)), complete - set(self.own))
        for name in complete - set(self.own):
            self.assertEqual((there / name).read_bytes(), (self.prefix / name).read_bytes(), name)
        self.assertEqual(self.uninstall().returncode, 0)
        self.assertEqual(files_in(self.prefix), sorted(self.own))


class ManualTests(unittest.TestCase):
    """What is made from the command's own help."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="passfold-manual-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        subprocess.run([ROOT / "scripts/make-manual", COMMAND, cls.folder], check=True)
        cls.root = json.loads(run(COMMAND, "--experimental-dump-help").stdout)["command"]

    def commands(self):
        """Returns each command shown by help, by its words after `passfold`, with the names of its options."""
        def walk(words, command):
            for inner in command.get("subcommands", []):
                if inner.get("shouldDisplay", True) and inner["commandName"] != "help":
                    names = [("-" if name["kind"] == "short" else "--") + name["name"] for argument in inner.get("arguments", [])
                             if argument.get("shouldDisplay", True) for name in argument.get("names", [])]
                    yield [*words, inner["commandName"]], names
                    yield from walk([*words, inner["commandName"]], inner)
        return list(walk([], self.root))

    def test_every_command_and_option_is_in_the_manual(self):
        self.assertGreater(len(self.commands()), 50)
        overview = (self.folder / "passfold.1").read_text()
        for words, options in self.commands():
            page = run("man", "--local-file", "--pager=cat", "--encoding=UTF-8", self.folder / f"passfold-{words[0]}.1",
                       env={**os.environ, "MANWIDTH": "500", "LC_ALL": "C.UTF-8"}) if shutil.which("man") else None
            text = page.stdout if page else (self.folder / f"passfold-{words[0]}.1").read_text().replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
            self.assertIn(" ".join(["passfold", *words]), text)
            self.assertIn(words[0].replace("-", "\\-"), overview)
            for option in options:
                self.assertIn(option, text, words)

    def read(self, name):
        """Returns a page as written, without its markup."""
        return re.sub(r"\\f[BIR]", "", (self.folder / name).read_text().replace("\\-", "-"))

    def test_the_manual_describes_import_without_a_subcommand_and_the_environment_variables(self):
        text = self.read("passfold-import.1")
        hidden = next(inner for command in self.root["subcommands"] if command["commandName"] == "import"
                      for inner in command["subcommands"] if inner["commandName"] == "file")
        self.assertIn("passfold import [options] [files ...]", text)
        for argument in hidden["arguments"]:
            for word in [name["name"] for name in argument.get("names", [])] or [argument["abstract"]]:
                self.assertIn(word, text)
        text = self.read("passfold.1")
        for variable in ("LANG", "LANGUAGE", "LC_MESSAGES", "PASSFOLD_PINENTRY", "NO_COLOR"):
            self.assertRegex(text, rf"\b{variable}\b")

    def test_the_manual_and_the_guide_name_the_same_variables_and_files(self):
        guide = (ROOT / "docs/command.md").read_text().split("## Environment and files")[1].split("\n## ")[0]
        rows = [line.split("|")[1:3] for line in guide.splitlines() if line.startswith("| `")]
        self.assertGreater(len(rows), 10)
        text = self.read("passfold.1").replace("\\(ti", "~")
        for names, words in rows:
            for name in re.findall(r"`([^`]+)`", names) + re.findall(r"`([a-z-]+\.json|first-steps)`", words):
                self.assertIn(name, text)
        variables = text.split(".SH ENVIRONMENT")[1].split(".SH FILES")[0]
        for variable in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", variables):
            self.assertIn(f"`{variable}`", guide)

    def test_the_sync_servers_manual_page_lists_each_command_and_option(self):
        server = Path(PROGRAMS) / "passfold-sync-server"
        subprocess.run([ROOT / "scripts/make-manual", server, self.folder], check=True)
        text = self.read("passfold-sync-server.1")
        commands = [one for one in json.loads(run(server, "--experimental-dump-help").stdout)["command"]["subcommands"] if one["commandName"] != "help"]
        self.assertGreater(len(commands), 3)
        for command in commands:
            self.assertIn(f"passfold-sync-server {command['commandName']}", text)
            for name in [name["name"] for argument in command["arguments"] for name in argument.get("names", [])]:
                self.assertIn(f"--{name}" if len(name) > 1 else f"-{name}", text)
        # Each line of an example is separate.
        self.assertIn("\n  passfold-sync-server serve --database", text)

    def test_every_command_and_option_is_in_the_completions_of_each_shell(self):
        for name in ("passfold.bash", "_passfold", "passfold.fish"):
            text = (self.folder / name).read_text()
            for words, options in self.commands():
                self.assertIn(words[-1], text, name)
                for option in options:
                    self.assertIn(option if name != "passfold.fish" else option.lstrip("-"), text, (name, words))
            self.assertFalse(text.startswith("#!"), name)
        self.assertEqual(run("bash", "-n", self.folder / "passfold.bash").returncode, 0)

    def test_bash_completes_commands_and_options(self):
        script = f"source {self.folder}/passfold.bash; COMP_LINE='passfold doc'; COMP_POINT=12; COMP_WORDS=(passfold doc); COMP_CWORD=1; _passfold passfold doc passfold; echo \"${{COMPREPLY[@]}}\""
        self.assertEqual(run("bash", "-c", script).stdout.split(), ["doctor"])

    def test_the_version_is_the_same_everywhere(self):
        version = run(COMMAND, "--version").stdout.strip()
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        self.assertEqual(json.loads((ROOT / "Extension/manifest/base.json").read_text())["version"], version)
        self.assertTrue((ROOT / "debian/changelog").read_text().startswith(f"passfold ({version}) "))
        releases = ElementTree.parse(ROOT / "Packaging/metainfo/org.passfold.Passfold.metainfo.xml").find("releases")
        self.assertEqual(releases[0].get("version"), version)

    def test_every_program_is_built_and_packaged_and_every_build_library_is_declared(self):
        def words(file, name):
            return set(re.search(rf"^{name}=\(([^)]*)\)", (ROOT / file).read_text(), re.MULTILINE).group(1).split())
        parts = words("scripts/install", "parts")
        self.assertEqual(words("scripts/build-release", "programs"), parts)
        packaged = "\n".join(file.read_text() for file in (ROOT / "debian").glob("*.install"))
        for part in parts:
            in_bundle = {"passfold-vault": "Passfold.provider", "passfold-import": "Passfold.provider", "passfold-export": "Passfold.provider"}
            self.assertIn(in_bundle.get(part, part.replace("Provider", ".provider")), packaged)
        self.assertLessEqual(words("scripts/bootstrap", "libraries") - {"pkg-config"}, set(re.findall(r"^ ([a-z0-9.+-]+),?$", (ROOT / "debian/control").read_text(), re.MULTILINE)))

    def test_package_data_is_valid_for_desktops_and_stores(self):
        for file in sorted((ROOT / "Packaging/applications").glob("*.desktop")):
            done = run("desktop-file-validate", file)
            self.assertEqual((done.returncode, done.stdout), (0, ""), file)
        done = run("appstreamcli", "validate", "--no-net", ROOT / "Packaging/metainfo/org.passfold.Passfold.metainfo.xml")
        self.assertEqual(done.returncode, 0, done.stdout)
        for size in (16, 22, 24, 32, 48, 64, 96, 128, 192, 256, 512):
            header = (ROOT / f"Packaging/icons/hicolor/{size}x{size}/apps/passfold.png").read_bytes()[16:24]
            self.assertEqual((int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")), (size, size))

    def test_the_system_wide_manifests_match_those_that_the_command_writes(self):
        with tempfile.TemporaryDirectory() as home:
            environment = {"HOME": home, "PATH": os.environ["PATH"]}
            for browser, place, family in (("chromium", ".config/chromium/NativeMessagingHosts", "chromium"), ("firefox", ".mozilla/native-messaging-hosts", "firefox")):
                self.assertEqual(run(COMMAND, "browser", "install", browser, env=environment).returncode, 0)
                written = (Path(home) / place / "org.passfold.browser_host.json").read_text()
                host = str(Path(PREFIX) / "libexec/passfold/passfold-browser-host")
                self.assertEqual((ROOT / f"Packaging/browsers/{family}.json").read_text().replace("@HOST@", host), written)


class DoctorTests(WorldTestCase):
    """The doctor in a separate home."""

    def findings(self, status):
        answer = self.person.terminal.run("passfold doctor --json")
        self.assertEqual(answer.status, status, answer.text)
        return {finding["code"]: finding for finding in json.loads(answer.text)["findings"]}

    def test_the_doctor_recognises_a_fresh_home_a_vault_and_faults(self):
        self.make_world()
        self.person.terminal = self.world.terminal()
        found = self.findings(0)
        self.assertTrue({"programsComplete", "noVault", "brokerAnswers", "sandboxActive", "notRegistered"} <= set(found), sorted(found))
        self.make_vault()
        self.run_well("passfold browser install")
        found = self.findings(0)
        self.assertTrue({"vaultThere", "providersReady", "sessionReady"} <= set(found), sorted(found))
        text = self.run_well("passfold doctor").text
        for secret in (str(self.world.home), self.person.service, self.person.user, self.person.code_secret, self.person.passphrase):
            self.assertNotIn(secret, text)

        vault = Path(json.loads(self.run_well("passfold status --json").text)["folder"])
        vault.chmod(0o755)
        found = self.findings(1)
        self.assertEqual((found["vaultFolderOpen"]["state"], found["vaultFolderOpen"]["area"]), ("broken", "vault"))
        self.assertIn("chmod 700", found["vaultFolderOpen"]["mend"])
        vault.chmod(0o700)
        manifest = self.world.home / ".mozilla/native-messaging-hosts/org.passfold.browser_host.json"
        manifest.write_text(manifest.read_text().replace("stdio", "stdio "))
        self.assertEqual(self.findings(1)["manifestChanged"]["mend"], "passfold browser install firefox --replace")
        self.run_well("passfold browser install firefox --replace")
        self.findings(0)
        self.assert_nothing_lost()

    def test_the_doctors_fix_works_as_printed_and_unreadable_files_are_reported(self):
        self.make_world()
        # In the usual place, below the home folder.
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            self.world.environment.pop(name, None)
        self.make_vault()
        vault = Path(json.loads(self.run_well("passfold status --json").text)["folder"])
        self.assertEqual(vault, self.world.home / ".local/share/passfold/vault")
        with self.subTest("the printed command works as it is"):
            vault.chmod(0o755)
            mend = self.findings(1)["vaultFolderOpen"]["mend"]
            self.assertNotIn(str(self.world.home), mend)
            self.run_well(mend)
            self.assertEqual(vault.stat().st_mode & 0o777, 0o700)
        with self.subTest("the folder is the one that the vault reports"):
            vault.chmod(0o755)
            answer = self.person.terminal.run("XDG_DATA_HOME=/nowhere passfold doctor --json")
            found = {finding["code"] for finding in json.loads(answer.text)["findings"]}
            self.assertIn("vaultFolderOpen", found)
            self.assertNotIn("noVault", found)
            vault.chmod(0o700)
        with self.subTest("unreadable decisions"):
            providers, browsers = self.world.home / ".config/passfold/providers.json", self.world.home / ".local/state/passfold/browsers.json"
            for file in (providers, browsers):
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("garbage")
            self.end_broker()
            found = self.findings(1)
            self.assertTrue({"decisionsUnreadable", "browsersUnreadable", "brokerAnswers"} <= set(found), sorted(found))
            listed = self.person.terminal.run("passfold browser list")
            self.assertEqual(listed.status, 1, listed.text)
            self.assertIn("browsers.json", listed.text)
            for file in (providers, browsers):
                file.unlink()
            self.end_broker()
            self.assertFalse({"decisionsUnreadable", "browsersUnreadable"} & set(self.findings(0)))
        with self.subTest("a locked vault's file that is not a database"):
            self.run_well("passfold unlock")
            self.run_well("passfold lock")
            database = vault / "vault.sqlite"
            whole = database.read_bytes()
            database.write_bytes(b"garbage" * 1000)
            self.assertIn("databaseDamaged", self.findings(1))
            database.write_bytes(whole)
            self.assertNotIn("databaseDamaged", self.findings(0))
        with self.subTest("a prompting program that needs a terminal, in a session with a display"):
            program = shutil.which("pinentry-curses")
            answer = self.person.terminal.run(f"DISPLAY=:77 PASSFOLD_PINENTRY={program} passfold doctor --json")
            self.assertIn("promptNeedsTerminal", answer.text)

    def end_broker(self):
        for process in self.world.processes("passfold-broker"):
            os.kill(process, signal.SIGTERM)
        until(lambda: not self.world.processes("passfold-broker") + self.world.processes("passfold-vault"), what="the end of the session")
