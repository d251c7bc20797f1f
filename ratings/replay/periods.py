"""Systems that rate all games of a period together. Pure.

The change of a period is written to the player's last game in it; the earlier games of the period
show no change. A player's changes therefore still form a chain. A whole-history rating is written
in the same way with a day as the period. Its rating of a day depends on later games too, so it
has no expected scores.

The order_key of a checkpoint is the first day after its period. Keys begin with the day played,
so it sorts after every key of the period and before every later one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby

from ratings.replay.state import (
    Checkpoint,
    Replay,
    SeatChange,
    check_order,
    game_hash,
    opening_hash,
    skip_reason,
)
from ratings.systems import AnySystem, Game, Rating, Skipped, expected_scores
from ratings.systems.batch import Periodic, WholeBatch, by_period

NO_PREDICTIONS: Mapping[str, tuple[float | None, ...]] = {}


def start_of(system: Periodic) -> Checkpoint:
    """The checkpoint before any game. "opens_on" in its state: the first day of the next period."""
    carried = system.as_json(system.begin())
    return Checkpoint("", opening_hash(system), {"games": 0, "opens_on": None, "carried": carried})


def replay_periods(
    games: Iterable[Game], system: Periodic, *, start: Checkpoint | None, checkpoint_every: int
) -> Replay:
    """See `ratings.replay.replay`; a checkpoint lies at the end of a period."""
    start = start or start_of(system)
    count, key, digest = int(start.state["games"]), start.order_key, start.prefix_hash
    carried = system.from_json(start.state["carried"])
    opens = start.state["opens_on"]
    changes: list[SeatChange] = []
    skipped: list[Skipped] = []
    checkpoints: list[Checkpoint] = []
    end: Checkpoint = start
    opens_on = date.fromisoformat(opens) if opens else None
    for closes_on, played in by_period(games, system.end_of, opens_on=opens_on):
        before = count
        for game in played:
            check_order(game, after=key)
            count, key, digest = count + 1, game.order_key, game_hash(digest, game)
        rated, period_skipped = _split_skipped(system, played)
        skipped += period_skipped
        known = system.listed(carried)
        carried = system.after(carried, rated, closes_on)
        after = system.listed(carried)
        expected = {game.order_key: _expected(system, known, game) for game in rated}
        changes += _changes(rated, known, after, newcomer=_newcomer(system), expected=expected)
        key = closes_on.isoformat()
        state = {"games": count, "opens_on": key, "carried": system.as_json(carried)}
        end = Checkpoint(key, digest, state)
        if count // checkpoint_every > before // checkpoint_every:
            checkpoints.append(end)
    players = dict(system.listed(carried))
    return Replay(tuple(changes), tuple(skipped), players, tuple(checkpoints), end)


def replay_whole_history(games: Iterable[Game], system: WholeBatch) -> Replay:
    """Rate all games at once; there are no checkpoints."""
    key, digest = "", opening_hash(system)
    played = list(games)
    for game in played:
        check_order(game, after=key)
        key, digest = game.order_key, game_hash(digest, game)
    rated, skipped = _split_skipped(system, played)
    known: dict[int, Rating] = {}
    on_day: dict[tuple[int, date | None], Rating] = {
        (player, rating.last_on): rating
        for player, days in system.histories(rated).items()
        for rating in days
    }
    changes: list[SeatChange] = []
    for day, on_this_day in groupby(rated, key=lambda game: game.played_on):
        games_of_day = list(on_this_day)
        seated = {seat.player for game in games_of_day for seat in game.seats}
        after = known | {player: on_day[player, day] for player in seated}
        changes += _changes(games_of_day, known, after, newcomer=system.start())
        known = after
    end = Checkpoint(key, digest, {"games": len(played)})
    return Replay(tuple(changes), tuple(skipped), known, (), end)


def _newcomer(system: Periodic) -> Rating | None:
    return system.start() if system.rates_newcomers else None


def _expected(
    system: Periodic, known: Mapping[int, Rating], game: Game
) -> tuple[float | None, ...]:
    """The expected scores of a game by the list before its period."""
    before = [known.get(seat.player) or system.start() for seat in game.seats]
    return expected_scores(system, None, before, game.played_on)


def _split_skipped(system: AnySystem, games: Sequence[Game]) -> tuple[list[Game], list[Skipped]]:
    rated: list[Game] = []
    skipped: list[Skipped] = []
    for game in games:
        why = skip_reason(system, game)
        if why:
            skipped.append(why)
        else:
            rated.append(game)
    return rated, skipped


def _changes(
    games: Sequence[Game],
    known: Mapping[int, Rating],
    after: Mapping[int, Rating],
    *,
    newcomer: Rating | None,
    expected: Mapping[str, tuple[float | None, ...]] = NO_PREDICTIONS,
) -> list[SeatChange]:
    """The changes of a period: one for each seat whose player is in the list after it.

    expected: the expected scores of the seats by order_key; a missing key: no prediction.
    """
    last = {seat.player: game.order_key for game in games for seat in game.seats}
    changes: list[SeatChange] = []
    for game in games:
        chances = expected.get(game.order_key)
        for number, seat in enumerate(game.seats, 1):
            new = after.get(seat.player)
            if new is None:
                continue
            old: Rating = known.get(seat.player) or newcomer or new
            current = new if last[seat.player] == game.order_key else old
            changes.append(
                SeatChange(
                    order_key=game.order_key,
                    seat=number,
                    posting=seat.posting,
                    player=seat.player,
                    before=old.rating,
                    after=current.rating,
                    deviation=current.deviation,
                    expected=chances[number - 1] if chances else None,
                )
            )
    return changes
