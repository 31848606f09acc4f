# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""`make demo`: plays the journey with the real parts in a throw-away world, and leaves its pictures and the files that Passfold wrote.

The results are in demo-output/: index.html, the pictures, and left/ with every file that Passfold wrote (data, runtime, configuration,
logs). The sign-in site's database and the browser's profile belong to the service and to the browser and are removed. All results are
searched for secrets and names; any match makes the demo fail.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from demo.album import Album
from demo.journey import Journey
from demo.world import ROOT, SITE, World


def keep_what_passfold_wrote(world, folder):
    """Copies the files to the results."""
    for path, name in world.written_by_passfold():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def search_for_leaks(needles, folder):
    """Returns True if the results contain none of the secrets and names."""
    with tempfile.NamedTemporaryFile("w", prefix="needles-") as file:
        file.writelines(f"{name}={value}\n" for name, value in needles.items())
        file.flush()
        return subprocess.run([str(ROOT / "scripts/check-leaks"), "--needles", file.name, str(folder)]).returncode == 0


def stay(world, person):
    """Keeps everything running for the user to try, until they end it."""
    world.answer_prompts({"prompt": "*", "pin": person.passphrase, "keep": True})
    print(f"""
Everything is running, in {world.folder} only. To try:
  - in the browser: open {SITE}, sign out and in as {person.user} with the password {person.password};
    click into the code field, pick the code, look at “Show all codes…”, sign in with the passkey
  - in another terminal, with the demo's own folders:
      export {" ".join(f"{name}={world.environment[name]}" for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"))}
      {world.prefix}/bin/passfold status
      {world.prefix}/bin/passfold lock          then ask for a code in the browser again
Prompts for the passphrase are answered by the demo. End it with Control-C; the folder is then removed.""")
    try:
        while world.browser.process.poll() is None:
            time.sleep(0.5)
    except KeyboardInterrupt:
        pass


def main():
    parser = argparse.ArgumentParser(prog="make demo", description="Plays the journey with the real parts.")
    parser.add_argument("--prefix", required=True, help="where scripts/install has put Passfold")
    parser.add_argument("--programs", required=True, help="the folder with the built sign-in site")
    parser.add_argument("--output", default=str(ROOT / "demo-output"))
    parser.add_argument("--interactive", action="store_true", help="show the browser and leave everything running")
    arguments = parser.parse_args()
    if arguments.interactive and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        sys.exit("make demo: INTERACTIVE=1 needs a display, and DISPLAY is not set")
    output = Path(arguments.output)
    shutil.rmtree(output / "left", ignore_errors=True)
    start = time.monotonic()
    world = World(arguments.prefix, arguments.programs)
    clean = False
    try:
        journey = Journey(world, Album(output), say=lambda line: print(line, flush=True))
        held = journey.play(visible=arguments.interactive)
        if arguments.interactive:
            stay(world, journey.person)
        world.stop()
        world.keep_host_log()
        keep_what_passfold_wrote(world, output / "left")
        clean = search_for_leaks(journey.person.needles(), output)
    finally:
        world.stop()
        if os.environ.get("PASSFOLD_DEMO_KEEP"):
            print(f"kept: {world.folder}")
        else:
            world.remove()
    steps = journey.album.steps
    print(f"{sum(step.holds for step in steps)} of {len(steps)} steps seen to hold in {time.monotonic() - start:.0f} s; pictures: {output / 'index.html'}")
    sys.exit(0 if held and clean else 1)


if __name__ == "__main__":
    main()
