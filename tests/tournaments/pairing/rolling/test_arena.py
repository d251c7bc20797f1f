"""Arenas: points by hand from docs/arena.md, and properties of streams of passes."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants, one_game, seats_of
from tournaments.pairing import PairedRound, PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.first_move import first_move_surplus, move_history
from tournaments.pairing.systems.arena import free_players, pair_arena, stored_input
from tournaments.proof import proof
from tournaments.standings.arena.points import arena_matches, arena_points
from tournaments.standings.table import build_table
from tournaments.state import (
    Absence,
    Adjustment,
    EventState,
    ForbiddenMeeting,
    FreePlayer,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)

WON, DRAWN, LOST = (2, 0), (1, 1), (0, 2)


def arena(size: int, *played: Played, **changes: Any) -> EventState:
    rounds = max((p.round for p in played), default=0)
    state = EventState(make_entrants(size), 0, rounds, played, system="arena")
    return replace(state, **changes)


def test_the_example_of_the_document() -> None:
    """Ada wins three, draws, wins: 2 + 2 + 4 + 2 + 2; the others have what they took from her."""
    results = (WON, WON, WON, DRAWN, WON)
    state = arena(6, *(one_game(n, (1, n + 1), r) for n, r in enumerate(results, start=1)))
    assert [match.points for match in arena_matches(state)[1]] == [2, 2, 4, 2, 2]
    assert [match.doubled for match in arena_matches(state)[1]] == [False, False, True, True, False]
    assert arena_points(state) == {1: 12, 2: 0, 3: 0, 4: 0, 5: 1, 6: 0}
    plain = replace(state, options=PairingOptions(streaks=False))
    assert arena_points(plain)[1] == 9


def test_the_example_of_berserk_in_the_document() -> None:
    """Ada goes berserk in each of six matches; see the table of docs/arena.md."""
    results = (WON, LOST, WON, WON, WON, DRAWN)
    games = [one_game(n, (1, n + 1), r) for n, r in enumerate(results, start=1)]
    forfeit = Slot(1, result=SlotResult("forfeit", "seat-1", WON))
    played = (*games, Played(7, (1, 8), (forfeit,)))
    halved = tuple(replace(each, berserk=(1,)) for each in played)
    state = arena(8, *halved, options=PairingOptions(berserk=True))
    matches = arena_matches(state)[1]
    assert [match.points for match in matches] == [3, 0, 3, 3, 5, 2, 2]
    assert [match.berserk for match in matches] == [True, False, True, True, True, False, False]
    assert arena_points(state)[1] == 18
    assert arena_points(replace(state, options=PairingOptions()))[1] == 14
    assert arena_points(arena(8, *played, options=PairingOptions(berserk=True)))[1] == 14


def test_the_standings_count_arena_points_and_penalties() -> None:
    state = arena(2, one_game(1, (1, 2)))
    fined = replace(state.entrants[0], adjustments=(Adjustment(0, -1),))
    table = build_table(replace(state, entrants=(fined, state.entrants[1])))
    assert (table.rank_by, [row.primary_x2 for row in table.rows]) == ("arena", [3, 0])


def test_a_cancelled_match_ends_no_streak_and_a_double_forfeit_does() -> None:
    cancelled = SlotResult("cancelled", "", (0, 0))
    nobody = SlotResult("double_forfeit", "", (0, 0))

    def after(between: SlotResult) -> int:
        third = Played(3, (1, 4), (Slot(1, result=between),))
        rows = (one_game(1, (1, 2)), one_game(2, (1, 3)), third, one_game(4, (1, 5)))
        return arena_matches(arena(5, *rows))[1][-1].points

    assert (after(cancelled), after(nobody)) == (4, 2)


def test_the_first_pass_pairs_all_but_one_of_an_odd_number() -> None:
    paired = pair_arena(arena(5), seed=3)
    assert len(paired.pairings) == 2
    assert [reason.code for reason in paired.explanation] == ["arena_waits"]


def test_who_has_waited_is_not_left_over() -> None:
    state = arena(3, one_game(1, (1, 2)))
    (pair,) = seats_of(pair_arena(state))
    assert 3 in pair


def test_two_who_just_met_wait_for_others_but_not_if_nobody_else_is_there() -> None:
    running = replace(one_game(1, (3, 4)), slots=(Slot(1),))
    state = arena(4, one_game(1, (1, 2)), running)
    with pytest.raises(PairingRefused) as refused:
        pair_arena(state)
    assert (refused.value.code, refused.value.params) == ("arena_nobody", {"free": 2})
    assert seats_of(pair_arena(arena(2, one_game(1, (1, 2))))) == [(1, 2)]


def test_near_in_points_meets_and_kept_apart_do_not() -> None:
    rows = (one_game(1, (1, 5)), one_game(1, (2, 6)), one_game(1, (3, 7)), one_game(1, (4, 8)))
    state = arena(8, *rows)
    assert {frozenset(p) for p in seats_of(pair_arena(state))} == {
        frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))
    }
    apart = replace(state, forbidden=(ForbiddenMeeting(1, 2),))
    assert (1, 2) not in seats_of(pair_arena(apart))


def test_who_left_is_not_paired() -> None:
    state = arena(4)
    left = replace(state.entrants[0], absences=(Absence(1),))
    paired = pair_arena(replace(state, entrants=(left, *state.entrants[1:])))
    assert all(1 not in seats for seats in seats_of(paired))


MUST_MOVE_FIRST = (False, False)  # it moved second twice running


def pool(*players: FreePlayer) -> EventState:
    return arena(len(players), pool=players)


@pytest.mark.parametrize(("clashing", "partner"), [(11, 13), (12, 2)])
def test_the_twelve_nearest_are_looked_at(clashing: int, partner: int) -> None:
    """Each must move first as the best must, but one: it is taken if it is the twelfth below."""
    same = [FreePlayer(n, moves=MUST_MOVE_FIRST) for n in range(1, clashing + 2)]
    others = [FreePlayer(n) for n in range(clashing + 2, 15)]
    assert (1, partner) in seats_of(pair_arena(pool(*same, *others)))


@pytest.mark.parametrize(("points_x2", "partner"), [(17, 3), (16, 2)])
def test_the_same_move_costs_as_much_as_two_points(points_x2: int, partner: int) -> None:
    """Of equal costs the nearest is taken."""
    best, same = (FreePlayer(n, 20, moves=MUST_MOVE_FIRST) for n in (1, 2))
    below, last = FreePlayer(3, points_x2), FreePlayer(4)
    assert (1, partner) in seats_of(pair_arena(pool(best, same, below, last)))


def test_of_an_odd_number_the_lowest_of_those_who_waited_least_waits() -> None:
    paired = pair_arena(pool(*(FreePlayer(n, waited=int(n in (3, 5))) for n in range(1, 6))))
    assert seats_of(paired) == [(1, 2), (3, 5)]
    assert [reason.params for reason in paired.explanation] == [{"entry": 4}]


def test_two_who_just_met_change_partners_with_the_pair_made_last() -> None:
    free = [*(FreePlayer(n, 20 - 2 * n) for n in (1, 2, 3, 4)), FreePlayer(5, last=6)]
    assert seats_of(pair_arena(pool(*free, FreePlayer(6, last=5)))) == [(1, 2), (3, 5), (4, 6)]


def passes(size: int, seed: int, count: int = 25) -> list[tuple[EventState, PairedRound]]:
    """A stream of passes: between two of them some of the running games end by lot."""
    lot, state, made = Random(seed), arena(size), []
    for _pass in range(count):
        try:
            paired = pair_arena(state, seed=lot.randrange(2**31))
        except PairingRefused:
            paired = None
        if paired is not None:
            made.append((state, paired))
            rows = (
                Played(paired.round, p.seats, (Slot(1, p.first_seat),)) for p in paired.pairings
            )
            state = replace(state, played=(*state.played, *rows), current_round=paired.round)
        state = replace(state, played=tuple(_maybe_over(p, lot) for p in state.played))
    return made


def _maybe_over(played: Played, lot: Random) -> Played:
    if played.is_finished or lot.random() < 0.5:
        return played
    result = SlotResult("played", "", lot.choice((WON, LOST, DRAWN)))
    return replace(played, slots=(replace(played.slots[0], result=result),))


@examples(25)
@given(size=st.integers(2, 14), seed=st.integers(0, 10**6))
def test_what_holds_in_every_stream(size: int, seed: int) -> None:
    """Nobody plays twice at once, nor the last opponent again; first moves stay level."""
    stream = passes(size, seed)
    assert stream
    for state, paired in stream:
        assert find_problems(state, paired) == []
        seated = [entry for pairing in paired.pairings for entry in pairing.seats]
        assert len(seated) == len(set(seated))
        assert not state.busy_entries(paired.round) & set(seated)
        free = {player.number: player for player in free_players(state)}
        for one, two in seats_of(paired):
            assert free[one].last != two
            assert free[two].last != one
    state = stream[-1][0]
    assert all(abs(first_move_surplus(moves)) <= 3 for moves in move_history(state).values())


@examples(10)
@given(size=st.integers(3, 14), seed=st.integers(0, 10**6))
def test_a_pass_is_paired_again_from_its_proof(size: int, seed: int) -> None:
    for state, _paired in passes(size, seed, count=8):
        paired = pair_arena(state, seed=seed)
        document = proof.build(system="arena", seed=seed, state=stored_input(state), paired=paired)
        assert document["input"]["played"] == []
        assert proof.pairs_of(proof.pair_again(document)) == document["pairs"]


@examples(15)
@given(size=st.integers(4, 30), seed=st.integers(0, 10**6))
def test_at_most_the_odd_one_waits_where_all_may_meet(size: int, seed: int) -> None:
    state = arena(size)
    paired = pair_arena(state, seed=seed)
    assert 2 * len(paired.pairings) == size - size % 2
