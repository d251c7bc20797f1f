"""Whom somebody may challenge on a ladder, and why not the others.

A challenge goes upwards: to one of the next `reach` rungs, or in a pyramid (rows of 1, 2, 3, ...
rungs) to somebody of the next `reach` rows above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from engine.errors import gettext_noop
from tournaments.documents import Document
from tournaments.state import IN_PYRAMID, PairingOptions

MESSAGES: dict[str, str] = {
    "self": gettext_noop("Nobody challenges themselves."),
    "stands_below": gettext_noop("{entry} stands below: challenges go upwards."),
    "out_of_reach": gettext_noop(
        "{entry} is out of reach; rungs that a challenge may go up: {reach}."
    ),
    "row_out_of_reach": gettext_noop(
        "{entry} is out of reach; rows that a challenge may go up: {reach}."
    ),
    "is_away": gettext_noop("{entry} is away."),
    "is_challenged": gettext_noop("{entry} has another challenge that is open."),
    "is_playing": gettext_noop("{entry} has a match of this ladder to play."),
    "is_protected": gettext_noop(
        "{entry} has just defended its rung and is protected until {day}."
    ),
    "challenge_kept_apart": gettext_noop("You two are not to meet in this event."),
}

DEFAULT_DAYS: dict[str, int | None] = {
    "answer_days": 7,
    "play_days": 14,
    "protected_days": 7,
    "inactive_days": None,
}


@dataclass(frozen=True, slots=True)
class LadderTerms:
    """Days of a ladder. inactive: None: nobody goes down for not playing."""

    answer: int
    play: int
    protected: int
    inactive: int | None

    @classmethod
    def of(cls, options: Document) -> LadderTerms:
        """The days in the options of a stage, with defaults."""
        days = {name: options.get(name, usual) for name, usual in DEFAULT_DAYS.items()}
        return cls(
            days["answer_days"] or 0,
            days["play_days"] or 0,
            days["protected_days"] or 0,
            days["inactive_days"],
        )


@dataclass(frozen=True, slots=True)
class LadderSituation:
    """A ladder at one moment.

    order: entries from the top down. playing: with a match to play. challenged: who is part of an
    open challenge, with whom. defended: when each last defended its rung. apart: pairs not to meet.
    """

    order: Sequence[int]
    now: datetime
    away: frozenset[int] = frozenset()
    playing: frozenset[int] = frozenset()
    challenged: Mapping[int, int] = field(default_factory=dict)
    defended: Mapping[int, datetime] = field(default_factory=dict)
    apart: frozenset[frozenset[int]] = frozenset()


class Obstacle(NamedTuple):
    """Why somebody may not be challenged: a key of MESSAGES and its parameters."""

    code: str
    params: Mapping[str, int | str]


def row_of(rung: int) -> int:
    """The row of a rung in a pyramid, from 1: rung 1 | 2 3 | 4 5 6 | ..."""
    row = 1
    while rung > row:
        rung -= row
        row += 1
    return row


def is_within_reach(mine: int, other: int, options: PairingOptions) -> bool:
    """Whether a challenge from rung `mine` to the higher rung `other` goes far enough."""
    if options.shape == IN_PYRAMID:
        return row_of(other) < row_of(mine) <= row_of(other) + options.reach
    return mine - other <= options.reach


def find_obstacle(
    challenger: int,
    challenged: int,
    *,
    at: LadderSituation,
    options: PairingOptions,
    terms: LadderTerms,
) -> Obstacle | None:
    """Why the challenger may not challenge the other; None if it may."""
    if challenger == challenged:
        return Obstacle("self", {})
    rung = {entry: place for place, entry in enumerate(at.order, start=1)}
    who = {"entry": challenged}
    if rung[challenger] < rung[challenged]:
        return Obstacle("stands_below", who)
    if not is_within_reach(rung[challenger], rung[challenged], options):
        code = "row_out_of_reach" if options.shape == IN_PYRAMID else "out_of_reach"
        return Obstacle(code, {**who, "reach": options.reach})
    if frozenset((challenger, challenged)) in at.apart:
        return Obstacle("challenge_kept_apart", {})
    for entry in (challenger, challenged):
        if entry in at.away:
            return Obstacle("is_away", {"entry": entry})
        if entry in at.challenged:
            return Obstacle("is_challenged", {"entry": entry})
        if entry in at.playing:
            return Obstacle("is_playing", {"entry": entry})
    return _protection(challenged, at, terms)


def _protection(entry: int, at: LadderSituation, terms: LadderTerms) -> Obstacle | None:
    since = at.defended.get(entry)
    if since is None:
        return None
    until = since + timedelta(days=terms.protected)
    if until <= at.now:
        return None
    return Obstacle("is_protected", {"entry": entry, "day": until.date().isoformat()})
