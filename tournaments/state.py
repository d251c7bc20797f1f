"""What every pairing, standings and report algorithm sees of an event.

Pure: frozen values built by `selectors.event_state`. Entries are their numbers, never names
or keys. Points are integers in half points (`_x2`); board-plus-reserve points are whole.
Only published rounds are in here: a draft is not a fact yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

REGULAR, PLAYOFF = "regular", "playoff"
MATCH, BYE_ALLOCATED, BYE_ASKED = "match", "bye_allocated", "bye_asked"
PLAYED, ADJUDICATED = "played", "adjudicated"
FORFEIT, DOUBLE_FORFEIT, CANCELLED = "forfeit", "double_forfeit", "cancelled"
WON_BY_ALL = "won_by_all"  # an outcome of no result, only of pairing.provisional
OVER_THE_BOARD = frozenset({PLAYED, ADJUDICATED})

# What a match of which nothing is decided counts in the pairing input.
AS_DRAW, AS_NOTHING, AS_WIN = "draw", "none", "win"
POSTPONED_AS = (AS_DRAW, AS_NOTHING, AS_WIN)

# The edition of this program's own pairing rules that a round is paired by. A proof keeps the
# edition of its day, so that pairing its input again gives the same round.
PAIRING_RULES = 3

RANK_BY = ("match_points", "game_points", "board_plus_reserve")

TOP_FIRST, TOP_SECOND, BY_LOT = "first", "second", "lot"
# How entries get their numbers; also BY_LOT.
IN_LIST_ORDER, EQUALS_BY_LOT = "list", "equals"
NUMBERS = (BY_LOT, EQUALS_BY_LOT, IN_LIST_ORDER)


@dataclass(frozen=True, slots=True)
class SlotResult:
    """How a slot ended; one value a seat, in the order of the seats (not of the moves).

    kind: played | adjudicated | forfeit | double_forfeit | cancelled.
    bpr: board-plus-reserve points; flats: on top at the end; ford: FORD points; cards_left: in
    hand at the end. None where the facts for it are not known, or are none of this game.
    """

    kind: str
    outcome: str
    points_x2: tuple[int, ...]
    bpr: tuple[int, ...] | None = None
    flats: tuple[int, ...] | None = None
    ford: tuple[int, ...] | None = None
    cards_left: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A numbered game of a pairing. result is None while unfinished (open, disputed, ...)."""

    number: int
    first_seat: int = 1
    kind: str = REGULAR  # regular | playoff: a play-off never counts in the match score
    result: SlotResult | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """One seat of a pairing; points_x2 is the sum of its finished regular games, None before."""

    entry: int
    points_x2: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """One pairing of one leg. One seat is a bye; two for Tak; up to fourteen for cards.

    bye_points_x2: match points of this bye; None means what the rules give its kind.
    group: of a stage played in groups. bracket: the place in an elimination (W1-3, L2-1, GF).
    """

    round: int
    seats: tuple[int, ...]
    slots: tuple[Slot, ...] = ()
    leg: int = 1
    kind: str = MATCH
    table: int | None = None
    bye_points_x2: int | None = None
    group: str = ""
    bracket: str = ""

    @property
    def is_bye(self) -> bool:
        return self.kind != MATCH

    @property
    def regular(self) -> tuple[Slot, ...]:
        return tuple(slot for slot in self.slots if slot.kind == REGULAR)

    @property
    def results(self) -> tuple[SlotResult, ...]:
        """Results of the regular games that have one."""
        return tuple(slot.result for slot in self.regular if slot.result is not None)

    @property
    def finished(self) -> bool:
        """Whether every regular game has a result; a bye always has."""
        return self.is_bye or (bool(self.slots) and len(self.results) == len(self.regular))

    @property
    def scored(self) -> tuple[Scored, ...]:
        results = self.results
        return tuple(
            Scored(entry, sum(r.points_x2[at] for r in results) if results else None)
            for at, entry in enumerate(self.seats)
        )


@dataclass(frozen=True, slots=True)
class Absence:
    """Rounds an entry does not play; to_round None: until further notice.

    points_x2: match points for each round missed (an asked bye; 0 for a withdrawal).
    """

    from_round: int
    to_round: int | None = None
    points_x2: int = 0
    kind: str = "absent"

    def covers(self, round_number: int) -> bool:
        last = self.to_round
        return self.from_round <= round_number and (last is None or round_number <= last)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An arbiter's bonus or penalty to the score that ranks; counts once after_round is reached."""

    after_round: int
    points_x2: int
    kind: str = "penalty"


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry that takes part.

    start_points_x2: brought from an earlier stage, or the start score of a McMahon.
    group: of a stage played in groups. seed: the place in the order the stage begins with, 1 the
    strongest; 0 where nobody set one, and the number counts. virtual_x2: points that count in
    the pairing only, one value a round of the stage (FIDE C.04.7, accelerated pairing).
    fixed_table: where the entry plays whenever it plays; None: anywhere.
    """

    number: int
    rating: int | None = None
    absences: tuple[Absence, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    start_points_x2: int = 0
    group: str = ""
    seed: int = 0
    virtual_x2: tuple[int, ...] = ()
    fixed_table: int | None = None

    def absence(self, round_number: int) -> Absence | None:
        """The absence that covers a round; the later one where two overlap."""
        return next((a for a in reversed(self.absences) if a.covers(round_number)), None)


@dataclass(frozen=True, slots=True)
class MatchTable:
    """Match points for a match won, tied and lost, in half points."""

    won_x2: int = 2
    tied_x2: int = 1
    lost_x2: int = 0


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How games make matches and matches make scores.

    match_table: None means that match points are the game points themselves.
    bye_allocated_x2: match points of an allocated bye; None means those of a match won.
    forfeit_*_x2, double_forfeit_x2, cancelled_x2: game points of one such game.
    postponed: one of POSTPONED_AS; only the pairing reads it.
    """

    games_per_match: int = 1
    match_table: MatchTable | None = None
    bye_allocated_x2: int | None = None
    bye_asked_x2: int = 1
    forfeit_won_x2: int = 2
    forfeit_lost_x2: int = 0
    double_forfeit_x2: int = 0
    cancelled_x2: int = 0
    rank_by: str = "match_points"  # one of RANK_BY
    tiebreaks: tuple[str, ...] = ()
    postponed: str = AS_DRAW

    @property
    def won_x2(self) -> int:
        """Match points of a match won outright: the most a regular match can give."""
        return self.match_table.won_x2 if self.match_table else 2 * self.games_per_match

    def bye_x2(self, kind: str) -> int:
        """Match points of a bye of this kind where the pairing itself states none."""
        if kind == BYE_ASKED:
            return self.bye_asked_x2
        return self.won_x2 if self.bye_allocated_x2 is None else self.bye_allocated_x2

    def unplayed_x2(self, kind: str, *, winner_seat: int | None, seats: int = 2) -> tuple[int, ...]:
        """Game points by seat of a game nobody played: forfeit, double_forfeit or cancelled."""
        if kind == FORFEIT:
            return tuple(
                self.forfeit_won_x2 if seat == winner_seat else self.forfeit_lost_x2
                for seat in range(1, seats + 1)
            )
        points = {DOUBLE_FORFEIT: self.double_forfeit_x2, CANCELLED: self.cancelled_x2}
        return (points[kind],) * seats


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Two entries that are not to meet, up to and including last_round; None: never."""

    low: int
    high: int
    last_round: int | None = None

    def holds_in(self, round_number: int) -> bool:
        return self.last_round is None or round_number <= self.last_round


@dataclass(frozen=True, slots=True)
class PairingOptions:
    """Options of a stage's system; each system reads its own and leaves the rest alone.

    Round robin: cycles, how often each two meet (1 or 2); swap_last_rounds: in a double one, the
    last two rounds of the first cycle change places (FIDE C.05 annex 1).
    Swiss: legs, the matches of each entry in round 1, 2, ... of the stage, the last value for all
    rounds after it; top_moves, who moves first on the top table of round 1 (first | second |
    lot); rematches_from, the first round of the event in which two may meet again.
    McMahon: bar and floor, ratings between which each `grade` rating points are one point.
    Knockout, double elimination: third_place, reset (the bracket reset); to_majority, a match
    ends when one is ahead for good.
    Keizer: meet_again_after, the rounds that must lie between two meetings.
    Tables: sizes allowed, the preferred first; by_score, tables level by score; by_times, a pair
    that has met more often weighs more than any number of pairs that have met less often (before
    2026 a round had the fewest pairs that had met at all, and its proof says so).
    seats_by_lot, seats and first moves are drawn where nothing else decides (no option of a stage:
    proofs from before it was so lack it).
    Round robin, brackets, Monrad, Keizer: numbers, one of NUMBERS, see `standings.draw`.
    Groups of a round robin or Swiss: groups, how many.
    """

    cycles: int = 1
    swap_last_rounds: bool = False
    legs: tuple[int, ...] = ()
    top_moves: str = BY_LOT
    rematches_from: int | None = None
    bar: int | None = None
    floor: int | None = None
    grade: int = 100
    third_place: bool = False
    reset: bool = True
    to_majority: bool = True
    meet_again_after: int = 4
    sizes: tuple[int, ...] = (4, 3, 5)
    by_score: bool = True
    by_times: bool = True
    groups: int = 1
    numbers: str = IN_LIST_ORDER
    seats_by_lot: bool = True

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Self:
        """The options among plain values; what no system reads is left alone."""
        names = {field.name for field in fields(cls)}
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in options.items()
            if name in names
        }
        return cls(**known)


@dataclass(frozen=True, slots=True)
class EventState:
    """One moment of one stage.

    Rounds are numbered through the event. current_round: the last published round, 0 before the
    first; rounds_before: the rounds of earlier stages; rounds_total: the last round of this
    stage, 0 where only playing will tell. system: the code of the stage's pairing system.
    by_hand: the organiser's own pairings for the next round, each the numbers of its seats in
    their order (a single one is a bye); empty where the system pairs. smallest_table and
    largest_table: how few and how many the game lets sit together; largest 0: it does not say.
    pairing_rules: the edition of them, see PAIRING_RULES. draw_seed: of the draw of numbers, made
    with the first round of the stage; None before it, or where nothing is drawn.
    """

    entrants: tuple[Entrant, ...]
    rounds_total: int
    current_round: int = 0
    played: tuple[Played, ...] = ()
    rules: MatchRules = MatchRules()
    options: PairingOptions = PairingOptions()
    system: str = ""
    rounds_before: int = 0
    forbidden: tuple[Forbidden, ...] = ()
    by_hand: tuple[tuple[int, ...], ...] = ()
    smallest_table: int = 2
    largest_table: int = 0
    pairing_rules: int = PAIRING_RULES
    draw_seed: int | None = None

    @property
    def next_round(self) -> int:
        """The number of the round to be paired."""
        return self.current_round + 1

    @property
    def stage_round(self) -> int:
        """Which round of this stage is to be paired, from 1."""
        return self.next_round - self.rounds_before

    @property
    def by_seed(self) -> tuple[int, ...]:
        """Numbers of the entries in the order the stage begins with, the strongest first."""
        order = sorted(self.entrants, key=lambda e: (e.seed or e.number, e.number))
        return tuple(entrant.number for entrant in order)

    def entrant(self, entry: int) -> Entrant:
        """:raises KeyError: the entry does not take part."""
        for entrant in self.entrants:
            if entrant.number == entry:
                return entrant
        raise KeyError(entry)

    def may_not_meet(self, first: int, second: int, round_number: int) -> bool:
        """Whether the organiser keeps these two apart in a round."""
        pair = {first, second}
        return any({f.low, f.high} == pair and f.holds_in(round_number) for f in self.forbidden)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(sorted(entrant.number for entrant in self.entrants))

    def may_sit(self, seats: int) -> bool:
        """Whether the game can be played by so many at one table."""
        return self.smallest_table <= seats and not 0 < self.largest_table < seats

    def after(self, round_number: int) -> Self:
        """The state once a round was over: of later rounds nothing is in it."""
        played = tuple(p for p in self.played if p.round <= round_number)
        return replace(self, played=played, current_round=min(self.current_round, round_number))

    def of(self, entry: int) -> Iterator[Played]:
        """The pairings of one entry, in the order of rounds and legs."""
        mine = (p for p in self.played if entry in p.seats)
        return iter(sorted(mine, key=lambda p: (p.round, p.leg)))

    def present(self, round_number: int) -> tuple[int, ...]:
        """Numbers of the entries that play in a round, ascending."""
        here = (e.number for e in self.entrants if e.absence(round_number) is None)
        return tuple(sorted(here))


def first_seat_of_game(*, first_seat: int, number: int, seats: int = 2) -> int:
    """The seat that moves first in game `number` of a match: the first move goes round in turn.

    `first_seat` moves first in game 1.
    """
    return (first_seat - 1 + number - 1) % seats + 1
