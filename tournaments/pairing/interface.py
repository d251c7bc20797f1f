"""The interface of pairing systems: result types, refusals and protocols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tournaments.state import BYE_ALLOCATED, MATCH, EventState
from tournaments.state.teams import TeamMatch


class RunEngine(Protocol):
    """Send a report file (TRF26) to the Swiss engine and return its decoded JSON answer.

    meetings: how often two entries may meet in total (1: nobody meets twice). exact: nothing may be
    paired by the quick method, however long it takes.
    """

    def __call__(
        self, report: str, *, meetings: int = 1, exact: bool = False
    ) -> Mapping[str, Any]: ...


class Reason(NamedTuple):
    """A statement about a pairing: code of a sentence in MESSAGES, and its parameters."""

    code: str
    params: Mapping[str, int | str]


class PairingRefused(Exception):
    """A round that cannot be paired; `code` and `params` as in a Reason."""

    def __init__(self, code: str, **params: int | str) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A proposed pairing. seats: entry numbers in seat order; one seat is a bye.

    first_seat: who moves first in game 1. table: from 1 in each leg; None for a bye.
    group: in a stage with groups. bracket: the match of an elimination (W1-3, L2-1, GF).
    """

    seats: tuple[int, ...]
    table: int | None
    kind: str = MATCH
    first_seat: int = 1
    leg: int = 1
    explanation: tuple[Reason, ...] = ()
    group: str = ""
    bracket: str = ""

    @classmethod
    def bye(cls, entry: int, *, kind: str = BYE_ALLOCATED, why: tuple[Reason, ...]) -> Pairing:
        return cls(seats=(entry,), table=None, kind=kind, explanation=why)


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A proposed round: matches by table, then byes. explanation: reasons for the whole round.

    engine: name and version of an external program; empty for our own systems. matches: those of
    teams, whose boards the pairings are; board b of match m has table (m - 1) * boards + b.
    """

    round: int
    pairings: tuple[Pairing, ...]
    legs: int = 1
    explanation: tuple[Reason, ...] = ()
    engine: str = ""
    matches: tuple[TeamMatch, ...] = ()


class PairRound(Protocol):
    """Pair round `state.current_round + 1`; the same state and seed give the same round.

    :raises PairingRefused: the round cannot be paired.
    """

    def __call__(
        self, state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
    ) -> PairedRound: ...
