# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Pictures of every screen of the vault's window, with a real vault, in each of the looks of `looks.py`."""

import contextlib
import gettext
import json
import subprocess
import tempfile
import time
from pathlib import Path

from demo.desktop import Desktop
from demo.devtools import until
from demo.looks import LOOKS, Look
from demo.person import Person
from demo.world import ROOT, World

TREE = ROOT / "Tests/Support/accessible-tree"
WINDOW = "passfold-window"
SAMPLES = ROOT / "Tests/ExchangeFormatsTests/Samples/bitwarden"
SCREEN = (1920, 1080)
SECTIONS = ("All", "Codes", "Passkeys", "Passwords", "Notes", "Cards", "Identities", "Health", "Trash")
# A login that strains every line: its names are as long as real ones get.
LONG_USER = "anne.elisabeth.von.und.zu.example@mail.subdomain.example"
LONG_TITLE = "A service with a long name, as some companies choose them for reasons of their own"
FILLING = (
    f"printf 'Geheim-4711-Geheim' | passfold add login --service long.example --user {LONG_USER} --title '{LONG_TITLE}' --password-stdin",
    "printf 'password1' | passfold edit long.example --kind password --secret-stdin",
    "printf 'Ask Ben, who keeps the paper.\nSecond line of the note.' | passfold edit long.example --kind password --note-stdin --tag work --tag 'shared by all'",
    "printf '0815' | passfold edit long.example --kind password --field 'Customer number'",
    "passfold attach long.example 'A scanned contract, signed by both.pdf' --kind password", "passfold attach long.example key.txt --kind password",
    "passfold add login --service gone.example --user anne", "passfold remove gone.example", f"passfold import {SAMPLES}/full.json", "passfold lock")


class VaultPictures:
    def __init__(self, look, output, stage, programs):
        self.look, self.output, self.stage, self.programs = look, output, stage, programs
        self.translated = gettext.translation("passfold", stage / "share/locale", [look.language]).gettext
        self.missed = []

    # The user's actions

    def tree(self):
        done = subprocess.run([TREE, WINDOW], env=self.desktop.environment, capture_output=True, text=True, timeout=60)
        return json.loads(done.stdout) if done.returncode == 0 else []

    def words(self, message, *values):
        text = self.translated(message)
        for place, value in enumerate(values, 1):
            text = text.replace(f"%{place}", self.translated(value))
        return text

    def until_seen(self, name, role=None, state=None):
        def look():
            return any(item["name"].startswith(name) and role in (None, item["role"]) and state in (None, *item["states"]) for item in self.tree())
        until(look, 15, lambda: f"{name!r} ({role}, {state}) in {[item['name'] for item in self.tree()]}", 0.1)

    def press(self, message, *values):
        name = self.words(message, *values)
        self.until_seen(name, "push button")
        subprocess.run([TREE, WINDOW, "press", name], env=self.desktop.environment, check=True, timeout=60, capture_output=True)

    def keys(self, *names):
        self.desktop.keys(*names)

    def choose(self, section):
        """Goes to the sections, which are a separate page in a narrow window, and to one of them."""
        self.keys("Escape", "Escape")
        time.sleep(0.3)
        if any(item["name"] == self.words("Sections") and item["role"] == "push button" for item in self.tree()):
            self.press("Sections")
        names = [self.words(name) for name in SECTIONS]
        for _ in range(40):
            focused = [item["name"].split(",")[0] for item in self.tree() if "focused" in item["states"] and item["role"] == "list item"]
            if any(name in names for name in focused):
                break
            self.keys("Tab")
        self.keys("Home", *["Down"] * SECTIONS.index(section), "Return")
        self.until_seen(self.words(section), "list")

    def find(self, words, title):
        self.keys("Escape", "ctrl+f", "ctrl+a", *["period" if sign == "." else "space" if sign == " " else sign for sign in words])
        time.sleep(0.5)
        self.keys("Return")
        self.until_seen(title, "heading")

    # Pictures

    def picture(self, name):
        time.sleep(0.7)
        self.desktop.picture(self.output / f"vault-{name}-{self.look.name}.png")

    def step(self, name, *acts):
        """Takes a picture of one screen; a screen that is not reached is reported at the end, and the others follow."""
        try:
            for act in acts:
                act()
        except (TimeoutError, subprocess.CalledProcessError) as error:
            self.missed.append(f"{name}, {self.look.name}: {error}")
        self.picture(name)

    def scrolled(self, name):
        """Takes a picture of the content below the visible part."""
        window = self.desktop.windows(self.window.pid)[-1]
        size = dict(line.split("=") for line in self.desktop.xdotool("getwindowgeometry", "--shell", window).split())
        self.desktop.xdotool("mousemove", "--window", window, str(int(size["WIDTH"]) * (1 if self.look.right_to_left else 3) // 4), "300")
        self.desktop.xdotool("click", "--repeat", "40", "--delay", "2", "5")
        self.picture(name + "-end")

    def open(self, world, *files):
        self.window = subprocess.Popen([self.stage / "libexec/passfold/passfold-window", "--vault", *files], stderr=subprocess.DEVNULL,
                                       env={**world.environment, **self.own, **self.look.environment(self.desktop)})
        found = until(lambda: self.desktop.windows(self.window.pid), 20, "the window", 0.2)
        if self.look.size:
            self.desktop.xdotool("windowsize", "--sync", found[-1], *map(str, self.look.size))

    def close(self):
        self.window.kill()
        self.window.wait()

    def run(self, world):
        """Takes the pictures with an existing vault and with a new one."""
        self.desktop = Desktop(*SCREEN)
        self.own = {key: value for key, value in self.desktop.environment.items()
                    if key not in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PATH", "LANG")}
        self.own["XDG_STATE_HOME"] = str(Path(self.desktop.folder.name, "state"))
        try:
            self.first_run()
            self.vault(world)
        finally:
            self.desktop.stop()
        return self.missed

    def first_run(self):
        with World(self.stage, self.programs) as world:
            world.environment["DISPLAY"] = self.desktop.environment["DISPLAY"]
            world.start_broker()
            world.answer_prompts(*answers(Person(world)))
            self.open(world)
            self.step("welcome", lambda: self.until_seen(self.words("Create your vault")))
            self.step("joining", lambda: self.press("Join your other devices"), lambda: self.until_seen(self.words("Join")))
            self.scrolled("joining")
            self.step("lost-devices", lambda: self.press("I have lost all other devices"), lambda: self.until_seen(self.words("Recover everything")))
            self.scrolled("lost-devices")
            self.step("recovery-key", lambda: self.press("Cancel"), lambda: self.press("Create your vault"), lambda: self.until_seen(self.words("I have written it down")))
            self.scrolled("recovery-key")
            self.step("typed-back", lambda: self.press("I have written it down"), lambda: self.until_seen(self.words("Compare")))
            self.step("first-steps", lambda: self.press("Show the key again"), lambda: self.press("Not now: create another key later"))
            self.scrolled("first-steps")
            self.step("empty", lambda: self.keys("Escape"))
            self.close()

    def vault(self, world):
        self.open(world)
        self.step("locked", lambda: self.until_seen(self.words("Unlock")))
        self.step("list", lambda: self.press("Unlock"), lambda: self.until_seen(self.words("Lock"), "push button"))
        if any(item["name"] == self.words("Sections") and item["role"] == "push button" for item in self.tree()):
            self.step("sections", lambda: self.keys("Escape"), lambda: self.press("Sections"))
        for section in SECTIONS[1:]:
            self.step(f"list-{section.lower()}", lambda section=section: self.choose(section))
        self.step("nothing-found", lambda: self.choose("All"), lambda: self.keys("ctrl+f", *"zzzz"))
        self.step("login", lambda: self.find("long.ex", LONG_TITLE))
        self.scrolled("login")
        self.step("history", lambda: self.press("Previous versions"))
        self.scrolled("history")
        self.step("shown", lambda: self.press("Show: %1", "Password"))
        self.step("edit", lambda: self.press("Edit"))
        self.scrolled("edit")
        self.step("question", lambda: self.keys("End", "x", "Escape"), lambda: self.until_seen(self.words("Discard"), "push button"))
        self.give_up()
        self.step("code", lambda: self.choose("Codes"), lambda: self.keys("ctrl+f", "Down", "Return"), lambda: self.until_seen(self.words("Edit"), "push button"))
        self.step("qr-code", lambda: self.press("Show as QR code"), lambda: self.until_seen(self.words("Hide the QR code")))
        for kind, section in (("passkey", "Passkeys"), ("note", "Notes"), ("card", "Cards"), ("identity", "Identities")):
            self.step(kind, lambda section=section: self.choose(section), lambda: self.keys("ctrl+f", "Down", "Return"),
                      lambda: self.until_seen(self.words("Edit"), "push button"))
            self.step(f"{kind}-edit", lambda: self.press("Edit"))
        self.scrolled("identity-edit")
        self.step("trashed", lambda: self.choose("Trash"), lambda: self.keys("ctrl+f", "Down", "Return"), lambda: self.until_seen(self.words("Restore")))
        self.keys("Escape", "Escape")
        for kind in ("Login", "Code", "Note", "Card", "Identity"):
            self.step(f"add-{kind.lower()}", lambda: self.keys("ctrl+n"), lambda kind=kind: self.press(kind))
            if kind == "Login":
                self.step("add-generated", lambda: self.press("Generate"))
                self.keys("Escape")
                self.give_up()
                continue
            self.keys("Escape")
            self.give_up()
        self.step("kept", lambda: self.keys("ctrl+n", *"half", "ctrl+l"), lambda: self.until_seen(self.words("Unlock"), "push button"))
        self.step("kept-back", lambda: self.press("Unlock"), lambda: self.until_seen(self.words("Save"), "push button"))
        self.keys("Escape")
        self.give_up()
        self.step("shortcuts", lambda: self.keys("F1"), lambda: self.until_seen(self.words("Search"), "list item"))
        self.scrolled("shortcuts")
        self.keys("Escape")
        time.sleep(0.5)
        self.desktop.xdotool("windowfocus", "--sync", self.desktop.windows(self.window.pid)[0])
        for name, page in (("import", "Import"), ("export", "Export"), ("access", "Passphrase"), ("copies", "Backups")):
            self.step(name, lambda: self.choose("All"), self.to_sections, lambda page=page: self.press(page))
            self.scrolled(name)
        self.close()
        self.open(world, str(world.home / "others.json"))
        self.step("report", lambda: self.press("Unlock"), lambda: self.until_seen(self.words("Import these entries"), "push button"))
        self.scrolled("report")
        self.step("taken-over", lambda: self.press("Import these entries"), lambda: self.until_seen(self.words("Undo this import"), "push button"))
        self.step("taken-back", lambda: self.press("Undo this import"), lambda: self.until_seen(self.words("Choose a file…"), "push button"))
        self.close()

    def give_up(self):
        """Agrees when the window asks whether unsaved input may be lost."""
        with contextlib.suppress(subprocess.CalledProcessError):
            time.sleep(0.5)
            subprocess.run([TREE, WINDOW, "press", self.words("Discard")], env=self.desktop.environment, check=True, timeout=60, capture_output=True)
            time.sleep(0.5)
            self.desktop.xdotool("windowfocus", "--sync", self.desktop.windows(self.window.pid)[0])

    def to_sections(self):
        if any(item["name"] == self.words("Sections") and item["role"] == "push button" for item in self.tree()):
            self.press("Sections")


# An everyday vault, made with the user's commands, for the one picture that shows what the window is.
EVERYDAY = (
    "passfold init --recovery-kit kit.txt",
    *(f"printf '{password}' | passfold add login --service {service} --user {user} --title '{title}' --password-stdin" for title, service, user, password in (
        ("City library", "library.example", "4711-0815", "Kiesel-lila-17"), ("Cloud", "cloud.example", "anne@mail.example", "Tulpe_anker-29!"),
        ("Mail", "mail.example", "anne@mail.example", "Ofen=Segel=83"), ("Railway", "railway.example", "anne.lindqvist", "Moos#Wolke#41"),
        ("Shop", "shop.example", "anne@mail.example", "Feder+Quarz+56"))),
    "printf 'otpauth://totp/Cloud:anne@mail.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=cloud.example' | passfold add code --confirmed --setup-url-stdin",
    "printf 'otpauth://totp/Mail:anne@mail.example?secret=KRUGKIDROVUWG2ZAMJZG653OEBTG66BA&issuer=mail.example' | passfold add code --confirmed --setup-url-stdin",
    "printf 'Ben has the paper with the recovery codes.' | passfold edit cloud.example --kind password --note-stdin --tag family --favourite",
    "printf '2210' | passfold edit cloud.example --kind password --field 'Support PIN'",
    "printf 'under the stairs' | passfold add note --title 'Router at home' --text-stdin",
    "printf '4111111111111111\\n737\\n' | passfold add card --title 'Travel card' --holder 'Anne Lindqvist' --bank 'Example Bank' --expires 2029-08 --secrets-stdin",
    "passfold add identity --title 'Anne Lindqvist' --given-name Anne --family-name Lindqvist --email home=anne@mail.example",
    "passfold lock")


class Overview(VaultPictures):
    """The list with the page of a login whose code is running."""

    def run(self, world):
        self.desktop = Desktop(*SCREEN)
        self.own = {key: value for key, value in self.desktop.environment.items()
                    if key not in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PATH", "LANG")}
        try:
            self.open(world)
            self.press("Unlock")
            self.until_seen(self.words("Lock"), "push button")
            self.find("cloud", "Cloud")
            self.keys("ctrl+f", "ctrl+a", "Delete")
            self.until_seen("Mail, ", "list item")
            # At the entry's row, like a user who opened it from the list, while the code has some time left.
            until(lambda: 12 < 30 - time.time() % 30 < 24, 40, "the middle of a code's time", 0.2)
            self.keys("Down", "Down", "Down")
            time.sleep(0.7)
            self.desktop.picture(self.output / "vault-window.png")
            self.close()
        finally:
            self.desktop.stop()


def overview(programs, output):
    """Takes the picture of the window in the README."""
    with tempfile.TemporaryDirectory(prefix="passfold-pictures-") as folder:
        stage = Path(folder, "stage")
        subprocess.run([ROOT / "scripts/install", stage, programs], check=True, stdout=subprocess.DEVNULL)
        with World(stage, programs) as world:
            person = Person(world)
            world.start_broker()
            person.terminal = world.terminal()
            world.answer_prompts(*answers(person))
            for command in EVERYDAY:
                done = person.terminal.run(command, answer=lambda text: "y" if text.rstrip().endswith("[y/n]") else None)
                if done.status:
                    raise SystemExit(f"{command}: {done.text}")
            Overview(Look(size=(1000, 640)), output, stage, programs).run(world)


def answers(person):
    return ({"prompt": "passphrase", "pin": person.passphrase, "keep": True}, {"prompt": "password", "pin": person.password, "keep": True},
            {"prompt": "confirm", "keep": True})


def vaults(programs, output, only=None):
    """Draws the vault's window in each look; `only` names one."""
    with tempfile.TemporaryDirectory(prefix="passfold-pictures-") as folder:
        stage = Path(folder, "stage")
        subprocess.run([ROOT / "scripts/install", stage, programs], check=True, stdout=subprocess.DEVNULL)
        missed = []
        with World(stage, programs) as world:
            person = Person(world)
            world.start_broker()
            person.terminal = world.terminal()
            world.answer_prompts(*answers(person))
            (world.home / "A scanned contract, signed by both.pdf").write_bytes(b"%PDF" * 300_000)
            (world.home / "key.txt").write_text("a key")
            (world.home / "others.json").write_text(json.dumps({"encrypted": False, "folders": [], "items": [
                {"id": "1", "type": 1, "name": "Long", "login": {"username": LONG_USER, "password": "theirs", "uris": [{"uri": "https://long.example"}]}},
                {"id": "2", "type": 1, "name": LONG_TITLE, "strange": {"a": 1}, "login": {"username": "ben", "password": "of-the-mail",
                                                                                           "uris": [{"uri": "https://mail.example"}]}}]}))
            link = f"otpauth://totp/{person.service}:{person.user}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer={person.service}"
            (world.home / "link").write_text(link + "\n")
            for command in ("passfold init --recovery-kit kit.txt", f"passfold add login --service {person.service} --user {person.user}",
                            "passfold add code --confirmed --setup-url-stdin < link", *FILLING):
                done = person.terminal.run(command, answer=lambda text: "y" if text.rstrip().endswith("[y/n]") else None)
                if done.status:
                    raise SystemExit(f"{command}: {done.text}")
            for look in LOOKS:
                if only in (None, look.name):
                    missed += VaultPictures(look, output, stage, programs).run(world)
        for line in missed:
            print(f"not reached: {line}")
        return missed
