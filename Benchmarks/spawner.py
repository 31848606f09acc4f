# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Runs whole processes alternately and records their times: spawner.py PLAN.json RESULTS.json

The plan is {"rounds": N, "commands": {name: {"arguments": [...], "input": text or null}}}; the results are {name: [milliseconds, ...]}.
This is a separate program because a grant belongs to a terminal's session, and it has to run inside one.
"""

import json
import os
import sys
import time


def run(arguments, text):
    feed, feeding = os.pipe()
    os.write(feeding, (text or "").encode())
    os.close(feeding)
    actions = [(os.POSIX_SPAWN_DUP2, feed, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    process = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=actions)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    took = (time.perf_counter() - start) * 1000
    os.close(feed)
    if status:
        sys.exit(f"{arguments[0]} ended with status {status}")
    return took


def main():
    plan = json.load(open(sys.argv[1]))
    results = {name: [] for name in plan["commands"]}
    for _ in range(plan["rounds"]):
        for name, command in plan["commands"].items():
            results[name].append(run(command["arguments"], command["input"]))
    with open(sys.argv[2], "w") as file:
        json.dump(results, file)


if __name__ == "__main__":
    main()
