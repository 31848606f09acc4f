# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Passkeys: our libraries' own measurements, and a sign-in verified alternately with py_webauthn and libfido2."""

import base64
import ctypes
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from Benchmarks import spawner
from Benchmarks.report import measured_rows, row
from demo.world import ROOT

ROUNDS, RUNS = 41, 200
WHOLE_ROUNDS = 41
LEAST_BESIDE_PY_WEBAUTHN = 1.4


def measure(programs):
    """Returns the rows; exits if a program for comparison is missing."""
    if not shutil.which("fido2-assert"):
        sys.exit("make bench: fido2-assert is missing; scripts/bootstrap --bench installs it")
    environment = subprocess.run([str(ROOT / "scripts/python-environment"), ".venv", "requirements.txt"], stdout=subprocess.PIPE, text=True, check=True)
    rows = measured_rows(programs, "passkey-rows")
    with tempfile.TemporaryDirectory() as folder:
        ours = Turns([str(Path(programs) / "passfold-measurements"), "sign-in"])
        sign_in = Path(folder) / "sign-in.json"
        sign_in.write_text(ours.process.stdout.readline())
        told = json.loads(sign_in.read_text())
        peers = {
            "py_webauthn": Turns([environment.stdout.strip(), str(Path(__file__).with_name("py_webauthn_turns.py")), str(sign_in)]),
            "libfido2, fido_assert_verify (no client data, no JSON)": LibFido2(told),
        }
        rows += by_turns(ours, peers)
        rows += whole_processes(programs, told, Path(folder))
        for one in (ours, peers["py_webauthn"]):
            one.close()
    return rows


class Turns:
    """A process that verifies a sign-in as many times as a line of its input says, and answers with the seconds."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def take(self, runs):
        self.process.stdin.write(f"{runs}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        if self.process.wait(timeout=10):
            raise RuntimeError(f"{self.process.args[0]} ended with status {self.process.returncode}")


class LibFido2:
    """The calls of `fido2-assert -V`, without starting a process and reading its files."""

    ES256 = -7

    def __init__(self, told):
        library = ctypes.CDLL("libfido2.so.1")
        library.fido_assert_new.restype = library.es256_pk_new.restype = ctypes.c_void_p
        library.fido_init(0)
        self.library = library
        self.assertion = ctypes.c_void_p(library.fido_assert_new())
        self.key = ctypes.c_void_p(library.es256_pk_new())
        # The DER form ends with the coordinates of an uncompressed point.
        self.point = decoded(told["publicKeyDER"])[-64:]
        self.relying_party = told["relyingPartyID"].encode()
        self.parts = [decoded(told[name]) for name in ("clientDataHash", "authenticatorData", "signature")]
        self.parts[1] = cbor_bytes(self.parts[1])
        self.verify()

    def verify(self):
        library, (client_data_hash, authenticator_data, signature) = self.library, self.parts
        faults = (
            library.fido_assert_set_clientdata_hash(self.assertion, client_data_hash, ctypes.c_size_t(len(client_data_hash))),
            library.fido_assert_set_rp(self.assertion, self.relying_party),
            library.fido_assert_set_count(self.assertion, ctypes.c_size_t(1)),
            library.fido_assert_set_authdata(self.assertion, ctypes.c_size_t(0), authenticator_data, ctypes.c_size_t(len(authenticator_data))),
            library.fido_assert_set_sig(self.assertion, ctypes.c_size_t(0), signature, ctypes.c_size_t(len(signature))),
            library.es256_pk_from_ptr(self.key, self.point, ctypes.c_size_t(len(self.point))),
            library.fido_assert_verify(self.assertion, ctypes.c_size_t(0), self.ES256, self.key),
        )
        if any(faults):
            raise RuntimeError(f"libfido2 refused a good assertion: {faults}")

    def take(self, runs):
        start = time.perf_counter()
        for _ in range(runs):
            self.verify()
        return time.perf_counter() - start


def by_turns(ours, peers):
    """Returns a row for each peer: how many times longer it takes for the same sign-in, as the median over rounds."""
    everybody = {"ours": ours, **peers}
    times = {name: [] for name in everybody}
    for one in everybody.values():
        one.take(RUNS)
    for number in range(ROUNDS):
        # The order rotates.
        order = list(everybody)[number % len(everybody):] + list(everybody)[:number % len(everybody)]
        for name in order:
            times[name].append(everybody[name].take(RUNS) / RUNS)
    rows = []
    for name in peers:
        ratio = statistics.median(peer / our for peer, our in zip(times[name], times["ours"]))
        bound = LEAST_BESIDE_PY_WEBAUTHN if name == "py_webauthn" else None
        rows.append(row(f"verify a sign-in, ES256: {name}", round(1 / statistics.median(times[name])), "sign-ins/s",
                        against=f"ours, {1 / statistics.median(times['ours']):,.0f}/s", ratio=ratio, bound=bound,
                        holds=bound is None or ratio >= bound))
    return rows


def whole_processes(programs, told, folder):
    """Compares `fido2-assert -V` with our conformance program, each started for the same assertion."""
    key = folder / "key.pem"
    key.write_text("-----BEGIN PUBLIC KEY-----\n" + base64.encodebytes(decoded(told["publicKeyDER"])).decode() + "-----END PUBLIC KEY-----\n")
    text = [base64.b64encode(decoded(told["clientDataHash"])), told["relyingPartyID"].encode(),
            base64.b64encode(cbor_bytes(decoded(told["authenticatorData"]))), base64.b64encode(decoded(told["signature"]))]
    case = {"id": 1, "op": "authentication", "response": json.loads(told["response"]),
            "options": {"challenge": told["challenge"], "origins": [told["origin"]], "rpIds": [told["relyingPartyID"]],
                        "credential": {"id": told["credentialID"], "publicKey": told["publicKey"], "signCount": 0, "backupEligible": True}}}
    conformance = [str(Path(programs).resolve() / "passfold-conformance")]
    answer = subprocess.run(conformance, input=json.dumps(case) + "\n", stdout=subprocess.PIPE, text=True, check=True).stdout
    if json.loads(answer)["verdict"] != "accept":
        raise RuntimeError(f"the conformance program does not take a good assertion: {answer}")
    commands = {"peer": ([shutil.which("fido2-assert"), "-V", str(key), "es256"], "".join(line.decode() + "\n" for line in text)),
                "ours": (conformance, json.dumps(case) + "\n")}
    times = {name: [] for name in commands}
    for number in range(WHOLE_ROUNDS):
        for name in sorted(commands, reverse=number % 2 == 0):
            times[name].append(spawner.run(*commands[name]))
    ours = statistics.median(times["ours"])
    ratio = statistics.median(peer / our for peer, our in zip(times["peer"], times["ours"]))
    return [row("verify an assertion, ES256: fido2-assert -V, whole process", statistics.median(times["peer"]), "ms",
                against=f"passfold-conformance, whole process, {ours:.3g} ms", ratio=ratio)]


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor_bytes(data):
    """Returns a byte string of less than 256 bytes in CBOR."""
    return bytes([0x58, len(data)]) + data
