import random

import pytest

from engine.tak.bot import can_win, choose_move, placements_to_road
from engine.tak.ending import ROAD_WINS
from engine.tak.moves import format_move
from engine.tak.notation.tps import parse_tps
from engine.tak.position import Position
from engine.tak.roads import geometry, mask
from engine.tak.ruleset import make_ruleset

FIVE = make_ruleset(size=5)


def chosen(tps: str, seed: int = 0, depth: int = 1) -> str:
    return format_move(choose_move(parse_tps(tps, FIVE), random.Random(seed), depth), 5)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("depth", [1, 2])
def test_it_completes_a_road(seed, depth):
    position = parse_tps("2,x3,2/x5/1,1,x,1,1/2,x4/2,x4 1 9", FIVE)
    after = position.play(choose_move(position, random.Random(seed), depth))

    assert after.outcome == ROAD_WINS[1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("depth", [1, 2])
def test_it_does_not_let_the_other_complete_a_road(seed, depth):
    position = parse_tps("1,x3,1/x5/2,2,x,2,2/1,x4/x5 1 9", FIVE)
    after = position.play(choose_move(position, random.Random(seed), depth))

    assert can_win(parse_tps("1,x3,1/x5/2,2,x,2,2/1,x4/x5 2 9", FIVE))
    assert not can_win(after)


@pytest.mark.parametrize("seed", range(5))
def test_it_sees_a_road_that_a_movement_would_complete(seed):
    # c4- would put the second player's stone on c3, the one gap of the third row.
    rows = "1,x3,1/x2,2,x2/2,2,1,2,2/1,x4/x5"
    position = parse_tps(f"{rows} 1 9", FIVE)
    after = position.play(choose_move(position, random.Random(seed)))

    assert can_win(parse_tps(f"{rows} 2 9", FIVE))
    assert not can_win(after)


def test_the_same_seed_makes_the_same_move():
    tps = "x5/x2,1,x2/x,2,1,x2/x2,2,x2/x5 1 4"

    assert chosen(tps, 7) == chosen(tps, 7)
    assert len({chosen(tps, seed) for seed in range(20)}) > 1


def test_how_far_a_road_is():
    g = geometry(5)
    road = mask([10, 11, 13], 5)

    assert placements_to_road(road, g.full & ~road, g) == 2
    assert placements_to_road(road | mask([12, 14], 5), 0, g) == 0
    assert placements_to_road(0, g.full, g) == 5
    assert placements_to_road(0, 0, g) == 7


@pytest.mark.parametrize(
    "path", ["a2 b2 b1 c1 d1 e1", "a1 b1 b2 c2 d2 e2", "b1 b2 a2 a3 a4 a5", "a1 a2 b2 b3 b4 b5"]
)
def test_a_road_goes_round_corners_to_every_side(path):
    """On these squares alone: six placements, less those that are there already."""
    g = geometry(5)
    way = ["abcde".index(square[0]) + 5 * (int(square[1]) - 1) for square in path.split()]
    for there in range(7):
        left = mask(way[there:], 5)
        assert placements_to_road(mask(way[:there], 5), left, g) == 6 - there
        assert placements_to_road(left, mask(way[:there], 5), g) == there


@pytest.mark.parametrize("size", [3, 4, 5])
def test_it_plays_whole_games(size):
    rng = random.Random(size)
    position = Position.start(make_ruleset("playtak", size=size))
    while position.outcome is None and position.ply < 300:
        position = position.play(choose_move(position, rng))

    assert position.outcome is not None


def test_it_beats_a_player_of_random_moves():
    rng = random.Random(5)
    wins = 0
    for game in range(6):
        position = Position.start(make_ruleset(size=4))
        while position.outcome is None:
            mine = position.to_move == 1 + game % 2
            move = choose_move(position, rng) if mine else rng.choice(position.legal_moves())
            position = position.play(move)
        wins += position.outcome.winner == 1 + game % 2

    assert wins == 6


def test_a_finished_game_has_nothing_to_choose():
    with pytest.raises(ValueError, match="over"):
        chosen("x5/x5/1,1,1,1,1/2,x4/2,2,2,x2 2 9")
