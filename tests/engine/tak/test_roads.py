from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tak.roads import geometry, has_road, mask, road_squares, squares_in, straight_road


def drawn(*rows: str) -> tuple[int, int]:
    """A bitboard from its picture, top row first, and its size."""
    size = len(rows)
    text = "".join(reversed(rows))
    return mask([square for square, mark in enumerate(text) if mark == "#"], size), size


@pytest.mark.parametrize(
    ("rows", "road"),
    [
        (("...", "###", "..."), True),
        (("#..", "#..", "#.."), True),
        (("..#", ".#.", "#.."), False),  # TAK-1.4: diagonals do not touch
        (("#..", "##.", ".##"), True),
        ((".##", "...", "##."), False),
        (("#.#", "#.#", "..."), False),
        (("....#", "..###", "..#..", "###..", "....."), True),
        (("#####", "....#", "#####", "#....", "....."), True),
        # The end of one row is not the neighbour of the start of the next.
        (("...", "..#", "##."), False),
        (("...", "##.", "..#"), False),
    ],
)
def test_pictures(rows, road):
    board, size = drawn(*rows)

    assert has_road(board, size) is road
    assert bool(road_squares(board, size)) is road


def reachable_edge(squares: set[int], size: int) -> bool:
    """The plain search over a graph of squares, to compare with."""
    for lane in (lambda s: s % size, lambda s: s // size):
        seen = {square for square in squares if lane(square) == 0}
        waiting = list(seen)
        while waiting:
            square = waiting.pop()
            if lane(square) == size - 1:
                return True
            column, row = square % size, square // size
            for x, y in (
                (column + 1, row),
                (column - 1, row),
                (column, row + 1),
                (column, row - 1),
            ):
                near = y * size + x
                if 0 <= x < size and 0 <= y < size and near in squares and near not in seen:
                    seen.add(near)
                    waiting.append(near)
    return False


@st.composite
def some_squares(draw):
    size = draw(st.integers(3, 8))
    density = draw(st.integers(2, 8))
    picks = draw(st.lists(st.integers(0, 9), min_size=size**2, max_size=size**2))
    return size, {square for square, pick in enumerate(picks) if pick < density}


@given(some_squares())
def test_bitboards_agree_with_a_search_over_squares(board):
    size, squares = board

    assert has_road(mask(list(squares), size), size) is reachable_edge(squares, size)


@given(some_squares())
def test_the_road_given_is_a_connected_part_of_the_board(board):
    size, squares = board
    road = road_squares(mask(list(squares), size), size)

    assert set(road) <= squares
    assert len(set(road)) == len(road)
    assert not road or reachable_edge(set(road), size)
    for a, b in pairwise(road):
        assert geometry(size).neighbours[a] & geometry(size).bits[b]


def test_a_shortest_road_is_given():
    board, size = drawn("###.", "#.#.", "#.##", "#...")

    assert road_squares(board, size) == (0, 4, 8, 12)


def test_straight_is_a_full_line():
    straight, size = drawn("..#", "..#", ".##")
    bent, _ = drawn("..#", ".##", ".#.")

    assert straight_road(straight, size) == (2, 5, 8)
    assert straight_road(bent, size) == ()


def test_a_board_lists_its_squares():
    assert squares_in(mask([0, 7, 15], 4), 4) == (0, 7, 15)
