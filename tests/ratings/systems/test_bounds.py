"""Bounds of parameters: what is refused and named, and that inside them all ratings are finite."""

import math
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ratings.replay import replay
from ratings.systems import (
    BATCHES,
    BOUNDS,
    SYSTEMS,
    ParameterRefused,
    Rating,
    build,
    build_checked,
    check_parameters,
    valid_parameters,
)
from ratings.systems.bounds import MESSAGES, Bound
from ratings.systems.glicko2 import volatility_after
from ratings.systems.plackett_luce import PlackettLuce
from tests.examples import examples
from tests.ratings.replay.test_replay_systems import Ledger, game, games_of
from tests.ratings.systems.rating_games import DAY_1

ALL = [*SYSTEMS, *BATCHES]
EVERY = [(code, name) for code in ALL for name in BOUNDS[code]]
by_system = pytest.mark.parametrize("code", ALL)
each = pytest.mark.parametrize(("code", "name"), EVERY)


@by_system
def test_every_parameter_has_bounds_and_the_defaults_are_inside(code: str) -> None:
    standard = build(code, {})
    assert set(BOUNDS[code]) == {field.name for field in fields(standard)}  # type: ignore[arg-type]
    assert check_parameters(code, standard.parameters()) == standard.parameters()
    assert build_checked(code, {}) == standard, "what is missing has its default"


@each
def test_both_ends_of_a_bound_are_in_and_what_is_beyond_is_named(code: str, name: str) -> None:
    bound = BOUNDS[code][name]
    more = {"floor": 1, "initial_deviation": 1000} if "floor" in BOUNDS[code] else {}
    for end in (bound.least, bound.most):
        assert check_parameters(code, more | {name: end})[name] == end
    for beyond in (bound.least - 0.001, bound.most + 1, -1e300, 1e300, 10**400):
        with pytest.raises(ParameterRefused) as refused:
            check_parameters(code, {name: beyond})
        assert (refused.value.name, refused.value.code) == (name, "parameter_out_of_bounds")
        assert f"from {bound.least} to {bound.most}" in str(refused.value)


@each
@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, True, False, None, "5", "", [], {}, 1j]
)
def test_what_is_no_number_is_refused(code: str, name: str, value: Any) -> None:
    with pytest.raises(ParameterRefused) as refused:
        check_parameters(code, {name: value})
    assert (refused.value.name, refused.value.code) == (name, "parameter_no_number")


@pytest.mark.parametrize(
    ("code", "name"), [(code, name) for code, name in EVERY if BOUNDS[code][name].whole]
)
def test_what_is_counted_is_whole(code: str, name: str) -> None:
    with pytest.raises(ParameterRefused) as refused:
        check_parameters(code, {name: 2.5})
    assert refused.value.code == "parameter_not_whole"
    assert check_parameters(code, {name: 2.0}) == {name: 2.0}


@pytest.mark.parametrize("code", ["glicko", "tables", "plackett_luce"])
@pytest.mark.parametrize(
    "given", [{"floor": 301}, {"initial_deviation": 29}, {"floor": 50, "initial_deviation": 49}]
)
def test_the_floor_is_not_above_the_deviation_of_a_newcomer(
    code: str, given: dict[str, float]
) -> None:
    with pytest.raises(ParameterRefused) as refused:
        check_parameters(code, given)
    assert (refused.value.name, refused.value.code) == ("floor", "parameter_floor_too_high")


def test_an_unknown_parameter_is_told_what_there_is() -> None:
    with pytest.raises(ParameterRefused, match="luck: elo has no such parameter; it has initial,"):
        check_parameters("elo", {"luck": 1})
    with pytest.raises(KeyError):
        check_parameters("dice", {})


def test_of_stored_parameters_the_usable_ones_are_kept() -> None:
    assert valid_parameters(
        "glicko2", {"tau": 0, "first_move": 40, "luck": 1, "period_days": "7"}
    ) == {"first_move": 40}


def test_every_refusal_has_its_sentence() -> None:
    assert all(code.startswith("parameter_") for code in MESSAGES)


def numbers(bound: Bound) -> st.SearchStrategy[float]:
    """Any number inside a bound, its ends often."""
    inside = (
        st.integers(int(bound.least), int(bound.most))
        if bound.whole
        else st.floats(bound.least, bound.most)
    )
    return st.one_of(st.sampled_from([bound.least, bound.most]), inside)


def parameters(code: str) -> st.SearchStrategy[dict[str, float]]:
    drawn = st.fixed_dictionaries({}, optional={n: numbers(b) for n, b in BOUNDS[code].items()})
    return drawn.filter(
        lambda given: (
            given.get("floor", 30) <= given.get("initial_deviation", 300)
            or "floor" not in BOUNDS[code]
        )
    )


# Up to a dozen games a day, over three years: enough to be overturned again and again.
places = st.tuples(st.integers(0, 1000), st.integers(10, 21))  # of two digits: keys are text
facts = st.tuples(st.integers(1, 4), st.integers(1, 4), st.sampled_from([0, 1, 2]))
ledgers = st.dictionaries(places, facts, max_size=40)


@by_system
@examples(40)
@given(data=st.data(), ledger=ledgers)
def test_any_parameters_inside_the_bounds_give_finite_ratings(
    code: str, data: st.DataObject, ledger: Ledger
) -> None:
    given = data.draw(parameters(code))
    system = build_checked(code, given)
    replayed = replay(games_of(ledger), system)
    told = [rating.rating for rating in replayed.players.values()]
    told += [rating.deviation for rating in replayed.players.values()]
    told += [number for change in replayed.changes for number in (change.before, change.after)]
    assert all(map(math.isfinite, told))
    people = [*replayed.players.values(), system.start()]
    for one in people:
        chance = system.expected_score(one, people[0], DAY_1)
        assert chance is None or 0 <= chance <= 1


@pytest.mark.slow
@by_system
@pytest.mark.parametrize("end", ["least", "most"])
def test_overturned_favourites_give_finite_ratings(code: str, end: str) -> None:
    """1 wins a hundred games a year for six years; then a hundred a day go to 2, to 1, to 2 ...

    Each parameter by itself at an end of its bounds.
    """
    wins = {(day * 60, 10 + n): (1, 2, 2) for day in range(36) for n in range(17)}
    upsets = {(2160 + day, 100 + n): (1, 2, 2 * (day % 2)) for day in range(6) for n in range(100)}
    games = games_of(wins | upsets)
    for name, bound in BOUNDS[code].items():
        given = {name: getattr(bound, end)}
        if name == "initial_deviation" and "floor" in BOUNDS[code]:
            given["floor"] = 1
        if name == "floor":
            given["initial_deviation"] = 1000
        found = replay(games, build_checked(code, given)).players.values()
        assert all(math.isfinite(rating.rating + rating.deviation) for rating in found), given


def test_ratings_of_any_height_are_rated() -> None:
    """Stored ratings may be anything: no power of ten or e overflows."""
    for code in SYSTEMS:
        system = SYSTEMS[code]()
        start = system.start()
        high = type(start).from_json([1e7, *start.as_json()[1:]])
        for before in ((high, start), (start, high)):
            after = system.rate(before, game((1, 1), 1, 2, 0))
            assert all(math.isfinite(rating.rating) for rating in after), code
            chance = system.expected_score(*before, DAY_1)
            assert chance is None or 0 <= chance <= 1


@given(st.floats(0.0001, 1), st.floats(0.01, 6), st.floats(1e-6, 1e15), st.floats(-1e15, 1e15))
@example(0.06, 2.0, 1e15, -1e15)
def test_the_search_for_a_volatility_ends(sigma: float, phi: float, v: float, delta: float) -> None:
    """Source: Glickman 2022, step 5, has no bound on its steps."""
    for tau in (BOUNDS["glicko2"]["tau"].least, 0.5, BOUNDS["glicko2"]["tau"].most):
        assert 0 < volatility_after(sigma, phi=phi, v=v, delta=delta, tau=tau) < math.inf


def test_a_search_that_is_led_astray_ends() -> None:
    """A tau below 0, which bounds refuse, would step away from the root for ever."""
    assert math.isfinite(volatility_after(0.06, phi=1.0, v=1.0, delta=0.0, tau=-0.5))


def test_far_ratings_at_a_table_are_counted_from_their_mean() -> None:
    """The model knows differences only, so a lift of all changes none of what a table moves."""
    system = PlackettLuce(beta=50.0)
    low, high = (
        system.rate((Rating(lift + 100, 80), Rating(lift - 100, 80)), game((1, 1), 1, 2, 0))
        for lift in (1500.0, 1e6)
    )
    for before, after in zip(low, high, strict=True):
        assert after.rating - 1e6 == pytest.approx(before.rating - 1500, abs=1e-4)
