"""Systems that rate all games of a period together. Pure.

What a period did to a player stands at the last game of theirs in it; their other games of the
period changed nothing by themselves. So the changes of a player still join up from game to game.
A whole-history rating is told in the same way, a day being the period; but what it says of a day
it knows from later games too, so nothing was expected of a game by it.

The order_key of a checkpoint is the first day after its period: it comes after every key of the
period and before every later one, because a key begins with the day played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from ratings.replay.state import (
    Change,
    Checkpoint,
    Replay,
    check_order,
    game_hash,
    opening_hash,
    refused,
)
from ratings.systems import Game, Rating, Skipped, expected_scores
from ratings.systems.batch import Periodic, WholeBatch, by_period

NOTHING: Mapping[str, tuple[float | None, ...]] = {}


def start_of(system: Periodic) -> Checkpoint:
    """The checkpoint before any game; "opens_on" of its state is the day the next period opens."""
    carried = system.as_json(system.begin())
    return Checkpoint("", opening_hash(system), {"games": 0, "opens_on": None, "carried": carried})


def by_periods(
    games: Iterable[Game], system: Periodic, *, start: Checkpoint | None, checkpoint_every: int
) -> Replay:
    """See `ratings.replay.replay`; a checkpoint stands at the end of a period."""
    start = start or start_of(system)
    count, key, digest = int(start.state["games"]), start.order_key, start.prefix_hash
    carried = system.from_json(start.state["carried"])
    opens = start.state["opens_on"]
    changes: list[Change] = []
    skipped: list[Skipped] = []
    checkpoints: list[Checkpoint] = []
    end: Checkpoint = start
    opens_on = date.fromisoformat(opens) if opens else None
    for closes_on, played in by_period(games, system.end_of, opens_on=opens_on):
        before = count
        for game in played:
            check_order(game, after=key)
            count, key, digest = count + 1, game.order_key, game_hash(digest, game)
        rated, left_out = _sorted_out(system, played)
        skipped += left_out
        known = system.listed(carried)
        carried = system.after(carried, rated, closes_on)
        after = system.listed(carried)
        told = {game.order_key: _foretold(system, known, game) for game in rated}
        changes += _changes(rated, known, after, newcomer=_newcomer(system), told=told)
        key = closes_on.isoformat()
        state = {"games": count, "opens_on": key, "carried": system.as_json(carried)}
        end = Checkpoint(key, digest, state)
        if count // checkpoint_every > before // checkpoint_every:
            checkpoints.append(end)
    players = dict(system.listed(carried))
    return Replay(tuple(changes), tuple(skipped), players, tuple(checkpoints), end)


def whole(games: Iterable[Game], system: WholeBatch) -> Replay:
    """Rate all games at once: there is no checkpoint to go on from."""
    key, digest, count = "", opening_hash(system), 0
    rated: list[Game] = []
    skipped: list[Skipped] = []
    for game in games:
        check_order(game, after=key)
        count, key, digest = count + 1, game.order_key, game_hash(digest, game)
        why = refused(system, game)
        if why:
            skipped.append(why)
        else:
            rated.append(game)
    known: dict[int, Rating] = {}
    on_day: dict[tuple[int, date | None], Rating] = {
        (player, rating.last_on): rating
        for player, days in system.histories(rated).items()
        for rating in days
    }
    changes: list[Change] = []
    for day, played in groupby(rated, key=lambda game: game.played_on):
        games_of_day = list(played)
        seated = {seat.player for game in games_of_day for seat in game.seats}
        after = known | {player: on_day[player, day] for player in seated}
        changes += _changes(games_of_day, known, after, newcomer=system.start())
        known = after
    end = Checkpoint(key, digest, {"games": count})
    return Replay(tuple(changes), tuple(skipped), known, (), end)


def _newcomer(system: Periodic) -> Rating | None:
    return system.start() if system.rates_newcomers else None


def _foretold(
    system: Periodic, known: Mapping[int, Rating], game: Game
) -> tuple[float | None, ...]:
    """What the list before a period expected of a game in it."""
    before = [known.get(seat.player) or system.start() for seat in game.seats]
    return expected_scores(system, None, before, game.played_on)


def _sorted_out(system: Periodic, games: Sequence[Game]) -> tuple[list[Game], list[Skipped]]:
    rated: list[Game] = []
    left_out: list[Skipped] = []
    for game in games:
        why = refused(system, game)
        if why:
            left_out.append(why)
        else:
            rated.append(game)
    return rated, left_out


def _changes(
    games: Sequence[Game],
    known: Mapping[int, Rating],
    after: Mapping[int, Rating],
    *,
    newcomer: Rating | None,
    told: Mapping[str, tuple[float | None, ...]] = NOTHING,
) -> list[Change]:
    """What a period did, a line for each seat of its games whose player is in the list after it.

    told: by order_key, what was expected of the seats of a game; not there: nothing was.
    """
    last = {seat.player: game.order_key for game in games for seat in game.seats}
    changes: list[Change] = []
    for game in games:
        chances = told.get(game.order_key)
        for number, seat in enumerate(game.seats, 1):
            new = after.get(seat.player)
            if new is None:
                continue
            old: Any = known.get(seat.player) or newcomer or new
            shown = new if last[seat.player] == game.order_key else old
            changes.append(
                Change(
                    order_key=game.order_key,
                    seat=number,
                    posting=seat.posting,
                    player=seat.player,
                    before=old.rating,
                    after=shown.rating,
                    deviation=shown.deviation,
                    expected=chances[number - 1] if chances else None,
                )
            )
    return changes
