# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A throw-away world: a home, a runtime folder, a certificate authority, a sign-in site, Passfold and a browser, none of them the user's
own."""

import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from demo.browser import Browser, extension_id
from demo.devtools import DevToolsError, until
from demo.firefox import Firefox
from demo.terminal import Terminal

ROOT = Path(__file__).resolve().parent.parent
SITE = "https://login.shop.example"
# The same shop in another country, outside the domain that its passkeys belong to.
ABROAD = "https://shop.example.net"
CONNECT_PROMPT = "connect a browser"
# The name of a display that does not exist.
NO_DISPLAY = ":7654"
NAMES = ("login.shop.example", "shop.example", "shop.example.net")


class World:
    """Everything is in one folder: home/ like a user's, with the browser's profile; passfold/ for what Passfold writes; site/."""

    def __init__(self, prefix, programs, folder=None, least_cost=False):
        """least_cost: vaults use the minimum cost for guessing the passphrase, so that opening them takes less than a second."""
        self.prefix = Path(prefix).resolve()
        self.programs = Path(programs).resolve()
        # Short, because a Unix socket's path must fit in 108 bytes.
        self.folder = Path(folder or tempfile.mkdtemp(prefix="passfold-demo-"))
        self.home = self.folder / "home"
        self.own = self.folder / "passfold"
        self.runtime, self.data, self.state, self.logs = (self.own / name for name in ("runtime", "data", "state", "logs"))
        self.site_folder = self.folder / "site"
        self.config = self.home / ".config"
        self.profile = self.config / "chromium"
        # The files of the scripted pinentry: all that it can access of this world from the vault's sandbox.
        self.prompting = self.folder / "prompting"
        self.answers = self.prompting / "answers.jsonl"
        self.prompts = self.prompting / "prompts.jsonl"
        for place in (self.prompting, self.home, self.config, self.runtime, self.data, self.state, self.logs, self.site_folder, self.profile):
            place.mkdir(parents=True, exist_ok=True)
            place.chmod(0o700)
        self.answers.touch()
        self.prompts.touch()
        self.environment = {
            "HOME": str(self.home), "PATH": f"{self.prefix / 'bin'}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "XDG_RUNTIME_DIR": str(self.runtime), "XDG_DATA_HOME": str(self.data), "XDG_CONFIG_HOME": str(self.config),
            "XDG_STATE_HOME": str(self.state), "XDG_CACHE_HOME": str(self.home / ".cache"), "LANG": "C.UTF-8", "TMPDIR": str(self.folder),
            "PASSFOLD_PINENTRY": str(Path(__file__).parent / "scripted_pinentry.py"),
            "PASSFOLD_PINENTRY_PATHS": str(self.prompting), "PASSFOLD_DEMO_ANSWERS": str(self.answers), "PASSFOLD_DEMO_PROMPTS": str(self.prompts),
        }
        if least_cost:
            self.environment["PASSFOLD_DERIVATION_COST"] = "least"
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "LD_LIBRARY_PATH"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        if not {"DISPLAY", "WAYLAND_DISPLAY"} & self.environment.keys():
            # A user with a browser has a display; nothing is drawn on this one, since the pinentry has no window.
            self.environment["DISPLAY"] = NO_DISPLAY
        self.site = None
        self.site_port = None
        self.origin = SITE
        self.popup_address = None
        self.browser = None
        self._easel = None
        self.started = []
        self.terminals = []
        # The history of each terminal, kept after it is closed.
        self.histories = []

    # The user's answers

    def answer_prompts(self, *answers):
        """Gives answers to the scripted pinentry, replacing unused ones."""
        self.answers.write_text("".join(json.dumps(answer) + "\n" for answer in answers))

    def shown_prompts(self):
        return [json.loads(line) for line in self.prompts.read_text().splitlines()]

    @contextmanager
    def agreeing_to_browsers(self):
        """Agrees to connect browsers in the meantime. Afterwards the other answers are restored, and only the other prompts count as shown.
        """
        answers, prompts = self.answers.read_text(), self.prompts.read_text()
        self.answers.write_text(json.dumps({"prompt": CONNECT_PROMPT, "keep": True}) + "\n" + answers)
        try:
            yield
        finally:
            self.answers.write_text(answers)
            self.prompts.write_text(prompts)

    # Passfold

    def terminal(self):
        """Returns a terminal of this world, in which the user types commands."""
        terminal = Terminal(self.environment, self.home)
        self.terminals.append(terminal)
        self.histories.append(terminal.history)
        return terminal

    def start_broker(self, wait=True):
        """Starts the session's broker, like systemd at login."""
        with open(self.logs / "passfold-broker.log", "ab") as log:
            broker = subprocess.Popen(
                [str(self.prefix / "libexec/passfold/passfold-broker")], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.home, start_new_session=True)
        self.started.append(broker)
        if wait:
            until(lambda: self.listener("broker.sock") or broker.poll() is not None, what="the broker's socket")
        return broker

    def processes(self, program):
        """Returns the ids of this world's processes of a program.

        A hardened process hides its environment and its executable from others, even from its owner; it belongs to this world if it listens
        at one of its sockets or descends from a process started here.
        """
        parents, named = {}, []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                parents[int(entry.name)] = int(parent)
                first = (entry / "cmdline").read_bytes().split(b"\0")[0]
            except OSError:
                continue
            if state != "Z" and os.path.basename(first).decode(errors="replace") == program:
                named.append(int(entry.name))
        ours = self._roots()
        return [number for number in named if self._descends(number, ours, parents) or self._is_marked(number)]

    def open_prompts(self):
        """Returns the ids of this world's pinentries that are waiting for the user."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                # The program, or the script of one: in a sandbox's command line, the pinentry comes later.
                if entry.name.isdigit() and self.environment["PASSFOLD_PINENTRY"].encode() in (entry / "cmdline").read_bytes().split(b"\0")[:2]:
                    found.append(int(entry.name))
            except OSError:
                continue
        return [number for number in found if self._is_marked(number)]

    def _roots(self):
        ours = {process.pid for process in self.started} | {self.listener(name) for name in ("broker.sock", "vault.sock")} - {None}
        if self.browser is not None:
            ours.add(self.browser.process.pid)
        return ours

    @staticmethod
    def _descends(number, ours, parents):
        while number > 1:
            if number in ours:
                return True
            number = parents.get(number, 0)
        return False

    def _is_marked(self, number):
        try:
            return f"XDG_RUNTIME_DIR={self.runtime}".encode() in Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
        except OSError:
            return False

    def listener(self, name):
        """Returns the id of the process that listens at a socket of Passfold's runtime folder, or None."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            try:
                probe.connect(str(self.runtime / "passfold" / name))
                return struct.unpack("3i", probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
            except OSError:
                return None

    @staticmethod
    def _is_zombie(entry):
        return (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z"

    def register_host(self):
        """Registers the browser host in this home, with the user's command."""
        self._run(str(self.prefix / "bin/passfold"), "browser", "install")

    def written_by_passfold(self):
        """Returns every file that Passfold wrote, with the name for keeping it: its own folders, its configuration, its manifests for
        browsers."""
        roots = {self.own: "", self.config / "passfold": "config", self.profile / "NativeMessagingHosts": "browsers/chromium",
                 self.home / ".mozilla/native-messaging-hosts": "browsers/firefox"}
        return [(path, Path(name) / path.relative_to(root)) for root, name in roots.items()
                for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]

    def log(self, name):
        """Returns the standard error output of one of Passfold's programs."""
        path = self.logs / name
        return path.read_text(errors="replace") if path.exists() else ""

    # The service

    def start_site(self, shows_port=False, more=()):
        """Makes the throw-away authority and serves the sign-in site on a free port; shows_port: browsers use that port number.

        more: further arguments for the site.
        """
        certificates = self.site_folder / "tls"
        if not certificates.exists():
            self._run(str(ROOT / "scripts/make-certificate"), str(certificates))
        if shows_port:
            self.site_port = self.site_port or _free_port()
            self.origin = f"{SITE}:{self.site_port}"
        with open(self.folder / "site.log", "ab") as log:
            self.site = subprocess.Popen(
                [str(self.programs / "SignInSite"), "--port", str(self.site_port or 0), "--origin", self.origin, "--certificate", str(certificates / "certificate.pem"),
                 "--private-key", str(certificates / "key.pem"), "--database", str(self.site_folder / "site.sqlite"),
                 "--secret-key", str(self.site_folder / "secret.key"), *more],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
        self.started.append(self.site)
        line = self.site.stdout.readline().decode()
        match = re.search(r"listening on port (\d+)", line)
        if not match:
            raise RuntimeError(f"the sign-in site did not start: {(self.folder / 'site.log').read_text()[-800:]}")
        self.site_port = int(match.group(1))

    def develop_site(self):
        """Tells Passfold where the site is served, which no name server knows, like a developer does."""
        folder = self.config / "passfold"
        folder.mkdir(exist_ok=True)
        place = {"address": "127.0.0.1", "port": self.site_port, "authority": str(self.site_folder / "tls/ca.pem")}
        (folder / "developer.json").write_text(json.dumps({"sites": {"shop.example": place}}))

    def trust_authority(self, database=None):
        """Trusts the authority for this home only, like a user would: in a certificate database, by default the one that Chromium reads."""
        database = database or self.home / ".pki/nssdb"
        database.mkdir(parents=True, exist_ok=True)
        self._run("certutil", "-d", f"sql:{database}", "-N", "--empty-password")
        self._run("certutil", "-d", f"sql:{database}", "-A", "-t", "C,,", "-n", "demo", "-i", str(self.site_folder / "tls/ca.pem"))

    def _run(self, *command):
        done = subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")

    # The browser

    def start_browser(self, visible=False, connects=True):
        extension = self.prefix / "share/webext/passfold/chromium"
        self.popup_address = f"chrome-extension://{extension_id(extension)}/popup/popup.html"
        self.browser = Browser(
            self.profile, extension, self.environment, names=[(name, self.site_port) for name in NAMES], visible=visible,
            log=self.folder / "browser.log")
        if connects and (self.profile / "NativeMessagingHosts").exists():
            self.connect_browser()
        return self.browser

    def connect_browser(self, look=lambda popup, what: None, popup=None):
        """Connects the browser's profile like a user, unless it already is; returns the digits and the prompt that showed them.

        look: called with the popup and its state, before the button is pressed and when the digits are shown. popup: one opened from the
        browser's button, in Chromium; by default, one in a tab.
        """
        hangs = popup is not None
        popup = popup or self.browser.open_popup(self.popup_address)
        until(lambda: _seen(popup, "#connect, #try-again, .providers, .bar"), what="what the popup says of the connection")
        if not _seen(popup, "#connect"):
            self.browser.close_popup(popup)
            return None
        look(popup, "unconnected")
        with self.agreeing_to_browsers():
            gate = self.prompting / "digits-compared"
            gate.unlink(missing_ok=True)
            self.answers.write_text(json.dumps({"prompt": CONNECT_PROMPT, "waitFor": str(gate)}) + "\n")
            popup.click("#connect")
            if hangs:
                # The prompt would close the popup, so the digits are in a window.
                until(lambda: not popup.is_open, what="the end of the popup")
                popup = self.browser.popup(self.popup_address)
            digits = until(lambda: _seen(popup, ".digits"), what="the digits in the popup")
            prompt = until(lambda: [shown for shown in self.shown_prompts() if CONNECT_PROMPT in shown.get("title", "").lower()],
                           what="Passfold's own prompt")[-1]
            look(popup, "digits")
            if digits not in prompt["desc"]:
                raise RuntimeError(f"the popup shows {digits}, and the prompt says: {prompt['desc']}")
            gate.touch()
            until(lambda: "is connected" in (_seen(popup, "h1") or ""), what="the connection")
        look(popup, "connected")
        self.browser.close_popup(popup)
        return digits, prompt

    def start_firefox(self, visible=False, connects=True):
        """Starts Firefox, which needs a site that shows its port, because it cannot redirect ports."""
        profile = self.home / ".mozilla/firefox/demo"
        profile.mkdir(parents=True)
        self.trust_authority(profile)
        self.popup_address = Firefox.popup_address
        self.browser = Firefox(
            profile, self.prefix / "share/webext/passfold/firefox", self.environment, names=NAMES, visible=visible,
            log=self.folder / "browser.log")
        if connects:
            self.connect_browser()
        return self.browser

    def easel(self):
        """Returns a page of a second, invisible browser, on which terminals are drawn for their pictures."""
        if self._easel is None:
            self._easel = Browser(self.folder / "easel", None, self.environment, log=self.folder / "browser.log")
            self._easel_page = self._easel.first_page()
        return self._easel_page

    # The end

    def stop(self):
        """Ends what was started here, by id, and what Passfold's parts started in this world."""
        for browser in (self.browser, self._easel):
            if browser is not None and browser.process.poll() is None:
                browser.quit()
        for terminal in self.terminals:
            terminal.close()
        self.terminals = []
        for process in reversed(self.started):
            if process.poll() is None:
                process.terminate()
        for process in self.started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        for program in ("passfold-vault", "passfold-broker", "passfold-browser-host"):
            for number in self.processes(program):
                self._end(number)

    def _end(self, number):
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(number, sign)
                self._until_gone(number, 5.0)
                return
            except (ProcessLookupError, FileNotFoundError):
                return
            except TimeoutError:
                continue

    def _until_gone(self, number, seconds):
        """Waits until a process has released everything: a dying broker's socket still accepts connections for a moment."""
        def is_gone():
            try:
                return self._is_zombie(Path(f"/proc/{number}"))
            except (FileNotFoundError, ProcessLookupError):
                return True

        until(is_gone, timeout=seconds)

    def kill(self, program):
        """Kills every process of one program and returns their number."""
        numbers = self.processes(program)
        for number in numbers:
            os.kill(number, signal.SIGKILL)
        for number in numbers:
            self._until_gone(number, 30.0)
        return len(numbers)

    def keep_host_log(self):
        """Moves the browser host's lines to a separate log, because it shares the browser's standard error."""
        path = self.folder / "browser.log"
        if path.exists():
            lines = [line for line in path.read_text(errors="replace").splitlines() if line.startswith("passfold")]
            (self.logs / "passfold-browser-host.log").write_text("".join(line + "\n" for line in lines))

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.stop()
        if reason[0] is None or not os.environ.get("PASSFOLD_DEMO_KEEP"):
            self.remove()
        else:
            print(f"kept for inspection: {self.folder}", file=sys.stderr)


def _seen(view, selector):
    """Returns an element's text; None if there is no such element, or the view is being replaced by the next one."""
    try:
        return view.text(selector)
    except DevToolsError:
        return None


def _free_port():
    """Returns a local port that nothing listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
