"""Prove many records, here or in a process that does nothing else. Needs no more than the engine.

A process that proves is a plain loop over a pipe. It ends when the other end of the pipe is closed,
also if that process was killed.
"""

import signal
from collections.abc import Iterable
from multiprocessing.connection import Connection
from typing import Any

from engine.errors import RecordError
from engine.games import VERIFIERS

# The JSON of a verdict, or why the record is refused.
Proof = dict[str, Any] | RecordError


def prove(record: str, rules: str, *, game: str = "tak") -> Proof:
    try:
        return VERIFIERS[game](record, rules).as_json()
    except RecordError as refused:
        return refused


def prove_all(records: Iterable[str], rules: str) -> list[Proof]:
    return [prove(record, rules) for record in records]


def prove_until_closed(pipe: "Connection[list[Proof], tuple[list[str], str]]") -> None:
    """Answer each list of records that comes through the pipe with their proofs."""
    # Ctrl-C reaches all processes of a terminal; the one that sends the records decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            records, rules = pipe.recv()
            pipe.send(prove_all(records, rules))
    except (EOFError, OSError):
        return
