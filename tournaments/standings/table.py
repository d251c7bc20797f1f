"""The standings: entries ranked by their score and the event's tie-breaks.

A stage with groups ranks each group. An elimination ranks by place in the bracket, a Keizer by its
own points, a ladder by rung, an arena by its points; `rank_by` of the table is that word then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from tournaments.documents import Document
from tournaments.standings.arena.points import arena_points
from tournaments.standings.bracket import place_ranges
from tournaments.standings.collector import collector_paused
from tournaments.standings.crosstable import Crosstable, GameScores
from tournaments.standings.derivation import Derivation, Derivations
from tournaments.standings.ladder.ranking import rank_ladder
from tournaments.standings.points import Points, read_points, simplify, write_points
from tournaments.standings.scores import Score, ranking_scores, score_crosstable
from tournaments.standings.teams import team_state
from tournaments.standings.tiebreaks.keizer import keizer_scores
from tournaments.standings.tiebreaks.registry import ranking_value, tie_break_values
from tournaments.state import ARENA, LADDER, ROLLING, EventState

ELIMINATIONS = frozenset({"knockout", "double_elimination"})
# Values of rank_by besides RANK_BY; of a ladder and an arena the code of the system.
BRACKET, KEIZER = "bracket", "keizer"
POINT_FIELDS = ("match_points_x2", "game_points_x2", "primary_x2")

OWN_POINTS = frozenset({KEIZER, ARENA})
PRIMARY = "PTS"  # the derivation code of the ranking score

RankingKey = tuple[Points, ...]  # ranking score, then the ranking value of each tie-break


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entry. rank: shared by tied entries (1, 2, 2, 4), within the group if there is one.

    primary_x2: the ranking score. tie_breaks: values in the order of StandingsTable.tiebreaks, None
    without a value; units as in `registry.HALF_POINTS`. Other fields as in Score.
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
    tie_breaks: tuple[Points | None, ...]
    group: str = ""
    adjusted_x2: int = 0

    def as_json(self) -> Document:
        """Plain values; a fraction is "n/d"; an empty group and zero adjustments are left out."""
        row = asdict(self)
        row |= {name: write_points(row[name]) for name in POINT_FIELDS}
        row["tie_breaks"] = [None if v is None else write_points(v) for v in self.tie_breaks]
        if not self.group:
            del row["group"]
        if not self.adjusted_x2:
            del row["adjusted_x2"]
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Self:
        points = {name: read_points(row[name]) for name in POINT_FIELDS}
        tie_breaks = tuple(None if v is None else read_points(v) for v in row["tie_breaks"])
        return cls(**{**row, **points, "tie_breaks": tie_breaks})


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Rows by group, rank and entry number. after_round: the last round included."""

    after_round: int
    rank_by: str
    tiebreaks: tuple[str, ...]
    rows: tuple[StandingsRow, ...]

    def as_json(self) -> Document:
        """Plain values for a JSON field; reversed by `from_json`."""
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
            rows=tuple(StandingsRow.from_json(row) for row in document["rows"]),
        )


def standings_document(states: Sequence[EventState]) -> Document:
    """The table of the last stage; tables of earlier stages are under `earlier`.

    A stage of teams has their table under `teams`, with the numbers of teams as entries.
    """
    *earlier, now = states
    document = _stage_document(now)
    if earlier:
        document["earlier"] = [_stage_document(state) for state in earlier]
    return document


def _stage_document(state: EventState) -> Document:
    document = build_table(state).as_json()
    if state.teams:
        document["teams"] = build_table(team_state(state)).as_json()
    return document


@collector_paused()  # a table of a thousand entries makes 100,000 tuples
def build_table(state: EventState) -> StandingsTable:
    """The standings after the results in `state`.

    :raises KeyError: the rules name a tie-break that TIEBREAKS lacks.
    """
    crosstable = Crosstable.of(state)
    by_entry, rank_by = score_crosstable(crosstable), ranked_by(state)
    if rank_by == BRACKET:
        return StandingsTable(
            state.current_round, BRACKET, (), tuple(_rank_by_bracket(state, by_entry))
        )
    if rank_by == LADDER:
        return StandingsTable(
            state.current_round, LADDER, (), tuple(_rank_by_rung(state, by_entry))
        )
    by_entry = _with_own_points(state, by_entry)
    rows = tuple(_rank_by_score(crosstable, by_entry))
    return StandingsTable(state.current_round, rank_by, state.rules.tiebreaks, rows)


def ranked_by(state: EventState) -> str:
    """The ranking basis of this stage: the event's choice, unless the system has its own."""
    if state.system in ELIMINATIONS:
        return BRACKET
    return state.system if state.system in (KEIZER, *ROLLING) else state.rules.rank_by


def derive_value(
    state: EventState, entry: int, code: str, game_scores: GameScores | None = None
) -> Derivation:
    """`derive_values` of one code."""
    return derive_values(state, entry, (code,), game_scores)[0]


def derive_values(
    state: EventState, entry: int, codes: Sequence[str], game_scores: GameScores | None = None
) -> tuple[Derivation, ...]:
    """The derivations of one entry: of tie-break values, and of PTS, the ranking score.

    A tie-break that the event does not use is derived as if it came last. With `game_scores` the
    board-plus-reserve points of each game include board, reserve and factor.

    :raises KeyError: no such entry or tie-break.
    """
    crosstable = replace(Crosstable.of(state), game_scores=game_scores or {})
    by_entry = _with_own_points(state, score_crosstable(crosstable))
    used = state.rules.tiebreaks
    if not any(code != PRIMARY and code not in used for code in codes):
        used = used[: max((used.index(code) + 1 for code in codes if code in used), default=0)]
    columns, keys = _ranking_keys(crosstable, by_entry, used)
    values = dict(zip(used, columns, strict=True))

    def derive(code: str) -> Derivation:
        if code == PRIMARY and state.system in OWN_POINTS:
            return Derivation(PRIMARY, by_entry[entry].primary_x2)
        if code == PRIMARY:
            return ranking_scores(crosstable)[entry]
        found = values.get(code) or tie_break_values(code, _with_ties(crosstable, keys))
        return found[entry]

    return tuple(derive(code) for code in codes)


def _with_own_points(state: EventState, by_entry: Mapping[int, Score]) -> dict[int, Score]:
    """The scores with the points of a system that has its own; bonuses and penalties count."""
    if state.system == KEIZER:
        points: Mapping[int, Points] = keizer_scores(state)
        return {e: replace(s, primary_x2=simplify(2 * points[e])) for e, s in by_entry.items()}
    if state.system == ARENA:
        points = arena_points(state)
        return {
            e: replace(s, primary_x2=2 * points[e] + s.adjusted_x2) for e, s in by_entry.items()
        }
    return dict(by_entry)


def _rank_by_rung(state: EventState, by_entry: Mapping[int, Score]) -> Iterator[StandingsRow]:
    for entry, rung in rank_ladder(state).rungs().items():
        yield _row(rung, by_entry[entry], ())


def _rank_by_bracket(state: EventState, by_entry: Mapping[int, Score]) -> Iterator[StandingsRow]:
    """Rows by best possible place; equal ones by worst possible place."""
    placed = place_ranges(state)
    for entry in sorted(placed, key=lambda entry: (*placed[entry], entry)):
        yield _row(placed[entry][0], by_entry[entry], ())


def _rank_by_score(crosstable: Crosstable, by_entry: Mapping[int, Score]) -> Iterator[StandingsRow]:
    columns, keys = _ranking_keys(crosstable, by_entry, crosstable.state.rules.tiebreaks)
    groups: dict[str, list[int]] = {}
    for entrant in crosstable.state.entrants:
        groups.setdefault(entrant.group, []).append(entrant.number)
    for group in sorted(groups, key=lambda name: (len(name), name)):
        for rank, entry in _rank(groups[group], keys):
            tie_breaks = tuple(column[entry].value for column in columns)
            yield _row(rank, by_entry[entry], tie_breaks, group)


def _ranking_keys(
    crosstable: Crosstable, by_entry: Mapping[int, Score], codes: Iterable[str]
) -> tuple[list[Derivations], dict[int, RankingKey]]:
    """The derivations of each tie-break, and the ranking keys after all of them."""
    columns: list[Derivations] = []
    keys: dict[int, RankingKey] = {entry: (score.primary_x2,) for entry, score in by_entry.items()}
    for code in codes:
        columns.append(tie_break_values(code, _with_ties(crosstable, keys)))
        for entry, node in columns[-1].items():
            keys[entry] = (*keys[entry], ranking_value(code, node.value))
    return columns, keys


def _with_ties(crosstable: Crosstable, keys: Mapping[int, RankingKey]) -> Crosstable:
    """The crosstable with the entries still tied in each group."""
    tied: dict[tuple[str, RankingKey], set[int]] = {}
    for entrant in crosstable.state.entrants:
        tied.setdefault((entrant.group, keys[entrant.number]), set()).add(entrant.number)
    return replace(crosstable, tied=tuple(frozenset(entries) for entries in tied.values()))


def _rank(entries: Iterable[int], keys: Mapping[int, RankingKey]) -> Iterator[tuple[int, int]]:
    """Rank and entry, the best first; tied entries by number."""
    order = sorted(sorted(entries), key=lambda entry: keys[entry], reverse=True)
    rank = 0
    for place, entry in enumerate(order, start=1):
        if place == 1 or keys[order[place - 2]] != keys[entry]:
            rank = place
        yield rank, entry


def _row(
    rank: int, score: Score, tie_breaks: tuple[Points | None, ...], group: str = ""
) -> StandingsRow:
    return StandingsRow(
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
        adjusted_x2=score.adjusted_x2,
    )
