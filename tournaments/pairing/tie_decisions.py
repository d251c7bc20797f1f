"""Settles ties at the qualifying line by rulings, play-offs and lots.

A ruling comes first, if it names all tied entries; then the play-offs in order, each for entries
that the one before left tied; then a lot, if requested. A play-off counts only points among the
tied entries. Unsettled ties are returned.
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
    """A play-off round: seats and points (in half points) of each table."""

    number: int
    tables: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    def points_among(self, entries: Sequence[int]) -> dict[int, int] | None:
        """Points of these entries against each other; None if one of them met no other."""
        wanted, made = set(entries), dict[int, int]()
        for seats, points in self.tables:
            if wanted >= set(seats):
                for entry, given in zip(seats, points, strict=True):
                    made[entry] = made.get(entry, 0) + given
        return made if made.keys() == wanted else None


@dataclass(frozen=True, slots=True)
class SettledTie:
    """A tie, what decided it, and its entries in the decided order; some may still be tied."""

    tie: Tie
    decided_by: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TieDecisions:
    """The available decisions.

    rulings: by the group of a tie (None between groups) the place of each entry. seed: of the
    lot; None if no lot is drawn.
    """

    rulings: Mapping[str | None, Mapping[int, int]] = field(default_factory=dict)
    playoffs: Sequence[PlayoffRound] = ()
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class TieOutcome:
    """The qualified entries or remaining ties, and the tables after all decisions."""

    qualified: Qualification
    tables: GroupTables
    settled: tuple[SettledTie, ...]


def settle_ties(
    tables: GroupTables, decisions: TieDecisions, *, places: int, best_of_rest: int = 0
) -> TieOutcome:
    """Settle ties until none is left at the line, or no decision applies."""
    settled: list[SettledTie] = []
    used: dict[int, int] = {}  # the last play-off counted for each entry
    while (found := qualify(tables, places=places, best_of_rest=best_of_rest)).ties:
        before = len(settled)
        for tie in found.ties:
            tables, done = _settle_one(tables, tie, decisions, used)
            settled += done
        if len(settled) == before:
            break
    return TieOutcome(found, tables, tuple(settled))


def _settle_one(
    tables: GroupTables, tie: Tie, decisions: TieDecisions, used: dict[int, int]
) -> tuple[GroupTables, list[SettledTie]]:
    """The tables after the first applicable decision, and that decision."""
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
