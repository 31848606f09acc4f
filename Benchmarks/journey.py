# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The time that the user waits for the mark, the popup and the fill, as medians over many rounds.

The page's own clock records when the field got the focus, when a frame with the mark was due and when the value arrived. The pick is timed
before the mouse event is sent, so the browser's delivery of the click counts against Passfold.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from Benchmarks.report import row
from demo.album import Album
from demo.devtools import until
from demo.journey import Journey
from demo.world import SITE, World

RECORDER = """
(() => {
  const seen = globalThis.seen = {};
  const field = document.querySelector('#code');
  const now = () => performance.timeOrigin + performance.now();
  field.addEventListener('focus', () => { seen.focus ??= now(); });
  field.addEventListener('input', () => { seen.filled ??= now(); });
  new MutationObserver((records) => {
    const isThere = records.some((record) => [...record.addedNodes].some((node) => node.popover === 'manual'));
    if (isThere) requestAnimationFrame(() => { seen.mark ??= now(); });
  }).observe(document.documentElement, { childList: true, subtree: true });
})()
"""

BOUNDS = {"mark after focus": 30, "filled after the pick": 30, "popup ready after the click on the mark": None}


def one_round(person):
    """Focuses the code field, opens the popup and picks; returns milliseconds by name."""
    page = person.page
    page.go(SITE + "/sign-in/code")
    until(lambda: person._read(lambda: page.node("#code")), what="the code field")
    page.read("document.activeElement?.blur()")
    until(lambda: not person.mark(), what="the end of an earlier mark")
    page.read(RECORDER)
    page.click("#code")
    until(lambda: page.read("globalThis.seen.mark"), what="the mark")
    mark = until(person.mark, what="the mark's box")
    clicked = time.monotonic()
    popup = person.use_mark(mark)
    box = popup.see("[data-row]")
    opened = (time.monotonic() - clicked) * 1000
    # The popup ignores clicks until it has been visible for half a second: one meant for the page must not land in it.
    popup.look_first()
    picked = time.time() * 1000
    popup.click_box(box)
    until(lambda: person._read(lambda: page.read("globalThis.seen.filled")), what="the filled code")
    seen = page.read("globalThis.seen")
    person.popup_closes(popup)
    return {
        "mark after focus": seen["mark"] - seen["focus"], "filled after the pick": seen["filled"] - picked,
        "popup ready after the click on the mark": opened,
    }


def measure(prefix, programs, rounds=20):
    """Returns the rows: the waiting times in a browser."""
    times = {name: [] for name in BOUNDS}
    with tempfile.TemporaryDirectory() as pictures, World(prefix, programs) as world:
        journey = Journey(world, Album(Path(pictures)), say=lambda line: None)
        world.start_site()
        world.trust_authority()
        world.start_broker()
        person = journey.person
        person.sit_down()
        for step in (journey.create_vault, journey.sign_up, journey.set_up_code):
            step()
        # An unconfirmed code is not filled without a question.
        confirmed = person.terminal.run("passfold confirm --yes")
        if confirmed.status:
            raise RuntimeError(f"the new code could not be confirmed: {confirmed.text}")
        person.sign_out()
        person.enter_password()
        for number in range(rounds):
            until(person.has_time_left, timeout=30, what="a code that is filled without a question", pause=0.1)
            for name, milliseconds in one_round(person).items():
                times[name].append(milliseconds)
            print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    medians = {name: statistics.median(values) for name, values in times.items()}
    return [row(name, median, "ms", bound=BOUNDS[name], holds=BOUNDS[name] is None or median <= BOUNDS[name])
            for name, median in medians.items()]
