"""States of small events, by their games."""

from random import Random

from tournaments.pairing.systems.round_robin import pair_round_robin
from tournaments.state import (
    MATCH,
    PLAYED,
    Entrant,
    EventState,
    MatchRules,
    Played,
    Slot,
    SlotResult,
)

RESULTS = {"1-0": (2, 0), "draw": (1, 1), "0-1": (0, 2)}


def game(number, table, one, other, result=None):
    """A match of one game; `one` has seat 1 and moves first."""
    ended = SlotResult(PLAYED, "", RESULTS[result]) if result else None
    return Played(number, (one, other), (Slot(1, result=ended),), table=table)


def stage(entries, played, *, rounds, tiebreaks=(), system="round_robin", **more):
    return EventState(
        tuple(Entrant(number) for number in range(1, entries + 1)),
        rounds,
        max((each.round for each in played), default=0),
        tuple(played),
        MatchRules(tiebreaks=tuple(tiebreaks), **more),
        system=system,
    )


def round_robin(entries, *, played, seed=0, tiebreaks=(), open_games=(), **more):
    """A round robin after `played` rounds with results by lot; open: (round, table)."""
    random, state = Random(seed), stage(entries, [], rounds=entries - 1 + entries % 2, **more)
    made: list[Played] = []
    for number in range(1, played + 1):
        before = stage(entries, made, rounds=state.rounds_total)
        for each in pair_round_robin(before).pairings:
            result: str | None = random.choice(list(RESULTS))
            if (number, each.table) in open_games:
                result = None
            if each.kind == MATCH:
                one, other = each.seats
                made.append(game(number, each.table, one, other, result))
            else:
                made.append(Played(number, each.seats, kind=each.kind))
    return stage(entries, made, rounds=state.rounds_total, tiebreaks=tiebreaks, **more)


def uneven(first, second):
    """Chances by number: the lower the stronger, and moving first is good."""
    win = min(0.9, max(0.1, 0.52 + 0.08 * (second - first)))
    return win * 0.98, 0.02, (1 - win) * 0.98
