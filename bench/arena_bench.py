"""An arena by simulation: the time of a pairing pass, and how long players wait.

    python -m bench.arena_bench          prints the table of docs/arena.md

Games last by lot, five minutes in the middle (lognormal, sigma 0.5, from 1 to 15 minutes); a pass
is made every five seconds, as in the service. Results follow a strength by lot. Beside a pass
stands the exact matching of the smallest total cost (networkx), where it is installed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log
from random import Random
from statistics import mean, median, quantiles

from tournaments.pairing import PairingRefused
from tournaments.pairing.systems.arena import _cost, _may_meet, free_players, pair_arena
from tournaments.state import Entrant, EventState, FreePlayer, Played, Slot, SlotResult

TARGET = "asked: under 200 ms"
PASS_SECONDS, MINUTES = 5, 60
SIZES = (10, 50, 200)
PEER_UP_TO = 50


@dataclass
class Arena:
    """What happened: seconds waited before each game, of each pass, differences of points."""

    state: EventState
    waits: list[float] = field(default_factory=list)
    passes: list[float] = field(default_factory=list)
    differences: list[float] = field(default_factory=list)
    repeats: int = 0


def figures() -> Iterator[tuple[str, str, str]]:
    for size in SIZES:
        arena = simulate(size, seed=size)
        slowest, usual = max(arena.passes) * 1000, median(arena.passes) * 1000
        yield f"arena: {size} players, slowest pass of an hour", f"{slowest:.0f} ms", TARGET
        yield f"arena: {size} players, median pass", f"{usual:.1f} ms", ""
        *_rest, most = quantiles(arena.waits, n=20)
        yield (
            f"arena: {size} players, seconds waited for a game",
            f"{median(arena.waits):.0f}, 95 %: {most:.0f}",
            f"longest {max(arena.waits):.0f}; {len(arena.waits) // 2} games",
        )
        yield (
            f"arena: {size} players, difference of points",
            f"{mean(arena.differences):.1f}",
            f"last opponent again: {arena.repeats}",
        )
    yield from _everybody_free(200)
    yield from _everybody_free(PEER_UP_TO)


def simulate(players: int, *, seed: int, minutes: int = MINUTES) -> Arena:
    """An hour of an arena, in seconds of its own clock."""
    lot = Random(seed)
    strength = {number: lot.gauss(0, 1) for number in range(1, players + 1)}
    entrants = tuple(Entrant(number) for number in strength)
    arena = Arena(EventState(entrants, 0, system="arena"))
    free_since = dict.fromkeys(strength, 0.0)
    ends: dict[int, float] = {}  # place in `played` -> when it ends
    for now in range(0, minutes * 60, PASS_SECONDS):
        for at in [at for at, end in ends.items() if end <= now]:
            free_since |= dict.fromkeys(arena.state.played[at].seats, ends.pop(at))
            _decide(arena, at, strength, lot)
        before = {player.number: player for player in free_players(arena.state)}
        begun = time.process_time()
        try:
            paired = pair_arena(arena.state, seed=lot.randrange(2**31))
        except PairingRefused:
            continue
        arena.passes.append(time.process_time() - begun)
        first = len(arena.state.played)
        made = tuple(
            Played(paired.round, p.seats, (Slot(1, p.first_seat),), table=p.table)
            for p in paired.pairings
        )
        arena.state = replace(
            arena.state, played=arena.state.played + made, current_round=paired.round
        )
        for at, played in enumerate(made, start=first):
            ends[at] = now + 60 * min(15, max(1, lot.lognormvariate(log(5), 0.5)))
            one, two = (before[seat] for seat in played.seats)
            arena.differences.append(abs(one.score_x2 - two.score_x2) / 2)
            arena.repeats += one.last == two.number or two.last == one.number
            arena.waits += [now - free_since[seat] for seat in played.seats]
    return arena


def _decide(arena: Arena, at: int, strength: dict[int, float], lot: Random) -> None:
    played = arena.state.played[at]
    one, two = (strength[seat] for seat in played.seats)
    points = (1, 1) if lot.random() < 0.1 else (2, 0)
    if points == (2, 0) and lot.random() > 1 / (1 + 10 ** (two - one)):
        points = (0, 2)
    slot = replace(played.slots[0], result=SlotResult("played", "", points))
    rows = list(arena.state.played)
    rows[at] = replace(played, slots=(slot,))
    arena.state = replace(arena.state, played=tuple(rows))


def _everybody_free(players: int) -> Iterator[tuple[str, str, str]]:
    """The heaviest pass: everybody is free after an hour, beside the exact matching."""
    state = simulate(players, seed=7).state
    rows = tuple(
        replace(p, slots=(replace(p.slots[0], result=SlotResult("played", "", (2, 0))),))
        if not p.is_finished
        else p
        for p in state.played
    )
    state = replace(state, played=rows)
    free = {player.number: player for player in free_players(state)}
    begun = time.process_time()
    paired = pair_arena(state)
    seconds = time.process_time() - begun
    cost = sum(_cost(free[one], free[two]) for one, two in (p.seats for p in paired.pairings))
    yield (
        f"arena: a pass of {players} free players after an hour",
        f"{seconds * 1000:.0f} ms, cost {cost / 2:.0f}",
        _peer(list(free.values()), state) if players <= PEER_UP_TO else TARGET,
    )


def _peer(free: list[FreePlayer], state: EventState) -> str:
    """Time and cost of the matching of the smallest total cost."""
    try:
        import networkx
    except ImportError:
        return "networkx is not here"
    begun = time.process_time()
    graph = networkx.Graph()
    for at, one in enumerate(free):
        for two in free[at + 1 :]:
            if _may_meet(one, two, state):
                graph.add_edge(one, two, weight=_cost(one, two))
    found = networkx.min_weight_matching(graph)
    seconds = time.process_time() - begun
    return f"exact matching: {seconds * 1000:.0f} ms, cost {sum(_cost(*p) for p in found) / 2:.0f}"


if __name__ == "__main__":
    for what, measured, beside in figures():
        print(f"{what:<52}{measured:>24}  {beside}", flush=True)
