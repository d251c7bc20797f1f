"""Sends one request and reads the beginning of the answer.

The connection goes to the address that was looked at (addresses.py); certificate and `Host` are
those of the name. Redirects are answers like others. Nothing takes longer than SECONDS but the
resolver of the system, which has its own limit.
"""

import http.client
import math
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.outgoing.addresses import (
    BadUrl,
    NotResolved,
    OwnNetwork,
    Resolve,
    Target,
    resolve_host,
    resolve_target,
)

SECONDS = 15.0
ANSWER_BYTES = 4_096
SHOWN_CHARACTERS = 1_000
NOT_RESOLVED, OWN_NETWORK, BAD_URL = "not_resolved", "own_network", "bad_url"
TIMED_OUT, NO_CONNECTION, BAD_CERTIFICATE = "timed_out", "no_connection", "bad_certificate"
NO_ANSWER = "no_answer"
SECONDS_TEXT = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent where."""

    url: str
    headers: Mapping[str, str]
    body: bytes = b""
    method: str = "POST"


@dataclass(frozen=True, slots=True)
class Answer:
    """status: None if there was no answer; `problem` says why. retry_after: seconds.

    body: as much as was asked for. text: what of it can be shown.
    """

    milliseconds: int
    status: int | None = None
    text: str = ""
    problem: str = ""
    retry_after: int | None = None
    body: bytes = b""

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class _Failed(Exception):
    """There was no answer. Its argument is the problem."""


def send(
    message: Message,
    *,
    resolve: Resolve = resolve_host,
    seconds: float = SECONDS,
    context: ssl.SSLContext | None = None,
    is_trusted: bool = False,
    most_bytes: int = ANSWER_BYTES,
) -> Answer:
    """Send a request. context: of TLS, by default with the certificates of the system.

    is_trusted: the address is a setting of the service, so it may be in its own networks and
    without https. most_bytes: how much of the answer is read.
    """
    began = time.monotonic()
    try:
        target = _look_at(message.url, resolve, is_trusted)
        status, body, retry_after = _exchange(message, target, seconds, context, most_bytes)
    except _Failed as failed:
        return Answer(_since(began), problem=str(failed))
    text = body[:ANSWER_BYTES].decode(errors="replace").replace("\x00", "\ufffd")
    return Answer(_since(began), status, text[:SHOWN_CHARACTERS], "", retry_after, body)


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _look_at(url: str, resolve: Resolve, is_trusted: bool) -> Target:
    try:
        return resolve_target(url, resolve=resolve, is_trusted=is_trusted)
    except BadUrl:
        raise _Failed(BAD_URL) from None
    except NotResolved:
        raise _Failed(NOT_RESOLVED) from None
    except OwnNetwork:
        raise _Failed(OWN_NETWORK) from None


class _Connection(http.client.HTTPConnection):
    """A connection to an address that is given, for a host that may have others."""

    def __init__(self, target: Target, seconds: float, context: ssl.SSLContext | None) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self._deadline = time.monotonic() + seconds
        self._target, self._context = target, context
        self.sock: socket.socket | None = None
        self.is_over = False

    def connect(self) -> None:
        self.sock = self._open()
        if self._target.scheme == "https":
            context = self._context or ssl.create_default_context()
            self.sock = context.wrap_socket(
                self.sock, server_hostname=self._target.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()

    def _open(self) -> socket.socket:
        """The first address that takes a connection."""
        problem: OSError = OSError()
        for address in self._target.addresses:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                return socket.create_connection((address, self._target.port), left)
            except OSError as error:
                problem = error
        raise problem

    def end(self) -> None:
        """Wake whoever waits for this connection, from another thread: the time is over."""
        self.is_over = True
        try:
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it is closed


def _exchange(
    message: Message,
    target: Target,
    seconds: float,
    context: ssl.SSLContext | None,
    most_bytes: int,
) -> tuple[int, bytes, int | None]:
    """Status, beginning of the body and `Retry-After`. :raises _Failed: there was no answer."""
    connection = _Connection(target, seconds, context)
    # A timeout of the socket begins again with each byte; a receiver may send them one by one.
    alarm = threading.Timer(seconds, connection.end)
    alarm.daemon = True
    alarm.start()
    try:
        headers = {"Host": target.host_header, **message.headers}
        connection.request(message.method, target.path, body=message.body or None, headers=headers)
        response = connection.getresponse()
        if connection.is_over:  # it reads headers that were cut off as all that there are
            raise TimeoutError
        return response.status, _beginning(response, most_bytes), _retry_after(response)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _Failed(TIMED_OUT if connection.is_over else _problem_of(error)) from None
    finally:
        alarm.cancel()
        connection.close()


def _beginning(response: http.client.HTTPResponse, most_bytes: int) -> bytes:
    """The first bytes of the body; the status counts even if the body never ends."""
    try:
        return response.read(most_bytes)
    except http.client.IncompleteRead as cut:
        return cut.partial
    except (OSError, http.client.HTTPException, ValueError):
        return b""


def _retry_after(response: http.client.HTTPResponse) -> int | None:
    """Seconds; a date is not read."""
    found = SECONDS_TEXT.fullmatch(response.headers.get("Retry-After", ""))
    return math.ceil(float(found[0])) if found else None


def _problem_of(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return TIMED_OUT
    if isinstance(error, ssl.SSLCertVerificationError):
        return BAD_CERTIFICATE
    if isinstance(error, http.client.HTTPException | ValueError | ConnectionResetError):
        return NO_ANSWER
    return NO_CONNECTION
