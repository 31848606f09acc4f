# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What the subtests ended with, and in what two runs differ."""

import json

STATES = {0: "pass", 1: "fail", 2: "timeout", 3: "not run", 4: "precondition failed"}


class Report:
    def __init__(self):
        self.files = {}

    def json(self):
        return json.dumps(self.files, indent=1, ensure_ascii=False)

    def add(self, file, outcome):
        self.files[file] = {
            "harness": outcome["status"], "message": outcome.get("message"),
            "subtests": {test["name"]: {"state": STATES.get(test["status"], "unknown"), "message": (test["message"] or "")[:300]}
                         for test in outcome["tests"]}}

    def line(self, file):
        subtests = self.files[file]["subtests"].values()
        passed = sum(test["state"] == "pass" for test in subtests)
        harness = "" if self.files[file]["harness"] == 0 else f"  harness: {self.files[file]['message']}"
        return f"{file:75} {passed:3} of {len(subtests):<3}{harness}"

    def passes(self):
        return {(file, name) for file, result in self.files.items() for name, test in result["subtests"].items() if test["state"] == "pass"}

    @property
    def count(self):
        return sum(len(result["subtests"]) for result in self.files.values())

    @property
    def passed(self):
        return len(self.passes())

    def compare(self, browser, without, known):
        """Prints how this run differs from the browser's; 1 where a difference has no reason or a test was lost that needs no authenticator."""
        own, other, free = self.passes(), browser.passes(), without.passes()
        lost, won = sorted(other - own), sorted(own - other)
        status = 0
        print(f"passfold {len(own)}, the browser's own authenticators {len(other)}, no authenticator {len(free)}")
        for title, pairs in (("The browser passes, Passfold does not", lost), ("Passfold passes, the browser does not", won),
                             ("Lost that need no authenticator", sorted(free - own))):
            print(f"{title}: {len(pairs)}")
            for file, name in pairs:
                reason = known.get(file, {}).get(name)
                if reason is None:
                    status = 1
                print(f"  {file} | {name}\n    {reason or 'NO REASON IS KNOWN'}")
                message = self.files.get(file, {}).get("subtests", {}).get(name, {}).get("message")
                if reason is None and message:
                    print(f"    {message}")
        gone = [(file, name) for file, names in known.items() for name in names if (file, name) not in {*lost, *won, *(free - own)}]
        for file, name in gone:
            status = 1
            print(f"a reason without a difference: {file} | {name}")
        return status
