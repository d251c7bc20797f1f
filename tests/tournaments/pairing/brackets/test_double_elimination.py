"""Double elimination: out after two losses; the rounds as drawn, and against lists of losers."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants, play, play_round
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.systems.double_elimination import pair_double_elimination
from tournaments.standings.bracket import place_ranges
from tournaments.state import Absence, Entrant, EventState, PairingOptions


def stage(entries, *, reset=True):
    return EventState(
        make_entrants(entries), 0, options=PairingOptions(reset=reset), system="double_elimination"
    )


def by_strength(order):
    """The winner of two entries by an order of all, the strongest first."""
    return lambda a, b: min(a, b, key=order.index)


def by_lot(seed):
    random = Random(seed)
    return lambda a, b: random.choice((a, b))


def drawn(state, number):
    return {played.bracket: played.seats for played in state.played if played.round == number}


def losses_of(state):
    losses = Counter(dict.fromkeys(state.entry_numbers, 0))
    for played in state.played:
        for slot in played.slots:
            losses[played.seats[slot.result.points_x2.index(0)]] += 1
    return losses


def test_eight_entries_as_on_paper():
    state = play(stage(8), pair_double_elimination, by_strength([3, 1, 2, 4, 5, 6, 7, 8]))
    assert [drawn(state, number) for number in range(1, 7)] == [
        {"W1-1": (1, 8), "W1-2": (4, 5), "W1-3": (2, 7), "W1-4": (3, 6)},
        {"W2-1": (1, 4), "W2-2": (2, 3), "L1-1": (8, 5), "L1-2": (7, 6)},
        {"W3-1": (1, 3), "L2-1": (2, 5), "L2-2": (4, 6)},  # losers come in reversed
        {"L3-1": (2, 4)},
        {"L4-1": (1, 2)},
        {"GF": (3, 1)},
    ]
    assert place_ranges(state) == {
        3: (1, 1), 1: (2, 2), 2: (3, 3), 4: (4, 4),
        5: (5, 6), 6: (5, 6), 7: (7, 8), 8: (7, 8),
    }  # fmt: skip


def test_the_reset_is_played_when_the_grand_final_is_the_first_loss():
    state = stage(2)
    state = play_round(state, pair_double_elimination(state), min)
    state = play_round(state, pair_double_elimination(state), max)
    again = pair_double_elimination(state)
    assert [(p.bracket, p.seats) for p in again.pairings] == [("GF2", (1, 2))]
    assert again.pairings[0].explanation[0].params == {"entry": 1}
    assert set(place_ranges(state).values()) == {(1, 2)}
    state = play_round(state, again, max)
    with pytest.raises(PairingRefused, match="bracket_finished"):
        pair_double_elimination(state)
    assert place_ranges(state) == {1: (2, 2), 2: (1, 1)}


def test_without_the_reset_the_grand_final_is_the_end():
    state = stage(2, reset=False)
    state = play_round(state, pair_double_elimination(state), min)
    state = play_round(state, pair_double_elimination(state), max)
    with pytest.raises(PairingRefused, match="bracket_finished"):
        pair_double_elimination(state)
    assert place_ranges(state) == {1: (2, 2), 2: (1, 1)}


@examples(80)
@given(st.integers(2, 40), st.integers(0, 10**6), st.booleans())
def test_everybody_but_the_winner_loses_twice_and_nobody_thrice(entries, seed, reset):
    state = play(stage(entries, reset=reset), pair_double_elimination, by_lot(seed))
    matches = [played for played in state.played if not played.is_bye]
    losses = losses_of(state)
    champion = next(entry for entry, place in place_ranges(state).items() if place == (1, 1))
    runner_up = next(entry for entry, place in place_ranges(state).items() if place == (2, 2))
    assert len(matches) == 2 * entries - 2 + losses[champion] - (2 - losses[runner_up])
    assert losses[champion] < 2
    assert losses[runner_up] == (2 if reset else max(1, 2 - losses[champion]))
    assert all(losses[e] == 2 for e in state.entry_numbers if e not in (champion, runner_up))
    if reset:
        assert len(matches) in (2 * entries - 2, 2 * entries - 1)
    for number in range(1, state.current_round + 1):
        seated = [entry for seats in drawn(state, number).values() for entry in seats]
        assert len(seated) == len(set(seated))


@pytest.mark.parametrize("entries", [*range(2, 10), 12, 16, 17, 25, 33])
def test_favourites_meet_in_the_grand_final_and_places_follow_the_seeds(entries):
    state = play(stage(entries), pair_double_elimination, min)
    assert drawn(state, state.current_round) == {"GF": (1, 2)}
    ranges = [place_ranges(state)[entry] for entry in state.entry_numbers]
    assert ranges == sorted(ranges)
    byes = [p.seats[0] for p in state.played if p.is_bye and p.round == 1]
    assert sorted(byes) == list(range(1, len(byes) + 1))


def meetings(order, winner):
    """All pairs that meet in a full field, by halving lists: an independent double elimination.

    order: entries from the top of the draw to its foot.
    """
    met: Counter[frozenset[int]] = Counter()

    def halve(field):
        pairs = [tuple(field[at : at + 2]) for at in range(0, len(field), 2)]
        met.update(map(frozenset, pairs))
        won = [winner(*pair) for pair in pairs]
        return won, [a if b == w else b for (a, b), w in zip(pairs, won, strict=True)]

    upper, lower = halve(order)
    lower = halve(lower)[0] if len(lower) > 1 else lower
    for turn in range(len(order).bit_length() - 2):
        upper, dropped = halve(upper)
        if turn % 3 == 0:
            dropped.reverse()
        elif turn % 3 == 1:
            dropped = dropped[len(dropped) // 2 :] + dropped[: len(dropped) // 2]
        lower = halve([e for pair in zip(dropped, lower, strict=True) for e in pair])[0]
        lower = halve(lower)[0] if len(lower) > 1 else lower
    won, _ = halve([*upper, *lower])
    if won != upper:
        halve([*upper, *lower])
    return met


@examples(40)
@given(st.sampled_from([2, 4, 8, 16, 32, 64]), st.data())
def test_the_same_meet_as_in_lists_of_losers(entries, data):
    winner = by_strength(data.draw(st.permutations(range(1, entries + 1))))
    state = play(stage(entries), pair_double_elimination, winner)
    draw = [entry for p in state.played if p.round == 1 for entry in p.seats]
    played = Counter(frozenset(p.seats) for p in state.played)
    assert played == meetings(draw, winner)


@pytest.mark.slow
@pytest.mark.parametrize(("entries", "earliest"), [(8, 3), (16, 4), (32, 5), (64, 6)])
def test_nobody_meets_again_early(entries, earliest):
    seen = set()
    for seed in range(30):
        state = play(stage(entries), pair_double_elimination, by_lot(seed))
        met = set()
        for played in state.played:
            pair = frozenset(played.seats)
            if pair in met and played.bracket.startswith("L"):
                seen.add(int(played.bracket[1:].split("-")[0]))
            met.add(pair)
    assert min(seen) == earliest


def test_who_withdraws_from_the_winners_bracket_is_out_after_two_walkovers():
    state = stage(8)
    entrants = [Entrant(e, absences=(Absence(2),) if e == 1 else ()) for e in state.entry_numbers]
    state = EventState(tuple(entrants), 0, system="double_elimination")
    state = play(state, pair_double_elimination, min)
    walkovers = {p.bracket: p.seats for p in state.played if p.is_bye}
    assert walkovers == {"W2-1": (4,), "L2-2": (6,)}
    assert place_ranges(state)[1] == (5, 6)


def test_an_undecided_match_holds_up_both_brackets():
    state = play_round(stage(4), pair_double_elimination(stage(4)), lambda a, b: None)
    with pytest.raises(PairingRefused, match="match_undecided"):
        pair_double_elimination(state)
