"""Fold rated games into ratings, from the beginning or from any checkpoint. Pure.

Every `checkpoint_every` games the whole state is kept, with a hash over the system and all
games up to there. Replaying from a checkpoint whose past is unchanged gives the same floats,
bit for bit, as replaying everything: a checkpoint's state survives JSON exactly (Python writes
the shortest decimal that reads back as the same float).

Not here: which games count in a pool, and merged players; the caller resolves both.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import gettext_noop
from ratings.systems import tables
from ratings.systems.ledger import Game, Rating, Skipped, System

MESSAGES: dict[str, str] = {
    "same_player_twice": gettext_noop("Player {player} sits in this game more than once."),
    "not_two_players": gettext_noop("This system rates games of two; this one has {seats} seats."),
    "score_missing": gettext_noop("The score of this game is not known."),
    "scores_do_not_add_up": gettext_noop("The two scores of this game do not share one point."),
    **tables.MESSAGES,
}


@dataclass(frozen=True, slots=True)
class Change:
    """What one game did to one seat, rating points; seat is numbered from 1 (moved first)."""

    order_key: str
    seat: int
    posting: int | None
    player: int
    before: float
    after: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after the game at order_key ("" before all games).

    state: JSON values, {"games": games folded, "players": {id: [rating, deviation, games,
    last day]}}. prefix_hash: over the system and every game so far, skipped ones included.
    """

    order_key: str
    prefix_hash: str
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """changes, skipped and checkpoints: of the games folded now; players and end: of all."""

    changes: tuple[Change, ...]
    skipped: tuple[Skipped, ...]
    players: dict[int, Rating]
    checkpoints: tuple[Checkpoint, ...]
    end: Checkpoint


def start_of(system: System) -> Checkpoint:
    """The checkpoint before any game; its hash says which system and parameters follow."""
    named = json.dumps([system.code, system.parameters()], sort_keys=True)
    return Checkpoint("", _digest(named), {"games": 0, "players": {}})


def usable(checkpoints: Iterable[Checkpoint], *, dirty_from: str) -> Checkpoint | None:
    """The last checkpoint before `dirty_from`, the least order_key that changed; None: start over.

    Keys compare by code point, which is how their UTF-8 bytes compare.
    """
    before = (c for c in checkpoints if c.order_key < dirty_from)
    return max(before, key=lambda c: c.order_key, default=None)


def replay(
    games: Iterable[Game],
    system: System,
    *,
    start: Checkpoint | None = None,
    checkpoint_every: int = 500,
) -> Replay:
    """Rate `games`, in ascending order_key, after those already in `start`.

    Checkpoints fall on the same games wherever a replay starts.

    :raises ValueError: an order_key is not after the one before it.
    """
    start = start or start_of(system)
    restore = type(system.start()).from_json
    players = {int(key): restore(v) for key, v in start.state["players"].items()}
    count, key, digest = int(start.state["games"]), start.order_key, start.prefix_hash
    changes: list[Change] = []
    skipped: list[Skipped] = []
    checkpoints: list[Checkpoint] = []
    for game in games:
        if game.order_key <= key:
            raise ValueError(f"{game.order_key!r} does not come after {key!r}")
        count, key, digest = count + 1, game.order_key, game_hash(digest, game)
        refused = _same_player_twice(game) or system.refuse(game)
        if refused:
            skipped.append(refused)
        else:
            changes += _fold(players, system, game)
        if count % checkpoint_every == 0:
            checkpoints.append(Checkpoint(key, digest, _state(count, players)))
    end = Checkpoint(key, digest, _state(count, players))
    return Replay(tuple(changes), tuple(skipped), players, tuple(checkpoints), end)


def game_hash(prefix_hash: str, game: Game) -> str:
    """The prefix hash after one more game: over what rates it, no keys of postings, no names."""
    seats = [[seat.player, seat.score_x2, seat.place_x2] for seat in game.seats]
    line = json.dumps([prefix_hash, game.order_key, game.played_on.isoformat(), seats])
    return _digest(line)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _state(count: int, players: Mapping[int, Rating]) -> dict[str, Any]:
    ratings = {str(player): players[player].as_json() for player in sorted(players)}
    return {"games": count, "players": ratings}


def _same_player_twice(game: Game) -> Skipped | None:
    seen: set[int] = set()
    for seat in game.seats:
        if seat.player in seen:
            return Skipped(game.order_key, "same_player_twice", {"player": seat.player})
        seen.add(seat.player)
    return None


def _fold(players: dict[int, Rating], system: System, game: Game) -> list[Change]:
    """Rate one game, writing the new ratings into `players`."""
    before = tuple(players.get(seat.player) or system.start() for seat in game.seats)
    after = system.rate(before, game)
    changes: list[Change] = []
    for number, (seat, old, new) in enumerate(zip(game.seats, before, after, strict=True), 1):
        players[seat.player] = new
        changes.append(
            Change(
                order_key=game.order_key,
                seat=number,
                posting=seat.posting,
                player=seat.player,
                before=old.rating,
                after=new.rating,
                deviation=new.deviation,
            )
        )
    return changes
