# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The album of the journey: numbered pictures and a page that shows them in order.

The page's text contains no account, site name or secret: the leak check reads it like every other file that the demo leaves.
"""

import base64
import html
import re
from dataclasses import dataclass, field
from pathlib import Path

from demo.devtools import until

TERMINAL_PAGE = """<!doctype html><meta charset="utf-8"><style>
html,body{margin:0;background:#15171c}
body{display:inline-block;min-width:720px;box-sizing:border-box;padding:18px 22px 20px;color:#e6e8ee;font:14px/1.5 "DejaVu Sans Mono",monospace}
.bar{display:flex;gap:7px;padding-bottom:14px}.bar i{width:11px;height:11px;border-radius:50%%;background:#3b404c}
pre{margin:0 0 14px;white-space:pre-wrap;max-width:900px;font:inherit}pre:last-child{margin:0}
b{color:#8fb4ff;font-weight:normal}.prompt{border:1px solid #4a5162;border-radius:8px;padding:12px 16px;background:#1d2027;max-width:640px}
.prompt small{display:block;color:#9aa3b5;padding-bottom:6px;font-size:12px}.pin{display:block;margin-top:10px;padding:4px 10px;background:#0f1115;border-radius:5px;color:#9aa3b5}
</style><div class="bar"><i></i><i></i><i></i></div>%s"""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Passfold: what the journey showed</title>
<style>
:root{color-scheme:light dark;--ink:#17181c;--soft:#5c6270;--ground:#f6f7f9;--card:#fff;--line:#dfe2e9;--good:#146c43;--bad:#b3261e;--accent:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--ink:#eceef4;--soft:#a4abba;--ground:#15171c;--card:#1d2027;--line:#343946;--good:#6fd39f;--bad:#ff8a80;--accent:#8fb4ff}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
header,main{max-width:1080px;margin:0 auto;padding:0 24px}header{padding-top:48px}h1{font-size:30px;margin:0 0 6px}header p{margin:0;color:var(--soft)}
nav{display:flex;flex-wrap:wrap;gap:8px;margin:22px 0 8px}nav a{display:flex;gap:8px;padding:6px 12px;border:1px solid var(--line);border-radius:99px;background:var(--card);color:inherit;text-decoration:none;font-size:14px}
section{margin:28px 0;padding:24px;border:1px solid var(--line);border-radius:14px;background:var(--card)}
h2{margin:0;font-size:20px;display:flex;align-items:baseline;gap:12px}h2 .letter{color:var(--accent)}h2 time{margin-left:auto;color:var(--soft);font-size:14px;font-weight:normal;white-space:nowrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:14px 0 0}dt{color:var(--soft)}dd{margin:0}
.good{color:var(--good)}.bad{color:var(--bad)}
.pictures{display:flex;flex-wrap:wrap;gap:18px;margin-top:20px;align-items:flex-start}
figure{margin:0;max-width:100%%}figure img{display:block;max-width:100%%;border:1px solid var(--line);border-radius:10px}
figure.page{flex:1 1 560px}figure.popup{flex:0 1 400px}figure.terminal{flex:1 1 100%%}figcaption{margin-top:7px;color:var(--soft);font-size:14px}
footer{max-width:1080px;margin:0 auto;padding:0 24px 48px;color:var(--soft);font-size:14px}
</style>
<header><h1>Passfold: what the journey showed</h1><p>%(summary)s</p><nav>%(links)s</nav></header>
<main>%(steps)s</main>
<footer>Played in a throw-away folder with Debian’s Chromium, a real sign-in site, a real encrypted vault and a real provider process. Clicks and keys came through the browser’s input, as a person’s do.</footer>
</html>
"""

PAIR = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;box-sizing:border-box;height:640px;padding:40px;display:flex;gap:40px;align-items:flex-start;background:#e7ebf5}
img{display:block;border-radius:12px;box-shadow:0 2px 10px #1a2a5026}
img:first-child{width:1100px;height:560px;object-fit:cover;object-position:top}img:last-child{width:360px}
</style><img src="data:image/png;base64,%s" alt=""><img src="data:image/png;base64,%s" alt="">"""


@dataclass
class Step:
    """A promised step, and what was observed."""

    letter: str
    title: str
    promised: str
    seen: list = field(default_factory=list)
    milliseconds: float = 0.0
    waited: float = 0.0
    holds: bool = False
    pictures: list = field(default_factory=list)

    def line(self):
        waiting = f" (and {self.waited / 1000:.0f} s for a code that was not used yet)" if self.waited >= 500 else ""
        mark = "ok    " if self.holds else "FAILED"
        return f"{mark} {self.letter}. {self.title}: promised: {self.promised}; seen: {'; '.join(self.seen) or 'nothing'}; {self.milliseconds:.0f} ms{waiting}"


class Album:
    """Saves pictures to a folder and writes a page about them."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in [*self.folder.glob("*.png"), *self.folder.glob("index.html")]:
            old.unlink()
        self.steps = []
        self._pictures = 0

    def begin(self, step):
        self.steps.append(step)
        return step

    def picture(self, page, kind, caption):
        """Takes a picture of a page, popup or terminal and adds it to the current step."""
        self._pictures += 1
        step = self.steps[-1]
        words = re.sub(r"[^a-z0-9]+", "-", caption.lower()).strip("-")[:60]
        name = f"{self._pictures:02d}-{step.letter}-{words}.png"
        page.screenshot(self.folder / name)
        step.pictures.append((name, kind, caption))
        return self.folder / name

    def pair(self, page, left, right, name):
        """Draws two saved pictures side by side, as the README shows a page with its popup. `page` draws them and returns to its address."""
        address = page.read("location.href")
        left, right = (base64.b64encode(path.read_bytes()).decode() for path in (left, right))
        page.call("Emulation.setDeviceMetricsOverride", {"width": 1580, "height": 640, "deviceScaleFactor": 1, "mobile": False})
        page.go("data:text/html;base64," + base64.b64encode((PAIR % (left, right)).encode()).decode())
        until(lambda: page.read("[...document.images].length === 2 && [...document.images].every((image) => image.complete)"), what="both pictures")
        page.screenshot(self.folder / name)
        page.call("Emulation.clearDeviceMetricsOverride", {})
        page.go(address)

    def write(self):
        held = sum(step.holds for step in self.steps)
        links = "".join(
            f'<a href="#{step.letter}"><span class="{"good" if step.holds else "bad"}">{"✓" if step.holds else "✗"}</span>{html.escape(step.title)}</a>'
            for step in self.steps)
        values = {"summary": f"{held} of {len(self.steps)} steps were seen to hold.", "links": links, "steps": "".join(map(self._step, self.steps))}
        (self.folder / "index.html").write_text(PAGE % values)

    @staticmethod
    def _step(step):
        seen = "".join(f"<div>{html.escape(one)}</div>" for one in step.seen) or "nothing"
        waiting = f" + {step.waited / 1000:.0f} s wait for a fresh code" if step.waited >= 500 else ""
        pictures = "".join(
            f'<figure class="{kind}"><img src="{name}" alt="{html.escape(caption)}"><figcaption>{html.escape(caption)}</figcaption></figure>'
            for name, kind, caption in step.pictures)
        state = "good" if step.holds else "bad"
        return (f'<section id="{step.letter}"><h2><span class="letter">{step.letter}</span>{html.escape(step.title)}'
                f'<time>{step.milliseconds:.0f} ms{waiting}</time></h2><dl><dt>Promised</dt><dd>{html.escape(step.promised)}</dd>'
                f'<dt>Seen</dt><dd class="{state}">{seen}</dd></dl><div class="pictures">{pictures}</div></section>')


def terminal_page(answers, prompts=()):
    """Returns a page that shows commands, their output, and the prompts on the screen."""
    parts = []
    for answer in answers:
        parts.append(f"<pre><b>$</b> {html.escape(answer.command)}\n{html.escape(answer.text)}</pre>")
    for prompt in prompts:
        kind = "pinentry asks" if prompt["kind"] == "getpin" else "pinentry asks to confirm"
        text = html.escape(prompt.get("desc", "")).replace("\n", "<br>")
        field_line = f'<span class="pin">{html.escape(prompt.get("prompt", ""))} ••••••••••</span>' if prompt["kind"] == "getpin" else ""
        parts.append(f'<div class="prompt"><small>{kind}</small>{text}{field_line}</div><pre></pre>')
    return TERMINAL_PAGE % "".join(parts)
