"""The preset `source`: records that are right by the text of 002 and by nothing else."""

from dataclasses import replace

import pytest

from engine.errors import RecordError
from engine.gamnon.bots import choose_random, play_record
from engine.gamnon.record import format_record, parse_record
from engine.gamnon.ruleset import make_ruleset
from engine.gamnon.verify import verify

# 002, its last paragraphs: two owe ten, one of them has exactly five cards.

TWO_OWE_TEN = """\
gamnon/1
players: A B C
{opt}hand A: 2S 3S 4S 6S 9H
hand B: 3H 4H 5H 6H 7H
hand C: {c}
kupa: AS
closed:
turn: A
A P2S.3S.4S.6S GB:3H.4H.5H.6H.7H GC:3D.4D.5D.6D.7D {rest}
"""


@pytest.mark.parametrize("name", ["standard", "source"])
def test_who_gives_exactly_all_takes_the_kupa_and_the_game_goes_on(name):
    text = TWO_OWE_TEN.format(opt="", c="3D 4D 5D 6D 7D 8D", rest="KB O9H")
    verdict = verify(text, name)
    assert (verdict.reason, verdict.facts["kupa_takings"]) == ("unfinished", [0, 1, 0])


@pytest.mark.parametrize("name", ["standard", "source"])
def test_two_who_give_exactly_all_have_lost(name):
    assert verify(TWO_OWE_TEN.format(opt="", c="3D 4D 5D 6D 7D", rest="=A"), name).winner == 1


# Four players: B and C give exactly their share of five, D keeps a card.
TWO_OF_THREE = """\
gamnon/1
players: A B C D
{opt}hand A: 9H
hand B: 3H 4H 5H 6H 7H
hand C: 3D 4D 5D 6D 7D
hand D: 3C 4C 5C 6C 7C 8C
kupa: 2S AH 2D AD AS
closed:
turn: A
A P- GB:3H.4H.5H.6H.7H GC:3D.4D.5D.6D.7D GD:3C.4C.5C.6C.7C {rest}
"""


def test_two_of_three_without_cards_have_lost_by_the_text_only():
    by_text = TWO_OF_THREE.format(opt="", rest="=A")
    goes_on = TWO_OF_THREE.format(opt="", rest="O3H")
    assert list(verify(by_text, "source").points or ()) == [1, 0, 0, 0]
    assert verify(goes_on, "standard").reason == "unfinished"
    for text, name in ((goes_on, "source"), (by_text, "standard")):
        with pytest.raises(RecordError) as refused:
            verify(text, name)
        assert refused.value.code == "gamnon_not_due"


def test_a_record_may_name_the_rules_it_was_played_by():
    text = TWO_OF_THREE.format(opt="opt: ruleset=source\n", rest="=A")
    assert verify(text).rules == "source"
    assert verify(text, {"name": "source"}).winner == 1
    for rules in ("standard", {"name": "standard"}):
        with pytest.raises(RecordError) as refused:
            verify(text, rules)
        assert refused.value.code == "gamnon_option_differs"
    with pytest.raises(RecordError) as refused:
        verify(text.replace("=source", "=blog"))
    assert refused.value.code == "gamnon_rules_unknown"
    read = parse_record(text)
    assert parse_record(format_record(read)) == read


def test_a_game_by_the_text_has_no_turn_limit():
    # 250 turns: a game of six, played at random, which the usual limit of 200 would have ended.
    names = tuple("ABCDEF")
    limited = make_ruleset("source", max_turns=250)
    record = play_record(names, [choose_random] * 6, seed="a", rules=limited)
    text = format_record(replace(record, options={"ruleset": "source"}, end=""))
    verdict = verify(text)
    assert (verdict.plies, verdict.reason) == (250, "unfinished")
    with pytest.raises(RecordError):
        verify(text.replace("opt: ruleset=source\n", ""))
