"""The boards of the lesson on Tak against the examples of its sources, and against the engine."""

import pytest

from config.pages.site.lesson_boards import SERIES
from engine.errors import RecordError
from engine.tak import roads
from engine.tak.moves import parse_move
from engine.tak.notation.tps import format_tps
from engine.tak.scoring import parse_scoring, score_game

FIGURES = [
    (name, number) for name, figures in SERIES.items() for number in range(1, len(figures) + 1)
]
# The boards of each series from the top row down, as the examples of the books describe them.
EXPECTED = {
    # The first player places a stone of the second, the second one of the first.
    "opening": ["2,x4/x5/x5/x5/x5", "2,x4/x5/x5/x3,1,x/x5", "2,x4/x5/x2,1,x2/x3,1,x/x5"],
    # A black stone: above it an empty space, white to its right, black below, a wall to its left.
    "one_piece": [
        "x3/1S,2,1/x,2,x", "x,2,x/1S,x,1/x,2,x", "x3/1S,x,12/x,2,x", "x3/1S,x,1/x,22,x",
        "x3/1S,2,1/x,2,x",
    ],
    # Five pieces; two, two and one are dropped; three of Black's spaces become White's.
    "five_go": [
        "x5/x5/x5/x5/21211,2,2,2,x", "x5/x5/x5/x5/x,221211,2,2,x",
        "x5/x5/x5/x5/x,221,2211,2,x", "x5/x5/x5/x5/x,221,221,21,x",
    ],
    # The lowest white stone stays, then one black, then white on black, then a white stone.
    "one_stays": [
        "x5/x5/x5/x5/12211,x4", "x5/x5/x5/x5/1,2211,x3",
        "x5/x5/x5/x5/1,2,211,x2", "x5/x5/x5/x5/1,2,21,1,x",
    ],
    # Two stay, three go, the capstone alone goes on and flattens White's wall.
    "crush": [
        "x5/x5/x5/x5/12212C,x,1S,x2", "x5/x5/x5/x5/12,212C,1S,x2", "x5/x5/x5/x5/12,21,12C,x2",
    ],
}  # fmt: skip


def last(name, number):
    *_before, position = SERIES[name][number - 1].positions()
    return position


@pytest.mark.parametrize(("name", "number"), FIGURES)
def test_every_move_on_a_board_is_legal(name, number):
    figure = SERIES[name][number - 1]
    positions = list(figure.positions())
    assert len(positions) == len(figure.moves) + 1
    for before, token in zip(positions, figure.moves, strict=False):
        assert parse_move(token, figure.size)[0] in before.legal_moves(), token


@pytest.mark.parametrize("name", EXPECTED)
def test_the_boards_are_those_of_the_examples(name):
    drawn = [format_tps(last(name, at + 1)).split(" ")[0] for at in range(len(SERIES[name]))]
    assert drawn == EXPECTED[name]


def test_a_stone_cannot_go_onto_the_wall_beside_it():
    before = last("one_piece", 5)
    assert SERIES["one_piece"][4].fault == "a2"
    with pytest.raises(RecordError):
        before.play(parse_move("b2<", 3)[0])


def test_the_road_wins_and_goes_over_a_stack_and_a_capstone():
    position = last("road", 1)
    assert (position.outcome.result, position.outcome.reason) == ("0-R", "road")
    way = roads.road_squares(position.road_board(2), 5)
    stacks = [position.stacks[square] for square in way]
    assert any(len(stack) > 1 and stack.isdigit() for stack in stacks)
    assert any(stack.endswith("C") for stack in stacks)


def test_corners_and_walls_make_no_road_and_a_capstone_does():
    assert [last("no_road", number).outcome for number in (1, 2)] == [None, None]
    assert last("no_road", 3).outcome.result == "R-0"


def test_of_two_roads_that_of_the_mover_wins():
    before, after = last("double", 1), last("double", 2)
    assert before.outcome is None
    assert all(roads.has_road(after.road_board(player), 5) for player in (1, 2))
    assert (before.to_move, after.outcome.winner) == (1, 1)


def test_the_count_is_that_of_the_caption():
    position = last("flats", 1)
    assert (position.outcome.result, position.outcome.reason) == ("F-0", "board_full")
    assert position.flats() == (8, 6)
    assert "eight flats" in str(SERIES["flats"][0].caption)
    assert "second six" in str(SERIES["flats"][0].caption)
    buried = [stack for stack in position.stacks if len(stack) > 1 and stack.isdigit()]
    walls = [stack for stack in position.stacks if stack.endswith("S")]
    assert buried, "there are stones that are not counted"
    assert walls


def test_tak_is_said_one_move_before_a_road():
    position = last("tak", 1)
    assert position.outcome is None
    elsewhere = position.play(parse_move("a5", 5)[0])
    assert elsewhere.play(parse_move("e3", 5)[0]).outcome.result == "R-0"


FOUR_LEFT = {
    "size": 5, "result": "R-0", "reason": "road", "flats": {"first": 9, "second": 5},
    "reserves": {"first": {"stones": 3, "capstones": 1}, "second": {"stones": 6, "capstones": 1}},
    "capstones_placed": {"first": 0, "second": 0},
}  # fmt: skip
NO_ROADS: dict[str, list[str]] = {"straight": [], "singles": [], "stacks": [], "no_capstone": []}


@pytest.mark.parametrize(
    ("scoring", "road", "points"),
    [
        ("board_plus_reserve", {}, 29),
        ("downing", {"straight": ["a1"]}, 33),
        ("middletown", {"no_capstone": ["a1"]}, 33),
        ("tarway", {"singles": ["a1"]}, 33),
        ("tarway", {"stacks": ["a1"]}, 37),
    ],
)
def test_the_scores_of_the_lesson_are_those_of_the_engine(scoring, road, points):
    facts = FOUR_LEFT | {"road": {"squares": [["a1", 1]], "double": False, **NO_ROADS, **road}}
    assert score_game(facts, parse_scoring(scoring)).points == {"first": points, "second": 0}


def test_four_by_four_with_four_left_is_twenty():
    facts = FOUR_LEFT | {"size": 4, "road": {"squares": [["a1", 1]], "double": False, **NO_ROADS}}
    assert score_game(facts, parse_scoring("board_plus_reserve")).points == {
        "first": 20,
        "second": 0,
    }
