"""Plackett-Luce tables: openskill's own numbers, Weng and Lin's algorithm, and the fitted slope."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce as WengLin
from scipy.optimize import minimize_scalar  # type: ignore[import-untyped]

from ratings import replay
from ratings.systems import Game, Rating
from ratings.systems.plackett_luce import PlackettLuce, fit_slope, pairs_before
from tests.ratings.systems.rating_games import DAY_1, needs_vectors, table, vectors

known = st.builds(Rating, st.floats(900, 2100), st.floats(40, 300))
FREE = PlackettLuce(floor=1.0)


def algorithm_4(
    players: Sequence[Rating], placed: Sequence[int], *, beta: float, kappa: float
) -> list[tuple[float, float]]:
    """Weng and Lin (2011), algorithm 4, for teams of one, γ = σ/c."""
    c = math.sqrt(sum(p.deviation**2 + beta**2 for p in players))
    strength = [math.exp((p.rating - 1500) / c) for p in players]
    after = []
    for i, player in enumerate(players):
        omega = delta = 0.0
        for q, place in enumerate(placed):
            if place > placed[i]:
                continue
            rest = sum(s for s, other in zip(strength, placed, strict=True) if other >= place)
            share, tied = strength[i] / rest, placed.count(place)
            omega += ((i == q) - share) / tied
            delta += share * (1 - share) / tied
        variance = player.deviation**2
        gamma = player.deviation / c
        left = max(1 - variance / c**2 * gamma * delta, kappa)
        after.append((player.rating + variance / c * omega, player.deviation * math.sqrt(left)))
    return after


@given(
    st.lists(st.tuples(known, st.integers(1, 6)), min_size=2, max_size=6),
    st.sampled_from([0.0001, 0.99]),
)
def test_it_is_weng_and_lins_algorithm(seats: list[tuple[Rating, int]], kappa: float) -> None:
    system = replace(FREE, kappa=kappa)
    before, placed = [rating for rating, _ in seats], [place for _, place in seats]
    ours = system.rate(tuple(before), table(1, *placed))
    theirs = algorithm_4(before, placed, beta=system.beta, kappa=kappa)
    assert [(r.rating, r.deviation) for r in ours] == [pytest.approx(row) for row in theirs]


@needs_vectors
def test_openskill_is_the_one_whose_numbers_are_known() -> None:
    """Its own test data (6.2.0): one player against two, with its default luck and drift."""
    data = vectors()["openskill_plackettluce"]["data"]
    mu, sigma = data["model"]["mu"], data["model"]["sigma"]
    model = WengLin(mu=mu, sigma=sigma)
    after = model.rate([[model.rating()], [model.rating(), model.rating()]])
    for team, rated in zip(("team_1", "team_2"), after, strict=True):
        for wanted, player in zip(data["normal"][team], rated, strict=True):
            assert (player.mu, player.sigma) == pytest.approx((wanted["mu"], wanted["sigma"]))


@given(st.lists(known, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_seats_does_not_matter(before: list[Rating], random: Random) -> None:
    placed = [random.randint(1, 4) for _ in before]
    order = random.sample(range(len(before)), len(before))
    straight = FREE.rate(tuple(before), table(1, *placed))
    mixed = FREE.rate(tuple(before[s] for s in order), table(1, *(placed[s] for s in order)))
    assert [r.rating for r in mixed] == pytest.approx([straight[s].rating for s in order])


@given(st.lists(known, min_size=2, max_size=6))
def test_the_winner_rises_and_the_last_falls(before: list[Rating]) -> None:
    after = FREE.rate(tuple(before), table(1, *range(1, len(before) + 1)))
    assert after[0].rating >= before[0].rating
    assert after[-1].rating <= before[-1].rating
    assert all(new.deviation <= old.deviation for new, old in zip(after, before, strict=True))


@given(st.floats(900, 2100), st.floats(40, 300), st.integers(2, 6))
def test_equals_win_what_the_others_lose(rating: float, deviation: float, seats: int) -> None:
    after = FREE.rate((Rating(rating, deviation),) * seats, table(1, *range(1, seats + 1)))
    assert math.fsum(r.rating for r in after) == pytest.approx(seats * rating)


def test_deviations_grow_and_have_a_floor() -> None:
    settled = Rating(1500, 30, 9, DAY_1)
    after = PlackettLuce().rate((settled,) * 3, table(1, 1, 2, 3))
    assert {(r.deviation, r.games, r.last_on) for r in after} == {(30.0, 10, DAY_1)}
    later = table(1, 1, 2, 3, day=101)
    grown = PlackettLuce().rate((settled,) * 3, later)
    assert all(30 < r.deviation < math.hypot(30, 69.2) for r in grown)


def test_no_chance_is_told_before_a_slope_is_fitted() -> None:
    strong, weak = Rating(1700, 50, 9, DAY_1), Rating(1500, 50, 9, DAY_1)
    assert PlackettLuce().expected_score(strong, weak, DAY_1) is None
    fitted = PlackettLuce(slope=math.log(10) / 400)
    assert fitted.expected_score(strong, weak, DAY_1) == pytest.approx(0.7597, abs=1e-4)


def tables_of(players: int, count: int, *, seed: int) -> list[Game]:
    """Tables of four by Plackett-Luce, strengths 1.5 natural units around the middle."""
    random = Random(seed)
    strengths = [random.gauss(0, 1.5) for _ in range(players)]
    games = []
    for number in range(count):
        seats = random.sample(range(players), 4)
        luck = {p: strengths[p] - math.log(-math.log(random.random())) for p in seats}
        order = sorted(seats, key=lambda p: -luck[p])
        games.append(table(number, *(1 + order.index(p) for p in seats), players=seats))
    return games


def test_the_slope_makes_chances_come_true() -> None:
    """Fitted on 600 tables, judged on the next 600: of pairs told 70-80 %, so many came."""
    games = tables_of(30, 1200, seed=3)
    slope = fit_slope(PlackettLuce(), games[:600])
    assert slope > 0
    system = PlackettLuce(slope=slope)
    ratings = replay.replay(games[:600], system).players
    told: list[tuple[float, bool]] = []
    for game in games[600:]:
        before = tuple(ratings[seat.player] for seat in game.seats)
        for one, other in ((0, 1), (2, 3)):
            chance = system.expected_score(before[one], before[other], game.played_on)
            assert chance is not None
            won = (game.seats[one].place_x2 or 0) < (game.seats[other].place_x2 or 0)
            told += [(chance, won), (1 - chance, not won)]
        after = system.rate(before, game)
        ratings |= {seat.player: new for seat, new in zip(game.seats, after, strict=True)}
    sure = [won for chance, won in told if 0.7 <= chance < 0.8]
    assert len(sure) > 100
    assert 0.65 < sum(sure) / len(sure) < 0.85


def test_places_by_chance_have_next_to_no_slope() -> None:
    random = Random(11)
    games = [
        table(n, *random.sample(range(1, 5), 4), players=random.sample(range(30), 4))
        for n in range(600)
    ]
    by_skill = fit_slope(PlackettLuce(), tables_of(30, 600, seed=3))
    assert fit_slope(PlackettLuce(), games) < by_skill / 10
    assert fit_slope(PlackettLuce(), []) < 1e-6


def test_a_table_that_is_not_rated_has_no_part_in_the_slope() -> None:
    games = tables_of(30, 40, seed=3)
    unplaced = tuple(replace(seat, place_x2=None) for seat in games[12].seats[:2])
    unrated = [*games[:12], replace(games[12], seats=games[12].seats[:2] + unplaced), *games[13:]]
    assert fit_slope(FREE, unrated) == fit_slope(FREE, games[:12] + games[13:])
    assert {number for number, _, _ in pairs_before(FREE, unrated)} == {*range(40)} - {12}


def test_parameters_make_the_same_system_again() -> None:
    system = PlackettLuce(beta=200.0, slope=0.01)
    assert PlackettLuce(**system.parameters()) == system


def test_the_slope_is_the_most_probable_one() -> None:
    """Against a search of its own: SciPy's, over the log-likelihood written down again."""
    games, system = tables_of(30, 300, seed=5), PlackettLuce()
    pairs = [(lead, score) for _number, lead, score in pairs_before(system, games)]

    def unlikely(slope: float) -> float:
        likely = 0.5 * (math.log(expit(400 * slope)) + math.log(expit(-400 * slope)))
        for lead, score in pairs:
            won = expit(slope * lead)
            likely += score * math.log(won) + (1 - score) * math.log(1 - won)
        return -likely

    reference = minimize_scalar(unlikely, bounds=(0, 0.02), method="bounded")
    assert fit_slope(system, games) == pytest.approx(reference.x, rel=1e-3)


def expit(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def test_the_slope_has_one_drawn_pair_400_points_apart_beside_the_games() -> None:
    """At the maximum the derivative of the log-likelihood, Σ lead · (score - chance), is 0."""
    system = PlackettLuce()
    games = [table(number, 1, 2, day=number) for number in range(1, 5)]
    leads = [(lead, score) for _number, lead, score in pairs_before(system, games)]
    slope = fit_slope(system, games)
    assert slope > 0.001

    def pull(lead: float, score: float) -> float:
        return lead * (score - 1 / (1 + math.exp(-slope * lead)))

    assert pull(400, 0.5) + sum(pull(lead, score) for lead, score in leads) == pytest.approx(
        0, abs=0.01
    )
