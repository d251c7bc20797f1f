"""Customs of the players (TAK-6): calls of Tak, moves taken back, the colour that begins.

Source: the Hebrew rules call Tak "a gesture only, and not required"; among the players of taverns
it is "against the spirit of the game". Nobles let a plain mistake be taken back, taverns do not.
"""

import pytest

from engine.tak.etiquette import read_undos
from engine.tak.verify import verify

GAME = '[Size "5"]\n{tags}\n1. a1 e5\n2. e4 a2\n3. e3{mark} a3\n4. e2 b4\n5. e1 R-0'


def judged(tags="", mark="", **rules):
    record = GAME.replace("{tags}", tags).replace("{mark}", mark)
    return verify(record, {"name": "standard", "size": 5, **rules})


def warnings(verdict):
    return {each["code"]: each["params"] for each in verdict.warnings}


@pytest.mark.parametrize("mark", ["'", " {call}", "'!", " {CALL} "])
def test_in_a_tavern_a_call_of_tak_is_remarked_and_the_game_counts(mark):
    verdict = judged(mark=mark, tak_call="tavern_discouraged")
    assert warnings(verdict) == {"tak_call_discouraged": {"count": 1, "move": 3}}
    assert (verdict.result, verdict.proven) == ("R-0", True)


@pytest.mark.parametrize("custom", ["optional", "noble", "gambling"])
def test_elsewhere_a_call_is_no_remark_and_none_is_missed(custom):
    """The call is never required, among nobles too."""
    assert not judged(mark="'", tak_call=custom).warnings
    assert not judged(tak_call=custom).warnings


def test_a_game_without_a_call_has_no_remark_in_a_tavern():
    assert not judged(mark="!", tak_call="tavern_discouraged").warnings


def test_moves_taken_back_by_consent_are_counted_and_not_replayed():
    plain = judged(undo="by_consent")
    counted = judged('[Undos "1-0"]', undo="by_consent")
    assert counted.facts["undos"] == {"first": 1, "second": 0}
    assert not counted.warnings
    assert "undos" not in plain.facts
    assert (counted.moves, counted.moves_hash) == (plain.moves, plain.moves_hash)


def test_where_touch_move_holds_a_taken_back_move_is_remarked():
    verdict = judged('[Undos "0-2"]')
    assert warnings(verdict) == {"undo_not_allowed": {"first": 0, "second": 2}}
    assert verdict.result == "R-0"
    assert not judged('[Undos "0-0"]').warnings


@pytest.mark.parametrize("text", ["many", "1", "-1-0", "1-0-2", "1000-0", "1–0"])
def test_a_count_that_cannot_be_read_is_left_out(text):
    verdict = judged(f'[Undos "{text}"]', undo="by_consent")
    assert warnings(verdict) == {"undos_unread": {"name": "Undos", "value": text}}
    assert "undos" not in verdict.facts
    assert read_undos(text) is None


def test_customs_change_neither_the_hash_nor_the_score():
    """TAK-6: etiquette never makes a record illegal."""
    usual = judged()
    other = judged(tak_call="noble", undo="by_consent", first_colour="black")
    assert other.moves_hash == usual.moves_hash
    assert (other.result, other.score, other.tps) == (usual.result, usual.score, usual.tps)
