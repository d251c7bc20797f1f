"""What the engine proved about the record of a card game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """A record that was accepted. All tuples but `moves` and `warnings` are by seat.

    `places_x2` and `points` are None, and `result` is empty, while the game is not over.
    `winner` is a seat from 1. `moves` and `moves_hash` hold seats and no names; `plies` are turns.
    """

    game: str
    rules: str
    ruleset: Mapping[str, Any]
    players: tuple[str, ...]
    plies: int
    result: str
    reason: str
    winner: int | None
    proven: bool
    places_x2: tuple[int, ...] | None
    points: tuple[Fraction, ...] | None
    cards_left: tuple[int, ...]
    warnings: tuple[Mapping[str, Any], ...]
    moves: tuple[str, ...]
    moves_hash: str
    facts: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The object that commands and the API give for an accepted record."""
        return {
            "ok": True,
            "game": self.game,
            "rules": self.rules,
            "plies": self.plies,
            "result": self.result,
            "reason": self.reason,
            "proven": self.proven,
            "claimed": False,
            "places": self._by_name([_plain(Fraction(p, 2)) for p in self.places_x2 or ()]),
            "points": self._by_name([_plain(score) for score in self.points or ()]),
            "cards_left": self._by_name(self.cards_left),
            "players": {str(seat): name for seat, name in enumerate(self.players, start=1)},
            "warnings": [dict(warning) for warning in self.warnings],
            "error": None,
            "winner": self.winner,
            "played_on": None,
            "moves": list(self.moves),
            "moves_hash": self.moves_hash,
            "ruleset": dict(self.ruleset),
            "facts": dict(self.facts),
        }

    def _by_name(self, values: Any) -> dict[str, Any] | None:
        return dict(zip(self.players, values, strict=True)) if values else None


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)
