# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What the extension costs the pages that the user visits, and how soon its mark appears under a field.

Three browsers load the same pages alternately, so that the machine's other work affects all of them equally: one with the extension, one
without, and one with an extension whose two content scripts are empty, to measure the browser's own cost for scripts in both worlds of a
page. No program of Passfold runs: until the mark is used, nothing is requested.
"""

import http.server
import json
import os
import statistics
import subprocess
import tempfile
import threading
from pathlib import Path

from Benchmarks.journey import RECORDER
from Benchmarks.report import row
from demo.browser import Browser
from demo.devtools import until
from demo.world import ROOT

PARAGRAPHS = "".join(f"<p>Paragraph {number} with <a href='/{number}'>a link</a> and <b>words</b>.</p>" for number in range(400))
ROWS = "".join(f"<tr><td>{number}</td><td><span>row</span></td><td><b>value</b></td></tr>" for number in range(830))
INPUTS = "".join(f"<div><label for='f{number}'>Field {number}</label><input id='f{number}' name='item_{number}'></div>" for number in range(1600))
CHANGE = """
(() => {
  const cells = document.querySelectorAll('td:last-child');
  let round = 0;
  globalThis.change = (rounds) => new Promise((done) => {
    const step = () => {
      round += 1;
      for (const cell of cells) {
        cell.textContent = '';
        const bold = cell.appendChild(document.createElement('b'));
        bold.className = `r${round}`;
        bold.textContent = `value ${round}`;
      }
      if (round % rounds === 0) done(round);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
})()
"""
SIGN_IN = """<form action="/login"><label>User name <input id="code" name="username"></label><label>Password <input type="password"
name="password"></label><button>Sign in</button></form>"""
PAGES = {
    "/article": PARAGRAPHS, "/sign-in": SIGN_IN, "/changing": f"{SIGN_IN}<table>{ROWS}</table>", "/inputs": f"<main>{INPUTS}</main><button>Save</button>",
    "/elements": f"{SIGN_IN}<table>{ROWS}</table>",
}
# A field that is focused as soon as it appears: the scripts for fields are requested on focus.
ADDS_FIELD = f"document.body.innerHTML = {json.dumps(SIGN_IN)}"
LOOK = "(() => { const start = performance.now(); PassfoldFieldDetector.classify(document); return performance.now() - start; })()"


class Site(http.server.BaseHTTPRequestHandler):
    """Serves the pages on a loopback address, which browsers treat as a secure context."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = f"<!DOCTYPE html><title>Example</title><body>{PAGES.get(self.path, '')}</body>".encode()
        self.send_response(200)
        # These headers isolate the page in its process, which gives it a precise clock.
        for name, value in (("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body))), ("Cache-Control", "no-store"),
                            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main_thread(page):
    """Returns the processor time of the page's main thread in seconds."""
    return next(one["value"] for one in page.call("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")


def load(page, url):
    """Returns the milliseconds of work on the main thread until a loaded page is idle.

    The opener policy puts the page into a new process, so all work of that thread belongs to this page.
    """
    page.go("about:blank")
    page.go(url)
    page.call("Runtime.evaluate", {"expression": "new Promise((done) => requestIdleCallback(() => setTimeout(done, 50)))", "awaitPromise": True})
    return main_thread(page) * 1000


def share_of_script(page, rounds):
    """Returns the extension's share of the script time on a constantly changing page, measured with the browser's profiler."""
    page.call("Profiler.enable")
    page.call("Profiler.setSamplingInterval", {"interval": 200})
    page.call("Profiler.start")
    page.call("Runtime.evaluate", {"expression": f"change({rounds})", "awaitPromise": True}, timeout=120)
    profile = page.call("Profiler.stop")["profile"]
    return share_in(profile)


def share_in(profile):
    """Returns the fraction of a profile's script time spent in an extension's functions and what they call."""
    nodes = {node["id"]: node for node in profile["nodes"]}
    parents = {child: node["id"] for node in profile["nodes"] for child in node.get("children", [])}
    ours, script = 0, 0
    for sample, microseconds in zip(profile["samples"], profile["timeDeltas"]):
        if nodes[sample]["callFrame"]["functionName"] in ("(idle)", "(root)"):
            continue
        script += microseconds
        while sample is not None:
            if nodes[sample]["callFrame"]["url"].startswith("chrome-extension:"):
                ours += microseconds
                break
            sample = parents.get(sample)
    return ours / script if script else 0.0


class Isolated:
    """Evaluates expressions in the world of the content scripts, which the page cannot see."""

    def __init__(self, page):
        self.page = page
        self.worlds = {}
        page.browser.connection.listen(self._heard)

    def _heard(self, session, method, parameters):
        if session == self.page.session and method == "Runtime.executionContextCreated":
            context = parameters["context"]
            if context.get("origin", "").startswith("chrome-extension:") or context["name"] == "Passfold":
                self.worlds["latest"] = context["id"]

    def read(self, expression):
        answer = self.page.call("Runtime.evaluate", {"expression": expression, "contextId": self.worlds["latest"], "returnByValue": True})
        return answer["result"]["value"]


def mark_after_focus(page, url, before=None):
    """Returns the milliseconds from the focus to the frame with the mark; before: a script to run once the page is loaded."""
    page.go(url)
    if before:
        page.read(before)
    page.read(RECORDER)
    page.click("#code")
    until(lambda: page.read("globalThis.seen.mark"), what="the mark")
    seen = page.read("globalThis.seen")
    return seen["mark"] - seen["focus"]


def empty_extension(folder):
    """Makes an extension with an empty content script in each world of a page, and nothing else."""
    folder.mkdir()
    (folder / "empty.js").write_text("")
    scripts = [{"matches": ["<all_urls>"], "js": ["empty.js"], "run_at": "document_start", "all_frames": True, "world": world}
               for world in ("ISOLATED", "MAIN")]
    (folder / "manifest.json").write_text(json.dumps({"manifest_version": 3, "name": "Empty", "version": "1", "content_scripts": scripts}))
    return folder


def measure(rounds=30):
    """Returns the rows: what the extension costs pages."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{server.server_address[1]}"
    browsers = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(["node", str(ROOT / "Extension" / "build.mjs"), folder], check=True, stdout=subprocess.DEVNULL)
            pages = {}
            empty = empty_extension(Path(folder) / "empty-extension")
            for name, extension in (("with", Path(folder) / "chromium"), ("empty", empty), ("without", None)):
                browser = Browser(Path(folder) / name, extension, dict(os.environ), Path(folder) / f"{name}.log")
                browsers.append(browser)
                pages[name] = browser.first_page()
                # Processor time, which other programs do not extend.
                pages[name].call("Performance.enable", {"timeDomain": "threadTicks"})
            # The difference is a few milliseconds out of many, so these need the most rounds.
            return [*of_loading(pages, site, 2 * rounds), *of_changing(pages["with"], site), *of_fields(pages["with"], site, rounds)]
        finally:
            for browser in browsers:
                browser.quit()
            server.shutdown()


def of_loading(pages, site, rounds):
    times = {name: [] for name in pages}
    for number in range(rounds + 3):
        for name in sorted(pages, reverse=number % 2 == 1):
            milliseconds = load(pages[name], site + "/article")
            if number >= 3:
                times[name].append(milliseconds)
    bare = statistics.median(times["without"])
    # Compared within each round, because the machine's speed varies.
    added, floor = (statistics.median(one - other for one, other in zip(times[name], times["without"])) for name in ("with", "empty"))
    return [row("work added to loading a page without fields", added, "ms", against=f"{bare:.1f} ms without the extension", ratio=1 + added / bare, bound=5,
                holds=added <= 5),
            row("of it for two empty content scripts, the browser's own part", floor, "ms")]


def of_changing(page, site):
    page.go(site + "/changing")
    page.read(CHANGE)
    # The hardest state: a field has the focus, and the mark is shown under it.
    page.click("#code")
    until(page.mark, what="the mark")
    share = statistics.median(share_of_script(page, 120) for _ in range(3)) * 100
    return [row("share of the script time of a page whose 5,000 nodes change all the time", share, "%", bound=2, holds=share <= 2)]


def of_fields(page, site, rounds):
    world = Isolated(page)
    rows = []
    for name, path in (("5,000 nodes with a sign-in", "/elements"), ("5,000 nodes, 1,600 of them fields", "/inputs")):
        looks = []
        for _ in range(5):
            page.go(site + path)
            # The scripts for fields are loaded once the page is idle.
            until(lambda: world.read("'PassfoldFieldDetector' in globalThis"), what="the detector")
            world.read(LOOK)
            looks.append(min(world.read(LOOK) for _ in range(5)))
        look = statistics.median(looks)
        rows.append(row(f"finding the fields in {name}", look, "ms", bound=20, holds=look <= 20))
    marks = [mark_after_focus(page, site + "/sign-in") for _ in range(rounds)]
    rows.append(row("mark after focus, without Passfold's programs", statistics.median(marks), "ms", bound=30, holds=statistics.median(marks) <= 30))
    late = statistics.median(mark_after_focus(page, site + "/nothing", ADDS_FIELD) for _ in range(rounds))
    rows.append(row("mark after focus in a field that comes after its page is loaded", late, "ms"))
    return rows
