"""The standings: entries ranked by their score and the event's tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from tournaments.standings.scores import Score, scores
from tournaments.standings.tiebreaks import TIEBREAKS, Field
from tournaments.state import EventState


@dataclass(frozen=True, slots=True)
class Row:
    """One entry. rank is shared by entries nothing parts (1, 2, 2, 4).

    primary_x2: the score that ranks. tie_breaks: values in the order of Table.tiebreaks; their
    units are in `tiebreaks.HALF_POINTS`. Other fields as in Score.
    """

    rank: int
    entry: int
    match_points_x2: int
    game_points_x2: int
    bpr: int
    wins: int
    won: int
    played: int
    primary_x2: int
    tie_breaks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by rank, then by entry number. after_round: the last published round counted."""

    after_round: int
    rank_by: str
    tiebreaks: tuple[str, ...]
    rows: tuple[Row, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values for a JSON field; `from_json` gives the same table back."""
        rows = [{**asdict(row), "tie_breaks": list(row.tie_breaks)} for row in self.rows]
        return {
            "after_round": self.after_round,
            "rank_by": self.rank_by,
            "tiebreaks": list(self.tiebreaks),
            "rows": rows,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        rows = (Row(**{**row, "tie_breaks": tuple(row["tie_breaks"])}) for row in document["rows"])
        return cls(
            after_round=document["after_round"],
            rank_by=document["rank_by"],
            tiebreaks=tuple(document["tiebreaks"]),
            rows=tuple(rows),
        )


def table(state: EventState) -> Table:
    """The standings after the results in `state`.

    :raises KeyError: the rules name a tie-break that TIEBREAKS lacks.
    """
    by_entry = scores(state)
    keys: dict[int, tuple[int, ...]] = {e: (s.primary_x2,) for e, s in by_entry.items()}
    for code in state.rules.tiebreaks:
        values = TIEBREAKS[code](Field(state, by_entry, _tied(keys)))
        keys = {entry: (*key, values[entry]) for entry, key in keys.items()}
    order = sorted(by_entry, key=lambda entry: (*(-value for value in keys[entry]), entry))
    rows: list[Row] = []
    for place, entry in enumerate(order, start=1):
        shared = bool(rows) and keys[rows[-1].entry] == keys[entry]
        rows.append(_row(rows[-1].rank if shared else place, by_entry[entry], keys[entry][1:]))
    rules = state.rules
    return Table(state.current_round, rules.rank_by, rules.tiebreaks, tuple(rows))


def _tied(keys: Mapping[int, tuple[int, ...]]) -> tuple[frozenset[int], ...]:
    groups: dict[tuple[int, ...], set[int]] = {}
    for entry, key in keys.items():
        groups.setdefault(key, set()).add(entry)
    return tuple(frozenset(group) for group in groups.values())


def _row(rank: int, score: Score, tie_breaks: tuple[int, ...]) -> Row:
    return Row(
        rank=rank,
        entry=score.entry,
        match_points_x2=score.match_points_x2,
        game_points_x2=score.game_points_x2,
        bpr=score.bpr,
        wins=score.wins,
        won=score.won,
        played=score.played,
        primary_x2=score.primary_x2,
        tie_breaks=tie_breaks,
    )
