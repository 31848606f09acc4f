# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Pictures of opening and maintaining a vault: what its end-to-end tests showed, prompt by prompt and command by command.

The tests run with the real parts and record what their prompts were told to show. Debian's pinentry-gtk2 then draws the same.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from demo.desktop import Desktop
from demo.devtools import until
from demo.screen import Screen
from demo.world import ROOT

# Changing the passphrase and recovery; PIN; fingerprint; check, backup, repair and restore; several devices.
TESTS = ("test_opening.py", "test_leaving.py", "test_finger.py", "test_vault_files.py", "test_devices.py")
COLUMNS, ROWS = 100, 40


def walks(programs, output):
    """Runs the tests with a separate installation and draws each different prompt and each terminal."""
    pinentry = shutil.which("pinentry-gtk-2")
    if not pinentry:
        raise SystemExit("make pictures: pinentry-gtk-2 is missing; apt install pinentry-gtk2")
    with tempfile.TemporaryDirectory(prefix="passfold-walks-") as folder:
        stage = Path(folder, "stage")
        subprocess.run([ROOT / "scripts/install", stage, programs], check=True, stdout=subprocess.DEVNULL)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PASSFOLD_TEST_PREFIX": str(stage), "PASSFOLD_TEST_PROGRAMS": str(programs),
                       "PASSFOLD_TEST_WALKS": folder}
        for test in TESTS:
            subprocess.run(["python3", "-m", "unittest", "discover", "--start-directory", ROOT / "Tests/EndToEnd", "--pattern", test],
                           env=environment, cwd=ROOT, check=True)
        desktop = Desktop(1000, 900)
        seen = set()
        try:
            for walk in sorted(Path(folder).glob("*.json")):
                draw_walk(json.loads(walk.read_text()), pinentry, desktop, output, seen)
        finally:
            desktop.stop()


def draw_walk(walk, pinentry, desktop, output, seen):
    name = walk["test"].rpartition(".")[2].removeprefix("test_")[:40]
    for number, prompt in enumerate(walk["prompts"]):
        # The same words on another terminal or from another process are the same prompt.
        words = re.sub(r"\d+", "0", json.dumps({key: text for key, text in prompt.items() if key not in ("display", "terminal")}))
        if words not in seen:
            seen.add(words)
            draw_prompt(prompt, pinentry, desktop, output / f"walk-{name}-prompt-{number:02}.png")
    for number, commands in enumerate(walk["terminals"]):
        draw_terminal(commands, output / f"walk-{name}-terminal-{number}")
    for number, text in enumerate(walk.get("screens", [])):
        # The text from before the screen was begun is below it.
        screen_text = text.rpartition("\x1b[?1049h")[2]
        for dark in (True, False):
            screen = Screen(COLUMNS, ROWS)
            screen.feed(screen_text)
            screen.draw(output / f"walk-{name}-screen-{number}-{'dark' if dark else 'light'}.png", dark)


def draw_prompt(prompt, pinentry, desktop, path):
    """Draws the prompt with a real pinentry, given the same commands that the vault gave the test's."""
    lines = ["OPTION no-grab"]
    for key, text in prompt.items():
        if key not in ("kind", "display", "terminal"):
            lines.append(f"SET{key.upper()} " + text.replace("%", "%25").replace("\n", "%0A").replace("\r", "%0D"))
    process = subprocess.Popen([pinentry, "--display", desktop.display], env=desktop.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.stdin.write("\n".join([*lines, prompt["kind"].upper(), ""]).encode())
        process.stdin.flush()
        until(lambda: desktop.windows(process.pid), what="the prompt's window")
        # It is drawn a moment after it is mapped.
        time.sleep(0.6)
        desktop.picture(path)
    finally:
        process.kill()
        process.stdin.close()
        process.wait()
    until(lambda: not desktop.windows(process.pid), what="the end of the prompt's window")


def draw_terminal(commands, path):
    lines = []
    for one in commands:
        # Queries by the test itself are not on the user's screen.
        if "--json" not in one["command"] and "/dev/null" not in one["command"]:
            lines += [f"$ {one['command']}", *one["text"].split("\n"), ""]
    lines = [line[start:start + COLUMNS] for line in lines for start in range(0, max(len(line), 1), COLUMNS)]
    for dark in (True, False):
        screen = Screen(COLUMNS, max(1, len(lines)))
        for row, line in enumerate(lines):
            screen.feed(f"\x1b[{row + 1};1H\x1b[{1 if line.startswith('$ ') else 0}m{line}")
        screen.draw(Path(f"{path}-{'dark' if dark else 'light'}.png"), dark)
