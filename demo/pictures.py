# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Draws every window, terminal view and popup view, and the example app, as PNG files in a folder, light and dark.

    python3 -m demo.pictures --programs .build/debug --output demo-output/pictures [--only window|vault|terminal|popup|walk] [--language de]
    python3 -m demo.pictures --only vault --look light-de-1920     one look of those in demo/looks.py
    python3 -m demo.pictures --only overview --output docs/images  the picture of the vault's window in README.md
"""

import argparse
import gettext
import http.server
import json
import os
import pty
import select
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from demo.browser import Browser
from demo.desktop import Desktop
from demo.devtools import until
from demo.looks import LOOKS, Look
from demo.played_broker import PlayedBroker
from demo.screen import Screen
from demo.vault_pictures import overview, vaults
from demo.walks import walks
from demo.world import ROOT

TREE = ROOT / "Tests/Support/accessible-tree"
LONG = "A service with a long name, as some companies choose them for reasons of their own"

VIEWS = {
    "picker": {
        "number": 0, "kind": "list", "title": "Sign in to shop.example", "requester": "Sign In", "rows": [
            {"id": "passkey", "title": "anne@shop.example", "subtitle": "Passkey in Passfold", "kind": "passkey", "provider": "Passfold",
             "match": True},
            {"id": "password", "title": "anne@shop.example", "subtitle": "Password in Passfold", "kind": "password", "provider": "Passfold",
             "match": True},
            {"id": "other", "title": "ben@shop.example", "subtitle": "Password in Other Vault", "kind": "password", "provider": "Other Vault",
             "match": True},
            {"id": "locked", "title": "Unlock Third Vault", "subtitle": "Locked", "kind": "locked", "provider": "Third Vault"}]},
    "codes": {
        "number": 1, "source": "Passfold", "requester": "Sign In", "kind": "list", "title": "One-time codes", "searchable": True, "rows": [
            {"id": "c0", "title": "shop.example", "subtitle": "anne@shop.example", "code": "123456", "left": 21, "match": True},
            {"id": "c1", "title": "bank.example", "subtitle": "anne", "code": "887120", "left": 4},
            {"id": "c2", "title": LONG, "subtitle": "anne.elisabeth.von.und.zu.example@mail.subdomain.example", "code": "12345678", "left": 12}]},
    "choice": {
        "number": 2, "source": "Passfold", "requester": "Sign In", "kind": "choice", "title": "Which account is the code for?",
        "details": [{"label": "Service", "value": "shop.example"}], "rows": [
            {"id": "a", "title": "anne@shop.example", "subtitle": "password and passkey"}, {"id": "b", "title": "ben@shop.example"}]},
    "confirmation": {
        "number": 3, "source": "Passfold", "requester": "Sign In", "kind": "confirmation", "title": "Create a passkey?",
        "message": "It signs you in without a password from now on.",
        "details": [{"label": "Service", "value": "shop.example"}, {"label": "Account", "value": "anne@shop.example"}], "confirmLabel": "Add"},
    "destructive": {
        "number": 4, "source": "Passfold", "requester": "Sign In", "kind": "confirmation", "title": "Replace the passkey of shop.example?",
        "message": "The one that is kept now will work no more.", "confirmLabel": "Replace", "destructive": True},
    "busy": {
        "number": 5, "source": "Passfold", "requester": "Sign In", "kind": "message", "title": "Unlock Passfold",
        "message": "Answer in the window that has opened.", "busy": True},
    "message": {
        "number": 6, "source": "Passfold", "requester": "Sign In", "kind": "message", "title": "No passkey was made",
        "message": "This account has a passkey here already. Sign in with that one."},
    "foreign": {
        "number": 8, "source": "Passfold", "requester": "Sign In", "kind": "list", "title": "Passwords", "searchable": True, "rows": [
            {"id": "f0", "title": "forms.example", "subtitle": "anne", "match": False},
            {"id": "f1", "title": "corp.example", "subtitle": "anne.lindqvist", "match": False}]},
    "other-service": {
        "number": 9, "source": "Passfold", "requester": "Sign In", "kind": "confirmation",
        "title": "Give the password for forms.example to login.bank.example?",
        "message": "You saved it for another service; login.bank.example could then use it there.",
        "details": [{"label": "Saved for", "value": "forms.example"}, {"label": "Account", "value": "anne"},
                    {"label": "Requested by", "value": "login.bank.example"}], "confirmLabel": "Fill in anyway", "destructive": True},
    "form": {
        "number": 10, "source": "Shop Passwords", "requester": "Chromium", "kind": "form", "title": "Unlock Shop Passwords",
        "fields": [{"label": "PIN", "secret": True}], "confirmLabel": "Unlock"},
    "form-entry": {
        "number": 11, "source": "Shop Passwords", "requester": "Sign In", "kind": "form", "title": "New entry for shop.example",
        "message": "It is kept in Shop Passwords.", "fields": [
            {"label": "User name", "text": "anne@shop.example"}, {"label": "Password", "secret": True}, {"label": "Note", "optional": True}],
        "confirmLabel": "Keep"},
    "empty": {"number": 7, "source": "Passfold", "kind": "list", "title": "Passwords", "rows": []},
}

# A browser never shows a form, only a message that there is one elsewhere.
DRAWN_BY_POPUPS = {name: view for name, view in VIEWS.items() if view["kind"] != "form"} | {
    "form-elsewhere": {"number": 10, "source": "Shop Passwords", "kind": "message", "title": "Type in Shop’s window Passwords", "busy": True}}

PROVIDERS = [
    {"identifier": "org.passfold.vault", "name": "Passfold", "folder": "/usr/lib/passfold/providers/Passfold.provider",
     "capabilities": ["ProvidesOneTimeCodes", "ProvidesPasskeys", "ProvidesPasswords"], "isEnabled": True, "position": 0,
     "state": "unlocked", "faults": 0, "isDefaultForPasskeys": True, "findings": [], "needs": [], "access": [], "sandbox": "active"},
    {"identifier": "org.example.other", "name": "Other Vault", "folder": "~/.local/share/passfold/providers/Other.provider",
     "capabilities": ["ProvidesPasskeys", "ProvidesPasswords"], "isEnabled": True, "position": 1, "state": "locked", "faults": 1,
     "isDefaultForPasskeys": False, "findings": ["methodNotOverridden prepareCredentialList(for:)"], "needs": [], "access": [], "sandbox": "active"},
    {"identifier": "org.example.third", "name": "Third Vault", "folder": "~/.local/share/passfold/providers/Third.provider",
     "capabilities": ["ProvidesPasswords"], "isEnabled": False, "state": "disabled", "faults": 3, "isDefaultForPasskeys": False,
     "findings": [], "needs": [], "access": [], "sandbox": "active", "notice": {"reason": "faults", "time": 1763690430.0}},
]

# The vault's answers about the account's devices.
ABOUT_DEVICES = {
    "sync-status": {"type": "sync-status", "state": "waiting", "pending": 3, "problem": "unreachable", "detail": "no-connection", "shortened": True,
                    "files": {"outgoing": 1, "incoming": 2}},
    "devices": {"type": "devices", "words": ["ripple", "page", "wicker", "example", "celery", "lane"], "place": "https://sync.example", "devices": [
        {"number": "4ad49dba" + 24 * "0", "name": "study", "this": True, "silent": False},
        {"number": "91c0ffee" + 24 * "0", "name": "laptop", "this": False, "silent": False, "lastSeen": 1763690430.0},
        {"number": "c2d3e4f5" + 24 * "0", "this": False, "silent": True, "lastSeen": 1761690430.0}]},
}

# The other possible states.
STANDINGS = {
    "stopped": {"type": "sync-status", "state": "stopped", "pending": 1, "problem": "rolledBack", "shortened": True, "quarantined": 2},
    "off": {"type": "sync-status", "state": "off", "pending": 0},
}

# The suggestions in a text field of the example app.
SUGGESTIONS = {
    "type": "suggestions", "canList": True, "locked": [{"token": "t3", "provider": "Third Vault"}], "items": [
        {"token": "t1", "kind": "password", "service": "shop.example", "account": "anne@shop.example", "provider": "Passfold"},
        {"token": "t2", "kind": "password", "service": "shop.example", "account": "ben@shop.example", "provider": "Other Vault"}]}


def with_live_codes(view):
    """Returns the view with codes that expire the given number of seconds from now."""
    rows = [{**row, "validUntil": time.time() + row["left"], "period": 30, "kind": "one-time-code"} if "left" in row else row
            for row in view.get("rows", [])]
    return {**view, "rows": rows} if rows or "rows" in view else view


def windows(programs, output, look=Look()):
    """Takes pictures of each view and of the settings, in one look of the desktop."""
    kind = look.name
    catalogues = programs.parent / "share/locale"
    subprocess.run([ROOT / "scripts/make-translations", "--compile", catalogues], check=True)
    translated = gettext.translation("passfold", catalogues, [look.language]).gettext
    desktop = Desktop(*(look.size or (1000, 900)))
    broker = PlayedBroker(desktop.environment["XDG_RUNTIME_DIR"])
    environment = {**desktop.environment, **look.environment(desktop)}
    try:
        surface = subprocess.Popen([programs / "passfold-window"], env={**environment, "PASSFOLD_SURFACE_TICKET": "t"}, stderr=subprocess.DEVNULL)
        broker.expect("attach-surface")
        for name, view in VIEWS.items():
            broker.present(with_live_codes(view))
            time.sleep(1)
            desktop.picture(output / f"window-{name}-{kind}.png")
            broker.say({"type": "dismiss", "id": 1})
            time.sleep(0.2)
        surface.terminate()
        surface.wait()
        installed = []
        about_devices = dict(ABOUT_DEVICES)
        broker.answer = lambda message: (
            {"type": "providers", "id": message["id"], "providers": list(installed)} if message["type"] == "providers"
            else {"type": "managed", "id": message["id"], "answer": about_devices[message["request"]["type"]]} if message["type"] == "manage" else None)
        settings = subprocess.Popen([programs / "passfold-window", "--settings"], env=environment, stderr=subprocess.DEVNULL)
        broker.expect("providers")
        time.sleep(1.2)
        if look.size and look.size[0] < 620:
            desktop.xdotool("windowsize", "--sync", desktop.windows(settings.pid)[-1], *map(str, look.size))
            time.sleep(0.5)
        desktop.picture(output / f"window-settings-empty-{kind}.png")
        installed += PROVIDERS
        # The window refreshes them every three seconds.
        time.sleep(4)
        desktop.picture(output / f"window-settings-{kind}.png")
        # The second provider, with findings of the doctor.
        desktop.xdotool("mousemove", "250", "218", "click", "1")
        time.sleep(0.8)
        desktop.picture(output / f"window-settings-open-{kind}.png")
        # The second page, before and after the user lets the vault name the devices.
        subprocess.run([TREE, "passfold-window", "press", translated("Devices and sync")], env=desktop.environment, check=True)
        broker.expect("manage")
        time.sleep(0.8)
        desktop.picture(output / f"window-devices-{kind}.png")
        subprocess.run([TREE, "passfold-window", "press", translated("Show devices")], env=desktop.environment, check=True)
        time.sleep(0.8)
        desktop.picture(output / f"window-devices-shown-{kind}.png")
        for name, status in STANDINGS.items():
            about_devices["sync-status"] = status
            # It is refreshed every three seconds.
            time.sleep(4)
            desktop.picture(output / f"window-devices-{name}-{kind}.png")
        settings.terminate()
        settings.wait()
        if not look.right_to_left:
            broker.answer = lambda message: {**SUGGESTIONS, "id": message["id"]} if message["type"] == "text-suggestions" else None
            app = subprocess.Popen([programs / "SignInApp"], env=environment, stderr=subprocess.DEVNULL)
            broker.expect("text-suggestions")
            time.sleep(1)
            desktop.picture(output / f"app-{kind}.png")
            app.terminate()
            app.wait()
    finally:
        broker.stop()
        desktop.stop()


def terminals(programs, output, language="en"):
    """Takes pictures of each view in terminals of two sizes, and in plain lines."""
    subprocess.run([ROOT / "scripts/make-translations", "--compile", programs.parent / "share/locale"], check=True)
    kind = "" if language == "en" else f"-{language}"
    for columns, rows, plain in ((80, 24, False), (40, 12, False), (80, 24, True)):
        desktop = Desktop(64, 64)
        broker = PlayedBroker(desktop.environment["XDG_RUNTIME_DIR"])
        process, main = pty.fork()
        if process == 0:
            environment = {**desktop.environment, "TERM": "dumb" if plain else "xterm-256color", "COLUMNS": str(columns), "LINES": str(rows),
                           **({} if language == "en" else {"LANGUAGE": language})}
            os.execve(programs / "passfold", ["passfold", "surface"], environment)
        import fcntl
        import struct
        import termios
        fcntl.ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        try:
            broker.expect("attach-surface")
            for name, view in VIEWS.items():
                screen = Screen(columns, rows)
                broker.present(with_live_codes(view))
                end = time.monotonic() + 1
                while time.monotonic() < end:
                    if select.select([main], [], [], 0.1)[0]:
                        screen.feed(os.read(main, 65536).decode(errors="replace"))
                size = "plain" if plain else f"{columns}x{rows}"
                screen.draw(output / f"terminal-{name}-{size}{kind}-dark.png", dark=True)
                screen.draw(output / f"terminal-{name}-{size}{kind}-light.png", dark=False)
                broker.say({"type": "dismiss", "id": 1})
                time.sleep(0.2)
                while select.select([main], [], [], 0.1)[0]:
                    os.read(main, 65536)
        finally:
            os.kill(process, 15)
            os.waitpid(process, 0)
            os.close(main)
            broker.stop()
            desktop.stop()


POPUP_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="popup.css"><link rel="stylesheet" href="home.css"><body><main id="screen"></main><div id="spoken" class="spoken"></div><script type="module">
import { createI18n } from "../test/support/i18n.js";
import { pseudoCatalogue } from "../test/support/pseudo-language.js";
const views = %s;
const asked = new URLSearchParams(location.search);
const language = asked.get("language");
const isPseudo = language === "ar";
const catalogue = await (await fetch(`../_locales/${isPseudo ? "en" : language}/messages.json`)).json();
globalThis.chrome = {
  i18n: createI18n(isPseudo ? pseudoCatalogue(catalogue) : catalogue, language, isPseudo ? "rtl" : "ltr"),
  runtime: { connect: () => ({ postMessage() {}, onDisconnect: { addListener() {} },
    onMessage: { addListener: (hear) => hear({ type: "show", number: 1, screen: globalThis.shownScreen }) } }) },
};
const { popupScreens } = await import("../test/support/popup-screens.js");
const screens = { ...popupScreens(), ...views };
globalThis.shownScreen = screens[asked.get("screen")];
await import("./popup.js");
</script></body></html>"""

# The pages of the popup's home.
HOME_PAGES = (
    "home-list", "home-kept", "card", "identity", "note", "note-hidden", "entry-parts", "entry-asked", "home-codes", "no-match", "removed", "home-empty", "home-locked", "no-vault", "unreadable", "entry", "entry-empty", "revealed", "entry-code", "edit", "add-login",
    "add-link", "add-code", "generator", "settings", "not-stored")

# The worker's own screens; Extension/test/support/popup-screens.js has them in every language.
WORKER_SCREENS = (
    "suggestions", "home", "fresh", "nothing", "broker", "waiting", "host-missing", "not-connected", "connecting-elsewhere", "link-refused",
    "provider-failed", "pairing-begins", "pairing", "paired", "set-up", "following-code", "made-passkey", "removed-passkey", "made-passkey-kept",
    "challenge", "challenge-refused", "framed", "create-passkey", "keep-new", "keep-changed", "new-passwords", *HOME_PAGES)

# Kind of picture: the browser's colour scheme, language, width and zoom. "ar" is an invented right-to-left language of long words.
POPUP_KINDS = {
    "light": (1, "en", 400, 1), "dark": (0, "en", 400, 1), "light-de": (1, "de", 400, 1), "dark-de": (0, "de", 400, 1),
    "narrow-de": (1, "de", 320, 1), "zoom-de": (1, "de", 400, 2), "light-rtl": (1, "ar", 400, 1), "narrow-rtl": (1, "ar", 320, 1),
}


def popup_views():
    """Returns the screens of the views that a provider presents."""
    screens = {}
    for name, view in DRAWN_BY_POPUPS.items():
        full = {"source": "", "message": None, "details": [], "confirmLabel": None, "destructive": False, "busy": False, "searchable": False,
                "heading": None, **with_live_codes({"rows": [], **view})}
        full["rows"] = [{"subtitle": "", "code": None, "validUntil": None, "period": None, "match": None, "kind": "", "provider": "", **row}
                        for row in full["rows"]]
        screens[name] = {"kind": "view", "site": "login.shop.example", "view": full}
    return screens


def popups(extension, output):
    """Takes pictures of the popup's screens, drawn by the browser without the worker."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "extension"
        shutil.copytree(extension, copy)

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(copy))

            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (copy / "popup/picture.html").write_text(POPUP_PAGE % json.dumps(popup_views()))
        browser = Browser(Path(folder, "profile"), None, None, log=Path(folder, "browser.log"))
        try:
            page = browser.first_page()
            for kind, (scheme, language, width, zoom) in POPUP_KINDS.items():
                page.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": 560, "deviceScaleFactor": zoom, "mobile": False})
                page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light" if scheme else "dark"}]})
                for name in (*WORKER_SCREENS, *DRAWN_BY_POPUPS):
                    page.go(f"http://127.0.0.1:{server.server_port}/popup/picture.html?screen={name}&language={language}")
                    # Waiting screens are drawn after a delay.
                    until(lambda: page.read("document.querySelector('main')?.children.length > 0"), what=f"the screen {name}")
                    page.read("document.fonts.ready")
                    page.screenshot(output / f"popup-{name}-{kind}.png")
        finally:
            browser.quit()
            server.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, default=Path(".build/debug"))
    parser.add_argument("--output", type=Path, default=Path("demo-output/pictures"))
    parser.add_argument("--language", default="en", help="the language of windows and terminals, one that po/ has")
    parser.add_argument("--only", choices=["window", "vault", "overview", "terminal", "popup", "walk"])
    parser.add_argument("--look", choices=[look.name for look in LOOKS], help="the one look in which windows are drawn")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    programs = arguments.programs.resolve()
    if arguments.only in (None, "window"):
        usual = [Look(dark=dark, right_to_left=right_to_left, language=arguments.language) for right_to_left in (False, True) for dark in (False, True)]
        for look in [one for one in LOOKS if one.name == arguments.look] if arguments.look else [*usual, *LOOKS]:
            windows(programs, arguments.output, look)
    if arguments.only in (None, "vault"):
        vaults(programs, arguments.output, arguments.look)
    if arguments.only in (None, "overview"):
        overview(programs, arguments.output)
    if arguments.only in (None, "terminal"):
        terminals(programs, arguments.output, arguments.language)
    if arguments.only in (None, "popup"):
        popups(Path(__file__).resolve().parent.parent / "Extension", arguments.output)
    if arguments.only in (None, "walk"):
        walks(programs, arguments.output)
    print(f"{len(list(arguments.output.glob('*.png')))} pictures in {arguments.output}")


if __name__ == "__main__":
    main()
