"""Speed of the Tak engine, in process time on one core, over random games made here."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from bench.peers import tak as plain
from engine.tak.board import replay
from engine.tak.bot import choose_move
from engine.tak.moves import format_move, parse_move
from engine.tak.perft import perft
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from engine.tak.verify import verify

GAMES_PER_SIZE = 25
LONGEST = 300  # plies
# The replay that 0.86 was measured with is not in the project.
BESIDE = "asked: 1.2 times; was 0.86, beside another replay"
TARGET = "asked: 150,000 at least, 250,000 aimed at"

Game = tuple[int, list[str], str]  # size, tokens, final result or *


def random_game(size: int, rng: random.Random) -> Game:
    position = Position.start(make_ruleset(size=size))
    tokens: list[str] = []
    while position.outcome is None and len(tokens) < LONGEST:
        move = rng.choice(position.legal_moves())
        tokens.append(format_move(move, size))
        position = position.play(move)
    return size, tokens, position.outcome.result if position.outcome else "*"


def as_record(game: Game) -> str:
    size, tokens, result = game
    lines = [f'[Size "{size}"]', f'[Result "{result}"]', ""]
    for number in range(0, len(tokens), 2):
        lines.append(f"{number // 2 + 1}. {' '.join(tokens[number : number + 2])}")
    return "\n".join(lines) + f"\n{result}\n"


def measure(work: Callable[[], object], least: float = 1.0) -> float:
    """Process seconds of one run: the best of several runs that together last a while."""
    best, spent = float("inf"), 0.0
    while spent < least:
        begun = time.process_time()
        work()
        took = time.process_time() - begun
        best, spent = min(best, took), spent + took
    return best


def figures() -> Iterator[tuple[str, str, str]]:
    rng = random.Random(2026)
    games = [random_game(size, rng) for size in (4, 5, 6, 7) for _ in range(GAMES_PER_SIZE)]
    plies = sum(len(tokens) for _, tokens, _ in games)
    records = [as_record(game) for game in games]
    rules = {size: make_ruleset(size=size) for size in range(3, 9)}

    took = measure(lambda: [verify(record, "standard") for record in records])
    yield "tak: verify records end to end", f"{plies / took:,.0f} plies/s", TARGET
    peer = measure(lambda: [plain.replay(tokens, size) for size, tokens, _ in games])
    shown = f"{peer / took:.2f} times its speed, {plies / peer:,.0f} plies/s"
    yield "tak: verifying beside a plain replay of tokens", shown, BESIDE
    took = measure(lambda: [replay(tokens, rules[size]) for size, tokens, _ in games])
    yield "tak: replay tokens on the private board", f"{plies / took:,.0f} plies/s", ""
    took = measure(lambda: [play_immutable(game) for game in games])
    yield "tak: play on immutable positions", f"{plies / took:,.0f} plies/s", ""
    took = measure(lambda: perft(Position.start(rules[5]), 4), least=0.1)
    yield "tak: perft 5x5 depth 4 (2,999,784)", f"{2_999_784 / took:,.0f} leaves/s", ""
    took = measure(lambda: self_play(6), least=0.1)
    yield "tak: one 6x6 game of the demo's player", f"{took:.2f} s", "asked: under 5 s"


def play_immutable(game: Game) -> Position:
    size, tokens, _ = game
    rules = make_ruleset(size=size)
    position = Position.start(rules)
    for token in tokens:
        position = position.play(parse_move(token, size)[0])
        if position.outcome is not None:
            break
    return position


def self_play(size: int) -> Position:
    rng = random.Random(1)
    position = Position.start(make_ruleset(size=size))
    while position.outcome is None and position.ply < LONGEST:
        position = position.play(choose_move(position, rng))
    return position
