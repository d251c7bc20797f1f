"""All ways of small stages, compared with a brute force that ranks by points in its own way."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.outlook.builders import game, round_robin, stage, uneven
from tournaments.outlook.completions import even_chances
from tournaments.outlook.exact import can_enumerate, enumerate_ways, table_work
from tournaments.outlook.needs import CHANCE, ENOUGH, IF, IF_LEVEL, LEVEL, MANY, NEVER, needs_of
from tournaments.outlook.open_games import open_games, with_fixed_rounds, with_results
from tournaments.outlook.stage import stage_outlook
from tournaments.state import MatchTable, Played, Slot

SCORES = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))


def brute_force(scores, games):
    """Each way as its results and the places that each player shares. scores: before the games."""
    for results in product(range(3), repeat=len(games)):
        total = dict(scores)
        for (one, two), result in zip(games, results, strict=True):
            total[one] += SCORES[result][0]
            total[two] += SCORES[result][1]
        yield (
            results,
            {
                player: (
                    1 + sum(other > mine for other in total.values()),
                    sum(other >= mine for other in total.values()),
                )
                for player, mine in total.items()
            },
        )


def _scores(state):
    found = dict.fromkeys(state.entry_numbers, 0.0)
    for played in state.played:
        if played.is_bye:
            found[played.seats[0]] += 1
        for result in played.results:
            for entry, points in zip(played.seats, result.points_x2, strict=True):
                found[entry] += points / 2
    return found


stages = st.builds(
    lambda entries, left, seed: round_robin(
        entries, played=max(1, entries - 1 + entries % 2 - left), seed=seed
    ),
    st.integers(3, 5),
    st.integers(1, 2),
    st.integers(0, 999),
)


@given(stages)
@examples(40)
def test_places_are_those_of_a_brute_force(state):
    whole = with_fixed_rounds(state)
    found = enumerate_ways(whole, uneven)
    games = [each.seats for each in found.games]
    expected = dict(brute_force(_scores(whole), games))
    for at, results in enumerate(zip(*found.results, strict=True)):
        for entry, places in expected[results].items():
            assert (found.best[entry][at], found.worst[entry][at]) == places
    assert found.total == len(expected)


@given(stages)
@examples(40)
def test_chances_add_up_to_one(state):
    found = enumerate_ways(with_fixed_rounds(state), uneven)
    by_place = dict.fromkeys(range(1, len(found.entries) + 1), 0.0)
    for entry in found.entries:
        chances = found.place_chances(entry)
        assert sum(chances.values()) == pytest.approx(1)
        assert sum(found.place_ways(entry).values()) == found.total
        for place, chance in chances.items():
            by_place[place] += chance
    assert list(by_place.values()) == [pytest.approx(1)] * len(found.entries)
    assert sum(found.weights) == pytest.approx(1)


@given(stages, st.integers(1, 3))
@examples(40)
def test_needs_are_true_in_each_way(state, place):
    found = enumerate_ways(with_fixed_rounds(state), uneven)
    for entry in found.entries:
        for need in needs_of(found, entry, place):
            for at in range(found.total):
                results = {
                    (game.at, game.number): column[at]
                    for game, column in zip(found.games, found.results, strict=True)
                }
                if any(results[game.at, game.number] != wanted for game, wanted in need.own):
                    continue
                sure, level = found.worst[entry][at] <= place, found.best[entry][at] <= place
                is_met = any(
                    all(results[one.game.at, one.game.number] in one.results for one in every)
                    for every in need.alternatives
                )
                truth = {
                    ENOUGH: sure,
                    LEVEL: level,
                    NEVER: not level,
                    IF: is_met == sure,
                    IF_LEVEL: is_met == level,
                    MANY: True,
                }
                assert truth[need.status]


def test_a_match_of_two_games_is_told_by_game():
    """Two games a match, two points for a match won: who wins the open one wins the match."""
    played = [
        game(1, 1, 1, 2, "1-0"),
        game(1, 2, 3, 4, "1-0"),
    ]
    played[0] = replace(played[0], slots=(played[0].slots[0], Slot(2, 2)))
    played[1] = replace(
        played[1], slots=(played[1].slots[0], replace(played[1].slots[0], number=2))
    )
    state = stage(4, played, rounds=1, system="swiss", games_per_match=2, match_table=MatchTable())
    found = stage_outlook(state, 1, even_chances, seed=1).found
    assert [each.number for each in found.games] == [2]
    # A win (2-0) and a draw (1½-½) win the match and share the top with 3; a loss ties it.
    assert [(found.best[1][at], found.worst[1][at]) for at in range(3)] == [(1, 2), (1, 2), (2, 3)]


def test_tie_breaks_by_facts_of_games_are_left_out():
    state = round_robin(4, played=3, open_games={(3, 1)}, tiebreaks=("DE", "BPR", "WIN"))
    outlook = stage_outlook(state, 1, even_chances, seed=1)
    assert outlook.left_out == ("BPR", "WIN")


def test_groups_are_looked_at_one_by_one():
    four = [game(1, 1, 1, 2), game(1, 2, 3, 4, "1-0")]
    state = stage(4, four, rounds=1)
    entrants = tuple(replace(e, group="AABB"[e.number - 1]) for e in state.entrants)
    found = stage_outlook(replace(state, entrants=entrants), 1, even_chances, seed=1).found
    assert (found.entries, found.total) == ((1, 2), 3)


def test_many_ways_are_not_tried():
    assert can_enumerate(with_fixed_rounds(round_robin(4, played=1)))
    assert not can_enumerate(with_fixed_rounds(round_robin(8, played=1)))
    hall = stage(40, [game(1, at, at, at + 20) for at in range(1, 21)], rounds=1)
    assert not can_enumerate(hall)
    assert len(open_games(hall)) == 20


def test_a_sample_says_only_chances():
    found = stage_outlook(round_robin(8, played=3), 1, uneven, seed=1).found
    assert {need.status for need in needs_of(found, 1, 1)} == {CHANCE}


def test_rounds_of_earlier_stages_are_no_work():
    """Two rounds of six make tables of twelve cells, besides what a table costs by itself."""
    state = stage(6, [game(5, 1, 1, 2)], rounds=8)
    assert table_work(replace(state, rounds_before=3)) == 40 + 6 * 2
    assert table_work(replace(state, rounds_before=5)) == 40 + 6


def test_games_that_are_filled_in_stay_what_they_were():
    """Seat 2 began the first game; the second one is still open, the play-off is not looked at."""
    match = Played(1, (1, 2), (Slot(1, 2), Slot(2, 1), Slot(3, 2, "playoff")), table=1)
    state = stage(2, [match], rounds=1, games_per_match=2)
    games = open_games(state)
    (ended,) = with_results(state, games, [0, 2]).played
    assert [(slot.number, slot.first_seat, slot.kind) for slot in ended.slots] == [
        (1, 2, "regular"), (2, 1, "regular"), (3, 2, "playoff"),
    ]  # fmt: skip
    assert [result.points_x2 for result in ended.results] == [(2, 0), (0, 2)]
