"""Ties at the line where places end: by which decision each is settled, until nobody is level.

A ruling comes first, if it names everybody who is tied; then the play-offs that were played, in
their order, each for those whom the one before left level; then a lot, if one is asked for. A
play-off counts the points made among the tied only, as a mini-league does. What nothing settles
is handed back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.qualify import (
    GroupRow,
    Qualification,
    Tie,
    qualify,
    settle_by_lot,
    settle_by_points,
    settle_tie,
)

LOT, PLAYOFF, RULING = "lot", "play-off", "ruling"
GroupTables = Mapping[str, Sequence[GroupRow]]


@dataclass(frozen=True, slots=True)
class PlayoffRound:
    """What each table of a play-off round gave: its seats, and their points in half points."""

    number: int
    tables: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    def points_among(self, entries: Sequence[int]) -> dict[int, int] | None:
        """Points that these made against each other; None if one of them met no other."""
        wanted, made = set(entries), dict[int, int]()
        for seats, points in self.tables:
            if wanted >= set(seats):
                for entry, given in zip(seats, points, strict=True):
                    made[entry] = made.get(entry, 0) + given
        return made if made.keys() == wanted else None


@dataclass(frozen=True, slots=True)
class SettledTie:
    """A tie, what decided it, and its entries in the order decided; some may still be level."""

    tie: Tie
    why: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TieDecisions:
    """What there is to settle ties with.

    rulings: by the group of a tie (None across groups) the place given to each entry. seed: of
    the lot, None where no lot is to be drawn.
    """

    rulings: Mapping[str | None, Mapping[int, int]] = field(default_factory=dict)
    playoffs: Sequence[PlayoffRound] = ()
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class TieOutcome:
    """Who goes on, or the ties that are left; the tables with all that was settled in them."""

    qualified: Qualification
    tables: GroupTables
    settled: tuple[SettledTie, ...]


def settle_ties(
    tables: GroupTables, decisions: TieDecisions, *, places: int, best_of_rest: int = 0
) -> TieOutcome:
    """Settle tie after tie, until nobody is level at the line or nothing settles those who are."""
    settled: list[SettledTie] = []
    used: dict[int, int] = {}  # by entry the last play-off that was taken into account
    while (found := qualify(tables, places=places, best_of_rest=best_of_rest)).tied:
        before = len(settled)
        for tie in found.tied:
            tables, done = _settle_one(tables, tie, decisions, used)
            settled += done
        if len(settled) == before:
            break
    return TieOutcome(found, tables, tuple(settled))


def _settle_one(
    tables: GroupTables, tie: Tie, decisions: TieDecisions, used: dict[int, int]
) -> tuple[GroupTables, list[SettledTie]]:
    """The tables after the first decision there is for a tie, and that decision."""
    ruled = decisions.rulings.get(tie.group, {})
    if ruled.keys() >= set(tie.entries):
        order = tuple(sorted(tie.entries, key=ruled.__getitem__))
        return settle_tie(tables, tie, order), [SettledTie(tie, RULING, order)]
    last = max(used.get(entry, 0) for entry in tie.entries)
    for playoff in decisions.playoffs:
        points = playoff.points_among(tie.entries) if playoff.number > last else None
        if points is not None:
            used.update(dict.fromkeys(tie.entries, playoff.number))
            order = tuple(sorted(tie.entries, key=lambda entry: (-points[entry], entry)))
            return settle_by_points(tables, tie, points), [SettledTie(tie, PLAYOFF, order)]
    if decisions.seed is not None:
        order = settle_by_lot(tie, decisions.seed)
        return settle_tie(tables, tie, order), [SettledTie(tie, LOT, order)]
    return tables, []
