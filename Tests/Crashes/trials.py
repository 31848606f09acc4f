# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The four ways in which a vault's writes are interrupted. Each returns its figures and a list of what went wrong."""

import random
import time

from Tests.Crashes.power import Disk
from Tests.Crashes.program import Call

# What is interrupted, and with how many rounds.
SCENARIOS = {"write": 6, "rekey": None, "migrate": None, "keep": None}
# The next start, its derivation included.
LONGEST_START = 2.0


def _judge(world, base, said, what, wrong, seconds, fast=False):
    answer = world.verify(base, said, fast)
    if answer.startswith("ok"):
        seconds.append(float(answer.split()[1]))
        world.forget(base)
    else:
        wrong.append(f"{what}: {answer} (left in {base})")


def _figures(seconds, **counts):
    ordered = sorted(seconds)
    if ordered:
        counts.update(start_median=round(ordered[len(ordered) // 2], 3), start_longest=round(ordered[-1], 3))
    return counts


def kills(world, count, seed):
    """SIGKILL at random moments of a write loop."""
    chance, wrong, seconds, acknowledged = random.Random(seed), [], [], 0
    for number in range(count):
        base = world.fresh()
        process = world.start("write", base, 100_000)
        first = process.stdout.readline()
        assert first == b"open\n", first
        time.sleep(chance.uniform(0, 0.25))
        process.kill()
        said = process.communicate()[0].decode()
        # A line that was cut was not heard.
        said = said[:said.rfind("\n") + 1]
        acknowledged += said.count("ack ")
        _judge(world, base, said, f"kill {number}", wrong, seconds)
    return _figures(seconds, kills=count, acknowledged=acknowledged), wrong


def _recorded(world, scenario):
    base = world.fresh()
    disk = Disk(base)
    (world.folder / f"{scenario}.log").unlink(missing_ok=True)
    said, code = world.run(scenario, base, SCENARIOS[scenario], log=world.folder / f"{scenario}.log")
    assert code == 0, (scenario, said)
    calls = Call.read_all(world.folder / f"{scenario}.log")
    assert calls, f"{scenario}: no call was written down"
    return base, disk, calls


def points(world, rounds, seed, scenarios=tuple(SCENARIOS), most=None):
    """SIGKILL at each named point: before and after each kind of call to each file, at several of its places."""
    chance, wrong, seconds = random.Random(seed), [], []
    named = []
    for scenario in scenarios:
        base, _, calls = _recorded(world, scenario)
        places = {}
        for call in calls:
            if call.kind != "A" and call.number:
                places.setdefault(call.name(base), []).append(call.number)
        named += [(scenario, name, numbers) for name, numbers in sorted(places.items())]
        world.forget(base)
    if most is not None:
        named = chance.sample(named, min(most, len(named)))
    reached = 0
    for scenario, name, numbers in named:
        for number in range(rounds):
            base = world.fresh()
            settings = {"kill": numbers[number // 2 % len(numbers)]}
            if number % 2:
                settings["after"] = 1
            said, code = world.run(scenario, base, SCENARIOS[scenario], **settings)
            reached += code == -9
            _judge(world, base, said, f"{scenario}: killed at “{name}”, call {settings}", wrong, seconds)
    return _figures(seconds, points=len(named), kills=reached), wrong


def images(world, count, seed, scenarios=tuple(SCENARIOS), lies=False):
    """Power cuts: what the disk may hold at a moment of a scenario. A disk that lies keeps nothing of the write-ahead log when it is told to."""
    chance, wrong, seconds = random.Random(seed), [], []
    for scenario in scenarios:
        own = count // len(scenarios)
        base, disk, calls = _recorded(world, scenario)
        # What comes before is the program's own preparation.
        start = next(place for place, call in enumerate(calls) if call.number)
        cuts = sorted(chance.randint(start, len(calls)) for _ in range(own))
        said, place = "", 0
        for number, cut in enumerate(cuts):
            for call in calls[place:cut]:
                if call.kind == "A":
                    said += call.data.decode()
                elif not (lies and call.kind == "S" and call.path.endswith("-wal")):
                    disk.take(call)
            place = cut
            world.count += 1
            target = world.folder / f"run-{world.count}"
            disk.image(target, chance)
            _judge(world, target, said, f"{scenario}: image {number}, cut at call {cut}", wrong, seconds,
                   fast=scenario != "rekey")
        world.forget(base)
    return _figures(seconds, images=count // len(scenarios) * len(scenarios)), wrong


def errors(world, seed, scenarios=("write", "rekey", "migrate"), most=None):
    """An error, a short write and a full disk at each call of a scenario."""
    chance, wrong, seconds, tried, refused = random.Random(seed), [], [], 0, 0
    faults = []
    for scenario in scenarios:
        base, _, calls = _recorded(world, scenario)
        world.forget(base)
        faults += [(scenario, number, error) for number in range(1, calls[-1].number + 1) for error in ("eio", "enospc", "short")]
    if most is not None:
        faults = chance.sample(faults, min(most, len(faults)))
    for scenario, number, error in faults:
        base = world.fresh()
        said, code = world.run(scenario, base, SCENARIOS[scenario], fail=number, error=error)
        tried += 1
        refused += code == 3
        if code not in (0, 3):
            wrong.append(f"{scenario}: {error} at call {number} ended the program with {code}")
        _judge(world, base, said, f"{scenario}: {error} at call {number}", wrong, seconds)
    return _figures(seconds, faults=tried, refused=refused), wrong
