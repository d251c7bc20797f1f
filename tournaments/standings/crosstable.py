"""The crosstable: one cell per entry, round and leg. All scores and tie-breaks use it.

Each leg is a round here, as in a report file. `points_x2` are the ranking points: game points if
they rank, otherwise match points (also if board-plus-reserve points rank, since FIDE's rules are
about wins and draws).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self, TypeVar

from engine.tak.scoring import Score
from tournaments.documents import Document
from tournaments.standings.derivation import Derivation
from tournaments.standings.points import (
    Points,
    game_points_x2,
    is_win,
    match_points_x2,
    points_of_games,
    points_of_match,
    share_x2,
)
from tournaments.state import (
    BYE_ALLOCATED,
    CANCELLED,
    DOUBLE_FORFEIT,
    OVER_THE_BOARD,
    PAIRING_KINDS,
    REGULAR,
    Entrant,
    EventState,
    MatchRules,
    Played,
    Slot,
    SlotResult,
)

GAME_POINTS = "game_points"
ROUND_ROBIN = "round_robin"

# Kinds of a cell besides byes. OVER: at least partly played; OPEN: unfinished.
OVER, OPEN, FORFEIT_WON, FORFEIT_LOST = "played", "open", "forfeit_won", "forfeit_lost"
BYE_FULL, BYE_ASKED, ABSENT = "bye_full", "bye_asked", "absent"
CELL_KINDS = (*PAIRING_KINDS, ABSENT)  # of the pairing, if there is one

# Rounds missed by choice: asked byes and forfeits lost (C.07 16.2.3 to 16.2.5).
VOLUNTARY = frozenset({FORFEIT_LOST, BYE_ASKED, ABSENT})
WITH_OPPONENT = frozenset({OVER, OPEN})


class CrosstableCell(NamedTuple):
    """One leg of one round of one entry.

    opponent: the entry met, 0 for none or several. points_x2, opponent_x2: ranking points of the
    entry and of its opponent. is_win: it gave the points of a win, played or not. points: the
    derivation of points_x2. seat_index: from 0. games: regular games over the board with a result.
    """

    round: int
    leg: int
    kind: str
    opponent: int
    match_x2: Points
    game_x2: Points
    points_x2: Points
    opponent_x2: Points
    is_win: bool
    points: Derivation
    seat_index: int = 0
    pairing: Played | None = None
    games: tuple[tuple[Slot, SlotResult], ...] = ()

    @property
    def is_voluntary(self) -> bool:
        return self.kind in VOLUNTARY

    @property
    def other_entries(self) -> tuple[int, ...]:
        """The other entries at the table."""
        seats = self.pairing.seats if self.pairing else ()
        return tuple(entry for at, entry in enumerate(seats) if at != self.seat_index)

    def node(self, code: str, value: Points | None, *children: Derivation) -> Derivation:
        """A derivation node for this round."""
        # As Derivation(...), which costs twice as much, and tables have 100,000 nodes.
        return _new_tuple(Derivation, (code, value, self.points.params, children))


Cells = Mapping[int, tuple[CrosstableCell, ...]]
GameKey = tuple[int, int, tuple[int, ...], int]  # round, leg, entries by seat, number of the game
GameScores = Mapping[GameKey, Score]
Made = TypeVar("Made")
_new_tuple = tuple.__new__


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The input of a tie-break.

    cells: by entry, one per round and leg. rounds: number of cells per entry. tied: groups
    of entries still tied before this tie-break. cache: values shared by several tie-breaks.
    game_scores: details of scores of Tak games, needed only for derivations.
    """

    state: EventState
    cells: Cells
    rounds: int
    tied: tuple[frozenset[int], ...] = ()
    cache: Document = field(default_factory=dict)
    game_scores: GameScores = field(default_factory=dict)

    @classmethod
    def of(cls, state: EventState) -> Self:
        """The crosstable of a state, before any tie-break."""
        cells = build_cells(state)
        return cls(state, cells, max(map(len, cells.values()), default=0))

    @property
    def is_round_robin(self) -> bool:
        """Whether all pairings are fixed in advance (C.07 15.2)."""
        return self.state.system == ROUND_ROBIN

    @property
    def is_final(self) -> bool:
        """Whether the last round of the stage is included."""
        return self.state.current_round >= self.state.rounds_total

    @property
    def draw_x2(self) -> int:
        """Ranking points of a draw."""
        rules = self.state.rules
        if rules.match_table is None or rules.rank_by == GAME_POINTS:
            return rules.games_per_match
        return rules.match_table.tied_x2

    @property
    def win_x2(self) -> int:
        rules = self.state.rules
        return 2 * rules.games_per_match if rules.rank_by == GAME_POINTS else rules.won_x2

    def cached(self, name: str, make: Callable[[Crosstable], Made]) -> Made:
        """The result of `make`, computed once per name."""
        if name not in self.cache:
            self.cache[name] = make(self)
        made: Made = self.cache[name]
        return made


def build_cells(state: EventState) -> Cells:
    """The cells of every entrant, by entry number."""
    found: dict[int, list[CrosstableCell]] = {entrant.number: [] for entrant in state.entrants}
    times = {(number, 1) for number in range(state.rounds_before + 1, state.current_round + 1)}
    for pairing in state.played:
        times.add((pairing.round, pairing.leg))
        for entry, cell in zip(pairing.seats, _cells(pairing, state.rules), strict=True):
            if entry in found:
                found[entry].append(cell)
    return {e.number: _row(e, found[e.number], times, state.rules) for e in state.entrants}


def _cells(pairing: Played, rules: MatchRules) -> list[CrosstableCell]:
    """The cell of each seat, in seat order."""
    seats = pairing.seats
    kinds, given, games = _outcome(pairing, rules)
    matches = given or (0,) * len(seats)
    points = games if rules.rank_by == GAME_POINTS else matches
    two = len(seats) == 2
    board = _board_games(pairing)
    cells = []
    for at, kind in enumerate(kinds):
        values = (
            pairing.round,
            pairing.leg,
            kind,
            seats[1 - at] if two else 0,
            matches[at],
            games[at],
            points[at],
            points[1 - at] if two else 0,
            is_win(given, at, rules),
            _points_node(pairing, at, kind, points[at]),
            at,
            pairing,
            board,
        )
        cells.append(_new_tuple(CrosstableCell, values))  # see `node`
    return cells


def _outcome(
    pairing: Played, rules: MatchRules
) -> tuple[tuple[str, ...], tuple[Points, ...] | None, tuple[Points, ...]]:
    """Kinds of the cells, match points (None if none yet) and game points, by seat."""
    if pairing.is_bye:
        given, games = match_points_x2(pairing, rules), game_points_x2(pairing, rules)
        return (_bye_kind(pairing.kind, given[0] if given else 0, rules),), given, games
    results, seats = pairing.results, len(pairing.seats)
    games = points_of_games(results, seats=seats)
    every_slot = results and len(results) == len(pairing.slots)
    if not every_slot and not pairing.is_finished:
        return (OPEN,) * seats, None, games
    given = points_of_match(results, games, rules)
    return _match_kinds(results, given or games), given, games


def _board_games(pairing: Played) -> tuple[tuple[Slot, SlotResult], ...]:
    return tuple(
        [
            (slot, slot.result)
            for slot in pairing.slots
            if slot.kind == REGULAR and slot.result and slot.result.kind in OVER_THE_BOARD
        ]
    )


def _points_node(pairing: Played, at: int, kind: str, points_x2: Points) -> Derivation:
    params: dict[str, int | str] = {"round": pairing.round, "leg": pairing.leg}
    seats = pairing.seats
    if len(seats) == 2:
        params["opponent"] = seats[1 - at]
        return _new_tuple(Derivation, (kind, points_x2, params, ()))
    if len(seats) > 2:
        others = (str(entry) for seat, entry in enumerate(seats) if seat != at)
        params["opponents"] = ", ".join(others)
        return Derivation("table", points_x2, params)
    params["opponent"] = 0
    return Derivation(kind, points_x2, params)


def _bye_kind(kind: str, points_x2: Points, rules: MatchRules) -> str:
    if kind == BYE_ALLOCATED:
        return BYE_ALLOCATED
    if 0 < rules.won_x2 <= points_x2:
        return BYE_FULL
    return BYE_ASKED if points_x2 else ABSENT


def _match_kinds(results: tuple[SlotResult, ...], matches: tuple[Points, ...]) -> tuple[str, ...]:
    """The kind of a finished match for each seat."""
    kinds = {result.kind for result in results}
    if not kinds.isdisjoint(OVER_THE_BOARD):
        return (OVER,) * len(matches)
    if kinds == {CANCELLED}:
        return (CANCELLED,) * len(matches)
    if kinds <= {DOUBLE_FORFEIT, CANCELLED}:
        return (FORFEIT_LOST,) * len(matches)
    most = max(matches)
    return tuple(FORFEIT_WON if points == most else FORFEIT_LOST for points in matches)


def _row(
    entrant: Entrant, found: list[CrosstableCell], times: set[tuple[int, int]], rules: MatchRules
) -> tuple[CrosstableCell, ...]:
    """The cells of one entry; a leg without a pairing is an absence.

    A completely missed round gives the absence's points once, whatever its number of legs.
    """
    paired = {cell.round for cell in found}
    cells = list(found)
    for number, leg in times - {(cell.round, cell.leg) for cell in found}:
        absence = entrant.absence_in(number)
        missed = absence is not None and number not in paired and leg == 1
        cells.append(
            _absence_cell(number, leg, absence.points_x2 if absence and missed else 0, rules)
        )
    return tuple(sorted(cells, key=lambda cell: (cell.round, cell.leg)))


def _absence_cell(number: int, leg: int, points_x2: int, rules: MatchRules) -> CrosstableCell:
    games = share_x2(points_x2, rules)
    points = games if rules.rank_by == GAME_POINTS else points_x2
    won = is_win((points_x2,), 0, rules)
    kind = _bye_kind(ABSENT, points_x2, rules)
    node = Derivation(kind, points, {"round": number, "leg": leg, "opponent": 0})
    return CrosstableCell(number, leg, kind, 0, points_x2, games, points, 0, won, node)
