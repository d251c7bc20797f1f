"""The scorings against a slow scorer that walks every road of a small board square by square, and
what holds of every score whatever the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.tak import facts
from engine.tak.ford import ford_of_game
from engine.tak.players import Player
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from engine.tak.scoring import METHODS, OPTIONS, Scoring, score_game
from tests.engine.tak.boards import SYMMETRIES, swap_colours, turn
from tests.examples import examples

SIDES = {1: "first", 2: "second"}
SPACES = ["", "1", "1", "2", "2", "11", "21", "12", "1S", "2S", "1C", "21C", "2C", "112"]
CHOICES = [chosen for number in range(len(METHODS)) for chosen in combinations(METHODS[1:], number)]
Square = tuple[int, int]


@st.composite
def finished_boards(draw: st.DrawFn) -> Position:
    """Any board of size 3 or 4 that ends a game, mostly by road, with few pieces left."""
    size = draw(st.sampled_from([3, 4]))
    liked = draw(st.sampled_from(["1", "21", "2", "12", "1C"]))
    space = st.sampled_from([*SPACES, *[liked] * 8])
    stacks = tuple(draw(st.lists(space, min_size=size**2, max_size=size**2)))
    on_board = [sum(stack.endswith(f"{player}C") for stack in stacks) for player in (1, 2)]
    capstones = max(on_board) + draw(st.integers(0, 1))
    rules = make_ruleset(size=size, capstones=capstones, half_komi=draw(st.integers(-3, 3)))
    position = Position(
        rules,
        stacks,
        to_move=draw(st.sampled_from(Player)),
        ply=40,
        stones=(draw(st.integers(0, 4)), draw(st.integers(0, 4))),
        capstones=(capstones - on_board[0], capstones - on_board[1]),
    )
    assume(position.outcome is not None)
    return position


scorings = st.builds(
    Scoring,
    st.sampled_from(CHOICES),
    **{option: st.sampled_from(values) for option, values in OPTIONS.items()},
)


def facts_of(position: Position) -> dict[str, Any]:
    """What is stored of a game that ended in the position."""
    outcome = position.outcome
    assert outcome is not None
    return {
        "size": position.size,
        "result": outcome.result,
        "reason": outcome.reason,
        "reserves": facts.reserves(position),
        "flats": facts.flats(position),
    } | facts.final_facts(position, outcome)


def walks(tops: set[Square], size: int) -> Iterator[list[Square]]:
    """Every walk over `tops` from left to right or bottom to top that visits no square twice."""
    for axis in (0, 1):
        waiting = [[square] for square in tops if square[axis] == 0]
        while waiting:
            walk = waiting.pop()
            if walk[-1][axis] == size - 1:
                yield walk
                continue
            x, y = walk[-1]
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in tops and near not in walk:
                    waiting.append([*walk, near])


def roads_of(position: Position, player: int) -> list[list[str]]:
    """The stacks along every road of a player; a straight one has as many as the board is wide."""
    size = position.size
    board = {(at % size, at // size): stack for at, stack in enumerate(position.stacks)}
    tops = {s for s, stack in board.items() if stack and stack.rstrip("C")[-1] == str(player)}
    return [[board[square] for square in walk] for walk in walks(tops, size)]


def search_points(position: Position, scoring: Scoring) -> dict[str, int]:
    """TAK-5 and TAK-8 again, told by listing every road."""
    winner, roads = search_winner(position)
    if not winner:
        return {"first": 0, "second": 0}
    stones, capstones = position.reserves()[winner - 1]
    reserve = stones + (capstones if scoring.reserve == "all_pieces" else 0)
    placed = sum(stack.endswith(f"{winner}C") for stack in position.stacks)
    free = placed == 0
    if roads and scoring.scope == "not_in_road":
        free = any(not any(stack.endswith("C") for stack in road) for road in roads)
    if placed + capstones == 0 and scoring.capless == "no_bonus":
        free = False
    heights = [{len(stack.rstrip("C")) for stack in road} for road in roads]
    factors = [1]
    if "downing" in scoring.methods and any(len(road) == position.size for road in roads):
        factors.append(2)
    if "middletown" in scoring.methods and free:
        factors.append(2)
    if "tarway" in scoring.methods and any(1 not in height for height in heights):
        factors.append(3)
    elif "tarway" in scoring.methods and any(height == {1} for height in heights):
        factors.append(2)
    factor = max(factors)
    if scoring.combine == "multiply":
        factor = 1
        for one in factors:
            factor *= one
    return {
        side: position.size**2 + factor * reserve if player == winner else 0
        for player, side in SIDES.items()
    }


def search_winner(position: Position) -> tuple[int, list[list[str]]]:
    """The winner, 0 for nobody, and all their roads."""
    mover = 3 - position.to_move
    for player in (mover, 3 - mover):
        roads = roads_of(position, player)
        if roads:
            return player, roads
    lead_x2 = -position.ruleset.half_komi
    for stack in position.stacks:
        lead_x2 += 2 if stack.endswith("1") else -2 if stack.endswith("2") else 0
    return (1 if lead_x2 > 0 else 2 if lead_x2 < 0 else 0), []


@examples(300)
@given(finished_boards(), scorings)
def test_the_search_over_every_road_agrees(position: Position, scoring: Scoring) -> None:
    score = score_game(facts_of(position), scoring)

    assert score.points == search_points(position, scoring)
    assert not score.at_least


@given(finished_boards())
def test_a_road_that_is_named_is_a_road_of_that_kind(position: Position) -> None:
    _, roads = search_winner(position)
    size = position.size
    board = {f"{'abcd'[at % size]}{at // size + 1}": s for at, s in enumerate(position.stacks)}
    score = score_game(facts_of(position), Scoring(METHODS, scope="not_in_road"))

    for factor in score.factors if roads else ():
        stacks = [board[square] for square in factor.road]
        heights = {len(stack.rstrip("C")) for stack in stacks}
        shown = {
            "downing": len(stacks) == size,
            "middletown": not any(stack.endswith("C") for stack in stacks),
            "tarway": heights == {1} if factor.times == 2 else 1 not in heights,
        }
        assert shown[factor.method]
        assert stacks in roads or stacks[::-1] in roads


@given(finished_boards(), scorings)
def test_only_the_reserve_is_multiplied_and_only_the_winner_scores(
    position: Position, scoring: Scoring
) -> None:
    score = score_game(facts_of(position), scoring)
    outcome = position.outcome
    assert outcome is not None

    if outcome.winner is None:
        assert score.points == {"first": 0, "second": 0}
        return
    left = facts.reserves(position)[SIDES[outcome.winner]]
    counted = left["stones"] + (left["capstones"] if scoring.reserve == "all_pieces" else 0)
    points = score.points[SIDES[outcome.winner]]
    assert (score.board, score.reserve) == (position.size**2, counted)
    assert points - position.size**2 in {counted * factor for factor in (1, 2, 3, 4, 6, 8, 12)}
    assert score.points[SIDES[3 - outcome.winner]] == 0


@given(finished_boards(), scorings)
def test_a_method_more_never_takes_and_max_never_gives_more(
    position: Position, scoring: Scoring
) -> None:
    known = facts_of(position)
    points = sum(score_game(known, scoring).points.values())

    assert points >= sum(score_game(known, replace(scoring, methods=())).points.values())
    assert points <= sum(score_game(known, replace(scoring, methods=METHODS)).points.values())
    best = score_game(known, replace(scoring, combine="max"))
    every = score_game(known, replace(scoring, combine="multiply"))
    assert sum(best.points.values()) <= sum(every.points.values())


@given(finished_boards(), scorings, st.sampled_from(SYMMETRIES))
def test_a_board_scores_the_same_turned_and_seen_from_the_other_side(
    position: Position, scoring: Scoring, symmetry: int
) -> None:
    points = score_game(facts_of(position), scoring).points

    assert score_game(facts_of(turn(position, symmetry)), scoring).points == points
    rules = replace(position.ruleset, half_komi=-position.ruleset.half_komi)
    swapped = replace(swap_colours(position), ruleset=rules)
    other = score_game(facts_of(swapped), scoring).points
    assert (other["second"], other["first"]) == (points["first"], points["second"])


@given(finished_boards())
def test_ford_counts_the_winners_flats_twice_and_the_losers_once_less(position: Position) -> None:
    """The same sum in another order, counted from the text of the board."""
    ford = ford_of_game(facts_of(position))
    winner, _ = search_winner(position)
    tops = "".join(stack[-1:] for stack in position.stacks)
    loser = 3 - winner

    assert ford is not None
    assert ford.points["first"] * ford.points["second"] == 0
    if winner:
        left = sum(position.reserves()[loser - 1])
        expected = 2 * tops.count(str(winner)) - tops.count(str(loser)) + left
        assert ford.points[SIDES[winner]] == expected
    else:
        assert ford.points == {"first": 0, "second": 0}
