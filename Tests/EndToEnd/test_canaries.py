# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""One of each secret goes through every flow while programs crash, and afterwards no file contains any of them unencrypted."""

import json
import os
import re
import resource
import shutil
import signal
import tempfile
import unittest
from pathlib import Path

from demo.devtools import until
from recovery_key import KIT
from world_for_tests import WorldTestCase, search_for_leaks

NOTE, FIELD, IMPORTED = "Canary~note~6f1b9c", "Canary~field~77ac01", "KRUGKIDROVUWG2ZAMJZG653OEBTG66BA"
# Swift's runtime would log what the registers point at, and then wait for ever for a process that nobody may trace.
FAULTS = (signal.SIGQUIT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV)
TEXT, CARD, DOCUMENT = "Canary~text~41d07e", "4929417230598164", "Canary~passport~c8801f"
ATTACHED = "Canary~attached~5c0e27"
FORMER, NEXT_PASSPHRASE = "Canary~former~93d2e8", "canary basalt 40f7aa meadow"


class CanaryTests(WorldTestCase):
    def setUp(self):
        before = resource.getrlimit(resource.RLIMIT_CORE)
        # The kernel would write a core dump of every program that allows it.
        resource.setrlimit(resource.RLIMIT_CORE, (before[1], before[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_CORE, before)
        self.open_account()
        # What the user wrote down is theirs to protect; nothing else is.
        self.papers = self.world.folder / "papers"
        self.papers.mkdir()
        for paper in (self.world.home / "kit.txt", self.world.home / "link"):
            shutil.move(paper, self.papers)

    def paper(self, name, text):
        (self.papers / name).write_text(text)
        return self.papers / name

    def needles(self):
        person = self.person
        keys = {f"recovery-key-{number}": KIT.search(kit.read_text()).group() for number, kit in enumerate(sorted(self.papers.glob("kit*.txt")))}
        return {"passphrase": self.first_passphrase, "next-passphrase": person.passphrase, "password": person.password, "former": FORMER,
                "note": NOTE, "field": FIELD, "secret": person.code_secret, "secret-imported": IMPORTED, "text": TEXT, "attached": ATTACHED, "card": CARD,
                "document": DOCUMENT, **keys}

    def crash(self, program):
        """Ends a program in the middle of its work, with secrets in its memory; a fault would leave no core dump either."""
        number, = self.world.processes(program)
        self.assertRegex(Path(f"/proc/{number}/limits").read_text(), r"Max core file size +0 +0 ")
        caught = int(re.search(r"(?m)^SigCgt:\s+([0-9a-f]+)$", Path(f"/proc/{number}/status").read_text()).group(1), 16)
        self.assertEqual([fault for fault in FAULTS if caught >> (fault - 1) & 1], [], f"{program} handles its own faults")
        # SIGSEGV from outside does not end the first process of a process namespace, which the vault is.
        os.kill(number, signal.SIGKILL if program == "passfold-vault" else signal.SIGSEGV)
        until(lambda: number not in self.world.processes(program), what=f"the end of {program}")

    def go_through_everything(self):
        person, site = self.person, self.person.service
        self.first_passphrase = person.passphrase
        edit = f"passfold edit {site} --kind password"
        self.run_well(f"{edit} --secret-stdin < {self.paper('former', FORMER)}")
        self.run_well(f"{edit} --secret-stdin < {self.paper('password', person.password)}")
        self.run_well(f"{edit} --note-stdin < {self.paper('note', NOTE)}")
        self.run_well(f"{edit} --field PIN --hidden < {self.paper('field', FIELD)}")
        self.run_well(f"passfold attach {site} {self.paper('attached', ATTACHED * 5000)} --kind password")
        self.run_well(f"passfold attachments {site} --kind password --save attached --to {self.papers}/saved")
        link = f"otpauth://totp/Mail:{person.user}?secret={IMPORTED}&issuer=mail.example"
        self.run_well(f"passfold add code --confirmed --setup-url-stdin < {self.paper('second-link', link)}")
        self.run_well(f"passfold qr mail.example --output {self.papers}/code.png")
        self.run_well(f"passfold add note --title Alarm --text-stdin < {self.paper('text', TEXT)}")
        self.run_well(f"passfold add card --title Travel --secrets-stdin < {self.paper('card', CARD)}")
        self.run_well(f"passfold add identity --title Me --document Passport --secrets-stdin < {self.paper('document', DOCUMENT)}")
        for query in ("alarm --reveal", "travel --reveal --json", "me --field Passport"):
            self.run_well(f"passfold show {query} > {self.papers}/shown-entry")
        for query in ("alarm --secret-stdin", "travel --secret-stdin", "me --document Passport"):
            self.run_well(f"passfold edit {query} <<< 'something else'")
        for part in ("--reveal", "--reveal --former 0", "--note", "--field PIN"):
            self.run_well(f"passfold show {site} --kind password {part} > {self.papers}/shown")
        self.run_well("passfold health")
        with self.subTest("what a page gets"):
            person.fill_from(person.ask_in_page("#password", person.user), "#password")
        self.crash("passfold-vault")
        until(lambda: json.loads(self.run_well("passfold status --json").text).get("vault", {}).get("state") == "locked", what="a locked vault")
        person.passphrase = NEXT_PASSPHRASE
        person.will_answer({"prompt": "current passphrase of your vault", "pin": self.first_passphrase}, {"prompt": "a new passphrase", "pin": NEXT_PASSPHRASE})
        self.run_well("passfold passphrase")
        self.always_answer()
        self.run_well(f"passfold recovery-key --recovery-kit {self.papers}/kit-2.txt")
        self.run_well(f"passfold remove {site} --kind password")
        self.run_well(f"passfold restore {site}")
        self.run_well("passfold log")
        self.crash("passfold-browser-host")
        self.crash("passfold-vault")
        self.crash("passfold-broker")
        self.world.stop()

    def test_no_secret_of_any_flow_is_left_on_disk_unencrypted(self):
        self.go_through_everything()
        needles = self.needles()
        self.assertEqual(len(needles), 14)
        status, words = search_for_leaks(needles, self.papers)
        self.assertEqual([name for name in needles if f"{name} (as it is)" not in words and "passphrase" not in name], [], "the search missed a secret")
        with tempfile.TemporaryDirectory() as rest:
            for file in filter(Path.is_file, self.world.folder.iterdir()):
                shutil.copy(file, rest)
            for folder in (self.world.own, self.world.home, rest):
                status, words = search_for_leaks(needles, folder)
                self.assertEqual(status, 0, words)
        cores = [str(file) for file in self.world.folder.rglob("core*") if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]
        self.assertEqual(cores, [])


if __name__ == "__main__":
    unittest.main()
