"""Which colour the first player has (TAK-3.1) on drawings: the shape says who, the class which."""

import re

import pytest
from django.utils import translation

from engine.tak.notation.tps import parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from games.drawing.board import board_svg, light_style

TPS = "x5/x5/x2,12C,1S,x/x5/2,1,x3 1 4"
SAID = {"white": "White moves first.", "black": "Black moves first."}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def drawn(colour: str) -> str:
    return board_svg(parse_tps(TPS, make_ruleset(size=5, first_colour=colour)))


def test_where_the_players_agree_the_drawing_is_as_before():
    assert drawn("by_record") == board_svg(TPS)
    assert "moves first" not in drawn("by_record")


@pytest.mark.parametrize("colour", SAID)
def test_the_words_of_a_drawing_say_who_moves_first(colour):
    assert SAID[colour] in drawn(colour)


def test_only_where_black_moves_first_are_the_colours_exchanged_and_no_shape_is():
    """The example of the Hebrew rules begins with Black."""
    plain, white, black = (drawn(colour) for colour in ("by_record", "white", "black"))
    assert 'class="black-first"' in black
    assert 'class="black-first"' not in white
    stones = [each[each.index("<g transform") :] for each in (plain, white, black)]
    assert stones[0] == stones[1] == stones[2]


def test_a_drawing_saved_as_a_file_brings_its_exchanged_colours_along():
    style = light_style()
    assert ".black-first g .b-tile{fill:#3B2A20" in style
    assert ".black-first g .b-moon{fill:#FFF5DE" in style
    first, second = (
        board_svg(parse_tps("x5/x5/x5/x5/1,x3,2 1 2", rules), standalone=True)
        for rules in (make_ruleset(size=5), make_ruleset(size=5, first_colour="black"))
    )
    assert ('fill="#FFF5DE"' in first, 'fill="#3B2A20"' in first) == (True, True)
    assert re.search(r'class="b-tile" fill="#FFF5DE"', first)
    assert re.search(r'class="b-tile" fill="#3B2A20" stroke="#170E08"', second)
    assert re.search(r'class="b-moon" fill="#FFF5DE" stroke="#3A2618"', second)
    ruleset = make_ruleset(size=5, first_colour="black")
    alone = board_svg(Position.start(ruleset), standalone=True)
    assert alone.startswith("<svg")
    assert 'class="black-first"' in alone.partition(">")[0]


def test_a_board_of_nine_is_drawn_with_its_nine_columns_and_marks():
    ruleset = make_ruleset(size=9, stones=60, capstones=2)
    position = parse_tps("x9/x9/x9/x9/x9/x9/x9/x9/x7,2,12 2 3", ruleset)
    svg = board_svg(position, last="h1>")
    assert ">i</text>" in svg
    assert ">9</text>" in svg
    assert 'class="b-last"' in svg
    assert "9 by 9" in svg
