# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Serves a checkout of the web platform tests, as far as the tests of credentials need their server."""

import http.server
import json
import mimetypes
import re
import ssl
import subprocess
import threading
import urllib.parse
import uuid
from pathlib import Path

HOST, OTHER_HOST = "web-platform.test", "not-web-platform.test"
HOSTS = (HOST, f"*.{HOST}", OTHER_HOST, f"*.{OTHER_HOST}")
# Where the results are read, and how a page asks for authenticators; both stand in for files that a browser's vendor brings.
REPORT = """add_completion_callback((tests, status) => { globalThis.passfoldResults = { status: status.status, message: status.message,
  tests: tests.map(({ name, status, message }) => ({ name, status, message })) }; });
setup({ output: false, explicit_timeout: true });"""
DRIVER = """(() => {
  const call = async (op, members) => {
    const answer = await (await fetch('/passfold-driver', { method: 'POST', body: JSON.stringify({ op, ...members }) })).json();
    if (answer.error !== undefined) throw answer.error;
    return answer.result;
  };
  Object.assign(window.test_driver_internal, {
    in_automation: true,
    add_virtual_authenticator: (config) => call('add_virtual_authenticator', { config }),
    remove_virtual_authenticator: (id) => call('remove_virtual_authenticator', { id }),
    add_credential: (id, credential) => call('add_credential', { id, credential }),
    get_credentials: (id) => call('get_credentials', { id }),
    remove_credential: (id, credential_id) => call('remove_credential', { id, credential_id }),
    remove_all_credentials: (id) => call('remove_all_credentials', { id }),
    set_user_verified: (id, uv) => call('set_user_verified', { id, uv }),
    click: async (element) => element.click(),
  });
  window.test_driver.bless = async (intent, action) => action?.();
})();"""
WINDOW_TEST = """<!doctype html><meta charset="utf-8">
<script>self.GLOBAL = { isWindow: () => true, isWorker: () => false, isShadowRealm: () => false };</script>
<script src="/resources/testharness.js"></script><script src="/resources/testharnessreport.js"></script>{scripts}
<div id="log"></div><script src="{test}"></script>"""
SUBDOMAINS = {"": "", "www": "www.", "www1": "www1.", "www2": "www2."}


def make_certificates(folder):
    """An authority of this run's own, and the server's certificate."""
    def openssl(*arguments):
        subprocess.run(("openssl", *arguments), check=True, capture_output=True, cwd=folder)
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl("req", "-x509", *curve, "-days", "30", "-subj", "/CN=authority of a test", "-addext", "basicConstraints=critical,CA:TRUE",
            "-addext", "keyUsage=critical,keyCertSign,cRLSign", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", *curve, "-subj", f"/CN={HOST}", "-keyout", "server.key", "-out", "server.csr")
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    Path(folder, "extensions").write_text(f"subjectAltName={names}\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30",
            "-extfile", "extensions", "-out", "server.pem")


class Server:
    """The tests of one checkout; `drive` answers what a page asks of its driver."""

    def __init__(self, root, folder, drive):
        root = Path(root).resolve()

        class Handler(PageHandler):
            pass
        Handler.root, Handler.drive = root, staticmethod(drive)
        make_certificates(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(Path(folder, "server.pem"), Path(folder, "server.key"))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def show(self, port):
        """Says which port stands in the addresses of the tests."""
        self.server.RequestHandlerClass.shown_port = port

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class PageHandler(http.server.BaseHTTPRequestHandler):
    shown_port = 443
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if self.path != "/passfold-driver":
            return self.send(b"", "text/plain", code=404)
        return self.send(json.dumps(self.drive(asked)).encode(), "application/json")

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        path = urllib.parse.unquote(address.path)
        if path == "/resources/testharnessreport.js":
            return self.send(REPORT.encode(), "text/javascript")
        if path == "/resources/testdriver-vendor.js":
            return self.send(DRIVER.encode(), "text/javascript")
        if path == "/resources/WebIDLParser.js":
            path = "/resources/webidl2/lib/webidl2.js"
        file = self.root.joinpath(path.lstrip("/")).resolve()
        if path.endswith(".window.html") and (script := file.with_suffix(".js")).is_file():
            return self.send(self.window_test(script, path).encode(), "text/html; charset=utf-8")
        if not file.is_relative_to(self.root) or not file.is_file():
            return self.send(b"not found", "text/plain", code=404)
        body = file.read_bytes()
        if ".sub." in file.name or "pipe=sub" in address.query:
            body = self.substituted(body.decode(), address.query).encode()
        kind = {".js": "text/javascript; charset=utf-8", ".idl": "text/plain; charset=utf-8"}.get(file.suffix)
        kind = kind or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        headers = Path(f"{file}.headers")
        extra = [line.strip().split(":", 1) for line in headers.read_text().splitlines() if ":" in line] if headers.is_file() else []
        return self.send(body, f"{kind}; charset=utf-8" if kind == "text/html" else kind,
                         [(name, value.strip()) for name, value in extra if name.lower() != "content-type"])

    @staticmethod
    def window_test(script, path):
        named = re.findall(r"^// META: script=(\S+)", script.read_text(), re.MULTILINE)
        scripts = "".join(f'<script src="{name}"></script>' for name in named)
        return WINDOW_TEST.replace("{scripts}", scripts).replace("{test}", path.removesuffix("html") + "js")

    def substituted(self, text, query):
        """What the tests' own server puts into pages: hosts, ports and members of the address."""
        given = dict(urllib.parse.parse_qsl(query))
        host = (self.headers.get("Host") or HOST).split(":")[0]

        def value(match):
            key = match.group(1)
            if part := re.fullmatch(r"domains\[(.*)\]", key):
                return SUBDOMAINS.get(part.group(1), part.group(1) + ".") + HOST
            if part := re.fullmatch(r"hosts\[(.*)\]\[(.*)\]", key):
                return SUBDOMAINS.get(part.group(2), part.group(2) + ".") + (OTHER_HOST if part.group(1) == "alt" else HOST)
            if key.startswith("GET["):
                return given.get(key[4:-1], "")
            shown = host if self.shown_port == 443 else f"{host}:{self.shown_port}"
            simple = {"host": HOST, "location[server]": f"https://{shown}", "location[host]": shown, "uuid()": str(uuid.uuid4())}
            return str(self.shown_port) if key.startswith("ports[") else simple.get(key, match.group(0))
        return re.sub(r"\{\{([^{}]+)\}\}", value, text)

    def send(self, body, kind, headers=(), code=200):
        self.send_response(code)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
