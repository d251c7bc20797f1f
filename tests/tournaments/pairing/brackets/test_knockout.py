"""Knockout: rounds as a textbook draws them, against a bracket folded together here."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants, play, play_round
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.systems import knockout
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.standings.bracket import place_ranges
from tournaments.state import (
    BYE_ALLOCATED,
    Absence,
    Entrant,
    EventState,
    MatchRules,
    PairingOptions,
    Slot,
)

THIRD = PairingOptions(third_place=True)


def stage(entries, *, options=THIRD, games=1):
    entrants = make_entrants(entries)
    rules = MatchRules(games_per_match=games)
    return EventState(entrants, 0, rules=rules, options=options, system="knockout")


def drawn(paired):
    return {pairing.bracket: pairing.seats for pairing in paired.pairings}


def test_eight_entries_as_on_paper():
    #  1 ─┐
    #  8 ─┴ 1 ─┐          6 beats 3; otherwise the better seed wins
    #  4 ─┐    ├ 1 ─┐
    #  5 ─┴ 4 ─┘    │
    #  2 ─┐         ├ 1
    #  7 ─┴ 2 ─┐    │     third place: 4 - 6
    #  3 ─┐    ├ 2 ─┘
    #  6 ─┴ 6 ─┘
    def winner(a, b):
        return 6 if {a, b} == {3, 6} else min(a, b)

    state = stage(8)
    first = pair_knockout(state)
    assert drawn(first) == {"W1-1": (1, 8), "W1-2": (4, 5), "W1-3": (2, 7), "W1-4": (3, 6)}
    assert [pairing.table for pairing in first.pairings] == [1, 2, 3, 4]
    state = play_round(state, first, winner)
    second = pair_knockout(state)
    assert drawn(second) == {"W2-1": (1, 4), "W2-2": (2, 6)}
    state = play_round(state, second, winner)
    third = pair_knockout(state)
    assert drawn(third) == {"W3-1": (1, 2), "P3": (4, 6)}
    state = play_round(state, third, winner)
    with pytest.raises(PairingRefused, match="bracket_finished"):
        pair_knockout(state)
    assert [place_ranges(state)[entry] for entry in (1, 2, 4, 6)] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_six_entries_give_the_two_best_a_bye():
    first = pair_knockout(stage(6))
    assert drawn(first) == {"W1-1": (1,), "W1-2": (4, 5), "W1-3": (2,), "W1-4": (3, 6)}
    byes = [pairing for pairing in first.pairings if pairing.table is None]
    assert [(bye.kind, bye.bracket) for bye in byes] == [
        (BYE_ALLOCATED, "W1-1"),
        (BYE_ALLOCATED, "W1-3"),
    ]
    assert first.pairings[-2:] == tuple(byes)
    codes = [reason.code for reason in byes[0].explanation]
    assert codes == ["is_seed", "bracket_bye"]


def test_the_seeds_of_the_stage_count_and_not_the_numbers_of_the_entries():
    seeds = {11: 4, 12: 3, 13: 2, 14: 1}
    entrants = tuple(Entrant(number, seed=seed) for number, seed in seeds.items())
    paired = pair_knockout(EventState(entrants, 0, system="knockout"))
    assert drawn(paired) == {"W1-1": (14, 11), "W1-2": (13, 12)}


def fold(entries):
    """The draw as nested pairs: the best with the worst, again and again; None has no entry."""
    size = 1
    while size < entries:
        size *= 2
    draw: list = [seed if seed <= entries else None for seed in range(1, size + 1)]
    while len(draw) > 1:
        half = len(draw) // 2
        draw = list(zip(draw[:half], reversed(draw[half:]), strict=True))
    return draw[0]


def knock_out(draw, winner, rounds):
    """Who wins a draw; rounds collects the pairs that met, by round."""
    if not isinstance(draw, tuple):
        return draw, 0
    (a, played), (b, _) = (knock_out(half, winner, rounds) for half in draw)
    met = None not in (a, b)
    if met:
        rounds.setdefault(played + 1, set()).add(frozenset((a, b)))
    return (winner(a, b) if met else a or b), played + 1


@examples(60)
@given(st.integers(2, 40), st.data())
def test_every_round_is_that_of_a_draw_folded_together(entries, data):
    strength = data.draw(st.permutations(range(entries)))

    def winner(a, b):
        return max(a, b, key=lambda entry: strength[entry - 1])

    expected: dict[int, set] = {}
    champion, _ = knock_out(fold(entries), winner, expected)
    state = play(stage(entries, options=PairingOptions()), pair_knockout, winner)
    rounds: dict[int, set] = {}
    for played in state.played:
        if not played.is_bye:
            rounds.setdefault(played.round, set()).add(frozenset(played.seats))
    assert rounds == expected
    assert [entry for entry, place in place_ranges(state).items() if place == (1, 1)] == [champion]


@pytest.mark.parametrize("entries", [*range(2, 18), 25, 33])
def test_favourites_meet_in_the_final_and_places_follow_the_seeds(entries):
    state = play(stage(entries), pair_knockout, min)
    matches = [played for played in state.played if not played.is_bye]
    assert len(matches) == entries - 1 + (entries >= 4)
    final = next(p for p in matches if p.bracket == f"W{state.current_round}-1")
    assert final.seats == (1, 2)
    assert place_ranges(state)[1] == (1, 1)
    ranges = [place_ranges(state)[entry] for entry in state.entry_numbers]
    assert ranges == sorted(ranges)
    byes = sorted(p.seats[0] for p in state.played if p.is_bye and p.round == 1)
    assert byes == list(range(1, len(byes) + 1))
    assert all(p.bracket == "P3" for p in state.played if p.is_bye and p.round > 1)


def test_an_absent_opponent_gives_a_walkover():
    gone = Entrant(5, absences=(Absence(1),))
    state = stage(8)
    state = replace(state, entrants=(*state.entrants[:4], gone, *state.entrants[5:]))
    bye = pair_knockout(state).pairings[-1]
    assert (bye.seats, bye.bracket, bye.kind) == ((4,), "W1-2", BYE_ALLOCATED)
    assert bye.explanation[-1].params == {"opponent": 5}


def test_a_match_without_winner_holds_up_the_next_round():
    state = play_round(stage(4, games=2), pair_knockout(stage(4, games=2)), lambda a, b: None)
    with pytest.raises(PairingRefused) as refused:
        pair_knockout(state)
    assert refused.value.code == "match_undecided"
    assert refused.value.params == {"match": "W1-1", "first": 1, "second": 4}


def test_a_majority_is_enough_where_the_stage_says_so():
    state = stage(2, games=3)
    state = play_round(state, pair_knockout(state), min)
    match = state.played[0]
    slots = (*match.slots[:2], Slot(3))
    state = replace(state, played=(replace(match, slots=slots),))
    with pytest.raises(PairingRefused, match="bracket_finished"):
        pair_knockout(state)
    with pytest.raises(PairingRefused, match="match_undecided"):
        pair_knockout(replace(state, options=PairingOptions(to_majority=False)))


@pytest.mark.parametrize("entries", [0, 1])
def test_a_bracket_needs_two(entries):
    with pytest.raises(PairingRefused) as refused:
        pair_knockout(stage(entries))
    assert (refused.value.code, refused.value.params) == ("too_few_entries", {"entries": entries})


def test_a_round_for_nobody_is_refused():
    entrants = (Entrant(1, absences=(Absence(1),)), Entrant(2, absences=(Absence(1),)))
    with pytest.raises(PairingRefused, match="nobody_present"):
        pair_knockout(EventState(entrants, 0, system="knockout"))


def first_of(pairing):
    return pairing.seats[pairing.first_seat - 1]


def test_whoever_moved_first_less_often_moves_first():
    state = stage(4)
    paired = pair_knockout(state)
    pairings = tuple(
        replace(pairing, first_seat=pairing.seats.index(first) + 1)
        for pairing, first in zip(paired.pairings, (1, 3), strict=True)
    )
    state = play_round(state, replace(paired, pairings=pairings), min)
    for seed in range(8):
        final, third = pair_knockout(state, seed=seed).pairings
        assert (final.seats, first_of(final)) == ((1, 2), 2)
        assert final.explanation[-1].code == "fewer_first_moves"
        assert (third.seats, first_of(third)) == ((4, 3), 4)


def test_the_lot_decides_the_rest_by_match_and_the_same_seed_gives_the_same_round():
    state = stage(8)
    assert pair_knockout(state, seed=5) == pair_knockout(state, seed=5)
    lots = {
        tuple(pairing.first_seat for pairing in pair_knockout(state, seed=seed).pairings)
        for seed in range(60)
    }
    assert len(lots) > 8  # of 16


def test_every_reason_has_a_sentence():
    state, said = stage(6), []
    for _ in range(3):
        paired = pair_knockout(state)
        said += [reason for pairing in paired.pairings for reason in pairing.explanation]
        state = play_round(state, paired, min)
    ours = [reason for reason in said if reason.code in knockout.MESSAGES]
    sentences = [reason_text(reason) for reason in ours]
    assert "Match W1-2: entry 5 is seed 5." in sentences
    assert "Match W3-1: entry 2 won match W2-2." in sentences
    assert "Match P3: entry 3 lost match W2-2." in sentences
    assert {reason.code for reason in said} - set(knockout.MESSAGES) <= {"fewer_first_moves"}
