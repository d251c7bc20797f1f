"""Checks a proposed round, however it was made.

Seats and places are checked in every round. The other rules depend on the system, see SYSTEM_RULES;
in a round made or edited by hand, breaking them is only a warning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.pairing.drafts import team_checks
from tournaments.pairing.first_move import is_unplayed, move_history, required_move
from tournaments.pairing.interface import PairedRound, Pairing, Reason
from tournaments.pairing.pairing_score import topscorers
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.systems.round_robin import entries_by_group, rounds_needed
from tournaments.pairing.systems.tables import split_present
from tournaments.standings.teams import SCHEVENINGEN, TEAM_SYSTEMS, team_state
from tournaments.state import BYE_ALLOCATED, BYE_ASKED, MATCH, EventState

MESSAGES: dict[str, str] = {
    "unknown_entry": gettext_noop("{entry} does not take part in this stage."),
    "seated_twice": gettext_noop("{entry} is seated more than once in leg {leg}."),
    "not_placed": gettext_noop("{entry} is present and has no place in leg {leg}."),
    "absent_seated": gettext_noop("{entry} is absent in round {round} and is seated."),
    "still_playing": gettext_noop("{entry} still has a match of round {round} to play."),
    "wrong_seats": ngettext_lazy(
        "A pairing of kind {kind} cannot have {seats} seat.",
        "A pairing of kind {kind} cannot have {seats} seats.",
        "seats",
    ),
    "wrong_first_seat": gettext_noop("Seat {seat} cannot move first at a table of {seats} seats."),
    "table_twice": gettext_noop("Table {table} is used more than once in leg {leg}."),
    "rematch": gettext_noop("{first} and {second} have met before, in round {round}."),
    "rematch_too_soon": ngettext_lazy(
        "{first} and {second} met in round {round}; {gap} round must lie between.",
        "{first} and {second} met in round {round}; {gap} rounds must lie between.",
        "gap",
    ),
    "second_bye": gettext_noop("{entry} has had a bye before, in round {round}."),
    "kept_apart": gettext_noop("{first} and {second} are not to meet."),
    "other_group": gettext_noop("{entry} does not play in group {group}."),
    "moves_first_again": gettext_noop(
        "{entry} moves first, though it moved first twice running or twice more often."
    ),
    "moves_second_again": gettext_noop(
        "{entry} moves second, though it moved second twice running or twice more often."
    ),
}

NEVER, ONCE_A_CYCLE, AFTER_A_GAP, ANY_TIME = "never", "once_a_cycle", "after_a_gap", "any_time"
TWO, ALLOWED, ANY_SIZE = "two", "allowed", "any_size"


@dataclass(frozen=True, slots=True)
class SystemRules:
    """The rules of a system, besides that nobody sits twice.

    rematch: when two may meet again: NEVER (before options.rematches_from), ONCE_A_CYCLE,
    AFTER_A_GAP (options.meet_again_after), ANY_TIME. second_bye: an entry may have two allocated
    byes. moves: absolute preferences for the first or second move are respected. apart: forbidden
    pairs do not meet. everybody: all present have a place. groups: only entries of one group
    meet. free: nobody has an unfinished match of an earlier round. seats: seats of a match: TWO,
    ALLOWED (options.sizes), ANY_SIZE from two; always within the limits of the game. teams: their
    matches follow the rules of the system between teams, and the boards those of `team_checks`.
    """

    rematch: str = NEVER
    second_bye: bool = False
    moves: bool = False
    apart: bool = True
    everybody: bool = True
    groups: bool = False
    seats: str = TWO
    free: bool = False
    teams: bool = False


# A Berger table or a bracket fixes the pairs: forbidden pairs may meet, and absent opponents
# cause second byes.
_BRACKET = SystemRules(rematch=ANY_TIME, second_bye=True, apart=False, everybody=False)
# The entries sit where their team does.
_TEAMS = replace(_BRACKET, teams=True)

SYSTEM_RULES: dict[str, SystemRules] = {
    "round_robin": SystemRules(rematch=ONCE_A_CYCLE, second_bye=True, apart=False, groups=True),
    "swiss": SystemRules(moves=True, groups=True),
    "mcmahon": SystemRules(moves=True, groups=True),
    "monrad": SystemRules(),
    "keizer": SystemRules(rematch=AFTER_A_GAP, second_bye=True),
    "knockout": _BRACKET,
    "double_elimination": _BRACKET,
    "tables": SystemRules(rematch=ANY_TIME, seats=ALLOWED),
    "ladder": SystemRules(rematch=ANY_TIME, everybody=False, free=True),
    "arena": SystemRules(rematch=ANY_TIME, everybody=False, free=True),
    "manual": SystemRules(moves=True, seats=ANY_SIZE),
    "team_round_robin": _TEAMS,
    "team_swiss": _TEAMS,
    "team_knockout": _TEAMS,
    # Its square fixes first moves and teams; what it owes is that nobody meets twice.
    "scheveningen": replace(_TEAMS, rematch=NEVER),
    # Not a system of a stage: only tied entries play (playoff.py).
    "playoff": SystemRules(rematch=ANY_TIME, apart=False, everybody=False, seats=ANY_SIZE),
}


def find_problems(state: EventState, paired: PairedRound, *, by_hand: bool = False) -> list[Reason]:
    """Every problem of a round in a fixed order; empty if it may be played.

    state: before the round or any time after it; without a system it is a round robin. by_hand:
    the organiser made or edited the round, so only seats and places are checked, as always in a
    manual stage; `find_warnings` has the rest.

    :raises KeyError: SYSTEM_RULES lacks the system.
    """
    before, rules = _state_before(state, paired), _system_rules(state)
    problems = [*_check_seats(before, paired, rules), *_check_places(before, paired, rules)]
    if rules.teams:
        problems += team_checks.check_boards(before, paired)
    if by_hand or state.system == "manual":
        return problems
    return [*problems, *_broken_rules(before, paired, rules)]


def find_warnings(
    state: EventState, paired: PairedRound, *, touched: Collection[int] = ()
) -> list[Reason]:
    """The rules of its system that a round breaks; a manual stage has those of a Swiss.

    touched: entries placed by hand. Their second byes, wrong first moves and forbidden pairs are
    reported even if the system itself does not check them.

    :raises KeyError: SYSTEM_RULES lacks the system.
    """
    before, rules = _state_before(state, paired), _system_rules(state)
    found = list(_broken_rules(before, paired, rules))
    if touched:
        strict = replace(rules, second_bye=False, moves=True, apart=True)
        more = _broken_rules(before, paired, strict)
        found += [r for r in more if r not in found and entries_of(r) & {*touched}]
    return found


def entries_of(reason: Reason) -> set[int]:
    """The entries named in a problem or warning."""
    named = (reason.params.get(name) for name in ("entry", "first", "second"))
    return {number for number in named if isinstance(number, int)}


def _system_rules(state: EventState) -> SystemRules:
    return SYSTEM_RULES[state.system or "round_robin"]


def _state_before(state: EventState, paired: PairedRound) -> EventState:
    """The state before the round, without the round itself."""
    earlier = tuple(played for played in state.played if played.round < paired.round)
    return replace(state, played=earlier, current_round=paired.round - 1)


def _check_seats(state: EventState, paired: PairedRound, rules: SystemRules) -> Iterator[Reason]:
    sizes = _allowed_sizes(state, paired) if rules.seats == ALLOWED else frozenset()
    for pairing in paired.pairings:
        seats, kind = len(pairing.seats), pairing.kind
        if not _allows_seats(seats, kind, rules, state, sizes):
            yield Reason("wrong_seats", {"kind": kind, "seats": seats})
        if not 1 <= pairing.first_seat <= seats:
            yield Reason("wrong_first_seat", {"seat": pairing.first_seat, "seats": seats})
    tables = Counter((p.leg, p.table) for p in paired.pairings if p.table is not None)
    for (leg, table), times in sorted(tables.items()):
        if times > 1:
            yield Reason("table_twice", {"table": table, "leg": leg})


def _allowed_sizes(state: EventState, paired: PairedRound) -> frozenset[int]:
    """The configured table sizes, and those needed to seat all who are present."""
    needed = split_present(state, len(state.present_entries(paired.round)))
    return frozenset((*state.options.sizes, *(needed or ())))


def _allows_seats(
    seats: int, kind: str, rules: SystemRules, state: EventState, sizes: frozenset[int]
) -> bool:
    if kind != MATCH:
        return seats == 1
    if not state.allows_table_size(seats):
        return False
    if rules.seats == TWO:
        return seats == (2 * state.options.boards if state.options.partners else 2)
    return seats in sizes if rules.seats == ALLOWED else seats >= 2


def _check_places(state: EventState, paired: PairedRound, rules: SystemRules) -> Iterator[Reason]:
    known, here = set(state.entry_numbers), set(state.present_entries(paired.round))
    owed = here - _finished_entries(state) if rules.everybody else set()
    for leg in range(1, paired.legs + 1):
        seated = Counter(
            entry for pairing in paired.pairings if pairing.leg == leg for entry in pairing.seats
        )
        for entry, times in sorted(seated.items()):
            if entry not in known:
                yield Reason("unknown_entry", {"entry": entry})
            elif entry not in here and not _has_only_asked_bye(paired, entry):
                yield Reason("absent_seated", {"entry": entry, "round": paired.round})
            if times > 1:
                yield Reason("seated_twice", {"entry": entry, "leg": leg})
        for entry in sorted(owed - set(seated)):
            yield Reason("not_placed", {"entry": entry, "leg": leg})
    if rules.free:
        yield from _check_free(state, paired)


def _check_free(state: EventState, paired: PairedRound) -> Iterator[Reason]:
    seated = {entry for pairing in paired.pairings for entry in pairing.seats}
    for played in state.played:
        for entry in () if played.is_finished else sorted(seated & {*played.seats}):
            yield Reason("still_playing", {"entry": entry, "round": played.round})


def _finished_entries(state: EventState) -> set[int]:
    """Entries of small groups whose round robin is already over."""
    if state.system not in ("", "round_robin"):
        return set()
    return {
        entry
        for entries in entries_by_group(state).values()
        if state.stage_round > rounds_needed(len(entries), state.options.cycles)
        for entry in entries
    }


def _has_only_asked_bye(paired: PairedRound, entry: int) -> bool:
    """Whether the entry's only place is an asked bye, which an absent entry may have."""
    mine = [pairing for pairing in paired.pairings if entry in pairing.seats]
    return all(pairing.kind == BYE_ASKED for pairing in mine)


def _broken_rules(state: EventState, paired: PairedRound, rules: SystemRules) -> Iterator[Reason]:
    """The rules of the system that the round breaks, apart from seats and places."""
    if rules.teams and state.system != SCHEVENINGEN:
        yield from team_checks.check_first_moves(state, paired)
        yield from team_checks.of_teams(_broken_by_teams(state, paired))
    pairings = sorted(paired.pairings, key=lambda p: (p.leg, p.table or 0, p.seats))
    first = state.options.rematches_from
    allowed = first is not None and first <= paired.round
    if not (allowed and rules.rematch == NEVER):
        yield from _check_rematches(state, pairings, rules)
    if not (allowed or rules.second_bye):
        yield from _check_second_byes(state, pairings)
    if rules.apart:
        yield from _check_forbidden_pairs(state, pairings)
    if rules.groups:
        yield from _check_groups(state, pairings)
    if rules.moves:
        yield from _check_first_moves(state, pairings)


def _broken_by_teams(state: EventState, paired: PairedRound) -> Iterator[Reason]:
    """The rules that the matches of teams break, with the teams as entries."""
    teams, matches = team_state(state), team_checks.as_round_of_teams(paired)
    rules = SYSTEM_RULES[TEAM_SYSTEMS[state.system]]
    yield from _check_places(teams, matches, rules)
    yield from _broken_rules(teams, matches, rules)


def _check_rematches(
    state: EventState, pairings: list[Pairing], rules: SystemRules
) -> Iterator[Reason]:
    """Meetings that are too frequent or too soon; unplayed matches do not count."""
    met: dict[tuple[int, int], list[int]] = {}
    for played in state.played:
        for pair in () if is_unplayed(played) else _pairs_of_seats(played.seats):
            met.setdefault(pair, []).append(played.round)
    gap = state.options.meet_again_after
    most = state.options.cycles if rules.rematch == ONCE_A_CYCLE else 1
    for pairing in pairings:
        for pair in _pairs_of_seats(pairing.seats) if len(pairing.seats) == 2 else ():
            rounds = met.setdefault(pair, [])
            who = {"first": pair[0], "second": pair[1], "round": rounds[-1] if rounds else 0}
            if rules.rematch == AFTER_A_GAP:
                if rounds and state.next_round - rounds[-1] <= gap:
                    yield Reason("rematch_too_soon", {**who, "gap": gap})
            elif rules.rematch != ANY_TIME and len(rounds) >= most:
                yield Reason("rematch", who)
            rounds.append(state.next_round)


def _pairs_of_seats(seats: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    ordered = sorted(seats)
    for at, first in enumerate(ordered):
        for second in ordered[at + 1 :]:
            yield first, second


def _check_second_byes(state: EventState, pairings: list[Pairing]) -> Iterator[Reason]:
    had = {p.seats[0]: p.round for p in state.played if p.kind == BYE_ALLOCATED}
    for pairing in pairings:
        if pairing.kind == BYE_ALLOCATED:
            for entry in pairing.seats:
                if entry in had:
                    yield Reason("second_bye", {"entry": entry, "round": had[entry]})
                had[entry] = state.next_round


def _check_forbidden_pairs(state: EventState, pairings: list[Pairing]) -> Iterator[Reason]:
    for pairing in pairings:
        for first, second in _pairs_of_seats(pairing.seats):
            if state.are_kept_apart(first, second, state.next_round):
                yield Reason("kept_apart", {"first": first, "second": second})


def _check_groups(state: EventState, pairings: list[Pairing]) -> Iterator[Reason]:
    group = {entrant.number: entrant.group for entrant in state.entrants}
    for pairing in pairings:
        for entry in pairing.seats:
            here = pairing.group or group.get(pairing.seats[0], "")
            if group.get(entry, here) != here:
                yield Reason("other_group", {"entry": entry, "group": here})


def _check_first_moves(state: EventState, pairings: list[Pairing]) -> Iterator[Reason]:
    """First moves against an absolute preference, leg by leg.

    Source: FIDE C.04.3 art. 1.7, 1.8 and criterion C3: two with the same absolute preference do
    not meet, and an absolute preference is granted. In the last round topscorers and their
    opponents are exempt.
    """
    moves = move_history(state)
    top = topscorers(with_provisional_results(state))  # as the engine computes them
    for pairing in pairings:
        if len(pairing.seats) != 2 or not moves.keys() >= {*pairing.seats}:
            continue
        for seat, entry in enumerate(pairing.seats, start=1):
            due, moved = required_move(moves[entry]), seat == pairing.first_seat
            if due is not None and due != moved and not top & {*pairing.seats}:
                code = "moves_first_again" if moved else "moves_second_again"
                yield Reason(code, {"entry": entry})
            moves[entry] = (*moves[entry], moved)
