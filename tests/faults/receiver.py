"""Receives what a webhook is sent, and refuses each message once where a strike says so."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver:
    """accepted: ids of messages in the order in which they were accepted."""

    def __init__(self) -> None:
        self.accepted: list[str] = []
        self._refused: set[str] = set()
        self._is_refusing = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the name of the base class
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(receiver.receive(self.headers["webhook-id"]))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_said: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def receive(self, message: str) -> HTTPStatus:
        if self._is_refusing.is_set() and message not in self._refused:
            self._refused.add(message)
            return HTTPStatus.SERVICE_UNAVAILABLE
        self.accepted.append(message)
        return HTTPStatus.NO_CONTENT

    @contextmanager
    def refusing(self) -> Iterator[None]:
        self._is_refusing.set()
        try:
            yield
        finally:
            self._is_refusing.clear()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
