"""playtak.com's ratings: 200 games through its own code, and what its parts do."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from elote import EloCompetitor
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.playtak import DAY_0, Playtak, PlaytakRating
from tests.ratings.systems.rating_games import DAY_1, game_of_two, needs_vectors, vectors

MILLISECONDS = 24 * 60 * 60 * 1000  # of a day

ratings = st.floats(600, 2300)
scores = st.sampled_from([0.0, 0.5, 1.0])


def rated(rating: float, **known: Any) -> PlaytakRating:
    return PlaytakRating(rating, 0.0, **{"games": 50, "highest": rating, **known})


def from_vector(player: dict[str, Any]) -> PlaytakRating:
    return PlaytakRating(
        player["rating"],
        0.0,
        player["ratedgames"],
        None,
        player["boost"],
        player["maxrating"],
        player["ratingage"] / MILLISECONDS or None,
        {int(opponent): tired for opponent, tired in player["fatigue"].items()},
    )


@needs_vectors
def test_two_hundred_games_of_playtaks_own_code() -> None:
    system = Playtak()
    for line in vectors("playtak_rating_vectors.json")["games"]:
        white, black = line["white"], line["black"]
        game = game_of_two(line["game"], white["id"], black["id"], line["result"])
        at = line["date"] / MILLISECONDS
        before = from_vector(white), from_vector(black)
        after = system.rate_at(before, game, at=at)
        for side, old, new in zip(("white", "black"), before, after, strict=True):
            wanted = from_vector(line[f"{side}_after"])
            assert new.fatigue == pytest.approx(wanted.fatigue, rel=1e-9)
            numbers = [(p.rating, p.games, p.bonus, p.highest, p.rested_on) for p in (new, wanted)]
            assert numbers[0] == pytest.approx(numbers[1], rel=1e-9)
            shown = [shown_at(system, p, at=at) for p in (old, new)]
            displayed = [line[f"{side}_display_{when}"] for when in ("before", "after")]
            assert shown == pytest.approx(displayed, rel=1e-9)


def shown_at(system: Playtak, rating: PlaytakRating, *, at: float) -> float:
    """The rating as playtak.com displays it at a time in days since 1970."""
    if rating.rating < system.cutoff or rating.rested_on is None:
        return rating.rating
    share = system.participation(rating.rested_on, at) / system.enough
    if rating.rating < system.cutoff + system.most_drop:
        return min(rating.rating, system.cutoff + system.most_drop * share)
    return min(rating.rating, rating.rating - system.most_drop * (1 - share))


def test_a_game_of_playtaks_own_test() -> None:
    """Source: ratings.service.spec.ts: a win between equals, fatigue 0.109: 1019.1278923."""
    white = PlaytakRating(1000, 0, 0, None, 0, 1000)
    black = replace(white, fatigue={1: 0.10901345963072347})
    after, _ = Playtak().rate_at((white, black), game_of_two(1, 1, 2, 1), at=19000.0)
    assert after.rating == pytest.approx(1019.1278923229543, rel=1e-12)


def test_a_newcomers_first_win_by_hand() -> None:
    """K is 10+15+15; half a point above expectation: 20, and 0.5 · 60 of the bonus: 30."""
    system = Playtak()
    new = system.start()
    winner, loser = system.rate((new, new), game_of_two(1, 1, 2, 1))
    assert isinstance(winner, PlaytakRating)
    assert isinstance(loser, PlaytakRating)
    assert (winner.rating, winner.bonus, winner.highest) == (1050, 720, 1050)
    assert (loser.rating, loser.bonus, loser.highest) == (980, 750, 1000)
    assert winner.fatigue == {2: 0.25}
    assert (winner.games, winner.last_on) == (1, DAY_1)


def test_the_last_point_of_the_bonus_is_released_as_one() -> None:
    """Of half a point, 0.08 · 1 · 0.5 is given, and of a hundredth no more than is left."""
    for bonus, left in ((0.5, 0.46), (0.01, 0.0)):
        winner, _ = Playtak().rate((rated(1400, bonus=bonus), rated(1400)), game_of_two(1, 1, 2, 1))
        assert isinstance(winner, PlaytakRating)
        assert winner.bonus == pytest.approx(left)


def test_participation_is_never_more_than_full() -> None:
    at = 20_454.0
    pair = rated(1400, rested_on=at), rated(1400, rested_on=at - 1)
    full, nearly = Playtak().rate_at(pair, game_of_two(1, 1, 2, 1), at=at)
    assert full.rested_on == nearly.rested_on == at


@given(ratings, ratings, scores)
def test_without_its_additions_it_is_elo(first: float, second: float, score: float) -> None:
    """No bonus, nobody tired, one K for all: what elote computes."""
    plain = Playtak(k_least=24.0, k_games=0.0, k_height=0.0)
    one, two = EloCompetitor(first, k_factor=24), EloCompetitor(second, k_factor=24)
    if score == 0.5:
        one.tied(two)
    elif score == 1:
        one.beat(two)
    else:
        two.beat(one)
    after = plain.rate((rated(first), rated(second)), game_of_two(1, 1, 2, score))
    assert [r.rating for r in after] == pytest.approx([one.rating, two.rating], abs=1e-9)


@given(ratings, ratings, scores)
def test_the_seats_are_alike(a: float, b: float, score: float) -> None:
    there = Playtak().rate((rated(a), rated(b)), game_of_two(1, 1, 2, score))
    back = Playtak().rate((rated(b), rated(a)), game_of_two(1, 2, 1, 1 - score))
    assert [r.rating for r in there] == pytest.approx([r.rating for r in reversed(back)])


@given(st.floats(600, 2300), st.floats(0, 750), ratings)
def test_a_better_score_is_never_worth_less(own: float, bonus: float, opponent: float) -> None:
    pair = rated(own, bonus=bonus), rated(opponent)
    lost, drawn, won = (
        Playtak().rate(pair, game_of_two(1, 1, 2, score))[0].rating for score in (0, 0.5, 1)
    )
    assert lost < drawn < won


def test_the_same_opponent_again_counts_less() -> None:
    fresh = rated(1400), rated(1400)
    tired = rated(1400, fatigue={2: 0.5}), rated(1400, fatigue={1: 0.5})
    moved = [Playtak().rate(p, game_of_two(1, 1, 2, 1))[0].rating - 1400 for p in (fresh, tired)]
    assert moved[1] == pytest.approx(moved[0] * 0.8 * 0.8)


def test_fatigue_with_others_wears_off_and_is_forgotten() -> None:
    before = rated(1400, fatigue={2: 0.5, 3: 0.5, 4: 0.0101, 5: 0.02})
    after, _ = Playtak().rate((before, rated(1400)), game_of_two(1, 1, 2, 1))
    assert isinstance(after, PlaytakRating)
    fair = 0.25 * 0.8
    left = 1 - 0.4 * fair
    assert after.fatigue == pytest.approx({2: 0.5 * left + fair, 3: 0.5 * left, 5: 0.02 * left})


@given(st.floats(1000, 2500), st.floats(0, 3000))
def test_the_rating_shown_sinks_to_the_cutoff_and_by_no_more_than_200(
    rating: float, days: float
) -> None:
    active = rated(rating, rested_on=20_000.0)
    now, later = (shown_at(Playtak(), active, at=20_000 + d) for d in (days, days + 30))
    assert later <= now <= rating
    assert later >= min(rating, max(1500, rating - 200)) - 1e-9


def test_participation_of_ten_is_enough() -> None:
    """240 days after full participation half of it is left: nothing is taken off yet."""
    system, idle = Playtak(), rated(1900, rested_on=20_000.0)
    assert shown_at(system, idle, at=20_240.0) == pytest.approx(1900)
    assert shown_at(system, idle, at=20_480.0) == pytest.approx(1800)
    assert shown_at(system, rated(1900), at=20_000.0) == 1900, "nobody has played yet"


def test_what_is_known_survives_json() -> None:
    system = Playtak()
    pair = system.rate((system.start(), system.start()), game_of_two(1, 7, 8, 1, day=3))
    pair = system.rate(pair, game_of_two(2, 7, 8, 0.5, day=4))
    for rating in pair:
        assert PlaytakRating.from_json(json.loads(json.dumps(rating.as_json()))) == rating


def test_a_day_begins_at_midnight() -> None:
    new = Playtak().start()
    game = game_of_two(1, 1, 2, 1, day=11)
    at = (DAY_1 + timedelta(10) - DAY_0).days
    assert Playtak().rate((new, new), game) == Playtak().rate_at((new, new), game, at=at)


def test_parameters_make_the_same_system_again() -> None:
    system = Playtak(retention=100.0)
    assert Playtak(**system.parameters()) == system
