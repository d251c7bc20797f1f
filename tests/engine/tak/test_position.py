from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tak.moves import Move, Place, PlaceTwo, Slide, format_move, parse_move
from engine.tak.notation.tps import parse_tps
from engine.tak.position import GameIsOver, IllegalMove, Position, compositions
from engine.tak.ruleset import make_ruleset
from tests.engine.tak import boards
from tests.examples import examples


def every_move(size: int) -> list[Move]:
    """Every move that the notation can write on a board, and carries one beyond the limit."""
    squares = range(size * size)
    moves: list[Move] = [Place(square, kind) for square in squares for kind in ("F", "S", "C")]
    moves += [PlaceTwo(square) for square in squares]
    drops = [drops for count in range(1, size + 2) for drops in compositions(count)]
    return moves + [
        Slide(square, sum(drop), direction, drop)
        for square in squares
        for direction in ("+", "-", "<", ">")
        for drop in drops
    ]


@examples(40)
@given(boards.rules.filter(lambda rules: rules.size <= 4), boards.seeds, st.integers(0, 60))
def test_generated_moves_are_accepted_and_nothing_else_is(rules, seed, plies):
    rules = replace(rules, overdrawn_reserve="refuse")
    line = boards.random_line(rules, seed, plies + 1)
    position, _ = line[-1]
    legal = set(position.legal_moves())

    for move in every_move(rules.size):
        crushing = replace(move, crush=True) if isinstance(move, Slide) else move
        if move in legal or crushing in legal:
            assert position.play(move).ply == position.ply + 1
        else:
            with pytest.raises(IllegalMove):
                position.play(move)


@examples(60)
@given(boards.rules, boards.seeds, st.integers(1, 120))
def test_pieces_are_neither_made_nor_lost(rules, seed, plies):
    rules = replace(rules, overdrawn_reserve="refuse")
    for position, move in boards.random_line(rules, seed, plies):
        after = position.play(move)
        for player in (1, 2):
            stones, capstones = boards.pieces_on(after, player)
            assert stones + after.stones[player - 1] == rules.stones
            assert capstones + after.capstones[player - 1] == rules.capstones
        assert (after.to_move, after.ply) == (3 - position.to_move, position.ply + 1)


@examples(40)
@given(boards.rules, boards.seeds, st.integers(1, 60), st.sampled_from(boards.SYMMETRIES))
def test_turning_the_board_changes_nothing_else(rules, seed, plies, symmetry):
    position, move = boards.random_line(rules, seed, plies)[-1]
    turned = boards.turn(position, symmetry)

    moves = {boards.turn_move(move, rules.size, symmetry) for move in position.legal_moves()}
    assert set(turned.legal_moves()) == moves
    after = turned.play(boards.turn_move(move, rules.size, symmetry))
    assert after == boards.turn(position.play(move), symmetry)
    assert after.outcome == position.play(move).outcome


@examples(40)
@given(boards.seeds, st.integers(4, 200), st.sampled_from([3, 4, 5]))
def test_swapping_the_colours_swaps_the_winner(seed, plies, size):
    rules = make_ruleset(size=size)
    after = [position.play(move) for position, move in boards.random_line(rules, seed, plies)][-1]
    swapped = boards.swap_colours(after)

    if after.outcome is None:
        assert swapped.outcome is None
        assert [*swapped.legal_moves()] == [*after.legal_moves()]
    elif after.outcome.winner is None:
        assert swapped.outcome == after.outcome
    else:
        assert swapped.outcome is not None
        assert swapped.outcome.winner == 3 - after.outcome.winner
        assert swapped.outcome.reason == after.outcome.reason


@examples(30)
@given(boards.rules, boards.seeds, st.integers(1, 200))
def test_a_running_game_has_a_move_and_a_finished_one_has_none(rules, seed, plies):
    # TAK-4.9: an empty reserve ends the game, so something can always be placed or moved.
    after = [position.play(move) for position, move in boards.random_line(rules, seed, plies)][-1]

    if after.outcome is None and not after.in_opening and rules.out_of_pieces == "all_pieces":
        assert after.legal_moves()
    if after.outcome is not None:
        assert after.legal_moves() == []
        with pytest.raises(GameIsOver):
            after.play(Place(0))


def test_moves_are_sorted_by_their_text():
    position = parse_tps("x3/x,121,2S/x2,2S 1 6", make_ruleset(size=3))

    # One of the 72 positions that two independent engines listed.
    assert " ".join(format_move(move, 3) for move in position.legal_moves()) == (
        "2b2+ 2b2- 2b2< 3b2+ 3b2- 3b2< Sa1 Sa2 Sa3 Sb1 Sb3 Sc3 a1 a2 a3 b1 b2+ b2- b2< b3 c3"
    )


def test_a_capstone_may_flatten_at_the_end_of_a_run():
    position = parse_tps("x4/x4/x4/121C,x,2S,x 1 9", make_ruleset(size=4, capstones=1))

    slides = [format_move(move, 4) for move in position.legal_moves() if isinstance(move, Slide)]
    assert [text for text in slides if ">" in text] == ["2a1>", "2a1>11*", "3a1>", "3a1>21*", "a1>"]


def test_positions_cannot_be_changed():
    position = Position.start(make_ruleset(size=5))
    after = position.play(parse_move("a1", 5)[0])

    assert (position.stacks[0], after.stacks[0]) == ("", "2")
    with pytest.raises(FrozenInstanceError):
        position.ply = 3  # type: ignore[misc]


def test_a_given_position_with_move_number_1_is_past_the_opening():
    assert Position.start(make_ruleset(size=5)).in_opening
    assert parse_tps("x5/x5/x5/x5/2,x4 2 1", make_ruleset(size=5)).in_opening
    assert not parse_tps("x5/x5/12211,x4/x5/x5 1 1", make_ruleset(size=5)).in_opening
    assert not parse_tps("x5/x5/x5/x5/x5 1 2", make_ruleset(size=5)).in_opening
