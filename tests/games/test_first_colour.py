"""Which colour the first player has (TAK-3.1) on drawings: the shape says who, the class which."""

import re

import pytest
from django.utils import translation

from engine.tak.notation.tps import parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from games.drawing.board import BLACK_FIRST, MOVES_FIRST, board_svg, light_style
from games.drawing.marks import FRAME, SQUARE, marks_svg

TPS = "x5/x5/x2,12C,1S,x/x5/2,1,x3 1 4"
LIGHT, DARK = 'fill="#FFF5DE" stroke="#3A2618"', 'fill="#3B2A20" stroke="#170E08"'


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def drawn(colour: str) -> str:
    return board_svg(parse_tps(TPS, make_ruleset(size=5, first_colour=colour)))


def said_of(svg: str) -> list[str]:
    """Which colours a drawing says to move first."""
    description = svg.partition("<desc")[2].partition("</desc>")[0]
    return [colour for colour, words in MOVES_FIRST.items() if str(words) in description]


def has_black_first(svg: str) -> bool:
    return f'class="{BLACK_FIRST}"' in svg.partition(">")[0]


def pieces_of(svg: str) -> list[str]:
    """The drawing of each occupied space, top row first."""
    return svg.split("<g transform=")[1:]


def test_where_the_players_agree_the_drawing_is_as_before():
    assert drawn("by_record") == board_svg(TPS)
    assert said_of(drawn("by_record")) == []


@pytest.mark.parametrize("colour", ["white", "black"])
def test_the_words_of_a_drawing_say_who_moves_first(colour):
    assert said_of(drawn(colour)) == [colour]


def test_only_where_black_moves_first_are_the_colours_exchanged_and_no_shape_is():
    """The example of the Hebrew rules begins with Black."""
    plain, white, black = (drawn(colour) for colour in ("by_record", "white", "black"))
    assert [has_black_first(each) for each in (plain, white, black)] == [False, False, True]
    assert pieces_of(plain) == pieces_of(white) == pieces_of(black)


def test_a_drawing_saved_as_a_file_brings_its_exchanged_colours_along():
    style = light_style()
    first, second = (
        board_svg(parse_tps("x5/x5/x5/x5/1,x3,2 1 2", rules), standalone=True)
        for rules in (make_ruleset(size=5), make_ruleset(size=5, first_colour="black"))
    )
    for svg, colours in ((first, (LIGHT, DARK)), (second, (DARK, LIGHT))):
        for piece, colour in zip(pieces_of(svg), colours, strict=True):
            assert colour in piece
    for piece, fill in zip(pieces_of(second), ("#3B2A20", "#FFF5DE"), strict=True):
        (shape,) = re.findall(rf'class="([\w-]+)" fill="{fill}"', piece)
        assert f".{BLACK_FIRST} g .{shape}{{fill:{fill}" in style
    ruleset = make_ruleset(size=5, first_colour="black")
    alone = board_svg(Position.start(ruleset), standalone=True)
    assert alone.startswith("<svg")
    assert has_black_first(alone)


def test_a_board_of_nine_is_drawn_with_its_nine_columns_and_marks():
    ruleset = make_ruleset(size=9, stones=60, capstones=2)
    position = parse_tps("x9/x9/x9/x9/x9/x9/x9/x9/x7,2,12 2 3", ruleset)
    svg = board_svg(position, last="h1>")
    assert ">i</text>" in svg
    assert ">9</text>" in svg
    assert all(mark and mark in svg for mark in marks_svg(9, last="h1>"))
    side = 9 * SQUARE + 2 * FRAME
    assert f'viewBox="0 0 {side} {side}"' in svg
