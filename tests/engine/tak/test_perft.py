"""Leaf counts: the tables of ViliamVadocz/tak, fast-tak, tiltak, Christian-Schefe/tak, topaz-tak.

Sizes 4, 7 and 8 were counted with one of those generators. A: a game that ends above the depth
counts 1; B: it counts 0.
"""

from collections import Counter

import pytest

from engine.tak.notation.tps import parse_tps
from engine.tak.perft import perft
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from tests.engine.tak.boards import SYMMETRIES, swap_colours, turn, turn_square

STARTS = {
    3: [9, 72, 1_200, 17_792, 271_812],
    4: [16, 240, 7_440, 216_464, 6_468_872],
    5: [25, 600, 43_320, 2_999_784],
    6: [36, 1_260, 132_720, 13_586_048],
    7: [49, 2_352, 339_696, 48_051_008],
    8: [64, 4_032, 764_064, 142_512_336],
}
SHALLOW = 150_000  # leaves that are counted on every run
WHOLE = 1_000_000  # below every first move; more are counted below one eighth of the board
DEEPEST = 100_000_000  # those that .ci/run counts; the moves of a larger board are no others
MOVE_STACK = "x5/x2,2S,x2/x2,121,x2/x5/x5 1 4"
CARRY_LIMIT = "x5/x5/x2,121212C,x2/1,x4/1,x4 2 7"
SUICIDE = "x2,2,x,2/x,12,x,12,x/212,x2,2121C,x/x,1,112221,1,1/x5 2 21"
ENDGAME = "2,2C,1,1,1/1,1,2,21C,x/1,2121,1,2,2/2,2,1,22112S,2/2,1S,2,2,1 1 21"
RESERVES = "1,x,2,2,x/1,221,2,21,x/x,1,12,211221,122S/21,12112,1,2212,2/2,1,1,1,1 2 30"
SIX = "x6/x6/x6/x2,121212C,x3/1,x5/1,x5 2 7"
# Size, TPS, then A and B at depths 1, 2, 3.
POSITIONS = {
    "move_stack": (5, MOVE_STACK, [87, 6_155, 461_800], [87, 6_155, 461_800]),
    "carry_limit": (5, CARRY_LIMIT, [104, 7_743, 592_645], [104, 7_743, 592_645]),
    "suicide": (5, SUICIDE, [85, 11_206, 957_000], [85, 11_204, 956_736]),
    "endgame": (5, ENDGAME, [65, 4_072, 272_031], [65, 4_064, 271_929]),
    "reserves": (5, RESERVES, [152, 15_356, 1_961_479], [152, 15_324, 1_959_302]),
    "six": (6, SIX, [190, 20_698, 2_462_980], [190, 20_698, 2_462_980]),
}


def start_cases():
    for size, counts in STARTS.items():
        for depth, count in enumerate(counts, start=1):
            marks = [pytest.mark.slow] if count > SHALLOW else []
            marks += [pytest.mark.long] if count > DEEPEST else []
            yield pytest.param(size, depth, count, marks=marks, id=f"{size}-d{depth}")


def perft_by_symmetry(size: int, depth: int, *, count_finished: bool = False) -> int:
    """The leaves from the start, counted below one of the first moves that are turned copies."""
    start = Position.start(make_ruleset(size=size))
    copies = Counter(
        min(turn_square(move.square, size, each) for each in SYMMETRIES)
        for move in start.generate_moves()
    )
    return sum(
        copies[move.square] * perft(start.play(move), depth - 1, count_finished=count_finished)
        for move in start.generate_moves()
        if move.square in copies
    )


def position_of(name: str) -> Position:
    size, tps, _, _ = POSITIONS[name]
    return parse_tps(tps, make_ruleset(size=size))


@pytest.mark.parametrize(("size", "depth", "count"), list(start_cases()))
def test_from_the_start(size, depth, count):
    if count > WHOLE:
        assert perft_by_symmetry(size, depth) == count
    else:
        assert perft(Position.start(make_ruleset(size=size)), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("count_finished", "count"), [(True, 3_715_592), (False, 3_712_952)])
def test_both_conventions_where_games_end_inside_the_tree(count_finished, count):
    assert perft_by_symmetry(3, 6, count_finished=count_finished) == count


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("depth", [1, 2])
def test_from_positions(name, depth):
    position = position_of(name)
    _, _, all_leaves, running = POSITIONS[name]

    assert perft(position, depth, count_finished=True) == all_leaves[depth - 1]
    assert perft(position, depth) == running[depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_from_positions_deep(name):
    position = position_of(name)
    _, _, all_leaves, running = POSITIONS[name]

    assert perft(position, 3) == running[2]
    if all_leaves[2] != running[2]:
        assert perft(position, 3, count_finished=True) == all_leaves[2]


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_turned_mirrored_and_with_swapped_colours(name, symmetry):
    position = turn(position_of(name), symmetry)
    _, _, all_leaves, running = POSITIONS[name]

    assert perft(position, 1) == running[0]
    assert perft(swap_colours(position), 1) == running[0]
    if position.size == 5 and running[1] < 12_000:
        assert perft(swap_colours(position), 2) == running[1]
        assert perft(position, 2, count_finished=True) == all_leaves[1]
