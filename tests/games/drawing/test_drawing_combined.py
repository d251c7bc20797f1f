"""The combined board: odd sizes on its large squares, even sizes on its small diamonds (000)."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from django.utils import translation

from games.drawing.combined_board import SIDE, SIZES, SQUARE, combined_board_svg, spots


def places(size):
    return {(spot.x, spot.y) for spot in spots(size)}


@pytest.mark.parametrize("size", SIZES)
def test_each_size_has_its_spaces_in_rows_of_equal_steps(size):
    found = spots(size)
    assert len(found) == len(places(size)) == size * size
    assert {spot.diamond for spot in found} == {size % 2 == 0}
    across = sorted({spot.x for spot in found})
    assert [b - a for a, b in pairwise(across)] == [SQUARE] * (size - 1)
    assert sum(across) == size * SIDE / 2, "in the middle of the board"


def test_the_smaller_games_use_spaces_of_the_larger_ones():
    assert places(3) < places(5)
    assert places(4) < places(6)
    assert not places(5) & places(6)


def test_a_diamond_is_on_every_corner_of_every_large_square():
    half = SQUARE // 2
    corners = {
        (x + dx, y + dy) for x, y in places(5) for dx in (-half, half) for dy in (-half, half)
    }
    assert corners == places(6)


@pytest.mark.parametrize("size", [2, 7, 0])
def test_other_sizes_are_refused(size):
    with pytest.raises(ValueError, match="sizes 3 to 6"):
        spots(size)


@pytest.mark.parametrize("size", [None, *SIZES])
def test_the_drawing_lights_the_spaces_of_one_size(size):
    with translation.override("en"):
        drawn = combined_board_svg(size)
    lit = ET.fromstring(drawn).findall("*[@class='b-lit']")
    assert len(lit) == (size * size if size else 0)
    assert {each.tag for each in lit} <= ({"path"} if size in (4, 6) else {"rect"})
    assert drawn.count('class="b-diamond"') == 36
