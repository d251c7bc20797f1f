"""Which rules a record is judged by, what the verdict says, and its two hashes."""

import json

import pytest

from engine.errors import RecordError
from engine.taki.ruleset import make_ruleset
from engine.taki.verify import Rules, verify
from engine.verdict import card_refusal_as_json
from tests.engine.taki.test_examples import EXAMPLE_1, EXAMPLE_2


def with_options(options: str) -> str:
    return EXAMPLE_1.replace("start:", f"opt: {options}\nstart:")


@pytest.mark.parametrize(
    ("options", "rules", "name", "penalty"),
    [
        ("", None, "blog", 2),
        ("", "publisher", "publisher", 4),
        ("last_card_penalty=4 ruleset=blog", None, "blog", 4),
        ("last_card_penalty=2 ruleset=publisher", None, "publisher", 2),
        ("last_card_penalty=2", "publisher", "publisher", 2),
        ("ruleset=publisher", make_ruleset("publisher", play_on=True), "publisher", 4),
        ("", {"name": "publisher", "last_card_penalty": 2}, "publisher", 2),
    ],
)
def test_the_rules_of_a_record(options: str, rules: Rules, name: str, penalty: int) -> None:
    verdict = verify(with_options(options), rules)
    assert (verdict.rules, verdict.ruleset["last_card_penalty"]) == (name, penalty)


@pytest.mark.parametrize(
    ("options", "rules", "code"),
    [
        ("ruleset=publisher", "blog", "wrong_option"),
        ("play_on=yes", make_ruleset(), "wrong_option"),
        ("ruleset=blog", make_ruleset("publisher"), "wrong_option"),
        ("", "standard", "unknown_taki_rules"),
        ("", {"name": "blog", "komi": 2}, "unknown_option"),
        ("", 7, "unknown_taki_rules"),
    ],
)
def test_rules_that_do_not_hold(options: str, rules: Rules, code: str) -> None:
    with pytest.raises(RecordError) as refused:
        verify(with_options(options), rules)
    assert refused.value.code == code
    assert str(refused.value)
    assert refused.value.line == (6 if code == "wrong_option" else None)


@pytest.mark.parametrize(
    ("options", "rules", "named"),
    [
        ("ruleset=publisher", "blog", ("ruleset", "publisher", "blog")),
        ("play_on=yes", make_ruleset(), ("play_on", True, False)),
        ("ruleset=blog", make_ruleset("publisher"), ("ruleset", "blog", "publisher")),
    ],
)
def test_an_option_that_does_not_hold_is_named(options, rules, named) -> None:
    with pytest.raises(RecordError) as refused:
        verify(with_options(options), rules)
    params = refused.value.params
    assert (params["field"], params["found"], params["expected"]) == named


def test_the_object_of_the_contract_is_json() -> None:
    answer = verify(EXAMPLE_1).as_json()
    assert json.loads(json.dumps(answer)) == answer
    assert {"ok", "game", "rules", "reason", "proven", "claimed", "places", "cards_left"} <= set(
        answer
    )
    with pytest.raises(RecordError) as refused:
        verify(EXAMPLE_1.replace("B G1", "B B3"))
    refusal = card_refusal_as_json("taki", None, refused.value)
    assert set(refusal) <= set(answer)
    assert (refusal["error"]["line"], refusal["error"]["move"]) == (11, "B3")


def test_a_stated_winner_must_be_on_the_table() -> None:
    text = EXAMPLE_2 + "A wins\n"
    with pytest.raises(RecordError) as refused:
        verify(text)
    assert refused.value.code == "winner_not_on_table"
    lenient = verify(text, lenient=True)
    assert [warning["code"] for warning in lenient.warnings] == ["winner_not_on_table"]
    assert not lenient.proven
    with pytest.raises(RecordError) as refused:
        verify(EXAMPLE_1.replace("A wins", "B wins"))
    assert refused.value.code == "winner_not_on_table"


def test_a_voluntary_draw_is_remarked_upon() -> None:
    text = EXAMPLE_1.partition("A RT")[0] + "A d\n"
    warning = verify(text).warnings[0]
    assert warning["message"] == "Line 8: A draws although a card can be played."
    assert verify(text, {"voluntary_draw": "allow"}).warnings == ()


def test_hashes_cover_cards_and_actions_and_no_names() -> None:
    renamed = (
        EXAMPLE_1.replace("A ", "Ann ").replace("A:", "Ann:").replace("first: A", "first: Ann")
    )
    assert verify(renamed).players == ("Ann", "B")
    assert verify(renamed).moves_hash == verify(EXAMPLE_1).moves_hash
    other = EXAMPLE_1.replace("draw: B8", "draw: B9")
    assert verify(other).moves_hash != verify(EXAMPLE_1).moves_hash
    assert verify(other).facts["deck_hash"] != verify(EXAMPLE_1).facts["deck_hash"]
    called = EXAMPLE_1.replace("G7 #", "G7")
    assert verify(called).moves_hash != verify(EXAMPLE_1).moves_hash


def test_a_plus_three_in_the_last_line_is_drawn() -> None:
    text = EXAMPLE_2.partition("B !*B")[0]
    assert verify(text).cards_left == (4, 9, 9)
    with pytest.raises(RecordError) as refused:
        verify(text.replace("draw: G1 Y5 B1 G6 R8 Y3 B7 Y4 R5 Y6", "draw: G1"))
    assert (refused.value.code, refused.value.line) == ("pile_not_known", 15)
