"""The input of every pairing, standings and report algorithm.

Pure: frozen values built by `selectors.event_state`. Entries are identified by number. Points are
integers in half points (`_x2`); board-plus-reserve points are whole. Only published rounds are
included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Self

from tournaments.documents import Document
from tournaments.state.teams import LineUp, Team, TeamMatch

REGULAR, PLAYOFF = "regular", "playoff"
MATCH, BYE_ALLOCATED, BYE_ASKED = "match", "bye_allocated", "bye_asked"
PLAYED, ADJUDICATED = "played", "adjudicated"
FORFEIT, DOUBLE_FORFEIT, CANCELLED = "forfeit", "double_forfeit", "cancelled"
WON_BY_ALL = "won_by_all"  # used only by pairing.provisional, never stored
OVER_THE_BOARD = frozenset({PLAYED, ADJUDICATED})
PAIRING_KINDS = (MATCH, BYE_ALLOCATED, BYE_ASKED)
RESULT_KINDS = (PLAYED, ADJUDICATED, FORFEIT, DOUBLE_FORFEIT, CANCELLED)
# Causes of a forfeit.
NO_SHOW, WITHDREW, LATE = "no_show", "withdrew", "late"
CAUSES = (NO_SHOW, WITHDREW, LATE, "conduct", "other")

# What a match without any result counts in the pairing input.
AS_DRAW, AS_NOTHING, AS_WIN = "draw", "none", "win"
POSTPONED_AS = (AS_DRAW, AS_NOTHING, AS_WIN)

# The edition of this program's own pairing rules. A proof stores its edition, so that pairing
# its input again gives the same round.
PAIRING_RULES = 4

RANK_BY = ("match_points", "game_points", "board_plus_reserve")

# What orders teams that are level, unless the stage says otherwise.
TEAM_TIEBREAKS = ("GP", "EDE", "EMMSB", "BBE")

# How equal points for a board prize are parted: by performance, or not.
# The option in which a stage keeps the boards that its start counted, where none were given.
BOARDS_AT_START = "boards_at_start"
BY_PERFORMANCE, SHARED = BOARD_TIES = ("performance", "shared")

TOP_FIRST, TOP_SECOND, BY_LOT = "first", "second", "lot"
# How entries get their start numbers; also BY_LOT. The list is by rating; the order given is that
# in which the players were entered, and only a first stage has it.
IN_LIST_ORDER, EQUALS_BY_LOT, AS_GIVEN = "list", "equals", "given"
NUMBER_ORDERS = (BY_LOT, EQUALS_BY_LOT, IN_LIST_ORDER, AS_GIVEN)

# Systems without common rounds: a round is one challenge, or those who are free at one moment.
# A new round does not wait for the games of earlier ones.
LADDER, ARENA = ROLLING = ("ladder", "arena")
# How a challenger who won moves: both change rungs, or all between go down by one.
SWAP, INSERT = MOVES = ("swap", "insert")
# What the reach of a challenge counts: rungs, or rows of 1, 2, 3, ... rungs.
IN_LIST, IN_PYRAMID = SHAPES = ("list", "pyramid")
# Facts of a ladder, besides results that have no time.
DECIDED, CONCEDED, DROPPED = LADDER_FACTS = ("decided", "conceded", "dropped")

# Accelerated pairing of a Swiss: none, or by FIDE C.04.7.
NOT_ACCELERATED, BAKU = ACCELERATIONS = ("none", "baku")


@dataclass(frozen=True, slots=True)
class SlotResult:
    """How a slot ended; tuples have one value per seat, in seat order (not move order).

    kind: played | adjudicated | forfeit | double_forfeit | cancelled.
    points_x2: whole, but for the two teams at a table of partners.
    bpr: board-plus-reserve points; flats: on top at the end; ford: FORD points; cards_left: in
    hand at the end. None if unknown or not part of this game.
    """

    kind: str
    outcome: str
    points_x2: tuple[int | Fraction, ...]
    bpr: tuple[int, ...] | None = None
    flats: tuple[int, ...] | None = None
    ford: tuple[int, ...] | None = None
    cards_left: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A numbered game of a pairing. result: None while unfinished (open, disputed, ...)."""

    number: int
    first_seat: int = 1
    kind: str = REGULAR  # regular | playoff: a play-off never counts in the match score
    result: SlotResult | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A published pairing of one leg. One seat is a bye; Tak has two, card games up to fourteen.

    bye_points_x2: match points of this bye; None means those of its kind.
    group: in a stage with groups. bracket: the match of an elimination (W1-3, L2-1, GF).
    decided_for: the seat that goes on from a drawn match of teams; see standings.team_knockout.
    berserk: of an arena, the seats whose players halved their time.
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
    decided_for: int | None = field(default=None, repr=False)
    berserk: tuple[int, ...] = field(default=(), repr=False)

    @property
    def is_bye(self) -> bool:
        return self.kind != MATCH

    @property
    def regular_slots(self) -> tuple[Slot, ...]:
        return tuple([slot for slot in self.slots if slot.kind == REGULAR])

    @property
    def results(self) -> tuple[SlotResult, ...]:
        """The known results of the regular games."""
        results = [slot.result for slot in self.slots if slot.kind == REGULAR]
        return tuple([result for result in results if result is not None])

    @property
    def is_finished(self) -> bool:
        """Whether every regular game has a result; a bye is always finished."""
        return self.is_bye or (bool(self.slots) and len(self.results) == len(self.regular_slots))


@dataclass(frozen=True, slots=True)
class Absence:
    """Rounds that an entry misses; to_round None: until further notice.

    points_x2: match points per missed round (an asked bye; 0 for a withdrawal).
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
    """An arbiter's bonus or penalty to the ranking score; counts from after_round on."""

    after_round: int
    points_x2: int
    kind: str = "penalty"


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry that takes part in the stage.

    start_points_x2: from an earlier stage, or the start score of a McMahon. group: in a stage with
    groups. seed: place in the starting order, 1 the strongest; 0: not set, the number counts.
    virtual_x2: points that count in the pairing only, one value per round of the stage (FIDE
    C.04.7, accelerated pairing). fixed_table: the entry always plays there; None: anywhere.
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

    def absence_in(self, round_number: int) -> Absence | None:
        """The absence that covers a round; the last one if several do."""
        return next((a for a in reversed(self.absences) if a.covers(round_number)), None)


@dataclass(frozen=True, slots=True)
class MatchTable:
    """Match points for a match won, tied and lost, in half points."""

    won_x2: int = 2
    tied_x2: int = 1
    lost_x2: int = 0


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How games add up to matches and matches to scores.

    match_table: None means that match points equal game points.
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
        """Match points of a match won outright, the maximum of a match."""
        return self.match_table.won_x2 if self.match_table else 2 * self.games_per_match

    def bye_x2(self, kind: str) -> int:
        """Match points of a bye of this kind, unless the pairing has its own."""
        if kind == BYE_ASKED:
            return self.bye_asked_x2
        return self.won_x2 if self.bye_allocated_x2 is None else self.bye_allocated_x2

    def unplayed_x2(self, kind: str, *, winner_seat: int | None, seats: int = 2) -> tuple[int, ...]:
        """Game points by seat of an unplayed game: forfeit, double_forfeit or cancelled."""
        if kind == FORFEIT:
            return tuple(
                self.forfeit_won_x2 if seat == winner_seat else self.forfeit_lost_x2
                for seat in range(1, seats + 1)
            )
        points = {DOUBLE_FORFEIT: self.double_forfeit_x2, CANCELLED: self.cancelled_x2}
        return (points[kind],) * seats


@dataclass(frozen=True, slots=True)
class ForbiddenMeeting:
    """Two entries that must not meet up to and including last_round; None: never."""

    low: int
    high: int
    last_round: int | None = None

    def applies_in(self, round_number: int) -> bool:
        return self.last_round is None or round_number <= self.last_round


@dataclass(frozen=True, slots=True)
class LadderFact:
    """What happened on a ladder at a time (ISO, UTC).

    decided: the match of `round` between the two got its result. conceded: the challenged
    declined, or did not answer in time. dropped: `challenger` was inactive and goes down, directly
    below `challenged`. round: the last published round then, if the fact has no round of its own.
    """

    at: str
    kind: str
    challenger: int
    challenged: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """An entry of an arena that is present and has no game: all that a pass reads about it.

    score_x2: twice its arena points. last: its last opponent, 0 without one. moves: for each game
    played, whether it moved first. waited: passes since its last game, of all before its first.
    """

    number: int
    score_x2: int = 0
    last: int = 0
    moves: tuple[bool, ...] = ()
    waited: int = 0


@dataclass(frozen=True, slots=True)
class PairingOptions:
    """Options of a stage's system; each system reads only its own.

    Round robin: cycles, how often each two meet (1 or 2); swap_last_rounds: in a double one, the
    last two rounds of the first cycle change places (FIDE C.05 annex 1).
    Swiss: legs, matches per entry in round 1, 2, ... of the stage, the last value for all later
    rounds; top_moves, who moves first on the top table of round 1 (first | second | lot);
    rematches_from, the first round of the event in which two may meet again; acceleration, one of
    ACCELERATIONS.
    McMahon: bar and floor, ratings between which each `grade` rating points are one point.
    Knockout, double elimination: third_place, reset (the bracket reset); to_majority, a match
    ends once one side cannot be caught.
    Keizer: meet_again_after, the number of rounds between two meetings.
    Tables: sizes, the preferred first; by_score, balance tables by score; by_times, a pair that
    has met more often outweighs any number of pairs that have met less often (older proofs only
    minimise the pairs that have met at all).
    seats_by_lot: undecided seats and first moves are drawn (not an option of a stage; older proofs
    lack it).
    Round robin, brackets, Monrad, Keizer: numbers, one of NUMBER_ORDERS, see
    `standings.start_numbers`.
    Round robin, Swiss: groups, how many.
    Ladder: reach, moves, shape, see SHAPES and MOVES.
    Arena: streaks, points are doubled after two matches won; berserk, whether a player may halve
    the own time for one more point.
    Teams: boards of a match; team_rank_by (match_points | game_points) and team_tiebreaks order
    the teams; board_rounds, rounds to be played for a board prize (None: half of them), and
    board_ties, see BOARD_TIES; partners, the boards of a match are one table at which the players
    of the two teams sit in turn. They are not in `repr`, because stored marks of tables without
    teams depend on it.
    """

    cycles: int = 1
    swap_last_rounds: bool = False
    legs: tuple[int, ...] = ()
    top_moves: str = BY_LOT
    acceleration: str = NOT_ACCELERATED
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
    reach: int = 3
    moves: str = SWAP
    shape: str = IN_LIST
    streaks: bool = True
    boards: int = field(default=4, repr=False)
    team_rank_by: str = field(default="match_points", repr=False)
    team_tiebreaks: tuple[str, ...] = field(default=TEAM_TIEBREAKS, repr=False)
    board_rounds: int | None = field(default=None, repr=False)
    board_ties: str = field(default=BY_PERFORMANCE, repr=False)
    berserk: bool = field(default=False, repr=False)
    partners: bool = field(default=False, repr=False)

    @property
    def tables_of_match(self) -> int:
        """Tables of a match of teams: one for each board, or one for partners."""
        return 1 if self.partners else self.boards

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> Self:
        """The known options among plain values; unknown ones are ignored.

        BOARDS_AT_START are the boards of a stage for which none were given.
        """
        if BOARDS_AT_START in options:
            options = {"boards": options[BOARDS_AT_START], **options}
        names = {each.name for each in fields(cls)}
        known: Document = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in options.items()
            if name in names
        }
        return cls(**known)


@dataclass(frozen=True, slots=True)
class EventState:
    """A stage at one moment.

    Rounds are numbered through the event. current_round: the last published round, 0 before the
    first; rounds_before: number of rounds of earlier stages; rounds_total: the last round of this
    stage, 0 if not known in advance. system: code of the pairing system. by_hand: the organiser's
    pairings for the next round, entry numbers in seat order (one seat is a bye); empty if the
    system pairs. smallest_table, largest_table: limits of the game; largest 0: no limit.
    teams, matches: of a stage of teams, all published ones; a match on `options.boards` boards.
    lineups: of the teams that gave one for the next round.
    pairing_rules: see PAIRING_RULES. draw_seed: seed of the start numbers, drawn with the first
    round of the stage; None before it, or if nothing is drawn. ladder: facts of a ladder in order
    of time. pool: the free players of an arena; None: they follow from `played`.
    """

    entrants: tuple[Entrant, ...]
    rounds_total: int
    current_round: int = 0
    played: tuple[Played, ...] = ()
    rules: MatchRules = MatchRules()
    options: PairingOptions = PairingOptions()
    system: str = ""
    rounds_before: int = 0
    forbidden: tuple[ForbiddenMeeting, ...] = ()
    by_hand: tuple[tuple[int, ...], ...] = ()
    smallest_table: int = 2
    largest_table: int = 0
    pairing_rules: int = PAIRING_RULES
    draw_seed: int | None = None
    ladder: tuple[LadderFact, ...] = ()
    pool: tuple[FreePlayer, ...] | None = None
    teams: tuple[Team, ...] = ()
    matches: tuple[TeamMatch, ...] = ()
    lineups: tuple[LineUp, ...] = ()

    @property
    def next_round(self) -> int:
        """The number of the next round to pair."""
        return self.current_round + 1

    @property
    def stage_round(self) -> int:
        """The next round to pair, counted from 1 within the stage."""
        return self.next_round - self.rounds_before

    @property
    def entries_by_seed(self) -> tuple[int, ...]:
        """Entry numbers in the starting order, the strongest first."""
        order = sorted(self.entrants, key=lambda e: (e.seed or e.number, e.number))
        return tuple(entrant.number for entrant in order)

    def entrant(self, entry: int) -> Entrant:
        """:raises KeyError: the entry does not take part."""
        for entrant in self.entrants:
            if entrant.number == entry:
                return entrant
        raise KeyError(entry)

    def are_kept_apart(self, first: int, second: int, round_number: int) -> bool:
        """Whether the organiser forbids this pairing in a round."""
        pair = {first, second}
        return any({f.low, f.high} == pair and f.applies_in(round_number) for f in self.forbidden)

    @property
    def entry_numbers(self) -> tuple[int, ...]:
        return tuple(sorted(entrant.number for entrant in self.entrants))

    def legs_of_round(self, stage_round: int) -> int:
        """Matches of each entry in a round, which is counted from 1 within the stage."""
        legs = self.options.legs or (1,)
        return legs[min(stage_round, len(legs)) - 1]

    def of_group(self, group: str) -> EventState:
        """The state of one group alone; the whole one without groups."""
        entrants = tuple(entrant for entrant in self.entrants if entrant.group == group)
        if len(entrants) == len(self.entrants):
            return self
        numbers = {entrant.number for entrant in entrants}
        played = tuple(played for played in self.played if numbers.issuperset(played.seats))
        return replace(self, entrants=entrants, played=played)

    def allows_table_size(self, seats: int) -> bool:
        """Whether the game allows a table of this size."""
        return self.smallest_table <= seats and not 0 < self.largest_table < seats

    def as_of_round(self, round_number: int) -> Self:
        """The state after a round, without later rounds."""
        played = tuple(p for p in self.played if p.round <= round_number)
        ladder = tuple(fact for fact in self.ladder if fact.round <= round_number)
        last = min(self.current_round, round_number)
        return replace(self, played=played, ladder=ladder, current_round=last)

    def team(self, number: int) -> Team:
        """:raises KeyError: no such team takes part."""
        for team in self.teams:
            if team.number == number:
                return team
        raise KeyError(number)

    def pairings_of(self, entry: int) -> Iterator[Played]:
        """The pairings of one entry, ordered by round and leg."""
        mine = (p for p in self.played if entry in p.seats)
        return iter(sorted(mine, key=lambda p: (p.round, p.leg)))

    def busy_entries(self, before: int) -> frozenset[int]:
        """Entries with an unfinished match of a round before this one."""
        running = (p for p in self.played if p.round < before and not p.is_finished)
        return frozenset(entry for played in running for entry in played.seats)

    def present_entries(self, round_number: int) -> tuple[int, ...]:
        """Numbers of the entries that are not absent in a round, ascending."""
        here = (e.number for e in self.entrants if e.absence_in(round_number) is None)
        return tuple(sorted(here))


def first_seat_of_game(*, first_seat: int, number: int, seats: int = 2) -> int:
    """The seat that moves first in game `number`; `first_seat` begins game 1, then seats rotate."""
    return (first_seat - 1 + number - 1) % seats + 1
