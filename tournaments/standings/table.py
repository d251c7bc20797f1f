"""The standings: entries ranked by their score and the event's tie-breaks.

A stage in groups has a table of each. An elimination ranks by how far an entry came, and a
Keizer by its own points: `rank_by` of the table says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from tournaments.standings.bracket import places
from tournaments.standings.keizer import keizer_scores
from tournaments.standings.scores import Points, Score, plain, read_points, scores, write_points
from tournaments.standings.tiebreaks import TIEBREAKS, Field
from tournaments.state import EventState

ELIMINATIONS = frozenset({"knockout", "double_elimination"})
BRACKET, KEIZER = "bracket", "keizer"  # what ranks beside the choices of RANK_BY
POINTS = ("match_points_x2", "game_points_x2", "primary_x2")

Key = tuple[Points, ...]  # what ranks an entry: its score, then its tie-breaks


@dataclass(frozen=True, slots=True)
class Row:
    """One entry. rank is shared by entries nothing parts (1, 2, 2, 4), in its group if it has one.

    primary_x2: the score that ranks. tie_breaks: values in the order of Table.tiebreaks; their
    units are in `tiebreaks.HALF_POINTS`. Other fields as in Score.
    """

    rank: int
    entry: int
    match_points_x2: Points
    game_points_x2: Points
    bpr: int
    wins: int
    won: int
    played: int
    primary_x2: Points
    tie_breaks: tuple[Points, ...]
    group: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values; a fraction is "n/d", and the group is left out where there are none."""
        row = asdict(self)
        row |= {name: write_points(row[name]) for name in POINTS}
        row["tie_breaks"] = [write_points(value) for value in self.tie_breaks]
        if not self.group:
            del row["group"]
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Self:
        points = {name: read_points(row[name]) for name in POINTS}
        tie_breaks = tuple(read_points(value) for value in row["tie_breaks"])
        return cls(**{**row, **points, "tie_breaks": tie_breaks})


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by group, rank and entry number. after_round: the last published round counted."""

    after_round: int
    rank_by: str
    tiebreaks: tuple[str, ...]
    rows: tuple[Row, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values for a JSON field; `from_json` gives the same table back."""
        return {
            "after_round": self.after_round,
            "rank_by": self.rank_by,
            "tiebreaks": list(self.tiebreaks),
            "rows": [row.as_json() for row in self.rows],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        return cls(
            after_round=document["after_round"],
            rank_by=document["rank_by"],
            tiebreaks=tuple(document["tiebreaks"]),
            rows=tuple(Row.from_json(row) for row in document["rows"]),
        )


def table(state: EventState) -> Table:
    """The standings after the results in `state`.

    :raises KeyError: the rules name a tie-break that TIEBREAKS lacks.
    """
    by_entry, rules = scores(state), state.rules
    if state.system in ELIMINATIONS:
        return Table(state.current_round, BRACKET, (), tuple(_rank_by_bracket(state, by_entry)))
    rank_by = rules.rank_by
    if state.system == KEIZER:
        rank_by = KEIZER
        for entry, points in keizer_scores(state).items():
            by_entry[entry] = replace(by_entry[entry], primary_x2=plain(2 * points))
    return Table(
        state.current_round, rank_by, rules.tiebreaks, tuple(_rank_by_score(state, by_entry))
    )


def _rank_by_bracket(state: EventState, by_entry: Mapping[int, Score]) -> Iterator[Row]:
    """Everybody at the best place they can still have; of those, who is safer stands first."""
    placed = places(state)
    for entry in sorted(placed, key=lambda entry: (*placed[entry], entry)):
        yield _row(placed[entry][0], by_entry[entry], ())


def _rank_by_score(state: EventState, by_entry: Mapping[int, Score]) -> Iterator[Row]:
    groups = {entrant.number: entrant.group for entrant in state.entrants}
    keys: dict[int, Key] = {entry: (score.primary_x2,) for entry, score in by_entry.items()}
    for code in state.rules.tiebreaks:
        values = TIEBREAKS[code](Field(state, by_entry, _tied(keys, groups)))
        keys = {entry: (*key, values[entry]) for entry, key in keys.items()}
    for group in sorted(set(groups.values()), key=lambda name: (len(name), name)):
        members = [entry for entry in by_entry if groups[entry] == group]
        yield from _rank(members, by_entry, keys, group)


def _tied(keys: Mapping[int, Key], groups: Mapping[int, str]) -> tuple[frozenset[int], ...]:
    tied: dict[tuple[str, Key], set[int]] = {}
    for entry, key in keys.items():
        tied.setdefault((groups[entry], key), set()).add(entry)
    return tuple(frozenset(entries) for entries in tied.values())


def _rank(
    entries: Iterable[int], by_entry: Mapping[int, Score], keys: Mapping[int, Key], group: str
) -> list[Row]:
    """Rows of the entries that are ranked together, the best first."""
    order = sorted(entries, key=lambda entry: (*(-value for value in keys[entry]), entry))
    rows: list[Row] = []
    for place, entry in enumerate(order, start=1):
        shared = bool(rows) and keys[rows[-1].entry] == keys[entry]
        rank = rows[-1].rank if shared else place
        rows.append(_row(rank, by_entry[entry], keys[entry][1:], group))
    return rows


def _row(rank: int, score: Score, tie_breaks: tuple[Points, ...], group: str = "") -> Row:
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
        group=group,
    )
