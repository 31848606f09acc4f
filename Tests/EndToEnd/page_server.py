# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Serves pages that tests write, under the names of the sign-in site."""

import http.server
import ssl
import subprocess
import threading

from demo.world import ROOT


class PageServer:
    """HTTPS on a free port of this machine; pages: markup by path."""

    def __init__(self, folder, pages):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([ROOT / "scripts/make-certificate", folder], check=True, capture_output=True)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = pages.get(self.path)
                data = (body or "").encode()
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
        # The handshake is each connection's own: one that only stands by keeps nobody waiting.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
