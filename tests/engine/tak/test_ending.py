from typing import Any

import pytest

from engine.tak.board import replay
from engine.tak.ending import count_flats, is_reserve_empty
from engine.tak.notation.tps import parse_tps
from engine.tak.opening import positions_after, replay_from
from engine.tak.position import IllegalMove, NoStonesLeft, Position
from engine.tak.ruleset import make_ruleset


def ended(tokens: str, *, start: str | None = None, **fields: Any):
    """The outcome after the tokens, told by the board and by the position alike."""
    rules = make_ruleset(**({"size": 3} | fields))
    first = parse_tps(start, rules) if start else Position.start(rules)
    played = replay(tokens.split(), rules, first)
    assert played.outcome == played.position.outcome
    return played.outcome and (played.outcome.result, played.outcome.reason)


@pytest.mark.parametrize(
    ("first", "second", "half_komi", "result"),
    [
        (5, 4, 0, "F-0"),
        (4, 4, 0, "1/2-1/2"),
        (4, 5, 0, "0-F"),
        (5, 4, 1, "F-0"),
        (5, 4, 2, "1/2-1/2"),
        (5, 4, 3, "0-F"),
        (4, 5, -2, "1/2-1/2"),
        (4, 4, -1, "F-0"),
    ],
)
def test_komi_is_half_points_for_the_second_player(first, second, half_komi, result):
    rules = make_ruleset(size=5, half_komi=half_komi)

    assert count_flats(rules, first, second, "board_full").result == result


def test_a_tie_may_go_to_the_second_player():
    rules = make_ruleset(size=5, flat_tie="second_player")

    assert count_flats(rules, 4, 4, "board_full").result == "0-F"


def test_out_of_pieces_with_a_capstone_in_hand():
    assert not is_reserve_empty(make_ruleset(size=5), 0, 1)
    assert is_reserve_empty(make_ruleset(size=5), 0, 0)
    assert is_reserve_empty(make_ruleset(size=5, out_of_pieces="stones_only"), 0, 1)


def test_the_last_stone_does_not_end_the_game_while_a_capstone_is_left():
    fields: dict[str, Any] = {"size": 3, "stones": 2, "capstones": 1}

    assert ended("a1 c3 b2 a3", **fields) is None
    assert ended("a1 c3 b2 a3 Cb1", **fields) == ("1/2-1/2", "reserves_empty")
    assert ended("a1 c3 b2", out_of_pieces="stones_only", **fields) == ("F-0", "reserves_empty")


def test_the_opponents_reserve_can_run_out_in_the_opening():
    # TAK-5.5: with one stone each the first ply takes the second player's only one.
    assert ended("a1", stones=1) == ("0-F", "reserves_empty")


def test_an_empty_reserve_is_named_before_a_full_board():
    start = "1,2,1/2,1S,2/1,2,x 1 9"

    assert ended("c1", start=start, stones=5) == ("1/2-1/2", "reserves_empty")
    assert ended("c1", start=start) == ("1/2-1/2", "board_full")


def test_a_movement_may_fill_the_board():
    """A stack that leaves a piece behind takes the last empty square; then the tops count."""
    assert ended("a3>", start="12,x,2/1,1S,1/2,1,2 2 9") == ("1/2-1/2", "board_full")
    assert ended("a3>", start="112,x,2/1,1S,1/2,1,1 2 9") == ("F-0", "board_full")


def test_a_road_beats_the_count_on_the_same_ply():
    start = "1,1,x/2,2,1/2,1S,2 1 9"

    assert ended("c3", start=start) == ("R-0", "road")


def test_both_roads_are_won_by_the_mover_whoever_it_is():
    start = "2,1,x/x,12,x/2,1,x 2 9"

    assert ended("b2>", start=start) == ("R-0", "road")  # TAK-5.3: only the other's road
    assert ended("b2<", start=start) == ("0-R", "road")  # TAK-5.2: both


def test_reversible_plies_draw_and_a_placement_starts_the_count_again():
    moves = "c3 a1 a1+ c3- a2- c2+"
    assert ended(moves, reversible_limit=4) == ("1/2-1/2", "reversible_limit")
    assert ended(moves, reversible_limit=5) is None
    assert ended(f"{moves} b2 c3- a1+ c2+", reversible_limit=5) is None


def test_flattening_a_wall_starts_the_reversible_count_again():
    start = "x3/1C,2S,x/x,x,2 1 9"

    assert ended("a2> c1+ b2-", start=start, capstones=1, reversible_limit=3) is None
    assert ended("a2+ c1+ a3-", start=start, capstones=1, reversible_limit=3) is not None


def test_openings():
    assert ended("2a1 c3 b2 a2", opening="double_black_stack") is None
    rules = make_ruleset(size=3, opening="double_black_stack")
    played = replay(["2a1", "c3"], rules).position
    assert (played.stacks[0], played.stacks[8]) == ("22", "1")
    assert played.reserves() == ((9, 0), (8, 0))

    rules = make_ruleset(size=3, opening="no_swap")
    played = replay(["a1", "c3"], rules).position
    assert (played.stacks[0], played.stacks[8]) == ("1", "2")


def test_an_opening_on_a_set_up_board():
    """Each places a flat of the other's, out of the other's reserve (TAK-3.2)."""
    rules = make_ruleset(size=3, stones=10)
    start = parse_tps("x3/x,12,x/x3 1 1", rules)
    tokens = ["a1", "b1", "b1>"]

    played, on_setup = replay_from(tokens, rules, start)

    assert on_setup
    assert played.position.stacks == ("2", "", "1", "", "12", "", "", "", "")
    assert played.position.reserves() == ((8, 0), (8, 0))
    assert (played.plies, played.canonical) == (3, tokens)
    after = list(positions_after(tokens, start, on_setup=True))
    assert [position.reserves() for position in after] == [
        ((9, 0), (8, 0)), ((8, 0), (8, 0)), ((8, 0), (8, 0)),
    ]  # fmt: skip
    assert after[-1] == played.position


def test_an_opening_that_the_second_player_ends_on_a_set_up_board():
    """It places a flat of the first player, who then moves it: the opening is one ply long."""
    rules = make_ruleset(size=3)
    start = parse_tps("x3/x,12,x/x3 2 1", rules)
    tokens = ["a1", "a1>", "a1"]
    played, on_setup = replay_from(tokens, rules, start)
    assert on_setup
    assert played.position.stacks == ("2", "1", "", "", "12", "", "", "", "")
    assert list(positions_after(tokens, start, on_setup=True))[-1] == played.position


@pytest.mark.parametrize(
    ("opening", "moves", "code"),
    [
        ("double_black_stack", "a1", "opening_needs_two"),
        ("double_black_stack", "2a1 2b1", "two_only_in_opening"),
        ("double_black_stack", "2a1 a1", "square_occupied"),
        ("double_black_stack", "2a1 Sb1", "opening_needs_flat"),
        ("no_swap", "Sa1", "opening_needs_flat"),
        ("no_swap", "a1 a1>", "opening_needs_placement"),
    ],
)
def test_openings_refuse(opening, moves, code):
    with pytest.raises(IllegalMove) as caught:
        replay(moves.split(), make_ruleset(size=3, opening=opening))

    assert caught.value.code == code
    assert str(caught.value)


def test_overdrawn_reserve_is_refused_or_only_remarked():
    start = "1,x2/x3/x,2,x 1 9"
    fields: dict[str, Any] = {"size": 3, "stones": 1, "capstones": 1}
    refused = make_ruleset(**fields)
    with pytest.raises(NoStonesLeft):
        replay(["b2"], refused, parse_tps(start, refused))

    rules = make_ruleset("playtak", **fields)
    played = replay(["b2", "Cc1"], rules, parse_tps(start, rules))
    assert played.warnings == [("overdrawn_reserve", {"move": "b2"})]
    assert played.position.reserves() == ((0, 1), (0, 0))
    with pytest.raises(NoStonesLeft):  # a wall was never let through
        replay(["Sb2"], rules, parse_tps(start, rules))
