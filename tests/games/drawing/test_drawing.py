"""The drawing of a position against the reference drawing of a stack, and its words."""

import random
import re
import xml.etree.ElementTree as ET

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from games.drawing.board import _LIGHT, board_svg, described_spaces, lowest_rows, read_grid
from games.drawing.stones import shape, stack_svg
from tests.examples import examples
from tests.paths import ROOT

STATIC = ROOT / "config" / "pages" / "static" / "roadhouse"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_one_flat_is_drawn_as_in_the_reference():
    assert stack_svg((1,), "F", 6) == (
        '<rect class="b-shade" x="21" y="23" width="66" height="63" rx="6"/>'
        '<rect class="b-tile-side" x="17" y="73.6" width="66" height="7.8"/>'
        '<rect class="b-tile" x="17" y="17" width="66" height="56" rx="3"/>'
    )


def test_seven_stones_leave_a_gap_below_the_carry_limit_of_six():
    drawn = stack_svg((1, 1, 2, 2, 2, 1, 2), "F", 6)
    bar = re.compile(r'-side" x="\d+" y="([\d.]+)" width="\d+" height="([\d.]+)"')
    bars = bar.findall(drawn)
    assert bars == [
        ("38.6", "6.2"), ("46", "6.2"), ("53.5", "6.2"), ("60.9", "6.2"),
        ("68.3", "6.2"), ("75.7", "6.2"), ("87.2", "6.2"),
    ]  # fmt: skip
    assert 'd="M11 38V33.2A33 29.2 0 0 1 77 33.2V38Z"' in drawn
    assert ">7</text>" in drawn


def test_a_wall_on_three_stones_stands_on_the_face():
    drawn = stack_svg((1, 2, 2, 1), "S", 6)
    assert "translate(44 34) rotate(-28.2)" in drawn
    assert drawn.count("-side") == 3 + 1  # a bar for each stone, and the side of the plank


@given(st.integers(1, 70), st.integers(3, 8))
def test_a_stack_never_leaves_its_square(stones, carry):
    gap = 4 if stones > carry else 0
    at = shape(stones, stones, gap)
    assert at.top >= 0
    assert at.top + at.face + at.bar * stones + gap == pytest.approx(min(94, 82 + 3 * (stones - 1)))
    assert 6 <= at.x <= 17
    assert at.bar > 0


def _random_position(size: int, seed: int, plies: int) -> Position:
    rng = random.Random(seed)
    position = Position.start(make_ruleset(size=size))
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves or position.outcome is not None:
            break
        position = position.play(rng.choice(moves))
    return position


@examples(25)
@given(st.integers(3, 8), st.integers(0, 10**6), st.integers(0, 80))
def test_every_piece_of_a_position_is_drawn_and_named(size, seed, plies):
    position = _random_position(size, seed, plies)
    root = ET.fromstring(board_svg(position, standalone=True))
    grid, side = read_grid(position)
    assert side == size
    assert len(described_spaces(position)) == len(grid)
    pieces = sum(len(stack.owners) for stack in grid.values())
    left = sum(stones + capstones for stones, capstones in position.reserves())
    assert pieces == 2 * (position.ruleset.stones + position.ruleset.capstones) - left
    drawn = [node.get("class", "") for node in root.iter()]
    sides = sum(name.split(" ")[0] in ("b-tile-side", "b-moon-side") for name in drawn)
    assert sides == pieces - sum(stack.top == "C" for stack in grid.values())
    assert len([node for node in root if node.get("transform")]) == len(grid)


def test_words_go_down_a_stack_and_start_with_the_top_row():
    tps = "2S,x5/x6/x2,1122212,x3/x6/x6/x5,1C 1 30"
    assert described_spaces(tps) == [
        ("a6", "second player’s wall"),
        (
            "c4",
            "stack of 7, second player’s flat on top; "
            "below it, downwards: first, second, second, second, first, first",
        ),
        ("f1", "first player’s capstone"),
    ]


@pytest.mark.parametrize(
    ("move", "landed", "arrow"),
    [
        ("a4", 1, False),
        ("Cd5", 1, False),
        ("b1+", 1, True),
        ("4e5<112", 3, True),
        ("2b3>*", 1, True),
    ],
)
def test_the_last_move_marks_each_space_that_received_a_piece(move, landed, arrow):
    drawn = board_svg("x6/x6/x6/x6/x6/x6 1 1", last=move)
    corners = re.search(r'class="b-last" d="([^"]+)"', drawn)
    assert corners is not None
    assert corners[1].count("M") == 4 * landed
    assert ("b-way" in drawn) == arrow


def test_the_corners_of_the_reference_drawing():
    assert 'd="M39 256V239H56M112 239H129V256M129 312V329H112M56 329H39V312"' in board_svg(
        "x6/x6/x6/x6/x6/x6 1 1", last="a4"
    )


def test_a_road_runs_from_edge_to_edge_as_in_the_reference():
    road = ["a4", "b4", "b5", "c5", "d5", "e5", "e6", "f6"]
    drawn = board_svg("x6/x6/x6/x6/x6/x6 1 1", road=road)
    points = "M28 284L84 284L184 284L184 184L284 184L384 184L484 184L484 84L584 84L640 84"
    assert drawn.count(f'd="{points}"') == 2


def test_a_road_that_reaches_no_edge_is_not_drawn():
    assert "b-road" not in board_svg("x5/x5/x5/x5/x5 1 1", road=["b2", "c2"])


def test_a_fault_is_framed_and_hatched():
    drawn = board_svg("x6/x6/x6/x6/x6/x6 1 1", fault="d3")
    assert '<rect class="b-fault" x="337" y="337" width="94" height="94"/>' in drawn
    assert "b-hatch" in drawn


def test_titles_are_escaped():
    drawn = board_svg("x3/x3/x3 1 1", title='<script>"')
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn


def test_a_saved_drawing_has_the_colours_of_the_light_theme():
    tokens = (STATIC / "tokens.css").read_text().split("@media")[0]
    light = set(re.findall(r"#[0-9A-F]{6}", tokens))
    used = set(re.findall(r"#[0-9A-F]{6}", " ".join(_LIGHT.values())))
    assert used <= light
    sheet = (STATIC / "roadhouse.css").read_text()
    assert all(f".{name}{{" in sheet for name in _LIGHT)


def test_a_drawing_in_a_file_has_no_style_of_its_own():
    """A content policy would forbid it; attributes carry the colours."""
    drawn = board_svg("x3/1,2S,1C/21,x2 1 4", last="a1>", fault="b2", standalone=True)
    assert "style" not in drawn
    elements = [node for node in ET.fromstring(drawn).iter() if "b-" in node.get("class", "")]
    assert elements
    assert all(node.get("fill") or node.get("stroke") for node in elements)
    (letters,) = (node for node in elements if node.get("class") == "b-coord")
    assert (letters.get("font-size"), letters.get("text-anchor")) == ("21px", "middle")
    thin = board_svg("x3/x3/12121212121212121,x2 1 4", standalone=True)
    assert 'stroke="#3A2618" stroke-width=".5"' in thin


def test_a_strip_shows_the_lowest_row_and_the_names_of_its_spaces():
    """Two frames of 34 and five squares are 568 units; a row, a frame and an edge are 146."""
    whole = board_svg("x5/x5/x5/x5/1,x4 1 2")
    strip = lowest_rows(whole, size=5, rows=1)
    assert 'viewBox="0 0 568 568"' in whole
    assert 'viewBox="0 422 568 146"' in strip
    assert strip.split(">", 1)[1] == whole.split(">", 1)[1]
