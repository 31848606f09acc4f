# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The system with ten providers and a hundred thousand identities: through the real browser host to the broker and back."""

import json
import os
import plistlib
import random
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from Benchmarks import crowd_provider
from Benchmarks.report import row
from demo.pairing import BrowserProfile

PROVIDERS = 10
ROUNDS = 2_000
STARTS = 20
CALLER = "chrome-extension://measured/"
PINENTRY = Path(__file__).resolve().parent.parent / "demo/scripted_pinentry.py"
PROGRAMS = "libexec/passfold"


class BrowserHost:
    """The extension's side of the browser host, for a profile paired before the measurements."""

    def __init__(self, prefix, environment):
        self.process = subprocess.Popen(
            [str(prefix / PROGRAMS / "passfold-browser-host"), CALLER], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.last = 0
        profile = BrowserProfile(CALLER)
        challenge, _ = profile.open(self.send, self.receive)
        _, standing = profile.pair(challenge, self.send, self.receive)
        if standing["type"] != "paired":
            raise RuntimeError(f"the broker did not let the browser in: {standing}")

    def send(self, message):
        text = json.dumps(message).encode()
        self.process.stdin.write(struct.pack("=I", len(text)) + text)

    def receive(self):
        size = struct.unpack("=I", self._exactly(4))[0]
        return json.loads(self._exactly(size))

    def ask(self, kind, **members):
        """Returns the final answer and its time in milliseconds."""
        self.last += 1
        text = json.dumps({"type": kind, "id": self.last, **members}).encode()
        start = time.perf_counter()
        self.process.stdin.write(struct.pack("=I", len(text)) + text)
        answer = self.receive()
        return answer, (time.perf_counter() - start) * 1000

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.process.stdout.read(count - len(data))
            if not part:
                raise RuntimeError("the browser host ended")
            data += part
        return data


def context(site):
    origin = f"https://login.shop{site}.example"
    return {"origin": origin, "topOrigin": origin, "ancestorOrigins": [], "tab": 1, "frame": 0, "document": "d"}


def install_providers(places):
    """Installs and enables ten of the user's own providers."""
    folder = places["data"] / "passfold/providers"
    entries = [{"identifier": f"org.example.measured-{number}", "isEnabled": True} for number in range(PROVIDERS)]
    settings = places["config"] / "passfold/providers.json"
    settings.parent.mkdir(mode=0o700)
    settings.write_text(json.dumps({"version": 1, "providers": entries}))
    settings.chmod(0o600)
    for number in range(PROVIDERS):
        bundle = folder / f"measured-{number}.provider"
        bundle.mkdir(parents=True, mode=0o755)
        shutil.copy(crowd_provider.__file__, bundle / "provider")
        (bundle / "provider").chmod(0o755)
        capabilities = {"ProvidesOneTimeCodes": True}
        with open(bundle / "Info.plist", "wb") as file:
            plistlib.dump({
                "CFBundleIdentifier": f"org.example.measured-{number}", "CFBundleDisplayName": f"Measured {number}",
                "CFBundleExecutable": "provider",
                "NSExtension": {
                    "NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
                    "NSExtensionPrincipalClass": "provider",
                    "NSExtensionAttributes": {"ASCredentialProviderExtensionCapabilities": capabilities},
                }}, file)


def start_broker(prefix, environment):
    """Returns the process, and the milliseconds until its socket accepted connections."""
    path = Path(environment["XDG_RUNTIME_DIR"]) / "passfold" / "broker.sock"
    # A broker that has ended leaves a dead socket.
    path.unlink(missing_ok=True)
    start = time.perf_counter()
    with open(environment["XDG_RUNTIME_DIR"] + "/broker.log", "ab") as log:
        process = subprocess.Popen(
            [str(prefix / PROGRAMS / "passfold-broker")], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    while not path.exists():
        if process.poll() is not None:
            raise RuntimeError("the broker ended")
        time.sleep(0.0002)
    return process, (time.perf_counter() - start) * 1000


def stop(process):
    process.terminate()
    process.wait(10)


def resident(process):
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no resident size")


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def world(folder):
    """Returns an environment of its own, without the user's folders."""
    places = {name: folder / name for name in ("home", "run", "data", "config", "state", "cache")}
    for place in places.values():
        place.mkdir(mode=0o700)
    # The user agrees when the browser is paired.
    (folder / "answers").write_text(json.dumps({"prompt": "connect a browser", "keep": True}) + "\n")
    return places, {
        "HOME": str(places["home"]), "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "XDG_RUNTIME_DIR": str(places["run"]),
        "XDG_DATA_HOME": str(places["data"]), "XDG_CONFIG_HOME": str(places["config"]), "XDG_STATE_HOME": str(places["state"]),
        "XDG_CACHE_HOME": str(places["cache"]), "LANG": "C.UTF-8",
        # Without a display the user is not asked to agree; nothing is drawn on this one.
        "DISPLAY": ":7654", "PASSFOLD_PINENTRY": str(PINENTRY), "PASSFOLD_DEMO_ANSWERS": str(folder / "answers")}


def measure(prefix):
    """Returns the rows: focus to suggestions, pick to code, and the broker's own use."""
    prefix = Path(prefix).resolve()
    with tempfile.TemporaryDirectory(prefix="pf") as folder:
        places, environment = world(Path(folder))
        install_providers(places)
        started = []
        for _ in range(STARTS):
            process, milliseconds = start_broker(prefix, environment)
            started.append(milliseconds)
            stop(process)
        broker, _ = start_broker(prefix, environment)
        try:
            host = BrowserHost(prefix, environment)
            wait_until_filled(host)
            focus, pick = [], []
            choice = random.Random(1)
            for _ in range(ROUNDS):
                asked = {"context": context(choice.randrange(crowd_provider.SITES)), "field": "one-time-code"}
                answer, milliseconds = host.ask("suggestions", **asked)
                focus.append(milliseconds)
                given, milliseconds = host.ask("provide", token=choice.choice(answer["items"])["token"], context=asked["context"])
                if given.get("code") != "123456":
                    raise RuntimeError(f"no code but {given}")
                pick.append(milliseconds)
            size = resident(broker)
        finally:
            stop(broker)
    rows = [
        ("focus to suggestions, 100,000 identities of 10 providers, p99", percentile(focus, 0.99), "ms", 5),
        ("pick to code through a warm provider, p99", percentile(pick, 0.99), "ms", 20),
        ("start of passfold-broker, median", percentile(started, 0.5), "ms", 50),
        ("passfold-broker resident with 100,000 identities", size, "MB", 40),
    ]
    medians = [
        ("focus to suggestions, median", percentile(focus, 0.5), "ms", None), ("pick to code, median", percentile(pick, 0.5), "ms", None),
    ]
    return [row(name, value, unit, bound=bound, holds=bound is None or value <= bound) for name, value, unit, bound in rows + medians]


def wait_until_filled(host):
    """Waits until every provider has filled its store: the last site then has one row for each account that they all know."""
    wanted = PROVIDERS * (crowd_provider.COUNT // crowd_provider.SITES)
    until = time.monotonic() + 60
    while True:
        answer, _ = host.ask("suggestions", context=context(crowd_provider.SITES - 1), field="one-time-code")
        if len(answer.get("items", [])) == wanted:
            return
        if time.monotonic() > until:
            raise RuntimeError(f"the stores were not filled: {len(answer.get('items', []))} rows")
        time.sleep(0.05)
