"""Whole records: the examples of the rules, what must be refused, places, points and facts."""

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.gamnon.bots import choose_random, deal_from_seed, play_record
from engine.gamnon.record import format_turn
from engine.gamnon.replay import replay
from engine.gamnon.ruleset import make_ruleset
from engine.gamnon.setup import dealt_deck
from engine.gamnon.verify import verify
from tests.engine.gamnon.records import (
    EXAMPLES,
    FULL_GAME,
    SHARE_OF_SEVEN,
    TAKES_THE_KUPA,
    position,
)
from tests.engine.gamnon.referee import Referee, deal_one_by_one
from tests.examples import examples

CONTRACT = {
    "ok", "game", "rules", "plies", "result", "reason", "proven", "claimed", "players", "warnings",
    "error", "places", "cards_left",
}  # fmt: skip


def refusal(text: str, rules=None) -> RecordError:
    with pytest.raises(RecordError) as refused:
        verify(text, rules)
    return refused.value


def test_the_full_game():
    # GAM-9, example 1.
    verdict = verify(FULL_GAME).as_json()

    assert set(verdict) >= CONTRACT
    assert json.loads(json.dumps(verdict)) == verdict
    assert verdict["places"] == {"A": 2.5, "B": 1, "C": 2.5}
    assert verdict["points"] == {"A": 0.25, "B": 1, "C": 0.25}
    assert verdict["cards_left"] == {"A": 0, "B": 17, "C": 0}
    assert (verdict["result"], verdict["reason"], verdict["winner"]) == ("2.5-1-2.5", "win", 2)
    assert (verdict["proven"], verdict["plies"]) == (True, 8)
    facts = verdict["facts"]
    assert (facts["turns"], facts["rounds"], facts["pile_ran_out"]) == (8, 2, 5)
    assert (facts["shortages"], facts["kupa_takings"]) == ([2, 3, 2], [0, 0, 0])
    assert (facts["seats"], facts["packs"], facts["winner_cards"]) == (3, 1, 17)
    assert (facts["places_x2"], facts["cards_left"]) == ([5, 2, 5], [0, 17, 0])
    assert (facts["ended_by"], facts["adjudicated"]) == ("win", False)
    assert len(facts["deck_hash"]) == 64


def test_the_active_player_takes_the_kupa():
    # GAM-9, example 2a.
    verdict = verify(TAKES_THE_KUPA)
    assert (verdict.winner, verdict.facts["kupa_takings"]) == (2, [1, 0, 0])
    assert verdict.facts["deck_hash"] is None


def test_the_share_of_seven():
    # GAM-9, example 2b; the cards are checked in test_the_slow_referee_agrees_on_the_examples.
    verdict = verify(SHARE_OF_SEVEN)
    assert (verdict.reason, verdict.proven, verdict.result) == ("unfinished", False, "")
    assert verdict.cards_left == (9, 4, 1)
    answer = verdict.as_json()
    assert (answer["places"], answer["points"], answer["winner"]) == (None, None, None)
    assert answer["facts"]["ended_by"] is None


def slow(text: str) -> Referee:
    """The record played by the slow referee, after a deck or a position."""
    lines = [line.partition(";")[0].strip() for line in text.splitlines()]
    told = {key: rest.split() for key, _, rest in (line.partition(":") for line in lines)}
    table = Referee(names=told["players"])
    table.hands = {name: told[f"hand {name}"] for name in table.names}
    table.kupa = told.get("kupa") or told["start"]
    table.closed = told["closed"]
    for line in lines:
        if line.split()[:1] and line.split()[0] in table.names:
            table.turn(line)
    return table


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_slow_referee_agrees_on_the_examples(text):
    table, verdict = slow(text), verify(text)
    assert [len(hand) for hand in table.hands.values()] == list(verdict.cards_left)
    assert table.winner == ("" if verdict.winner is None else table.names[verdict.winner - 1])
    if text == SHARE_OF_SEVEN:
        assert {name: " ".join(hand) for name, hand in table.hands.items()} == {
            "A": "3H 4H 6H 3D 4D 5D 6D 7D 8D", "B": "5H 2H 9D TD", "C": "QD",
        }  # fmt: skip
        assert table.kupa == ["9H", "AS", "2D"]


@given(st.integers(3, 14), st.integers(0, 2**32), st.sampled_from(["standard", "source"]))
@examples(40)
def test_the_slow_referee_agrees_on_random_games(players, seed, preset):
    names = tuple("ABCDEFGHIJKLMN"[:players])
    # The limit is not reached at the end of a round, where it would save the exchange.
    rules = make_ruleset(preset, max_turns=15 * players + 1)
    record = play_record(names, [choose_random] * players, seed=str(seed), rules=rules)
    start = deal_from_seed(names, str(seed), rules)
    slow_table = deal_one_by_one(list(dealt_deck(start)), list(names))
    slow_table.by_the_text = preset == "source"
    whole = slow_table.cards()
    for turn in record.turns:
        slow_table.turn(format_turn(turn, names))
        assert slow_table.cards() == whole

    table = replay(start, record.turns).table
    assert [Counter(hand) for hand in slow_table.hands.values()] == [
        Counter(h) for h in table.hands
    ]
    assert (tuple(slow_table.kupa[-1:]), tuple(slow_table.closed)) == (
        table.kupa[-1:],
        table.closed,
    )
    assert slow_table.winner == ("" if table.winner is None else names[table.winner])


# Records that must be refused: GAM-9 and more of its kind.

MUTATIONS = [
    # GAM-9: a wrong colour, P- with a suitable card, O from hand, no ~, 5 where ceil gives 6.
    ("A PTC T11", "A P2H T11", "gamnon_wrong_colour", 9, "P2H"),
    ("A PTC T11", "A P- T12", "gamnon_wrong_payment", 9, "P-"),
    ("T11 O8H", "T11 O2H", "gamnon_wrong_closing", 9, "O2H"),
    ("T11 O9C ~", "T11 O9C", "gamnon_turn_not_complete", 11, None),
    ("GC:TD GA:2S", "GC:TD.8S GA:2S", "gamnon_wrong_share", 13, "GC:TD.8S"),
    # Others.
    ("A PTC T11", "A PTC.2H T11", "gamnon_wrong_colour", 9, "PTC.2H"),
    ("A PTC T11", "A PTC.TC T10", "gamnon_card_not_in_hand", 9, "PTC.TC"),
    ("A PTC T11", "A PTC T10", "gamnon_wrong_take", 9, "T10"),
    ("A PTC T11 O8H", "A PTC O8H", "gamnon_not_due", 9, "O8H"),
    ("A PTC T11 O8H", "A PTC T11", "gamnon_turn_not_complete", 9, None),
    ("A PTC T11 O8H", "A PTC T11 O8H ~", "gamnon_not_due", 9, "~"),
    ("A PTC T11 O8H", "A PTC T11 KA O8H", "gamnon_not_due", 9, "KA"),
    ("A PTC T11 O8H", "B PTC T11 O8H", "gamnon_not_your_turn", 9, "PTC"),
    ("A PTC T11 O8H", "A PTC T11 =A", "gamnon_not_due", 9, "=A"),
    ("GC:TD GA:2S", "GA:2S GC:TD", "gamnon_not_due", 13, "GA:2S"),
    ("GC:TD GA:2S", "GC:- GA:2S", "gamnon_wrong_share", 13, "GC:-"),
    ("GC:TD GA:2S O7H", "GC:TD GA:2S OAS", "gamnon_card_not_in_hand", 13, "OAS"),
    ("=B", "O9H", "gamnon_not_due", 16, "O9H"),
    ("=B", "=C", "gamnon_not_due", 16, "=C"),
    ("=B", "=B ~", "gamnon_game_over", 16, "~"),
    ("3H 5D", "3H", "gamnon_pile_not_known", 13, "P6D.8D.4H.KH.2D.JD"),
    ("3H 5D", "3H 5H", "gamnon_card_too_often", 8, None),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "token"), MUTATIONS)
def test_a_wrong_record_is_refused_at_its_place(old, new, code, line, token):
    assert FULL_GAME.count(old) == 1
    error = refusal(FULL_GAME.replace(old, new))
    assert (error.code, error.line, error.move) == (code, line, token)
    assert str(error).startswith(f"Line {line}: ")


def test_a_share_of_five_where_six_is_due():
    text = position(
        "2S 3S 4S 9H", "3H 4H 5H 6H 7H 8H", "3D 4D 5D 6D 7D 8D", kupa="AS",
        more="A P2S.3S.4S GB:3H.4H.5H.6H.7H",
    )  # fmt: skip
    error = refusal(text)
    assert error.code == "gamnon_wrong_share"
    assert error.params == {
        "player": "B", "token": "GB:3H.4H.5H.6H.7H", "hand": "3H 4H 5H 6H 7H 8H", "top": "4S",
        "legal": "GB:3H.4H.5H.6H.7H.8H", "count": 6, "found": 5,
    }  # fmt: skip
    assert error.sentence == "B gives 6 cards, not 5; legal: GB:3H.4H.5H.6H.7H.8H."


def test_a_wrong_refill():
    error = refusal(SHARE_OF_SEVEN.replace("RB<A:5H.2H", "RB<A:5H"))
    assert (error.code, error.line, error.params["count"]) == ("gamnon_wrong_refill", 9, 2)


def test_a_turn_that_stops_tells_what_is_due():
    error = refusal(FULL_GAME.replace("T11 O9C ~", "T11 O9C"))
    assert (error.params["legal"], error.params["top"]) == ("~", "9C")


def test_nothing_follows_the_win():
    assert refusal(FULL_GAME + "C P-\n").code == "gamnon_turn_after_end"


# How a game stops.

TWO_TURNS = FULL_GAME[: FULL_GAME.index("C PAH")]
LIMIT = TWO_TURNS.replace("packs: 1", "packs: 1\nopt: max_turns=2")


def test_a_record_that_merely_stops_is_unfinished():
    verdict = verify(TWO_TURNS)
    assert (verdict.reason, verdict.places_x2, verdict.plies) == ("unfinished", None, 2)


def test_the_turn_limit_gives_places_by_cards():
    # GAM-8 #13: most cards in hand is the best place.
    for text in (LIMIT, LIMIT + "end adjudicated\n"):
        verdict = verify(text)
        assert (verdict.reason, verdict.cards_left) == ("adjudication", (13, 7, 3))
        assert (verdict.result, verdict.proven, verdict.winner) == ("1-2-3", True, None)
        assert verdict.facts["adjudicated"]


def test_a_drawn_adjudication_and_points():
    drawn = LIMIT.replace("max_turns=2", "max_turns=2 adjudicate=draw")
    assert verify(drawn).as_json()["places"] == {"A": 2, "B": 2, "C": 2}
    half = LIMIT.replace("max_turns=2", "max_turns=2 adjudicated_weight=half")
    assert verify(half).as_json()["points"] == {"A": 0.5, "B": 0.25, "C": 0}
    takes_all = FULL_GAME.replace("packs: 1", "opt: winner_takes_all=1 adjudicated_weight=half")
    assert verify(takes_all).as_json()["points"] == {"A": 0, "B": 1, "C": 0}


def test_places_are_shared_by_equal_hands():
    text = position("2C 3C", "3S 4S", "5S", "6S", kupa="2H", closed="3H 4H 9H 9S 8S 7S",
                    more="opt: max_turns=1\nA P- T2 O9H")  # fmt: skip
    verdict = verify(text)
    assert verdict.as_json()["places"] == {"A": 1, "B": 2, "C": 3.5, "D": 3.5}
    assert sum(verdict.points or ()) == 2  # k / 2, GAM-10


def test_turns_after_the_limit_are_errors():
    text = FULL_GAME.replace("packs: 1", "packs: 1\nopt: max_turns=3")
    error = refusal(text)
    assert (error.code, error.line, error.move) == ("gamnon_game_over", 12, "~")
    assert refusal(text.replace("O9C ~", "O9C")).code == "gamnon_turn_after_end"


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        (TWO_TURNS, "adjudicated"),
        (FULL_GAME, "abandoned"),
        (FULL_GAME, "adjudicated"),
        (LIMIT, "abandoned"),
    ],
)
def test_a_false_closing_line(text, claimed):
    error = refusal(f"{text}end {claimed}\n")
    assert (error.code, error.params["claimed"]) == ("gamnon_end_contradicted", claimed)


def test_an_abandoned_game():
    verdict = verify(TWO_TURNS + "end abandoned\n")
    assert (verdict.reason, verdict.facts["ended_by"]) == ("abandonment", "abandonment")
    assert verdict.places_x2 is None


# Partly known records, and the rules of an event.


def test_a_pile_told_as_far_as_it_was_drawn():
    whole = TWO_TURNS.partition("closed: ")[2].split("\n")[0]
    told = " ".join(whole.split()[:19])
    for pile in (told, told + " …", told + " ..."):
        verdict = verify(TWO_TURNS.replace(whole, pile))
        assert (verdict.reason, verdict.cards_left) == ("unfinished", (13, 7, 3))
        assert [warning["code"] for warning in verdict.warnings] == ["gamnon_pile_partly_known"]
        assert (verdict.facts["deck_hash"], verdict.facts["pile_ran_out"]) == (None, None)
    short = " ".join(whole.split()[:17])
    assert refusal(TWO_TURNS.replace(whole, short)).params == {"known": 5, "needed": 6}


def test_the_event_fixes_options():
    assert verify(LIMIT, {"multi_empty": "first_in_order"}).ruleset["max_turns"] == 2
    assert verify(LIMIT, {"max_turns": 2, "packs": None}).ruleset["packs"] == 1
    assert verify(LIMIT, "standard").ruleset["max_turns"] == 2
    assert verify(TWO_TURNS, make_ruleset(max_turns=2)).reason == "adjudication"
    error = refusal(LIMIT, make_ruleset())
    assert (error.code, error.params) == (
        "gamnon_option_differs", {"option": "max_turns", "found": 2, "expected": 200},
    )  # fmt: skip
    assert refusal(LIMIT, {"packs": 2}).code == "gamnon_option_differs"
    assert refusal(LIMIT, {"size": 5}).code == "gamnon_option_unknown"
    assert refusal(LIMIT, "blog").code == "gamnon_rules_unknown"
    assert refusal(LIMIT, 5).code == "gamnon_rules_unknown"


def test_the_hash_knows_no_names_and_no_order_within_a_token():
    names = {"A": "X", "B": "Y", "C": "Z"}
    renamed = re.sub(r"\b[ABC]\b|(?<=[KG=])[ABC]\b", lambda found: names[found[0]], TAKES_THE_KUPA)
    renamed = renamed.replace("2H.5H.9D", "9D.2H.5H").replace("P5H.9D", "P9D.5H")
    first, again = verify(TAKES_THE_KUPA), verify(renamed)

    assert again.players == ("X", "Y", "Z")
    assert first.moves_hash == again.moves_hash
    assert verify(SHARE_OF_SEVEN).moves_hash != first.moves_hash
