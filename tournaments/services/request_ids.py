"""The id of the request that is being answered, in the log, in tasks and in the journal."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# What another server may give: no spaces and quotes that would break a line of a log.
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Empty outside of requests and of tasks that they have sent."""
    return _current.get()


def new_request_id(given: str = "") -> str:
    """The id that a proxy or a client gives, if it is one; else a new one."""
    return given if GIVEN_ID.fullmatch(given) else secrets.token_hex(16)


@contextmanager
def request_id_set(request_id: str) -> Iterator[None]:
    token = _current.set(request_id)
    try:
        yield
    finally:
        _current.reset(token)
