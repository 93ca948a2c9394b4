# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A server of the files of one folder, on the loopback address, that answers ranges: `with RangeServer(folder) as server: server.address`."""
import http.server
import pathlib
import re
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body, **headers):
        self.server.answers.append((self.command, self.path, status))
        self.send_response(status)
        for name, value in {"Content_Length": len(body), "Accept_Ranges": "bytes", **headers}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def do_GET(self):
        file = self.server.folder / pathlib.PurePosixPath(self.path).name
        if not file.is_file():
            return self.answer(404, b"no such file")
        body = file.read_bytes()
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if wanted is None:
            return self.answer(200, body)
        if self.server.refuses_ranges and self.command == "GET":
            return self.answer(500, b"broken")
        first, last = int(wanted[1]), min(int(wanted[2] or len(body)), len(body) - 1)
        return self.answer(206, body[first:last + 1], Content_Range=f"bytes {first}-{last}/{len(body)}")

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


class RangeServer(http.server.ThreadingHTTPServer):
    """answers: (method, path, status) of each answer; with refuses_ranges each range is an error of the server."""
    daemon_threads = True

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder, self.answers, self.refuses_ranges = pathlib.Path(folder), [], False
        self.address = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *where):
        if not isinstance(sys.exception(), ConnectionError):  # a client may leave at any time
            super().handle_error(*where)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
