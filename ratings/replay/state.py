"""What a replay starts from and gives: changes, checkpoints and their hashes. Pure.

Not here: which games count in a pool, and merged players; the caller resolves both.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii
from typing import Any, NamedTuple

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from ratings.systems import AnySystem, Game, Rating, Seat, Skipped, tables

MESSAGES: dict[str, str] = {
    "same_player_twice": gettext_noop("Player {player} sits in this game more than once."),
    "not_two_players": ngettext_lazy(
        "This system rates games of two; this one has {seats} seat.",
        "This system rates games of two; this one has {seats} seats.",
        "seats",
    ),
    "score_missing": gettext_noop("The score of this game is not known."),
    "scores_do_not_add_up": gettext_noop("The two scores of this game do not share one point."),
    **tables.MESSAGES,
}


class Change(NamedTuple):
    """What one game did to one seat, rating points; seat is numbered from 1 (moved first).

    expected: its score, 0..1, as the ratings before the game foretold it; None: they did not.
    """

    order_key: str
    seat: int
    posting: int | None
    player: int
    before: float
    after: float
    deviation: float
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after the game at order_key, or after a period ("" before all games).

    state: JSON values, what the replay of its kind goes on from; "games" counts those before.
    prefix_hash: over the system and every game so far, skipped ones included.
    """

    order_key: str
    prefix_hash: str
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """changes, skipped and checkpoints: of the games rated now; players and end: of all."""

    changes: tuple[Change, ...]
    skipped: tuple[Skipped, ...]
    players: dict[int, Rating]
    checkpoints: tuple[Checkpoint, ...]
    end: Checkpoint


def opening_hash(system: AnySystem) -> str:
    """The hash before any game: it says which system and parameters follow."""
    return digest(json.dumps([system.code, system.parameters()], sort_keys=True))


def usable(checkpoints: Iterable[Checkpoint], *, dirty_from: str) -> Checkpoint | None:
    """The last checkpoint before `dirty_from`, the least order_key that changed; None: start over.

    Keys compare by code point, which is how their UTF-8 bytes compare.
    """
    before = (c for c in checkpoints if c.order_key < dirty_from)
    return max(before, key=lambda c: c.order_key, default=None)


def game_hash(prefix_hash: str, game: Game) -> str:
    """The prefix hash after one more game: over what rates it, no keys of postings, no names."""
    seats = ", ".join([_seat_text(seat) for seat in game.seats])
    key, setup = encode_basestring_ascii(game.order_key), encode_basestring_ascii(game.setup)
    day = game.played_on.isoformat()
    return digest(f'["{prefix_hash}", {key}, "{day}", {setup}, [{seats}]]')


def _seat_text(seat: Seat) -> str:
    """As JSON; written by hand, because it is written for every game of a history."""
    score, place = seat.score_x2, seat.place_x2
    return (
        f"[{seat.player}, {'null' if score is None else score}, "
        f"{'null' if place is None else place}]"
    )


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check_order(game: Game, *, after: str) -> None:
    """:raises ValueError: the game does not come after the order_key `after`."""
    if game.order_key <= after:
        raise ValueError(f"{game.order_key!r} does not come after {after!r}")


def refused(system: AnySystem, game: Game) -> Skipped | None:
    """Why a game is not rated: two seats of one person (merged later), or as the system says."""
    people = [seat.player for seat in game.seats]
    if len(set(people)) < len(people):
        twice = next(player for at, player in enumerate(people) if player in people[:at])
        return Skipped(game.order_key, "same_player_twice", {"player": twice})
    return system.refuse(game)
