"""Places as people write them: ranks or means, or the cards left; and what of them is refused."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.places import format_places, rank
from engine.tak.ruleset import ruleset_from_dict
from games import outcomes, places
from games.claim_fields import ClaimFields
from games.services.agreement import required_answers
from tournaments.errors import InvalidInput

TAK = ruleset_from_dict({"name": "standard", "size": 5}).as_dict()


def end_of(claim: dict[str, Any], *, game: str = "taki", seats: int = 4) -> outcomes.GameEnd:
    return outcomes.from_claim(claim, game=game, seats=seats, ruleset=TAK)


@pytest.mark.parametrize(
    ("said", "places_x2"),
    [
        ([1, 3, 2], (2, 6, 4)),
        ([1, 2, 2, 4], (2, 5, 5, 8)),
        ([1, 2.5, 2.5, 4], (2, 5, 5, 8)),
        ([2, 1, 2], (5, 2, 5)),
        ([1.5, 1.5, 3], (3, 3, 6)),
        ([1, 1, 1, 1], (5, 5, 5, 5)),
        ([2, 2, 2], (4, 4, 4)),
        ([2, 1], (4, 2)),
    ],
)
def test_ranks_and_means_are_the_same_places(said: list[float], places_x2: tuple[int, ...]) -> None:
    assert places.read_places(said, seats=len(said)) == places_x2


@pytest.mark.parametrize(
    ("said", "field", "problem"),
    [
        ([1, 2, 3], "places", "one for each of 4 seats"),
        (None, "places", "one for each of 4 seats"),
        ([1, 2, 2, 3], "places.4", "3 cannot be: with 3 seats before it, it is 4"),
        ([2, 3, 4, 5], "places.1", "2 cannot be: with 0 seats before it, it is 1"),
        ([1, 3, 3, 4], "places.2", "3 cannot be: with 1 seat before it, it is 2"),
        ([1, 2.5, 3, 4], "places.2", "2.5 cannot be: with 1 seat before it, it is 2"),
        ([1, 2, 0, 4], "places.3", "a place from 1, like 2 or 2.5"),
        ([1, 2, 2.25, 4], "places.3", "a place from 1, like 2 or 2.5"),
        ([1, 2, True, 4], "places.3", "a place from 1, like 2 or 2.5"),
        ([1, 2, float("nan"), 4], "places.3", "a place from 1, like 2 or 2.5"),
        ([1, 2, "3", 4], "places.3", "a place from 1, like 2 or 2.5"),
    ],
)
def test_what_is_wrong_is_said_where_it_is(said: object, field: str, problem: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        places.read_places(said, seats=4)
    assert (refused.value.details["field"], refused.value.details["problem"]) == (field, problem)


def test_taki_has_the_fewest_cards_first() -> None:
    """TAKI-9: cards left 0, 3, 3, 7 are the places 1, 2.5, 2.5, 4."""
    ended = end_of({"cards_left": [3, 0, 7, 3]})
    assert ended.places_x2 == [5, 2, 8, 5]
    assert (ended.result, ended.facts["cards_left"]) == ("2.5-1-4-2.5", [3, 0, 7, 3])


def test_gamnon_is_won_by_who_still_holds_cards() -> None:
    """GAM-2.1 and GAM-11.6: the winner is first, the others share the places 2 and 3."""
    ended = end_of({"cards_left": [0, 12, 0]}, game="gamnon", seats=3)
    assert (ended.places_x2, ended.result) == ([5, 2, 5], "2.5-1-2.5")


def test_places_and_cards_must_agree() -> None:
    both = {"places": [1, 2, 2, 4], "cards_left": [0, 3, 3, 7]}
    assert end_of(both).places_x2 == [2, 5, 5, 8]
    with pytest.raises(InvalidInput) as refused:
        end_of({**both, "places": [1, 2, 3, 4]})
    assert refused.value.details["problem"] == "the cards left give the places 1, 2–3, 2–3, 4"


@pytest.mark.parametrize(
    ("claim", "field"),
    [
        ({"cards_left": [0, 3, 3]}, "cards_left"),
        ({"cards_left": [0, 3, -1, 3]}, "cards_left.3"),
        ({"cards_left": [0, 3, 1.5, 3]}, "cards_left.3"),
        ({"result": "R-0"}, "result"),
        ({}, "places"),
    ],
)
def test_a_card_game_is_not_told_like_this(claim: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        end_of(claim)
    assert refused.value.details["field"] == field


def test_a_game_of_tak_is_not_told_by_places() -> None:
    with pytest.raises(InvalidInput) as refused:
        end_of({"places": [1, 2]}, game="tak", seats=2)
    assert refused.value.details["field"] == "places"
    assert end_of({"result": "R-0"}, game="tak", seats=2).places_x2 is None


def test_two_claims_agree_when_their_places_do() -> None:
    ranks, means = end_of({"places": [1, 2, 2, 4]}), end_of({"places": [1, 2.5, 2.5, 4]})
    cards = end_of({"cards_left": [0, 3, 3, 7]})
    other = end_of({"cards_left": [0, 4, 4, 7]})
    assert ranks.agrees_with(means)
    assert cards.agrees_with(ranks)
    assert ranks.agrees_with(other)
    assert not cards.agrees_with(other), "the same places, other cards"
    assert not ranks.agrees_with(end_of({"places": [1, 2, 3, 4]}))


@given(st.lists(st.integers(0, 12), min_size=2, max_size=10))
def test_places_are_the_mean_of_the_ranks_that_are_shared(cards: list[int]) -> None:
    """Against sorting: the mean of the positions at which a number stands in order."""
    order = sorted(cards)
    positions = {n: [at for at, left in enumerate(order, 1) if left == n] for n in cards}
    means = [Fraction(sum(positions[n]), len(positions[n])) for n in cards]
    ended = end_of({"cards_left": cards}, seats=len(cards))
    assert [Fraction(place, 2) for place in ended.places_x2 or ()] == means
    ranks = [min(positions[n]) for n in cards]
    assert end_of({"places": ranks}, seats=len(cards)).agrees_with(ended)
    assert end_of({"places": [float(mean) for mean in means]}, seats=len(cards)).agrees_with(ended)


@pytest.mark.parametrize(
    ("policy", "others", "needed"),
    [
        ("majority", 1, 1), ("majority", 2, 2), ("majority", 3, 2), ("majority", 4, 3),
        ("majority", 9, 5), ("all", 3, 3), ("opponent", 3, 3), ("staff", 3, None),
    ],
)  # fmt: skip
def test_a_majority_is_more_than_half_of_the_others(
    policy: str, others: int, needed: int | None
) -> None:
    assert required_answers(policy, others) == needed


@pytest.mark.parametrize(
    ("body", "read"),
    [
        ({"places": [1, 2.5, 2.5, 4]}, [1, 2.5, 2.5, 4]),
        ({"places": [1, "2.5", 2.5, 4.0]}, [1, 2.5, 2.5, 4]),
        ({"places": [0, 1]}, None),
        ({"places": [1, 15]}, None),
        ({"places": [1] * 15}, None),
        ({"places": ["second"]}, None),
        ({"cards_left": [-1]}, None),
    ],
)
def test_the_body_of_a_request_is_read_like_this(
    body: dict[str, object], read: list[float] | None
) -> None:
    claim = ClaimFields(data=body)
    assert claim.is_valid() == (read is not None)
    if read is not None:
        assert claim.validated_data["places"] == read
        assert [type(place) for place in claim.validated_data["places"]] == list(map(type, read))


@given(st.lists(st.integers(1, 9), min_size=2, max_size=9))
def test_the_code_of_a_result_reads_back_as_its_places(said: list[int]) -> None:
    places_x2 = rank(said)
    assert places.read_places_code(format_places(places_x2)) == places_x2


@pytest.mark.parametrize("code", ["", "R-0", "1-0", "0-1", "1/2-1/2", "seat-2", "1-2.5-3", "1-2-"])
def test_other_results_are_no_places(code: str) -> None:
    assert places.read_places_code(code) == ()


def test_places_have_the_points_of_the_event_beside() -> None:
    places_x2 = (2, 5, 5, 8)
    assert places.end_scores(places_x2, {}) == [("1", 2), ("2–3", 1), ("2–3", 1), ("4", 0)]
    takes_all = places.end_scores(places_x2, {"winner_takes_all": True})
    assert takes_all == [("1", 2), ("2–3", 0), ("2–3", 0), ("4", 0)]
    assert places.end_scores((2, 4), None) == [("1", None), ("2", None)]
