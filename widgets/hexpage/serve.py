"""A small web server for a built book: ``python -m hexpage.serve _build/html``.

Standard library only. Sends text and WebAssembly gzipped, lets browsers keep files whose folder carries a hash, and
counts what it sends, so that tests and ``bench/`` can say how many bytes a page costs.
"""

from __future__ import annotations

import argparse
import gzip
import mimetypes
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

__all__ = ["BookServer", "Sent", "main", "serve"]

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".gz": "application/gzip"}
PACKED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".txt", ".wasm", ".inv", ".toml", ".md"}
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Sent:
    """One answer: path, HTTP status and bytes of the body."""

    path: str
    status: int
    size: int


@dataclass
class _Shelf:
    """Packed files, kept as long as the file does not change."""

    items: dict[tuple[str, int], bytes] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def packed(self, path: Path) -> bytes:
        key = (str(path), path.stat().st_mtime_ns)
        with self.lock:
            if key not in self.items:
                self.items[key] = gzip.compress(path.read_bytes(), 6, mtime=0)
            return self.items[key]


class BookServer(ThreadingHTTPServer):
    """Serves one folder; ``sent`` lists what it has sent."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, root: Path, port: int = 0, host: str = "127.0.0.1", *, quiet: bool = True) -> None:
        self.root = root.resolve()
        self.quiet = quiet
        self.sent: list[Sent] = []
        self.shelf = _Shelf()
        super().__init__((host, port), _Handler)

    @property
    def url(self) -> str:
        """The address, without a slash at the end."""
        return f"http://{self.server_address[0]!s}:{self.server_port}"

    def start(self) -> BookServer:
        """Serve in a thread of its own."""
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who leaves before a file has arrived is not an error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: BookServer

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _file(self) -> Path | None:
        path = (self.server.root / unquote(urlsplit(self.path).path).lstrip("/")).resolve()
        if not path.is_relative_to(self.server.root):
            return None
        if path.is_dir():
            path /= "index.html"
        return path if path.is_file() else None

    def _answer(self, *, body: bool) -> None:
        route = urlsplit(self.path).path
        target = self.server.root / unquote(route).lstrip("/")
        if not route.endswith("/") and target.is_dir() and target.resolve().is_relative_to(self.server.root):
            self._head(HTTPStatus.MOVED_PERMANENTLY, {"Location": route + "/", "Content-Length": "0"})
            return
        path = self._file()
        if path is None and route == "/favicon.ico":  # browsers ask for it unasked
            self._head(HTTPStatus.NO_CONTENT, {})
            return
        if path is None:
            text = b"Not in this book."
            self._head(HTTPStatus.NOT_FOUND, {"Content-Type": "text/plain", "Content-Length": str(len(text))})
            self.wfile.write(text if body else b"")
            self.server.sent.append(Sent(route, 404, len(text)))
            return
        stat = path.stat()
        tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        lasting = path.parent.name.startswith(("app-", "core-")) and path.parent.parent.name == "hexpage"
        headers = {
            "Cache-Control": FOR_EVER if lasting else "no-cache",
            "ETag": tag,
            "Last-Modified": formatdate(stat.st_mtime, usegmt=True),
            "Vary": "Accept-Encoding",
        }
        if self.headers.get("If-None-Match") == tag:
            self._head(HTTPStatus.NOT_MODIFIED, headers)
            self.server.sent.append(Sent(route, 304, 0))
            return
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        headers["Content-Type"] = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        if path.suffix in PACKED and "gzip" in self.headers.get("Accept-Encoding", ""):
            data = self.server.shelf.packed(path)
            headers["Content-Encoding"] = "gzip"
        else:
            data = path.read_bytes()
        headers["Content-Length"] = str(len(data))
        self._head(HTTPStatus.OK, headers)
        if body:
            self.wfile.write(data)
        self.server.sent.append(Sent(route, 200, len(data)))

    def _head(self, status: HTTPStatus, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        if not self.server.quiet:
            super().log_message(format, *args)


def serve(root: Path, port: int, host: str = "127.0.0.1") -> None:
    """Serve until interrupted, and print the address.

    Raises:
        OSError: the port is taken.
    """
    with BookServer(root, port, host) as server:
        print(f"The book is at {server.url} (Ctrl+C stops it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m hexpage.serve", description="Serve a built book.")
    parser.add_argument("root", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--host", default="127.0.0.1", help="0.0.0.0 lets other devices of the network in; by default only this machine"
    )
    args = parser.parse_args(argv)
    if not (args.root / "index.html").is_file():
        print(f"{args.root}: no index.html here; build the book first (make html)")
        return 1
    try:
        serve(args.root, args.port, args.host)
    except OSError as error:
        print(f"port {args.port} cannot be used ({error.strerror}); try another: make book PORT=8001")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
