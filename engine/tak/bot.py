"""A simple bot for demonstrations: it wins if it can, prevents a win at once, and builds roads."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.tak.moves import Move
from engine.tak.players import Player
from engine.tak.position import Position
from engine.tak.roads import Geometry, geometry

WIN = 10_000
# The opponent completes a road on the next ply.
THREATENED = 2_000
ROAD_STEP, FLAT, KOMI_HALF, CAPSTONE = 40, 12, 6, 4
JITTER = 10
SEARCHED_CANDIDATES = 12  # candidates whose replies are searched


@dataclass(frozen=True, slots=True)
class Candidate:
    score: float
    move: Move
    after: Position


def choose_move(position: Position, rng: random.Random, depth: int = 1) -> Move:
    """A legal move of a running game; the same for the same position, generator and depth.

    `depth` 1 looks for losing replies only, 2 also weighs the replies.

    :raises ValueError: the game is over.
    """
    candidates = _candidates(position, rng)
    if not candidates:
        raise ValueError("the game is over: there is no move to choose")
    best = candidates[0]
    if best.score >= WIN or len(candidates) == 1:
        return best.move
    leading = candidates[:SEARCHED_CANDIDATES]
    if depth >= 2:
        leading.sort(key=lambda candidate: worst_reply(candidate.after))
    for candidate in leading:
        if not can_win(candidate.after):
            return candidate.move
    return best.move


def _candidates(position: Position, rng: random.Random) -> list[Candidate]:
    """Every move, the best-looking first."""
    found = []
    for move in position.legal_moves():
        after = position.play(move)
        score = evaluate(after, position.to_move) + rng.random() * JITTER
        found.append(Candidate(score, move, after))
    return sorted(found, key=lambda candidate: -candidate.score)


def can_win(position: Position) -> bool:
    """Whether the player to move has a move that wins at once."""
    for move in position.generate_moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.to_move:
            return True
    return False


def worst_reply(position: Position) -> float:
    """The best value of the opponent's replies; lower is better for the player who moved."""
    if position.outcome is not None:
        return -evaluate(position, position.to_move.opponent)
    return max(evaluate(position.play(m), position.to_move) for m in position.generate_moves())


def evaluate(position: Position, player: Player) -> float:
    """How good a position is for `player`, who has just moved."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0.0
        return float(WIN if outcome.winner == player else -WIN)
    other = player.opponent
    g = geometry(position.size)
    empty = sum(bit for bit, stack in zip(g.bits, position.stacks, strict=True) if not stack)
    mine = placements_to_road(position.road_board(player), empty, g)
    theirs = placements_to_road(position.road_board(other), empty, g)
    flats = position.flats()
    score = FLAT * (flats[player - 1] - flats[other - 1])
    score += ROAD_STEP * (theirs - mine)
    score += KOMI_HALF * position.ruleset.half_komi * (1 if player == 2 else -1)
    score += CAPSTONE * (position.capstones[other - 1] - position.capstones[player - 1])
    if theirs == 1:
        score -= THREATENED
    return float(score)


def placements_to_road(road: int, empty: int, g: Geometry) -> int:
    """The fewest placements on empty squares that complete a road; size + 2 if none can."""
    return min(
        _placements_between(road, empty, g.left, g.right, g),
        _placements_between(road, empty, g.bottom, g.top, g),
    )


def _placements_between(road: int, empty: int, start: int, goal: int, g: Geometry) -> int:
    stride = g.stride
    reached = _flood(road & start, road, stride)
    near = start & empty
    for steps in range(g.size + 2):
        if reached & goal:
            return steps
        around = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        grown = _flood(reached | near | around & empty, road, stride)
        if grown == reached:
            break
        reached = grown
    return g.size + 2


def _flood(reached: int, road: int, stride: int) -> int:
    while True:
        around = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        grown = reached | around & road
        if grown == reached:
            return reached
        reached = grown
