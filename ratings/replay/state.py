"""Input and output of a replay: changes, checkpoints and their hashes. Pure.

The caller selects the games of the pool and resolves merged players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
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


class SeatChange(NamedTuple):
    """The rating change of one seat by one game, rating points. Seat 1 moved first.

    expected: the expected score before the game, 0..1; None: no prediction.
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

    state: JSON values from which the replay continues; "games" is the number of games so far.
    prefix_hash: over the system and every game so far, skipped ones included.
    """

    order_key: str
    prefix_hash: str
    state: Mapping[str, Any]

    def learned(self) -> dict[str, Any]:
        """What the list has learned, without anything of single players."""
        found = {key: self.state[key] for key in ("terms", "learned") if key in self.state}
        if "learned" in found:
            found["learned"] = {**found["learned"], "traces": {}}
        return found


@dataclass(frozen=True, slots=True)
class Replay:
    """changes, skipped and checkpoints: of the games of this run. players and end: of all games."""

    changes: tuple[SeatChange, ...]
    skipped: tuple[Skipped, ...]
    players: dict[int, Rating]
    checkpoints: tuple[Checkpoint, ...]
    end: Checkpoint


def opening_hash(system: AnySystem) -> str:
    """The hash before any game: over the system and its parameters."""
    return digest(json.dumps([system.code, system.parameters()], sort_keys=True))


def game_hash(prefix_hash: str, game: Game) -> str:
    """The prefix hash after one more game. It covers what the rating depends on, and no names."""
    seats = ", ".join([_seat_text(seat) for seat in game.seats])
    key, setup = encode_basestring_ascii(game.order_key), encode_basestring_ascii(game.setup)
    day = game.played_on.isoformat()
    return digest(f'["{prefix_hash}", {key}, "{day}", {setup}, [{seats}]]')


def _seat_text(seat: Seat) -> str:
    """JSON without `json.dumps`, which is too slow for a long history."""
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


def skip_reason(system: AnySystem, game: Game) -> Skipped | None:
    """Why a game is not rated: one player (after a merge) has two seats, or the system refuses."""
    people = [seat.player for seat in game.seats]
    if len(set(people)) < len(people):
        twice = next(player for at, player in enumerate(people) if player in people[:at])
        return Skipped(game.order_key, "same_player_twice", {"player": twice})
    return system.skip_reason(game)
