"""Scheveningen: who meets whom, and who moves first."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.playing import make_entrants
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.systems.scheveningen import pair_scheveningen
from tournaments.state import Absence, EventState, PairingOptions, Played, Slot
from tournaments.state.teams import Team


def stage(size, *more):
    teams = (tuple(range(1, size + 1)), tuple(range(size + 1, 2 * size + 1)), *more)
    return EventState(
        make_entrants(max(map(max, teams))),
        size,
        system="scheveningen",
        options=PairingOptions(boards=size),
        teams=tuple(Team(number, members) for number, members in enumerate(teams, start=1)),
    )


def rounds_of(state):
    """All rounds; what was paired is played."""
    while state.current_round < state.rounds_total:
        paired = pair_scheveningen(state)
        assert find_problems(state, paired) == []
        yield paired
        played = tuple(
            Played(paired.round, p.seats, (Slot(1, p.first_seat),), table=p.table)
            for p in paired.pairings
        )
        state = replace(
            state,
            current_round=paired.round,
            played=(*state.played, *played),
            matches=(*state.matches, *paired.matches),
        )


def test_the_four_rounds_of_four_boards():
    # Worked by hand: 1 2 3 4 against 5 6 7 8; the one named first moves first. Rounds 1 and 2 are
    # half of the team apart, so 1 and 3 meet 5 and 7 crosswise, 2 and 4 meet 6 and 8.
    found = [
        [p.seats if p.first_seat == 1 else p.seats[::-1] for p in paired.pairings]
        for paired in rounds_of(stage(4))
    ]
    assert found == [
        [(1, 5), (6, 2), (3, 7), (8, 4)],
        [(7, 1), (2, 8), (5, 3), (4, 6)],
        [(6, 1), (2, 7), (8, 3), (4, 5)],
        [(1, 8), (5, 2), (3, 6), (7, 4)],
    ]


@pytest.mark.parametrize("size", range(1, 13))
def test_everybody_meets_everybody_once_and_moves_first_in_half_of_the_games(size):
    met: Counter[tuple[int, ...]] = Counter()
    moves: Counter[int] = Counter()
    for paired in rounds_of(stage(size)):
        of_first = 0
        for pairing in paired.pairings:
            met[pairing.seats] += 1
            moves[pairing.seats[pairing.first_seat - 1]] += 1
            of_first += pairing.first_seat == 1
        # Source of the bounds: the docstring of the module.
        assert abs(2 * of_first - size) <= (0 if size % 4 == 0 else 3 if size % 2 else 2)
    assert set(met) == {(a, b) for a in range(1, size + 1) for b in range(size + 1, 2 * size + 1)}
    assert set(met.values()) == {1}
    assert all(abs(2 * moves[entry] - size) <= size % 2 for entry in range(1, 2 * size + 1))


def test_who_is_absent_loses_and_keeps_the_place():
    state = stage(2)
    gone = replace(state.entrants[0], absences=(Absence(1, 1),))
    paired = pair_scheveningen(replace(state, entrants=(gone, *state.entrants[1:])))
    assert [(p.seats, p.table, p.kind) for p in paired.pairings] == [
        ((2, 4), 2, "match"),
        ((3,), None, "bye_allocated"),
    ]


def test_what_cannot_be_paired_is_refused():
    with pytest.raises(PairingRefused) as three:
        pair_scheveningen(stage(2, (5, 6)))
    assert (three.value.code, three.value.params) == ("two_teams_needed", {"teams": 3})
    with pytest.raises(PairingRefused) as over:
        pair_scheveningen(replace(stage(2), current_round=2))
    assert over.value.code == "scheveningen_over"


def test_meeting_twice_is_a_problem():
    state = stage(2)
    first, *_rest = rounds_of(state)
    played = tuple(Played(1, p.seats, (Slot(1),), table=p.table) for p in first.pairings)
    after = replace(state, current_round=1, played=played, matches=first.matches)
    again = replace(
        first, round=2, matches=tuple(replace(match, round=2) for match in first.matches)
    )
    # Undecided matches count as met.
    assert {reason.code for reason in find_problems(after, again)} == {"rematch"}
