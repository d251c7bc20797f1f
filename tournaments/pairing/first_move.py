"""First moves in game 1, for systems whose own rules leave them open.

Source: FIDE Handbook C.04.1 (July 2025), articles 6-8: first and second moves differ by at most
two, nobody has the same move three times in a row; otherwise an entry gets the move it had less
often, then the opposite of its last one. C.04.3 art. 1.7 calls the demands of articles 6 and 7 an
absolute preference. Byes and unplayed games do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.errors import gettext_noop
from tournaments.pairing.interface import Reason
from tournaments.pairing.systems.matching import Pairs
from tournaments.state import BY_LOT, OVER_THE_BOARD, TOP_FIRST, EventState, Played

MESSAGES: dict[str, str] = {
    "first_move_due": gettext_noop(
        "{entry} must move first: it moved second twice running, or twice more often."
    ),
    "second_move_due": gettext_noop("{entry} must move second, so {opponent} moves first."),
    "fewer_first_moves": gettext_noop("{entry} moves first: it has done so less often."),
    "second_last_time": gettext_noop(
        "{entry} moves first: both have done so equally often, and it moved second when "
        "their turns last differed."
    ),
    "higher_first_at_odd_tables": gettext_noop(
        "Both had the same first moves: the higher moves first at tables 1, 3, 5 and so on."
    ),
    "higher_second_at_odd_tables": gettext_noop(
        "Both had the same first moves: the higher moves second at tables 1, 3, 5 and so on."
    ),
}

Moves = tuple[bool, ...]  # in the order played; True where the entry moved first in game 1


def move_history(state: EventState) -> dict[int, Moves]:
    """The moves of every entrant in matches of two, except unplayed ones."""
    moves: dict[int, list[bool]] = {number: [] for number in state.entry_numbers}
    for played in sorted(state.played, key=lambda p: (p.round, p.leg)):
        if len(played.seats) == 2 and not is_unplayed(played):
            first = played.seats[(played.slots[0].first_seat if played.slots else 1) - 1]
            for entry in played.seats:
                if entry in moves:
                    moves[entry].append(entry == first)
    return {entry: tuple(had) for entry, had in moves.items()}


def is_unplayed(played: Played) -> bool:
    """Whether a match is finished without any game over the board."""
    return played.is_finished and not any(r.kind in OVER_THE_BOARD for r in played.results)


def first_move_surplus(moves: Moves) -> int:
    """Number of first moves minus number of second moves."""
    return 2 * sum(moves) - len(moves)


def required_move(moves: Moves) -> bool | None:
    """True: the entry must move first; False: it must move second; None: either."""
    if abs(ahead := first_move_surplus(moves)) >= 2:
        return ahead < 0
    if len(moves) >= 2 and moves[-1] == moves[-2]:
        return not moves[-1]
    return None


def choose_first_mover(
    a: int, b: int, *, moves: Mapping[int, Moves], otherwise: int
) -> tuple[int, Reason | None]:
    """The entry that moves first, and why; `otherwise` without a reason if the moves are equal.

    Criteria in order: a required move that the other does not need; fewer first moves; who moved
    second when their moves last differed.
    """
    due_a, due_b = required_move(moves[a]), required_move(moves[b])
    if due_a != due_b:
        first, other = (a, b) if due_a is True or due_b is False else (b, a)
        if required_move(moves[first]):
            return first, Reason("first_move_due", {"entry": first})
        return first, Reason("second_move_due", {"entry": other, "opponent": first})
    if (ahead := first_move_surplus(moves[a]) - first_move_surplus(moves[b])) != 0:
        fewer = a if ahead < 0 else b
        return fewer, Reason("fewer_first_moves", {"entry": fewer})
    for moved_a, moved_b in zip(reversed(moves[a]), reversed(moves[b]), strict=False):
        if moved_a != moved_b:
            second = b if moved_a else a
            return second, Reason("second_last_time", {"entry": second})
    return otherwise, None


def seat_pairs(
    state: EventState, pairs: Pairs, *, seed: int
) -> tuple[tuple[tuple[int, int], Reason], ...]:
    """Seats of each pair, the first mover in seat 1, with the reason.

    pairs: by table, the higher entry first. If earlier moves do not decide, the higher entry of
    table 1 moves as in options.top_moves (by lot: `seed` decides), that of table 2 the opposite,
    and so on (C.04.3 art. 5.2.5).
    """
    moves, top = move_history(state), state.options.top_moves
    top_first = Random(seed).random() < 0.5 if top == BY_LOT else top == TOP_FIRST
    by_table = Reason(
        "higher_first_at_odd_tables" if top_first else "higher_second_at_odd_tables", {}
    )
    seated = []
    for at, (high, low) in enumerate(pairs):
        otherwise = high if top_first == (at % 2 == 0) else low
        first, why = choose_first_mover(high, low, moves=moves, otherwise=otherwise)
        seats = (high, low) if first == high else (low, high)
        seated.append((seats, why or by_table))
    return tuple(seated)
