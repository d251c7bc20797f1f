"""How long a record may be: docs/cards.md has the numbers of the card games."""

from collections.abc import Callable

import pytest

from engine.errors import RecordError
from engine.gamnon.record import parse_record as parse_gamnon
from engine.tak.moves import parse_move
from engine.tak.notation.playtak import from_playtak
from engine.tak.notation.ptn import parse_ptn
from engine.tak.notation.tps import parse_tps
from engine.tak.ruleset import make_ruleset
from engine.taki.notation import parse_record as parse_taki

THREE = make_ruleset(size=3)
Reader = Callable[[str], object]


def code_of(read: Reader, text: str) -> str:
    """The code of the refusal; empty if the text is read."""
    try:
        read(text)
    except RecordError as error:
        return error.code
    return ""


def playtak(text: str) -> object:
    return from_playtak(text, 5)


def tps(text: str) -> object:
    return parse_tps(text, THREE)


@pytest.mark.parametrize(
    ("read", "longest", "more", "code"),
    [
        (parse_taki, "x" * 100_000, "x", "taki_record_too_long"),
        (parse_taki, "taki/1" + "\n" * 1_999, "\n", "taki_record_too_long"),
        (parse_taki, "taki/1\nA" + " d" * 5_998, " d", "taki_record_too_long"),
        (parse_gamnon, "x" * 65_536, "x", "gamnon_too_long"),
        (parse_gamnon, "gamnon/1" + "\n" * 2_000, "\n", "gamnon_too_long"),
        (parse_ptn, "{" + "x" * 65_534 + "}", " ", "record_too_long"),
        (parse_ptn, "a1 " * 1_000, "a1", "too_many_plies"),
        (playtak, ",".join(["P A1"] * 1_000), ",P A1", "playtak_too_long"),
        (tps, "x3/x3/x3 1 1" + " " * 4_988, " ", "tps_too_long"),
    ],
)
def test_the_longest_text_and_one_more(read: Reader, longest: str, more: str, code: str) -> None:
    assert code_of(read, longest) != code
    assert code_of(read, longest + more) == code


def test_the_last_move_number_of_a_position() -> None:
    assert code_of(tps, "x3/x3/x3 1 100000") == ""
    assert code_of(tps, "x3/x3/x3 1 100001") == "tps_bad_number"


def test_a_long_token_is_quoted_in_part() -> None:
    with pytest.raises(RecordError) as refused:
        parse_move("y" * 40, 5)
    assert "y" * 24 in str(refused.value)
    assert "y" * 25 not in str(refused.value)
