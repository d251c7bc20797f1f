"""Brackets: chances by hand, and the sample agrees with all ways."""

from dataclasses import replace

import pytest

from tests.tournaments.outlook.builders import stage, uneven
from tournaments.outlook.completions import standard_error
from tournaments.outlook.eliminations import (
    enumerate_brackets,
    matches_left,
    samples_for_bracket,
    simulate_brackets,
    win_chance,
)
from tournaments.outlook.needs import ENOUGH, NEVER, needs_of
from tournaments.outlook.stage import OutlookRefused, stage_outlook
from tournaments.pairing.systems.double_elimination import pair_double_elimination
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.standings.bracket import build_bracket
from tournaments.state import PLAYED, Absence, PairingOptions, Played, Slot, SlotResult

SYSTEMS = {"knockout": pair_knockout, "double_elimination": pair_double_elimination}


def bracket(entries, *, system="knockout", won=(), absent=None, **options):
    """A bracket after publishing round 1; won: the labels of matches that seat 1 has won."""
    state = stage(entries, [], rounds=0, system=system)
    if absent:
        away = Absence(*absent[1:])
        entrants = tuple(
            replace(e, absences=(away,)) if e.number == absent[0] else e for e in state.entrants
        )
        state = replace(state, entrants=entrants)
    state = replace(state, options=PairingOptions(**options))
    played = []
    for each in SYSTEMS[system](state).pairings:
        ended = SlotResult(PLAYED, "", (2, 0)) if each.bracket in won else None
        slots = (Slot(1, result=ended),) if len(each.seats) == 2 else ()
        played.append(
            Played(1, each.seats, slots, kind=each.kind, table=each.table, bracket=each.bracket)
        )
    return replace(state, played=tuple(played), current_round=1)


def _strong(first, second):
    """Entry 1 beats everybody with 3/4; the others are equal."""
    chance = {1: 0.75}.get(first, {1: 0.25}.get(second, 0.5))
    return chance, 0.0, 1 - chance


def test_four_in_a_knockout():
    found = enumerate_brackets(bracket(4), _strong)
    assert found.total == 8
    assert found.place_chances(1)[1] == pytest.approx(9 / 16)
    assert found.place_chances(1)[2] == pytest.approx(3 / 16)
    # 4 meets 1 first: a quarter, then one half.
    assert found.place_chances(4)[1] == pytest.approx(1 / 8)
    # Two lose in the first round and share the places 3 and 4.
    assert found.place_chances(4)[3] == found.place_chances(4)[4] == pytest.approx(3 / 8)


def test_the_third_place_is_played_for():
    found = enumerate_brackets(bracket(4, third_place=True), _strong)
    assert found.total == 16
    assert {worst - best for e in found.entries for best, worst in found.ranges(e)} == {0}


@pytest.mark.parametrize("options", [{}, {"reset": False}])
def test_four_in_a_double_elimination(options):
    """1 is never beaten, with the reset only by two defeats."""
    state = bracket(4, system="double_elimination", **options)
    found = enumerate_brackets(state, lambda one, _two: (float(one == 1), 0.0, float(one != 1)))
    assert matches_left(state) == 6 + (not options)
    assert sum(found.weights) == pytest.approx(1)
    whole = [
        sum(found.place_chances(e).get(place, 0) for e in found.entries) for place in (1, 2, 3, 4)
    ]
    assert whole == [pytest.approx(1)] * 4


def test_the_reset_is_a_second_chance():
    """Two equals of two: the winner of the first match has to be beaten twice."""
    state = bracket(2, system="double_elimination", won={"W1-1"})
    first = state.played[0].seats[0]
    found = enumerate_brackets(state, lambda _one, _two: (0.5, 0.0, 0.5))
    assert found.place_chances(first)[1] == pytest.approx(3 / 4)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("entries", [4, 5, 6])
def test_a_sample_agrees_with_all_ways(system, entries):
    state = bracket(entries, system=system)
    exact = enumerate_brackets(state, uneven)
    sample = simulate_brackets(state, uneven, samples=400, seed=entries)
    for entry in exact.entries:
        chances = sample.place_chances(entry)
        for place, chance in exact.place_chances(entry).items():
            assert abs(chances.get(place, 0.0) - chance) < 4.5 * standard_error(chance, 400)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("entries", [2, 3, 5, 7, 8])
def test_every_way_ends_the_bracket(system, entries):
    found = simulate_brackets(bracket(entries, system=system), uneven, samples=20, seed=1)
    for at in range(found.total):
        firsts = [entry for entry in found.entries if found.worst[entry][at] == 1]
        assert len(firsts) == 1


def test_who_is_away_loses():
    state = bracket(4, absent=(1, 2, None))  # from round 2, the final
    found = enumerate_brackets(state, _strong)
    assert found.place_chances(1).get(1, 0) == 0
    assert found.place_chances(1)[2] == pytest.approx(3 / 4)


def test_who_is_away_for_the_last_match_of_the_losers_misses_no_grand_final():
    """The grand final is one round after the last match of the losers, in round 3, not beside it.

    1 comes to it unbeaten with 9/16 and wins it or the repetition with 15/16; with one loss it is
    away in round 3, and third.
    """
    state = bracket(4, system="double_elimination", absent=(1, 3, 3))
    assert enumerate_brackets(state, _strong).place_chances(1) == {
        1: pytest.approx(9 / 16 * 15 / 16),
        2: pytest.approx(9 / 16 / 16),
        3: pytest.approx(2 * 3 / 16),
        4: pytest.approx(1 / 16),
    }


def test_a_match_that_is_over_stays():
    state = bracket(4, won={"W1-1"})
    loser = build_bracket(state).matches["W1-1"].loser
    found = enumerate_brackets(state, _strong)
    assert loser is not None
    assert found.total == 4
    assert found.place_chances(loser) == {3: pytest.approx(0.5), 4: pytest.approx(0.5)}


def test_what_a_player_needs_in_its_next_match():
    outlook = stage_outlook(bracket(4, won={"W1-1"}), 1, _strong, seed=1)
    running = outlook.found.games[0].seats
    lost, won = (
        next(n for n in needs_of(outlook.found, running[0], place) if n.own[0][1] == result)
        for result, place in ((2, 1), (0, 2))
    )
    assert (lost.status, won.status) == (NEVER, ENOUGH)


def test_a_match_has_the_mean_chance_of_moving_first_and_second():
    assert win_chance(1, 2, lambda one, _two: (0.6, 0.2, 0.2)) == pytest.approx(0.5)
    assert win_chance(1, 2, _strong) == pytest.approx(0.75)


@pytest.mark.parametrize(("entries", "system"), [(13, "knockout"), (7, "double_elimination")])
def test_a_bracket_with_too_many_ways_is_played_as_often_as_there_is_time_for(entries, system):
    """A hundred times at least: more than 4096 ways are not tried one by one."""
    state = bracket(entries, system=system)

    def played(seed, times):
        left = iter([True] * times + [False])
        return stage_outlook(state, 1, uneven, seed=seed, has_time=lambda: next(left))

    one, longer, other = played(1, 0), played(1, 7), played(2, 0)
    assert [outlook.found.total for outlook in (one, longer, other)] == [100, 107, 100]
    assert [outlook.seed for outlook in (one, longer, other)] == [1, 1, 2]
    assert list(longer.found.best[1])[:100] == list(one.found.best[1])
    assert list(other.found.best[1]) != list(one.found.best[1])


@pytest.mark.parametrize(("entries", "samples"), [(8, 1000), (17, 941), (160, 100), (161, 0)])
def test_how_often_a_bracket_is_played(entries, samples):
    """16,000 entries in all, at most 1,000 times; fewer than a hundred times are not enough."""
    assert samples_for_bracket(stage(entries, [], rounds=0, system="knockout")) == samples


@pytest.mark.slow
def test_a_large_bracket_is_played_by_chance_and_can_be_replayed():
    state = bracket(12, system="double_elimination")
    one, two, other = (stage_outlook(state, 1, uneven, seed=seed) for seed in (1, 1, 2))
    assert one.seed == 1
    assert one.found.total >= 100
    shortest = min(one.found.total, two.found.total)
    assert one.found.best[1][:shortest] == two.found.best[1][:shortest]
    assert one.found.best[1][:shortest] != other.found.best[1][:shortest]
    with pytest.raises(OutlookRefused) as refused:
        stage_outlook(bracket(161), 1, uneven, seed=1)
    assert refused.value.code == "outlook_too_large"


def test_a_finished_bracket_has_no_outlook():
    with pytest.raises(OutlookRefused) as refused:
        stage_outlook(bracket(2, won={"W1-1"}), 1, uneven, seed=1)
    assert refused.value.code == "outlook_nothing_open"
