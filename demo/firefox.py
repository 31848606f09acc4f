# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Firefox, driven as a user would: eyes (boxes and texts of page and popup) and hands (mouse and key events), nothing else."""

import json
import os
import signal
import subprocess

from demo.browser import FOCUSED, MARK, WINDOW
from demo.devtools import DevToolsError, until
from demo.marionette import Connection, MarionetteError

CANDIDATES = ("/usr/lib/firefox-esr/firefox-esr", "/usr/bin/firefox-esr", "/usr/bin/firefox")
EXTENSION = "passfold@passfold.org"
# Firefox chooses an extension's address at random, once per profile; this profile has a fixed one.
ADDRESS = "5f1c0f0e-7d0a-4c56-9a83-3b8d2f6f1a10"
START_SECONDS = 30.0

# Function bodies that run in a page or popup, with a document and arguments.
TEXT = "return document.querySelector(given[0])?.innerText?.trim() ?? null;"
VALUE = "return document.querySelector(given[0])?.value ?? null;"
HAS_FOCUS = "return document.activeElement === document.querySelector(given[0]);"
IS_THERE = "return document.querySelector(given[0]) !== null;"
BOX = """
    const element = document.querySelector(given[0]);
    const view = document.defaultView;
    // A page that is not painted yet gets no clicks: Firefox drops them. Popups are painted hidden and keep no such entry.
    const isPainted = given[1] || view.performance.getEntriesByName('first-contentful-paint').length > 0;
    if (element === null || document.readyState !== 'complete' || !isPainted) return null;
    const look = () => { const {left, top, right, bottom} = element.getBoundingClientRect(); return [left, top, right, bottom]; };
    let box = look();
    if (box[0] < 0 || box[1] < 0 || box[2] > view.innerWidth || box[3] > view.innerHeight) {
      element.scrollIntoView({block: 'center', behavior: 'instant'});
      box = look();
    }
    return box[2] > box[0] && box[3] > box[1] ? box : null;
"""
MARK_BOX = """
    for (const host of document.querySelectorAll('[popover]')) {
      const mark = host.openOrClosedShadowRoot?.querySelector(`[aria-label="${given[0]}"]`);
      if (!mark) continue;
      const {left, top, right, bottom} = mark.getBoundingClientRect();
      return right > left && bottom > top ? [left, top, right, bottom] : null;
    }
    return null;
"""
TEXTS = "return Array.from(document.querySelectorAll(given[0]), one => one.innerText.replace(/\\s+/g, ' ').trim());"
# Scripts that run in the browser's own window. A popup's document is in another process, so a message is sent there and back.
USE_BUTTON = """
    const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
    const { extension } = WebExtensionPolicy.getByID(arguments[0]);
    ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);
"""
POPUP = """
    const browser = document.querySelector('.webextension-popup-browser');
    if (browser?.currentURI?.spec !== arguments[0] || browser.closest('panel')?.state !== 'open') return null;
    const {left, top} = browser.getBoundingClientRect();
    return {which: browser.browsingContext.id, corner: [left, top]};
"""
ASK_POPUP = """
    const [address, body, given, done] = arguments;
    const browser = document.querySelector('.webextension-popup-browser');
    if (browser?.currentURI?.spec !== address || !browser.messageManager) return done({gone: true});
    const name = 'demo-' + Services.uuid.generateUUID();
    const messages = browser.messageManager;
    const end = answer => { messages.removeMessageListener(name, hear); clearTimeout(timer); done(answer); };
    const hear = ({data}) => end(data);
    const timer = setTimeout(() => end({gone: true}), 2000);
    messages.addMessageListener(name, hear);
    const asked = `sendAsyncMessage(${JSON.stringify(name)},
      {value: ((document, given) => {${body}})(content.document, ${JSON.stringify(given)}), ready: content.document.readyState})`;
    messages.loadFrameScript('data:application/javascript;charset=utf-8,' + encodeURIComponent(asked), false);
"""


def firefox_program():
    chosen = os.environ.get("PASSFOLD_DEMO_FIREFOX")
    for path in (chosen,) if chosen else CANDIDATES:
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("no Firefox found; run scripts/bootstrap")


class Firefox:
    """A Firefox with its own profile, which must exist."""

    popup_address = f"moz-extension://{ADDRESS}/popup/popup.html"

    def __init__(self, profile, extension, environment, log, names=(), visible=False):
        """names: hosts that resolve to this machine; their ports are not redirected."""
        self._write_preferences(profile, names)
        active_port = profile / "MarionetteActivePort"
        active_port.unlink(missing_ok=True)
        arguments = [firefox_program(), "--no-remote", "--profile", str(profile), "--marionette", "--remote-allow-system-access",
                     f"--width={WINDOW[0]}", f"--height={WINDOW[1]}"]
        if not visible:
            arguments.append("--headless")
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                arguments, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        self.connection = None
        try:
            port = until(lambda: self._read_port(active_port), START_SECONDS, "Firefox's port", pause=0.05)
            self.connection = Connection(port)
            self.connection.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {
                "timeouts": {"script": 10_000, "pageLoad": 20_000},
                # A dialog of the browser itself stays until the user answers it.
                "unhandledPromptBehavior": "ignore",
            }}})
            if extension:
                self.connection.call("Addon:Install", {"path": str(extension), "temporary": True})
        except BaseException:
            self.kill()
            raise

    @staticmethod
    def _write_preferences(profile, names):
        """Disables the browser's own password manager, which would cover the page, and all background connections."""
        preferences = {
            "network.dns.localDomains": ",".join(names),
            "extensions.webextensions.uuids": json.dumps({EXTENSION: ADDRESS}),
            # Only add-ons of this profile, none of the system's.
            "extensions.enabledScopes": 1,
            "marionette.port": 0,
            "signon.rememberSignons": False,
            "browser.startup.page": 0,
            "browser.shell.checkDefaultBrowser": False,
            "browser.aboutwelcome.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "toolkit.telemetry.enabled": False,
            "app.update.auto": False,
            "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False,
        }
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()))

    def _read_port(self, file):
        if self.process.poll() is not None:
            raise MarionetteError(f"Firefox ended with {self.process.returncode}")
        # The file may be empty at first.
        text = file.read_text().strip() if file.exists() else ""
        return int(text) if text.isdigit() else None

    def first_page(self):
        return Page(self)

    def popup(self, url, timeout=30.0):
        """Waits for the extension's popup at its button in the browser's window."""
        popup = Popup(self, url)
        until(lambda: popup.is_open, timeout, "the extension's popup")
        return popup

    def use_button(self, url):
        """Uses the extension's button in the browser's window."""
        self.call("chrome", "WebDriver:ExecuteScript", {"script": USE_BUTTON, "args": [EXTENSION]})
        return self.popup(url)

    def open_popup(self, url):
        """Opens the extension's popup in the window's tab."""
        popup = PopupInTab(self)
        popup.go(url)
        return popup

    def close_popup(self, popup):
        """Navigates the tab elsewhere."""
        popup.go("about:blank")

    def call(self, context, command, parameters=None):
        self.connection.use(context)
        return self.connection.call(command, parameters)

    def quit(self, timeout=10.0):
        """Closes the browser like its menu."""
        try:
            self.call("content", "Marionette:Quit", {"flags": ["eAttemptQuit"]})
            self.process.wait(timeout)
        except (DevToolsError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self):
        """Kills every process of the browser at once, like a crash."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        if self.connection is not None:
            self.connection.close()


class View:
    """A document that can be read and operated with mouse and keyboard."""

    context = "content"

    def __init__(self, browser):
        self.browser = browser

    # Eyes

    def look(self, body, *given):
        """Returns the result of a function that only reads the document."""
        raise NotImplementedError

    def text(self, selector):
        """Returns an element's text, or None if there is no such element."""
        return self.look(TEXT, selector)

    def texts(self, selector):
        """Returns the text of each matching element."""
        return self.look(TEXTS, selector)

    def value(self, selector):
        return self.look(VALUE, selector)

    def node(self, selector):
        """Returns True if there is such an element, otherwise None."""
        return self.look(IS_THERE, selector) or None

    def has_focus_on(self, selector):
        return self.look(HAS_FOCUS, selector)

    def where_focus_is(self):
        """Describes what has the focus, for error messages."""
        return self.look(FOCUSED)

    def see(self, selector, timeout=30.0):
        """Waits until an element has a box and stops moving; returns the box, scrolled into view."""
        return until(lambda: self._still(selector), timeout, f"{selector} in sight")

    def _still(self, selector):
        """Compares two looks. A document that disappears in between is checked again."""
        try:
            first = self.look(BOX, selector, self.context == "chrome")
            return first if first and self.look(BOX, selector, self.context == "chrome") == first else None
        except DevToolsError:
            return None

    # Hands

    def origin(self):
        """Returns the position of the document's upper left corner in mouse coordinates."""
        return 0, 0

    def click(self, selector, timeout=30.0):
        """Moves the mouse to the middle of an element and presses the left button."""
        self.click_box(self.see(selector, timeout))

    def click_box(self, box):
        left, top = self.origin()
        x, y = round(left + (box[0] + box[2]) / 2), round(top + (box[1] + box[3]) / 2)
        self._act("pointer", {"parameters": {"pointerType": "mouse"}}, [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def type(self, text):
        """Presses one key per character."""
        self._act("key", {}, [{"type": kind, "value": character} for character in text for kind in ("keyDown", "keyUp")])

    def press(self, key):
        self.type(NAMED_KEYS.get(key, key))

    def write(self, selector, text):
        """Clicks into a field, clears it with the keyboard, and types."""
        self.click(selector)
        if self.value(selector):
            self._act("key", {}, [{"type": "keyDown", "value": CONTROL}, {"type": "keyDown", "value": "a"}, {"type": "keyUp", "value": "a"},
                                  {"type": "keyUp", "value": CONTROL}])
            self.press("Backspace")
        self.type(text)

    def press_with_alt(self, key):
        self._act("key", {}, [{"type": "keyDown", "value": ALT}, {"type": "keyDown", "value": NAMED_KEYS[key]}, {"type": "keyUp", "value": NAMED_KEYS[key]},
                              {"type": "keyUp", "value": ALT}])

    def pasted(self, selector):
        """Pastes the clipboard over a field's content and returns the result."""
        self.click(selector)
        for key in "av":
            self._act("key", {}, [{"type": "keyDown", "value": CONTROL}, {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key},
                                  {"type": "keyUp", "value": CONTROL}])
            if key == "a":
                self.press("Backspace")
        return self.value(selector)

    def _act(self, device, more, actions):
        self.browser.call(self.context, "WebDriver:PerformActions", {"actions": [{"type": device, "id": device, **more, "actions": actions}]})


class Page(View):
    """The page in the window's tab."""

    def look(self, body, *given):
        script = f"return ((document, given) => {{{body}}})(document, arguments[0]);"
        # The system sandbox sees closed shadow trees, like the developer tools, and is unaffected by what the page has redefined.
        return self.browser.call("content", "WebDriver:ExecuteScript", {"script": script, "args": [list(given)], "sandbox": "system"})["value"]

    def address(self):
        return self.look("return document.location.href;")

    def mark(self):
        """Returns the box of Passfold's mark under a field, which is in a closed shadow tree; None if there is none."""
        return self.look(MARK_BOX, MARK)

    def go(self, url):
        """Types an address into the address bar, as far as the protocol allows, and waits for the page."""
        self.browser.call("content", "WebDriver:Navigate", {"url": url})


class LookingFirst(View):
    """Used by someone who looks before they act: a popup ignores keys and clicks until it has been visible for a while."""

    def click(self, selector, timeout=30.0):
        # Firefox draws a popup in a panel that grows with it, so positions count only once the popup is ready.
        self.see(selector, timeout)
        self.look_first()
        super().click(selector, timeout)

    def click_box(self, box):
        self.look_first()
        super().click_box(box)

    def type(self, text):
        self.look_first()
        super().type(text)

    def look_first(self, timeout=20.0):
        until(lambda: self.look("return document.documentElement.hasAttribute('data-ready');"), timeout, "a popup that takes keys and clicks")


class PopupInTab(LookingFirst, Page):
    """The extension's popup as the page of the window's tab."""


class Popup(LookingFirst):
    """The extension's popup. It belongs to the browser's window, like its mouse and keyboard."""

    context = "chrome"

    def __init__(self, browser, url):
        super().__init__(browser)
        self.url = url
        # The browser's id of the popup seen first: the next popup has the same address.
        self._which = None

    def look(self, body, *given):
        answer = self.browser.call("chrome", "WebDriver:ExecuteAsyncScript", {"script": ASK_POPUP, "args": [self.url, body, list(given)]})["value"]
        if answer.get("gone") or answer.get("ready") != "complete":
            raise MarionetteError("the popup is gone, or not there yet")
        return answer.get("value")

    @property
    def is_open(self):
        return self._corner() is not None

    def origin(self):
        corner = self._corner()
        if corner is None:
            raise MarionetteError("the popup is gone")
        return corner

    def _corner(self):
        found = self.browser.call("chrome", "WebDriver:ExecuteScript", {"script": POPUP, "args": [self.url]})["value"]
        if found is None:
            return None
        if self._which is None:
            self._which = found["which"]
        return found["corner"] if found["which"] == self._which else None


# WebDriver's code points for keys without a character (W3C WebDriver, section 17.4.2).
CONTROL = "\ue009"
ALT = "\ue00a"
NAMED_KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003", "ArrowLeft": "\ue012", "ArrowDown": "\ue015", "ArrowUp": "\ue013"}
