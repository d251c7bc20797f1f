"""Builds the engine's report file (TRF26) for a stage or one of its groups.

The engine only knows points for a win, a draw and a loss. Everything else in a score (matches of
several games, adjustments, start points, accelerated pairing) is written as fictitious points
(record 250) for every round, so that scores before each round, and so earlier floats, are right.
Legs are rounds of the file. Earlier legs of the round to be paired are written as draws with level
scores: each leg sees the score groups from before the round, and nobody meets twice or has two
byes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.pairing.first_move import is_unplayed
from tournaments.pairing.pairing_score import GAME_POINTS, full_match_x2, pairing_points_x2
from tournaments.standings.points import game_points_x2, match_points_x2
from tournaments.state import BYE_ALLOCATED, Entrant, EventState, Played
from tournaments.trf.report import (
    NO_CELL,
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    ReportCell,
    VirtualPoints,
)

CELLS_AT, CELL_WIDTH = 89, 10  # record 001: offset of the rounds, width of a round

FileRound = tuple[int, int]  # a round of the event and its leg


def players_and_next_round(report: str) -> tuple[frozenset[int], int]:
    """Player numbers of a report, and the number of the round after its last one."""
    lines = [line.rstrip() for line in report.splitlines() if line.startswith("001")]
    rounds = max((-(-(len(line) - CELLS_AT) // CELL_WIDTH) for line in lines), default=0)
    return frozenset(int(line[4:8]) for line in lines), max(0, rounds) + 1


@dataclass(frozen=True)
class EngineInput:
    """The input of one run of the engine.

    state: with provisional results and the entrants of one group. earlier_legs: pairings of the
    round to be paired. top_color: w | b, of the top player in round 1.
    """

    state: EventState
    earlier_legs: tuple[Played, ...]
    top_color: str

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """Entry numbers in the order of the engine's own numbers, 1 first."""
        return self.state.entries_by_seed

    @cached_property
    def ranks(self) -> dict[int, int]:
        """The engine's number of each entry."""
        return {entry: rank for rank, entry in enumerate(self.entries, start=1)}

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for entrant in self.state.entrants}

    @cached_property
    def past_rounds(self) -> tuple[FileRound, ...]:
        """The rounds of the file before the next one."""
        legs = dict.fromkeys(range(self.state.rounds_before + 1, self.state.next_round), 1)
        for played in (*self.state.played, *self.earlier_legs):
            if played.round > self.state.rounds_before:
                legs[played.round] = max(played.leg, legs.get(played.round, 1))
        return tuple((number, leg) for number in sorted(legs) for leg in range(1, legs[number] + 1))

    @property
    def number(self) -> int:
        """The next round of the file."""
        return len(self.past_rounds) + 1

    @cached_property
    def pairings(self) -> dict[tuple[int, int, int], Played]:
        """Every pairing by round, leg and entry."""
        return {
            (played.round, played.leg, entry): played
            for played in (*self.state.played, *self.earlier_legs)
            for entry in played.seats
        }

    @cached_property
    def scale(self) -> dict[str, int]:
        """Half points of a win, draw, loss and allocated bye: record 162.

        With several legs a bye is written as a draw to keep scores level.
        """
        rules = self.state.rules
        table = rules.match_table if rules.rank_by != GAME_POINTS else None
        won = full_match_x2(rules)
        drawn, lost = (table.tied_x2, table.lost_x2) if table else (won // 2, 0)
        bye = Played(0, (0,), kind=BYE_ALLOCATED)
        given = drawn if self.state.options.legs else self._points_x2(bye)[0]
        return {"W": won, "D": drawn, "L": lost, "P": given}

    def score_x2(self, entry: int, *, before: int) -> int:
        """An entry's pairing score before a round of the event, with virtual points."""
        virtual = self.entrants[entry].virtual_x2
        at = before - self.state.rounds_before - 1
        return self.scores_x2[before][entry] + (virtual[at] if at < len(virtual) else 0)

    @cached_property
    def scores_x2(self) -> dict[int, dict[int, int]]:
        """Pairing scores before each round, by round and entry."""
        found: dict[int, dict[int, int]] = {}
        for number in range(self.state.rounds_before + 1, self.state.next_round + 1):
            played = tuple(p for p in self.state.played if p.round < number)
            then = pairing_points_x2(replace(self.state, current_round=number - 1, played=played))
            found[number] = {entry: int(points_x2) for entry, points_x2 in then.items()}
        return found

    def _points_x2(self, played: Played) -> tuple[int, ...]:
        rules = self.state.rules
        if rules.rank_by == GAME_POINTS:
            return tuple(map(int, game_points_x2(played, rules)))
        return tuple(map(int, match_points_x2(played, rules) or (0,) * len(played.seats)))

    def build_report(self) -> Report:
        """The report file for the engine."""
        here = set(self.state.present_entries(self.state.next_round))
        away = tuple(rank for entry, rank in self.ranks.items() if entry not in here)
        number = self.number
        return Report(
            players=tuple(self._player_record(entry) for entry in self.entries),
            rounds=self._rounds(),
            initial=self.top_color,
            scoring_x2=tuple(self.scale.items()),
            virtual=tuple(self._virtual()),
            forbidden=tuple(
                ForbiddenPlayers(number, number, tuple(sorted(map(self.ranks.__getitem__, pair))))
                for pair in self._forbidden()
            ),
            byes=(AskedByes("Z", number, away),) if away else (),
        )

    def _rounds(self) -> int:
        """Rounds of the whole file; in an open-ended stage one more than the next round."""
        state = self.state
        left = state.legs_of_round(state.stage_round) - len(
            {played.leg for played in self.earlier_legs}
        )
        if state.rounds_total < state.next_round:
            return len(self.past_rounds) + left + 1
        coming = range(state.stage_round + 1, state.rounds_total - state.rounds_before + 1)
        return len(self.past_rounds) + left + sum(map(state.legs_of_round, coming))

    def _forbidden(self) -> Iterator[tuple[int, int]]:
        for pair in self.state.forbidden:
            if pair.applies_in(self.state.next_round) and {pair.low, pair.high} <= set(
                self.entries
            ):
                yield pair.low, pair.high

    def _player_record(self, entry: int) -> PlayerRecord:
        cells = self.cells[entry]
        points_x2 = sum(self._written_x2(cell) for cell in cells)
        rank = self.ranks[entry]
        return PlayerRecord(rank, f"#{entry}", cells=cells, points_x2=points_x2, rank=rank)

    @cached_property
    def cells(self) -> dict[int, tuple[ReportCell, ...]]:
        """The cells of each entry for the rounds of the file so far."""
        return {
            entry: tuple(self._cell(entry, number, leg) for number, leg in self.past_rounds)
            for entry in self.entries
        }

    def _cell(self, entry: int, number: int, leg: int) -> ReportCell:
        played = self.pairings.get((number, leg, entry))
        if played is None:
            absence = self.entrants[entry].absence_in(number)
            return ReportCell(0, "-", self._letter(absence.points_x2)) if absence else NO_CELL
        if played.is_bye:
            given = self._points_x2(played)[0]
            return ReportCell(0, "-", "U" if played.kind == BYE_ALLOCATED else self._letter(given))
        at = played.seats.index(entry)
        first = (played.slots[0].first_seat if played.slots else 1) - 1
        opponent = self.ranks[played.seats[1 - at]]
        return ReportCell(opponent, "w" if at == first else "b", self._result(played, at))

    def _result(self, played: Played, at: int) -> str:
        """The letter of a match by its points; 0 if they are no win, draw or loss."""
        if played.round == self.state.next_round:
            return "="
        mine, theirs = self._points_x2(played)[at], self._points_x2(played)[1 - at]
        if is_unplayed(played):
            return "+" if mine > theirs else "-"
        if any(change.points_x2 < 0 for change in self.entrants[played.seats[at]].adjustments):
            return "0"  # fictitious points are never negative
        won, drawn, lost = (self.scale[symbol] for symbol in "WDL")
        letters = {(won, lost): "1", (drawn, drawn): "=", (lost, won): "0"}
        return letters.get((mine, theirs), "0")

    def _letter(self, points_x2: int) -> str:
        """The letter of an asked bye or a missed round."""
        if points_x2 >= self.scale["W"]:
            return "F"
        return "H" if points_x2 > self.scale["L"] else "Z"

    def _written_x2(self, cell: ReportCell) -> int:
        """The points that the engine reads from a cell."""
        symbol = {"1": "W", "+": "W", "F": "W", "=": "D", "H": "D", "0": "L", "U": "P"}
        return self.scale[symbol[cell.result]] if cell.result in symbol else 0

    def _virtual(self) -> Iterator[VirtualPoints]:
        """Fictitious points: the score before each round of the file minus the written points.

        If an entry has less than is written, all entries are raised by the same amount.
        """
        written = dict.fromkeys(self.entries, 0)
        missing: dict[tuple[int, int], list[int]] = defaultdict(list)  # ranks by round and points
        rounds: Sequence[FileRound] = (
            *self.past_rounds,
            (self.state.next_round, 1 + self._legs_made),
        )
        for at, (number, leg) in enumerate(rounds):
            lacking = self._missing_points(written, number, leg)
            for entry, points_x2 in lacking.items():
                if points_x2:
                    missing[at + 1, points_x2].append(self.ranks[entry])
            if at < len(self.past_rounds):
                for entry in self.entries:
                    written[entry] += self._written_x2(self.cells[entry][at])
        for (at, points_x2), ranks in missing.items():
            for first, last in _consecutive_ranges(ranks):
                yield VirtualPoints(at, at, first, last, game_points_x2=points_x2)

    @property
    def _legs_made(self) -> int:
        return max((played.leg for played in self.earlier_legs), default=0)

    def _missing_points(self, written: Mapping[int, int], number: int, leg: int) -> dict[int, int]:
        level = (leg - 1) * self.scale["D"]
        lacking = {
            entry: self.score_x2(entry, before=number) + level - written[entry]
            for entry in self.entries
        }
        lift = -min(0, *lacking.values())
        return {entry: points_x2 + lift for entry, points_x2 in lacking.items()}


def _consecutive_ranges(ranks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    first = last = ranks[0]
    for rank in ranks[1:]:
        if rank != last + 1:
            yield first, last
            first = rank
        last = rank
    yield first, last
