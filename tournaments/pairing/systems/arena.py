"""Arena: whoever is free is paired at once with somebody near in points whom it did not just meet.

One pass pairs the free entries, the best first. Each takes, of the nearest `WINDOW` below it who
are left, the one with the smallest cost: the difference of points, and `SAME_MOVE` if both must
have the same move. Its last opponent is not among them, unless only two are in the arena. Two who
are left and may not meet change partners with a pair near them. Of an odd number, the one waits
who has waited least, the lowest of those. The first move goes as in the other systems: see
`first_move`. What a pass reads of each free entry is a `FreePlayer`, which the proof stores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.pairing.first_move import choose_first_mover, move_history, required_move
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.standings.arena.points import arena_points
from tournaments.standings.points import proof_points_text
from tournaments.state import EventState, FreePlayer

DEFAULT_MINUTES = 60
WINDOW = 12
SAME_MOVE_X2 = 4  # two points
MESSAGES: dict[str, str] = {
    "arena_near": gettext_noop(
        "{high} has {points} points and {low} has {lower}: the nearest who is free and was not "
        "its last opponent."
    ),
    "arena_waits": gettext_noop(
        "{entry} waits for the next pass: the number of those free is odd."
    ),
    "arena_nobody": ngettext_lazy(
        "Nobody can be paired now: {free} player is free, and needs another who is not the last "
        "opponent. Wait until a game ends.",
        "Nobody can be paired now: {free} players are free, and no two of them may meet. "
        "Wait until a game ends.",
        "free",
    ),
    "arena_first_by_lot": gettext_noop(
        "{entry} moves first by lot: both had moved first equally often."
    ),
}

Pair = tuple[FreePlayer, FreePlayer]


def pair_arena(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair those who are free; the seed decides first moves that nothing else decides.

    :raises PairingRefused: arena_nobody.
    """
    del run_engine
    free = free_players(state)
    pairs, left = pair_free(free, state)
    if not pairs:
        raise PairingRefused("arena_nobody", free=len(free))
    lot = Random(seed)
    pairings = tuple(
        _pairing(table, pair, lot.random() < 0.5) for table, pair in enumerate(pairs, start=1)
    )
    waits = tuple(Reason("arena_waits", {"entry": player.number}) for player in left)
    return PairedRound(state.next_round, pairings, explanation=waits)


def free_players(state: EventState) -> tuple[FreePlayer, ...]:
    """The free entries by points, the best first, those who waited longer before others."""
    if state.pool is not None:
        return state.pool
    number = state.next_round
    here = set(state.present_entries(number)) - state.busy_entries(number)
    points, moves = arena_points(state), move_history(state)
    last: dict[int, tuple[int, int]] = {}  # round and opponent of the last match
    alone_with_each_other = len(here) == 2 and not state.busy_entries(number)
    for played in sorted(state.played, key=lambda p: (p.round, p.leg)):
        if len(played.seats) == 2:
            one, two = played.seats
            last[one], last[two] = (played.round, two), (played.round, one)
    found = []
    for entry in here:
        since, opponent = last.get(entry, (state.rounds_before, 0))
        waited = state.current_round - since
        barred = 0 if alone_with_each_other else opponent
        found.append(FreePlayer(entry, 2 * points[entry], barred, moves[entry], waited))
    return tuple(sorted(found, key=lambda p: (-p.score_x2, -p.waited, p.number)))


def stored_input(state: EventState) -> EventState:
    """The state with all that a pass reads and nothing else: an arena has hundreds of passes."""
    free = free_players(state)
    numbers = {player.number for player in free}
    entrants = tuple(
        replace(entrant, absences=(), adjustments=())
        for entrant in state.entrants
        if entrant.number in numbers
    )
    apart = tuple(f for f in state.forbidden if {f.low, f.high} <= numbers)
    return replace(state, entrants=entrants, played=(), forbidden=apart, pool=free)


def pair_free(free: Sequence[FreePlayer], state: EventState) -> tuple[list[Pair], list[FreePlayer]]:
    """Pairs, the better entry first, and who waits. free: as `free_players` orders them."""
    order = list(free)
    left = [_who_waits(order)] if len(order) % 2 else []
    order = [player for player in order if player not in left]
    pairs: list[Pair] = []
    alone: list[FreePlayer] = []
    while order:
        high = order.pop(0)
        near = [low for low in order if _may_meet(high, low, state)][:WINDOW]
        if not near:
            alone.append(high)
            continue
        low = min(near, key=lambda low: _cost(high, low))  # the first of equal ones is nearest
        order.remove(low)
        pairs.append((high, low))
    left += _place_alone(alone, pairs, state)
    pairs.sort(key=lambda pair: (-pair[0].score_x2, -pair[1].score_x2, pair[0].number))
    return pairs, sorted(left, key=lambda player: player.number)


def _who_waits(order: Sequence[FreePlayer]) -> FreePlayer:
    return min(enumerate(order), key=lambda item: (item[1].waited, -item[0]))[1]


def _may_meet(one: FreePlayer, two: FreePlayer, state: EventState) -> bool:
    if one.last == two.number or two.last == one.number:
        return False
    return not state.are_kept_apart(one.number, two.number, state.next_round)


def _cost(high: FreePlayer, low: FreePlayer) -> int:
    due = required_move(high.moves)
    clash = due is not None and due == required_move(low.moves)
    return abs(high.score_x2 - low.score_x2) + SAME_MOVE_X2 * clash


def _place_alone(alone: list[FreePlayer], pairs: list[Pair], state: EventState) -> list[FreePlayer]:
    """Pair those left alone by changing one pair each; returns who still has nobody."""
    left: list[FreePlayer] = []
    while len(alone) > 1:
        one, two = alone.pop(0), alone.pop(0)
        changed = _change_partners(one, two, pairs, state)
        if not changed:
            left += [one]
            alone.insert(0, two)
    return left + alone


def _change_partners(
    one: FreePlayer, two: FreePlayer, pairs: list[Pair], state: EventState
) -> bool:
    """Whether a pair was found, from the last made on, whose entries may meet these two."""
    for at in range(len(pairs) - 1, -1, -1):
        a, b = pairs[at]
        for mine, other in ((a, b), (b, a)):
            if _may_meet(one, mine, state) and _may_meet(two, other, state):
                pairs[at] = _by_score(one, mine)
                pairs.append(_by_score(two, other))
                return True
    return False


def _by_score(one: FreePlayer, two: FreePlayer) -> Pair:
    return (one, two) if one.score_x2 >= two.score_x2 else (two, one)


def _pairing(table: int, pair: Pair, high_is_drawn: bool) -> Pairing:
    high, low = pair
    drawn = (high if high_is_drawn else low).number
    moves = {player.number: player.moves for player in pair}
    first, why = choose_first_mover(high.number, low.number, moves=moves, otherwise=drawn)
    scores = {"points": proof_points_text(high.score_x2), "lower": proof_points_text(low.score_x2)}
    near = Reason("arena_near", {"high": high.number, "low": low.number, **scores})
    return Pairing(
        (high.number, low.number),
        table=table,
        first_seat=1 if first == high.number else 2,
        explanation=(near, why or Reason("arena_first_by_lot", {"entry": drawn})),
    )
