"""Why this pairing: the reasons of rounds worked by hand, and a sentence for every reason."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants, play_round
from tests.tournaments.swiss.true_reasons import assert_true
from tournaments.pairing import PairedRound, PairingRefused, Reason
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.swiss.move_reasons import ABSOLUTE, MILD, NONE, STRONG, Preference
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.state import EventState, ForbiddenMeeting, PairingOptions

pair = partial(pair_swiss, run_engine=pair_report)


def field(size: int) -> EventState:
    return EventState(
        make_entrants(size), 9, system="swiss", options=PairingOptions(top_moves="first")
    )


def favourites(state: EventState, rounds: int = 1) -> EventState:
    for _ in range(rounds):
        state = play_round(state, pair(state), min)
    return state


def why(paired: PairedRound, *seats: int) -> dict[str, dict[str, int | str]]:
    """The reasons of one pairing by their codes."""
    found = next(p for p in paired.pairings if p.seats == seats)
    return {reason.code: dict(reason.params) for reason in found.explanation}


def test_round_one_is_first_choice_and_lot() -> None:
    paired = pair(field(7))
    assert why(paired, 5, 2) == {
        "swiss_same_score": {"points": "0"},
        "halves_first_choice": {"place": 2},
        "moves_even": {"entry": 2, "number": 2},
    }
    assert why(paired, 7) == {
        "bye_odd": {"entry": 7},
        "bye_lowest": {"points": "0"},
        "bye_last": {"points": "0"},
    }


def test_a_transposition_for_the_moves() -> None:
    # Of 1, 2, 3, 4 with a point, 1 and 3 should move second: 1-3 is the first choice.
    paired = pair(favourites(field(8)))
    assert why(paired, 4, 1) == {
        "swiss_same_score": {"points": "1"},
        "not_above_move_alike": {"entry": 1, "natural": 3},
        "moves_opposite": {"first": 4, "second": 1},
    }


def test_the_lowest_of_an_odd_group_floats() -> None:
    paired = pair(favourites(field(6)))
    assert why(paired, 4, 3) == {
        "swiss_floated": {"entry": 3, "opponent": 4, "points": "1", "lower": "0"},
        "float_odd": {"size": 3, "points": "1"},
        "float_lowest": {"entry": 3},
        "halves_floater_first_choice": {"place": 1},
        "moves_opposite": {"first": 4, "second": 3},
    }


def test_a_bye_of_the_last_round_spares_the_lowest_from_floating() -> None:
    # 1, 2 and 5, who had the bye, have a point.
    reasons = why(pair(favourites(field(5))), 2, 3)
    assert reasons["float_spared_last_round"] == {"other": 5}
    assert "float_lowest" not in reasons


def test_of_several_who_float_only_the_lowest_is_called_so() -> None:
    # Of 1, 2, 3 and 4 with a point only 1 may meet the others: two of them float.
    apart = tuple(ForbiddenMeeting(*pair) for pair in ((2, 3), (2, 4), (3, 4)))
    paired = pair(replace(favourites(field(8)), forbidden=apart))
    said = {
        reason.params["entry"]: [other.code for other in pairing.explanation[1:3]]
        for pairing in paired.pairings
        for reason in pairing.explanation
        if reason.code == "swiss_floated"
    }
    assert said == {
        3: ["float_several", "halves_floater_first_choice"],
        4: ["float_several", "float_lowest"],
    }


def test_forbidden_and_met_opponents_are_named() -> None:
    apart = replace(field(4), forbidden=(ForbiddenMeeting(1, 3),))
    paired = pair(apart)
    assert why(paired, 1, 4)["not_above_forbidden"] == {"entry": 1, "natural": 3}
    # Of 1-3, 4-2 and 2-1, 3-4 the favourites won: in round 3 entry 1 has met both with one win.
    third = why(pair(favourites(field(4), 2)), 1, 4)
    assert third["float_alone"] == {"points": "2"}
    assert third["float_on_nobody"] == {"entry": 1, "points": "1"}


def test_an_opponent_met_before_is_no_first_choice() -> None:
    # After two rounds 1 has two points, 2, 3 and 4 have met 1 or not: whoever is named has.
    state = favourites(field(6), 2)
    named = [
        (reason.params["entry"], reason.params["natural"], reason.params["round"])
        for pairing in pair(state).pairings
        for reason in pairing.explanation
        if reason.code == "not_above_met"
    ]
    met = {(a, b, p.round) for p in state.played for a, b in (p.seats, p.seats[::-1])}
    assert named
    assert set(named) <= met


def test_the_bye_goes_past_those_who_had_it() -> None:
    # 5 had the bye of round 1 and won nothing since: the next is 4, then 3.
    state = favourites(field(5))
    second = pair(state)
    (bye,) = (p for p in second.pairings if len(p.seats) == 1)
    assert bye.seats == (4,)
    assert "bye_lowest" in why(second, 4)


def test_repeats_are_told() -> None:
    options = PairingOptions(top_moves="first", rematches_from=2)
    state = favourites(replace(field(2), options=options))
    paired = pair(state)
    assert paired.pairings[0].explanation[-2] == Reason("swiss_met_before", {"round": 1})
    assert why(paired, 2, 1)["moves_opposite"] == {"first": 2, "second": 1}


def test_preferences_are_those_of_article_1_7() -> None:
    first, second = True, False
    table = {
        (): (None, NONE),
        (first,): (second, STRONG),
        (first, second): (first, MILD),
        (second, first): (second, MILD),
        (first, second, first): (second, STRONG),
        (first, first): (second, ABSOLUTE),
        (second, second, first, first): (second, ABSOLUTE),
        (first, second, second): (first, ABSOLUTE),
        (first, second, first, second, second): (first, ABSOLUTE),
        (first, first, second, first, second, first): (second, ABSOLUTE),
    }
    for moves, (wants, strength) in table.items():
        assert Preference.of(moves) == Preference(wants, strength), moves


@examples(10)
@given(st.integers(5, 30), st.integers(0, 10_000))
def test_every_pairing_of_a_random_tournament_is_explained(size: int, seed: int) -> None:
    random, state = Random(seed), field(size)
    for _ in range(5):
        try:
            paired = pair(state)
        except PairingRefused:
            break
        assert pair(state) == paired
        for pairing in paired.pairings:
            assert_sentences(pairing.explanation)
            codes = [reason.code for reason in pairing.explanation]
            if len(pairing.seats) == 1:
                assert codes[0] == "bye_odd"
            else:
                assert codes[0] in {"swiss_same_score", "swiss_floated"}
                assert codes[-1].startswith("moves_")
            assert_floats_on_below_its_score(pairing.explanation)
            assert_true(state, pairing)
        assert_sentences(paired.explanation)
        state = play_round(state, paired, lambda a, b: random.choice((a, None, b)))


def assert_sentences(reasons: Iterable[Reason]) -> None:
    """Each reason once, each as a whole sentence."""
    sentences = [reason_text(reason) for reason in reasons]
    assert all(text.endswith(".") and text[0].isupper() for text in sentences)
    assert all(one != other for one, other in pairwise(sorted(sentences)))


def assert_floats_on_below_its_score(reasons: Iterable[Reason]) -> None:
    """What a floater passed is neither its own score nor that of its opponent."""
    floated = [reason.params for reason in reasons if reason.code == "swiss_floated"]
    passed = [reason.params for reason in reasons if reason.code.startswith("float_on")]
    assert {at["entry"] for at in passed} <= {at["entry"] for at in floated}
    ends = {at[name] for at in floated for name in ("points", "lower")}
    assert ends.isdisjoint(at["points"] for at in passed)
