# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Chromium, driven as a user would: eyes (boxes, texts, screenshots) and hands (mouse and key events), nothing else."""

import base64
import hashlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from demo.devtools import Connection, DevToolsError, until

CANDIDATES = ("/usr/lib/chromium/chromium", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
WINDOW = (1100, 900)
# The accessible name of the mark under a field.
MARK = "Fill from Passfold"
# Describes a document's focus in words.
FOCUSED = """
    const {localName, className, textContent} = document.activeElement ?? {};
    return `${localName}.${className} (${textContent?.trim().slice(0, 40)}), document ${document.visibilityState}, focused: ${document.hasFocus()}`;
"""


def chromium_program():
    """Returns the browser's own binary; Debian's wrapper adds flags and is the second choice."""
    chosen = os.environ.get("PASSFOLD_DEMO_CHROMIUM")
    for path in (chosen,) if chosen else CANDIDATES:
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("no Chromium found; run scripts/bootstrap")


def extension_id(extension):
    """Returns the id that Chromium assigns to an extension whose manifest contains a public key."""
    manifest = json.loads((Path(extension) / "manifest.json").read_text())
    digest = hashlib.sha256(base64.b64decode(manifest["key"])).hexdigest()[:32]
    return digest.translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))


class Browser:
    """A Chromium with its own profile."""

    def __init__(self, profile, extension, environment, log, names=(), visible=False, app=None):
        """names: (host, port) pairs; the host's HTTPS port, or the port included in the name, is redirected to that local port. app: a page
        shown as an installed web app."""
        rules = ", ".join(f"MAP {name if ':' in name else name + ':443'} 127.0.0.1:{port}" for name, port in names)
        arguments = [
            chromium_program(), "--remote-debugging-pipe", f"--user-data-dir={profile}",
            "--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-default-apps", "--password-store=basic", "--disable-breakpad", "--disable-dev-shm-usage",
            "--disable-features=Translate,PasswordManagerOnboarding,MediaRouter,OptimizationHints", "--force-color-profile=srgb",
            "--hide-crash-restore-bubble", "--lang=en-US", f"--window-size={WINDOW[0]},{WINDOW[1]}",
        ]
        if extension:
            arguments.append(f"--load-extension={extension}")
        if rules:
            arguments.append(f"--host-resolver-rules={rules}")
        if not visible:
            arguments += ["--headless=new", "--hide-scrollbars"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        self._write_preferences(Path(profile))
        to_browser, driver_writes = os.pipe()
        driver_reads, from_browser = os.pipe()
        # Chromium reads commands from descriptor 3 and writes to 4; duplicating to high numbers first keeps the two from overwriting each
        # other.
        ends = [_above(to_browser), _above(from_browser)]

        def place_descriptors():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                arguments + [f"--app={app}" if app else "about:blank"], env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                close_fds=False, preexec_fn=place_descriptors, start_new_session=True)
        for descriptor in (to_browser, from_browser, *ends):
            os.close(descriptor)
        self.connection = Connection(driver_reads, driver_writes)
        self.targets = {}
        self.connection.listen(self._follow_targets)
        self.connection.call("Target.setDiscoverTargets", {"discover": True})

    @staticmethod
    def _write_preferences(profile):
        """Disables the browser's own password manager and passkey dialog, which would cover the page."""
        default = profile / "Default"
        default.mkdir(parents=True, exist_ok=True)
        (default / "Preferences").write_text(json.dumps({
            "credentials_enable_service": False,
            "credentials_enable_autosignin": False,
            "profile": {"password_manager_enabled": False, "password_manager_leak_detection": False},
            "autofill": {"profile_enabled": False, "credit_card_enabled": False},
            "translate": {"enabled": False},
        }))

    def _follow_targets(self, session, method, parameters):
        if method in ("Target.targetCreated", "Target.targetInfoChanged"):
            info = parameters["targetInfo"]
            self.targets[info["targetId"]] = info
        elif method == "Target.targetDestroyed":
            self.targets.pop(parameters["targetId"], None)

    def target(self, kind, url_start):
        """Returns the first target of a kind whose address has the given start, or None."""
        for info in list(self.targets.values()):
            if info["type"] == kind and info["url"].startswith(url_start):
                return info
        return None

    def attach(self, target_id, kind="page"):
        session = self.connection.call("Target.attachToTarget", {"targetId": target_id, "flatten": True})["sessionId"]
        return {"page": Page, "popup": Popup}[kind](self, target_id, session) if kind in ("page", "popup") else session

    def first_page(self):
        info = until(lambda: self.target("page", "about:blank"), what="the browser's first page")
        return self.attach(info["targetId"])

    def new_page(self, url="about:blank"):
        return self.attach(self.connection.call("Target.createTarget", {"url": url})["targetId"])

    def popup(self, url, timeout=30.0):
        """Waits for the extension's popup, which is a page with the extension's address."""
        info = until(lambda: self.target("page", url), timeout, "the extension's popup")
        return self.attach(info["targetId"], "popup")

    def use_button(self, url):
        """Opens the popup like the extension's button, which headless browsers do not draw."""
        worker = until(lambda: self.target("service_worker", url.partition("/popup/")[0]), what="the extension's worker")
        session = self.attach(worker["targetId"], "service_worker")
        self.connection.call("Runtime.evaluate", {"expression": "chrome.action.openPopup().catch(() => {})"}, session)
        return self.popup(url)

    def open_popup(self, url):
        """Opens the extension's popup in a tab, where it stays open when another tab is used."""
        popup = self.attach(self.connection.call("Target.createTarget", {"url": url})["targetId"], "popup")
        until(lambda: popup._loaded(), what="the popup's page")
        return popup

    def close_popup(self, popup):
        """Closes a popup that was opened in a tab."""
        self.connection.call("Target.closeTarget", {"targetId": popup.target_id})
        until(lambda: not popup.is_open, what="the end of the popup's tab")

    def quit(self, timeout=10.0):
        """Closes the browser like its window's close button."""
        try:
            self.connection.call("Browser.close", timeout=timeout)
        except DevToolsError:
            pass
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
        self.connection.close()

    def kill(self):
        """Kills every process of the browser at once, like a crash."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def _above(descriptor, least=32):
    import fcntl
    copy = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least)
    return copy


class Page:
    """A page or popup: its content, and a mouse and keyboard for it."""

    def __init__(self, browser, target_id, session):
        self.browser = browser
        self.target_id = target_id
        self.session = session
        for domain in ("Page", "Runtime", "DOM"):
            self.call(domain + ".enable")

    def call(self, method, parameters=None, timeout=30.0):
        return self.browser.connection.call(method, parameters, self.session, timeout)

    @property
    def is_open(self):
        return self.target_id in self.browser.targets and not self.browser.connection.closed.is_set()

    # Eyes

    def read(self, expression):
        """Evaluates an expression that only reads the page."""
        result = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": False})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise DevToolsError(details.get("exception", {}).get("description") or details.get("text", "the page threw"))
        return result["result"].get("value")

    def text(self, selector):
        """Returns an element's text, or None if there is no such element."""
        return self.read(f"document.querySelector({json.dumps(selector)})?.innerText?.trim() ?? null")

    def texts(self, selector):
        """Returns the text of each matching element."""
        return self.read(f"Array.from(document.querySelectorAll({json.dumps(selector)}), one => one.innerText.replace(/\\s+/g, ' ').trim())")

    def value(self, selector):
        return self.read(f"document.querySelector({json.dumps(selector)})?.value ?? null")

    def address(self):
        return self.read("location.href")

    def node(self, selector):
        """Returns the DOM node id of the first match, or None."""
        root = self.call("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        return self.call("DOM.querySelector", {"nodeId": root, "selector": selector}).get("nodeId") or None

    def box(self, node):
        """Returns left, top, right and bottom of a node's border box in CSS pixels of the view, or None if it has no box."""
        key = "nodeId" if isinstance(node, int) else "backendNodeId"
        try:
            quads = self.call("DOM.getContentQuads", {key: node if key == "nodeId" else node["backendNodeId"]})["quads"]
        except DevToolsError:
            return None
        corners = [(quad[i], quad[i + 1]) for quad in quads for i in range(0, 8, 2)]
        if not corners:
            return None
        xs, ys = zip(*corners)
        return (min(xs), min(ys), max(xs), max(ys)) if max(xs) > min(xs) and max(ys) > min(ys) else None

    def nodes(self):
        """Yields every node of the page, including shadow trees, as the developer tools see it."""
        root = self.call("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        stack = [root]
        while stack:
            node = stack.pop()
            yield node
            for part in ("children", "shadowRoots"):
                stack.extend(reversed(node.get(part, [])))
            if "contentDocument" in node:
                stack.append(node["contentDocument"])

    def mark(self):
        """Returns the box of Passfold's mark under a field, which is in a closed shadow tree; None if there is none."""
        for node in self.nodes():
            attributes = node.get("attributes", [])
            if dict(zip(attributes[::2], attributes[1::2])).get("aria-label") == MARK:
                return self.box(node)
        return None

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def has_focus_on(self, selector):
        return self.read(f"document.activeElement === document.querySelector({json.dumps(selector)})")

    def where_focus_is(self):
        """Describes what has the focus, for error messages."""
        return self.read(f"(() => {{{FOCUSED}}})()")

    # Hands

    def go(self, url, timeout=40.0):
        """Types an address into the address bar, as far as the protocol allows: a top-level navigation by the user."""
        result = self.call("Page.navigate", {"url": url, "transitionType": "typed"}, timeout)
        if result.get("errorText"):
            raise DevToolsError(f"{url}: {result['errorText']}")
        until(lambda: self._loaded(), timeout, f"the page {url}")

    def _loaded(self):
        try:
            return self.read("document.readyState") == "complete"
        except DevToolsError:
            return False

    def see(self, selector, timeout=30.0):
        """Waits until an element has a box and stops moving; returns the box, scrolled into view."""
        return until(lambda: self._still(selector), timeout, f"{selector} in sight")

    def _still(self, selector):
        """Compares two looks a frame apart: if they agree, the layout has settled. A page that disappears in between is checked again.

        Users wait until a page has loaded: before its scripts have, a click on it may do nothing.
        """
        try:
            node = self.node(selector)
            if node is None or not self._loaded():
                return None
            self.call("DOM.scrollIntoViewIfNeeded", {"nodeId": node})
            first = self.box(node)
            self.call("Runtime.evaluate", {
                "expression": "new Promise(done => requestAnimationFrame(() => done(1)))", "awaitPromise": True}, timeout=15.0)
            return first if first and self.box(node) == first else None
        except DevToolsError:
            return None

    def click(self, selector, timeout=30.0):
        """Moves the mouse to the middle of an element and presses the left button."""
        self.click_box(self.see(selector, timeout))

    def click_box(self, box):
        self.click_at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)

    def click_at(self, x, y):
        point = {"x": x, "y": y}
        self.call("Input.dispatchMouseEvent", {"type": "mouseMoved", **point})
        for kind in ("mousePressed", "mouseReleased"):
            try:
                self.call("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **point})
            except DevToolsError:
                # If the click closes the popup, its session ends with it; the click has arrived.
                if not self._closes():
                    raise

    def type(self, text):
        """Presses one key per character."""
        for character in text:
            self.press(character)

    def press(self, key):
        description = _key(key)
        for kind in ("keyDown", "keyUp"):
            event = {"type": kind, **description}
            if kind == "keyUp":
                event.pop("text", None)
            try:
                self.call("Input.dispatchKeyEvent", event)
            except DevToolsError:
                if not self._closes():
                    raise

    def _closes(self):
        """Whether the page is gone or about to be: its session may end before its target does."""
        end = time.monotonic() + 2
        while self.is_open and time.monotonic() < end:
            time.sleep(0.02)
        return not self.is_open

    def write(self, selector, text):
        """Clicks into a field, clears it with the keyboard, and types."""
        self.click(selector)
        if self.value(selector):
            control = {"modifiers": 2, "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "commands": ["selectAll"]}
            self.call("Input.dispatchKeyEvent", {"type": "keyDown", **control})
            self.call("Input.dispatchKeyEvent", {"type": "keyUp", **control})
            self.press("Backspace")
        self.type(text)


class Popup(Page):
    """The extension's popup, used by someone who looks first: it ignores keys and clicks until it has been visible for a while."""

    def is_ready(self):
        return self.read("document.documentElement.hasAttribute('data-ready')")

    def click(self, selector, timeout=30.0):
        self.see(selector, timeout)
        self.look_first()
        super().click(selector, timeout)

    def press(self, key):
        self.look_first()
        super().press(key)

    def look_first(self, timeout=20.0):
        until(self.is_ready, timeout, "a popup that takes keys and clicks")


_NAMED_KEYS = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, None), "Escape": ("Escape", 27, None), "Backspace": ("Backspace", 8, None),
    "Delete": ("Delete", 46, None), "ArrowDown": ("ArrowDown", 40, None), "ArrowUp": ("ArrowUp", 38, None),
}


def _key(key):
    """Returns what a keyboard reports for a named key or a character."""
    if key in _NAMED_KEYS:
        code, number, text = _NAMED_KEYS[key]
        description = {"key": key, "code": code, "windowsVirtualKeyCode": number}
    else:
        code = f"Key{key.upper()}" if key.isascii() and key.isalpha() else f"Digit{key}" if key.isdigit() else ""
        number = ord(key.upper()) if code else 0
        text = key
        description = {"key": key, "code": code, "windowsVirtualKeyCode": number}
    if text:
        description["text"] = text
    return description
