"""The bracket: the order of seeds, who stands where, walkovers, and the places left to play for."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import play, play_round
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.systems.double_elimination import pair_double_elimination
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.standings.bracket import (
    bracket_size,
    build_bracket,
    double_layout,
    dropping_order,
    knockout_layout,
    place_ranges,
    seed_order,
)
from tournaments.state import Absence, Entrant, EventState, PairingOptions, Played, Slot, SlotResult

PAIR = {"knockout": pair_knockout, "double_elimination": pair_double_elimination}


def stage(entries, *, system="knockout", absences=None, **options):
    absences = absences or {}
    entrants = tuple(
        Entrant(number, absences=tuple(absences.get(number, ())))
        for number in range(1, entries + 1)
    )
    return EventState(entrants, 0, options=PairingOptions(**options), system=system)


def standing(state):
    return {
        label: match.known_entries
        for label, match in build_bracket(state).matches.items()
        if match.known_entries
    }


def on_paper(shares):
    """Places by entry, from best place, worst place and who shares them."""
    return {entry: (best, worst) for best, worst, entries in shares for entry in entries}


def test_the_seeds_of_a_draw_of_16_stand_as_in_the_textbook():
    # OEIS A208569, rows 4 and 5.
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize("rounds", range(1, 8))
def test_the_best_can_only_meet_late(rounds):
    at = {seed: place for place, seed in enumerate(seed_order(1 << rounds))}
    assert sorted(at) == list(range(1, (1 << rounds) + 1))
    for left in range(rounds):  # the best 2^p sit in 2^p parts of the draw
        part = 1 << (rounds - left)
        assert len({at[seed] // part for seed in range(1, (1 << left) + 1)}) == 1 << left


def test_how_many_matches_a_bracket_has():
    for entries in range(2, 33):
        size = bracket_size(entries)
        assert size / 2 < entries <= size
        assert len(knockout_layout(entries)) == size - 1
        assert len(double_layout(entries)) == 2 * size - 1  # the reset included


def test_the_losers_of_32_drop_in_turn_reversed_by_halves_and_straight():
    assert dropping_order(2, 8) == (8, 7, 6, 5, 4, 3, 2, 1)
    assert dropping_order(3, 4) == (3, 4, 1, 2)
    assert dropping_order(4, 2) == (1, 2)
    assert dropping_order(5, 1) == (1,)
    layout = double_layout(32)
    fed = [(feed.kind, feed.match) for feed in layout["L2-1"].sources]
    assert fed == [("loser", "W2-8"), ("winner", "L1-1")]
    fed = [(feed.kind, feed.match) for feed in layout["L4-1"].sources]
    assert fed == [("loser", "W3-3"), ("winner", "L3-1")]


def test_who_stands_where_before_and_after_a_round():
    state = stage(6)
    assert standing(state) == {"W1-1": (1,), "W1-2": (4, 5), "W1-3": (2,), "W1-4": (3, 6)}
    state = play_round(state, pair_knockout(state), max)
    assert standing(state)["W2-1"] == (1, 5)
    assert standing(state)["W2-2"] == (2, 6)
    assert build_bracket(state).matches["W3-1"].status == "waiting"


def test_an_absent_opponent_is_a_walkover_and_two_absent_leave_an_empty_place():
    away = {1: [Absence(1)], 2: [Absence(2)], 3: [Absence(2, 2)]}
    state = play(stage(8, absences=away), pair_knockout, min)
    matches = build_bracket(state).matches
    assert matches["W1-1"].winner == 8
    assert matches["W1-1"].loser == 1
    assert matches["W2-2"].known_entries == (2, 3)
    assert matches["W2-2"].winner is None  # both away in round 2
    assert matches["W3-1"].known_entries == (4,)
    assert matches["W3-1"].winner == 4
    assert place_ranges(state) == on_paper([(1, 1, [4]), (2, 4, [2, 3, 8]), (5, 8, [1, 5, 6, 7])])


def test_a_bye_needs_no_presence_and_no_record():
    state = stage(3, absences={1: [Absence(1, 1)]})
    state = play_round(state, pair_knockout(state), min)
    assert [p.bracket for p in state.played] == ["W1-2"]
    assert standing(state)["W2-1"] == (1, 2)


def test_a_double_forfeit_ends_the_stage_for_both():
    nobody = SlotResult("double_forfeit", "", (0, 0))
    for system in PAIR:
        state = stage(4, system=system)
        state = play_round(state, PAIR[system](state), min)
        first = replace(state.played[0], slots=(Slot(1, result=nobody),))
        state = replace(state, played=(first, *state.played[1:]))
        assert build_bracket(state).matches["W1-1"].winner is None
        assert standing(state)["W2-1"] == (2,)
        state = play(state, PAIR[system], min)
        assert place_ranges(state)[2] == (1, 1)
        assert place_ranges(state)[1][1] == place_ranges(state)[4][1] == 4


def test_who_leaves_the_winners_bracket_without_a_loss_shares_with_those_out_beside():
    away = {1: [Absence(1)], 8: [Absence(1)]}
    state = stage(8, system="double_elimination", absences=away)
    state = play(state, pair_double_elimination, min)
    assert [entry for entry, place in place_ranges(state).items() if place == (6, 8)] == [1, 7, 8]


def test_both_whom_a_double_forfeit_puts_out_of_the_winners_bracket_share_with_that_round():
    """Level 1 puts out two; level 2 entries 1, 4 and 5, who loses to 3."""
    state = stage(8, system="double_elimination")
    for _ in range(2):
        state = play_round(state, pair_double_elimination(state), min)
    nobody = (Slot(1, result=SlotResult("double_forfeit", "", (0, 0))),)
    played = (replace(p, slots=nobody) if p.bracket == "W2-1" else p for p in state.played)
    state = play(replace(state, played=tuple(played)), pair_double_elimination, min)
    shares = [(1, 1, [2]), (2, 2, [3]), (3, 3, [6]), (4, 6, [1, 4, 5]), (7, 8, [7, 8])]
    assert place_ranges(state) == on_paper(shares)


def test_what_was_played_stands_after_a_later_correction():
    state = stage(4)
    for _ in range(2):
        state = play_round(state, pair_knockout(state), min)
    assert standing(state)["W2-1"] == (1, 2)
    wrong = state.played[0]
    right = replace(wrong, slots=(Slot(1, result=SlotResult("played", "", (0, 2))),))
    state = replace(state, played=(right, *state.played[1:]))
    assert build_bracket(state).matches["W1-1"].winner == 4
    assert standing(state)["W2-1"] == (1, 2)
    assert build_bracket(state).matches["W2-1"].winner == 1
    assert place_ranges(state) == on_paper([(1, 1, [1]), (2, 2, [2]), (3, 4, [3, 4])])


def test_a_match_left_out_by_hand_is_due_again():
    state = stage(4)
    paired = pair_knockout(state)
    state = play_round(state, replace(paired, pairings=paired.pairings[1:]), min)
    again = pair_knockout(state)
    assert [(p.bracket, p.seats) for p in again.pairings] == [("W1-1", (1, 4))]


def test_who_is_away_while_an_opponent_plays_late_loses_nothing():
    state = stage(4, absences={2: [Absence(2, 2)]})
    for played in (1, 0):
        paired = pair_knockout(state)
        state = play_round(state, replace(paired, pairings=paired.pairings[played:][:1]), min)
    assert [p.bracket for p in state.played] == ["W1-2", "W1-1"]
    final = build_bracket(state).matches["W2-1"]
    assert (final.known_entries, final.status, final.round) == ((1, 2), "ready", 3)


def test_rounds_of_earlier_stages_are_not_part_of_the_bracket():
    before = Played(1, (1, 2), bracket="W1-1")
    state = replace(stage(4), played=(before,), current_round=3, rounds_before=3)
    assert standing(state) == {"W1-1": (1, 4), "W1-2": (2, 3)}
    assert pair_knockout(state).round == 4


def test_places_fall_as_the_rounds_are_played():
    state = stage(8, third_place=True)
    assert set(place_ranges(state).values()) == {(1, 8)}
    state = play_round(state, pair_knockout(state), min)
    assert place_ranges(state) == on_paper([(1, 4, [1, 2, 3, 4]), (5, 8, [5, 6, 7, 8])])
    state = play_round(state, pair_knockout(state), min)
    assert place_ranges(state) == on_paper([(1, 2, [1, 2]), (3, 4, [3, 4]), (5, 8, [5, 6, 7, 8])])
    state = play_round(state, pair_knockout(state), min)
    assert place_ranges(state) == on_paper(
        [(1, 1, [1]), (2, 2, [2]), (3, 3, [3]), (4, 4, [4]), (5, 8, [5, 6, 7, 8])]
    )


def next_round(state):
    try:
        return PAIR[state.system](state)
    except PairingRefused as refused:
        if refused.code in {"bracket_finished", "nobody_present"}:
            return None
        raise


def every_end(state):
    """Final places after each way the stage can still go, by brute force."""
    if (paired := next_round(state)) is None:
        return [place_ranges(state)]
    matches = [pairing.seats for pairing in paired.pairings if len(pairing.seats) == 2]
    ends = []
    for bits in range(1 << len(matches)):
        winners = {seats: seats[bits >> at & 1] for at, seats in enumerate(matches)}

        def winner(a, b, winners=winners):
            return winners[a, b]

        ends += every_end(play_round(state, paired, winner))
    return ends


@pytest.mark.parametrize(
    ("system", "entries"),
    [("knockout", 5), ("knockout", 6), ("double_elimination", 3), ("double_elimination", 4)],
)
def test_places_still_possible_are_those_that_some_end_gives(system, entries):
    state = stage(entries, system=system, third_place=system == "knockout")
    while True:
        ends = every_end(state)
        for entry, (best, worst) in place_ranges(state).items():
            assert best == min(end[entry][0] for end in ends)
            assert worst == max(end[entry][1] for end in ends)
        if len(ends) == 1:
            break
        state = play_round(state, PAIR[system](state), max)


@examples(60)
@given(
    st.sampled_from(sorted(PAIR)),
    st.integers(2, 20),
    st.dictionaries(st.integers(1, 20), st.integers(1, 6), max_size=8),
    st.randoms(use_true_random=False),
)
def test_places_only_narrow_and_in_the_end_fill_the_table(system, entries, leaving, random):
    # `leaving`: entries that withdraw, and the first round they miss.
    away = {entry: [Absence(since)] for entry, since in leaving.items()}
    state = stage(entries, system=system, absences=away)
    before = place_ranges(state)
    while paired := next_round(state):
        assert find_problems(state, paired) == []
        state = play_round(state, paired, lambda a, b: random.choice((a, b)))
        now = place_ranges(state)
        assert sorted(now) == sorted(before) == list(state.entry_numbers)
        if all(
            match.winner for match in build_bracket(state).by_status("over") if match.known_entries
        ):
            assert all(now[entry][0] >= before[entry][0] for entry in now)
            assert all(now[entry][1] <= before[entry][1] for entry in now)
        before = now
    if not build_bracket(state).by_status("ready"):
        shared = sorted(before.values())
        assert shared[-1][1] == entries
        for (best, worst), (following, _) in pairwise(shared):
            assert (following == best) or following == worst + 1
