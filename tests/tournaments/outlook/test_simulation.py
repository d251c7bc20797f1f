"""Samples: the same seed gives the same, and they agree with all ways."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.outlook.builders import game, round_robin, stage, uneven
from tournaments.outlook.completions import even_chances, standard_error
from tournaments.outlook.exact import enumerate_ways
from tournaments.outlook.open_games import with_fixed_rounds
from tournaments.outlook.simulate import pair_neighbours, samples_for, simulate_ways
from tournaments.outlook.stage import OutlookRefused, stage_outlook
from tournaments.state import (
    BYE_ALLOCATED,
    Absence,
    Adjustment,
    MatchTable,
    Played,
)
from tournaments.state.teams import Team

SAMPLES = 600


def _swiss(entries, *, done, rounds, seed=0, **more):
    """A Swiss after `done` rounds; every third table of the last one is still played."""
    random, points = Random(seed), dict.fromkeys(range(1, entries + 1), 0)
    met: set[tuple[int, int]] = set()
    rested: set[int] = set()
    played = []
    for number in range(1, done + 1):
        pairs, bye = pair_neighbours(list(points), points, met, rested, random)
        for table, (one, two) in enumerate(pairs, start=1):
            met |= {(one, two), (two, one)}
            result = random.choice(("1-0", "0-1"))
            points[one if result == "1-0" else two] += 2
            is_open = number == done and table % 3 == 0
            played.append(game(number, table, one, two, None if is_open else result))
        if bye is not None:
            points[bye] += 2
            played.append(Played(number, (bye,), kind=BYE_ALLOCATED))
    return stage(entries, played, rounds=rounds, system="swiss", **more)


@pytest.mark.parametrize("by_points", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_sample_agrees_with_all_ways(seed, by_points):
    state = with_fixed_rounds(round_robin(5, played=3, seed=seed))
    exact = enumerate_ways(state, uneven)
    sample = simulate_ways(state, uneven, samples=SAMPLES, seed=seed, by_points=by_points)
    for entry in exact.entries:
        chances = sample.place_chances(entry)
        for place, chance in exact.place_chances(entry).items():
            error = standard_error(chance, SAMPLES)
            assert abs(chances.get(place, 0.0) - chance) < 4 * error


def test_the_same_seed_gives_the_same_sample():
    state = _swiss(9, done=2, rounds=4)
    one, two, other = (
        simulate_ways(state, uneven, samples=50, seed=seed, rounds=2) for seed in (7, 7, 8)
    )
    assert one.best == two.best
    assert one.results == two.results
    assert one.results != other.results


def test_a_sample_that_runs_out_of_time_begins_as_the_longer_one():
    state, asked = _swiss(8, done=2, rounds=4), []

    def has_time():
        asked.append(1)
        return len(asked) < 5

    short = simulate_ways(state, uneven, samples=900, seed=3, rounds=2, has_time=has_time)
    again = simulate_ways(state, uneven, samples=short.total, seed=3, rounds=2)
    assert short.total == 104
    assert short.best == again.best


@given(st.integers(4, 9), st.integers(0, 2), st.booleans(), st.integers(0, 99))
@examples(25)
def test_points_are_counted_as_by_the_standings(entries, rounds, by_games, seed):
    """Without tie-breaks both ways of ranking give the same places, game by game."""
    more = {"rank_by": "game_points"} if by_games else {"match_table": MatchTable(6, 2, 0)}
    state = _swiss(entries, done=2, rounds=2 + rounds, seed=seed, **more)
    away = Absence(4, 4, points_x2=1)
    fined = Adjustment(3, -1)
    first, second, *rest = state.entrants
    state = replace(
        state,
        entrants=(replace(first, absences=(away,)), replace(second, adjustments=(fined,)), *rest),
    )
    standings, points = (
        simulate_ways(state, uneven, samples=20, seed=seed, rounds=rounds, by_points=by_points)
        for by_points in (False, True)
    )
    assert (standings.best, standings.worst) == (points.best, points.worst)


@given(st.integers(5, 12), st.integers(1, 3), st.integers(0, 99))
@examples(15)
def test_chances_of_a_sample_add_up_to_one(entries, rounds, seed):
    state = _swiss(entries, done=2, rounds=2 + rounds, seed=seed)
    found = simulate_ways(state, uneven, samples=30, seed=seed, rounds=rounds)
    whole = [0.0] * entries
    for entry in found.entries:
        for place, chance in found.place_chances(entry).items():
            whole[place - 1] += chance
    assert whole == [pytest.approx(1)] * entries


def test_neighbours_meet_who_have_not_met_and_one_rests_once():
    points, met, rested = {1: 4, 2: 4, 3: 2, 4: 2, 5: 0}, {(1, 2), (2, 1)}, {5}
    for seed in range(20):
        pairs, bye = pair_neighbours(points, points, met, set(rested), Random(seed))
        assert bye in (3, 4)
        assert {frozenset(pair) for pair in pairs}.isdisjoint({frozenset((1, 2))})
        assert sorted([*(entry for pair in pairs for entry in pair), bye]) == [1, 2, 3, 4, 5]


def test_who_has_met_all_meets_the_nearest_again():
    met = {(1, 2), (2, 1)}
    pairs, bye = pair_neighbours([1, 2], {1: 2, 2: 0}, met, set(), Random(1))
    assert [set(pair) for pair in pairs] == [{1, 2}]
    assert bye is None


def test_a_large_stage_is_ranked_by_points_or_refused():
    few, ranked = samples_for(_swiss(12, done=3, rounds=5), 2)
    assert ranked
    assert few >= 300
    assert not samples_for(_swiss(100, done=3, rounds=7), 4)[1]
    assert stage_outlook(_swiss(60, done=4, rounds=5), 1, even_chances, seed=1).by_points
    with pytest.raises(OutlookRefused) as refused:
        stage_outlook(_swiss(501, done=1, rounds=9), 1, even_chances, seed=1)
    assert refused.value.code == "outlook_too_large"


@pytest.mark.parametrize(
    ("tables", "rounds", "samples"),
    [(4, 2, (787, True)), (50, 4, (271, False)), (1, 0, (1357, True))],
)
def test_how_often_it_is_played_follows_from_the_work(tables, rounds, samples):
    """Of 60,000 cells: a table of 8 costs 40 + 8, two rounds more 16, and chance 1 + 0.4 · 28.

    Of 100 in four more rounds 140 + 400 + 221 leaves fewer than 300: points alone, 221 a time.
    Of two who have a game left a time costs 40 + 2 + 1 + 0.4 · 3.
    """
    open_games = [game(1, at, 2 * at - 1, 2 * at) for at in range(1, tables + 1)]
    state = stage(2 * tables, open_games, rounds=1 + rounds, system="swiss")
    assert samples_for(state, rounds) == samples


@pytest.mark.parametrize("system", ["keizer", "manual"])
def test_of_other_systems_only_the_published_round_is_played(system):
    state = replace(_swiss(6, done=2, rounds=5), system=system)
    outlook = stage_outlook(state, 1, even_chances, seed=1)
    assert (outlook.rounds, outlook.after_round, outlook.is_final) == (0, 2, False)


def test_a_swiss_is_played_to_its_last_round():
    outlook = stage_outlook(_swiss(8, done=2, rounds=5), 1, even_chances, seed=1)
    assert (outlook.rounds, outlook.after_round, outlook.is_final) == (3, 5, True)
    assert outlook.seed == 1


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (stage(4, [], rounds=3), "outlook_no_round"),
        (stage(2, [game(1, 1, 1, 2, "1-0")], rounds=1), "outlook_nothing_open"),
        (stage(3, [Played(1, (1, 2, 3))], rounds=2, system="tables"), "outlook_tables"),
        (
            stage(2, [game(1, 1, 1, 2)], rounds=1, rank_by="board_plus_reserve"),
            "outlook_board_points",
        ),
        (stage(2, [game(1, 1, 1, 2)], rounds=2, system="ladder"), "outlook_rolling"),
        (stage(2, [game(1, 1, 1, 2)], rounds=2, system="arena"), "outlook_rolling"),
        (
            replace(stage(2, [game(1, 1, 1, 2)], rounds=2), teams=(Team(1, (1,)), Team(2, (2,)))),
            "outlook_teams",
        ),
    ],
)
def test_what_has_no_outlook(state, code):
    with pytest.raises(OutlookRefused) as refused:
        stage_outlook(state, 1, even_chances, seed=1)
    assert refused.value.code == code
