"""What the engine proves about a record, and what the record only claims."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.errors import RecordError


@dataclass(frozen=True, slots=True)
class Verdict:
    """An accepted record of Tak. `proven` and `claimed` are never both true.

    `half_komi`: half points. `facts`: what other scorings need (TAK-13). `moves_hash` covers rules
    and moves, not names.
    """

    game: str
    rules: str
    ruleset: Mapping[str, Any]
    size: int
    half_komi: int
    plies: int
    result: str
    winner: int | None
    reason: str
    proven: bool
    claimed: bool
    tps: str
    reserves: Mapping[str, Mapping[str, int]]
    flats: Mapping[str, int]
    score: Mapping[str, int]
    players: Mapping[str, str]
    played_on: str | None
    warnings: tuple[Mapping[str, Any], ...]
    moves: tuple[str, ...]
    moves_hash: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The object that commands and the API give for an accepted record."""
        return {
            "ok": True,
            "game": self.game,
            "rules": self.rules,
            "size": self.size,
            "half_komi": self.half_komi,
            "plies": self.plies,
            "result": self.result,
            "reason": self.reason,
            "proven": self.proven,
            "claimed": self.claimed,
            "tps": self.tps,
            "reserves": {side: dict(left) for side, left in self.reserves.items()},
            "flats": dict(self.flats),
            "score": dict(self.score),
            "players": dict(self.players),
            "warnings": [dict(warning) for warning in self.warnings],
            "error": None,
            "winner": self.winner,
            "played_on": self.played_on,
            "moves": list(self.moves),
            "moves_hash": self.moves_hash,
            "ruleset": dict(self.ruleset),
            "facts": dict(self.facts),
        }


def tak_refusal_as_json(game: str, rules: str | None, error: RecordError) -> dict[str, Any]:
    """The object for a refused record: the keys of an accepted one, null where unknown."""
    return {
        "ok": False,
        "game": game,
        "rules": rules,
        "size": None,
        "half_komi": None,
        "plies": None,
        "result": None,
        "reason": None,
        "proven": False,
        "claimed": False,
        "tps": None,
        "reserves": None,
        "flats": None,
        "score": None,
        "players": None,
        "warnings": [],
        "error": {
            "code": error.code,
            "ply": error.ply,
            "move": error.move,
            "message": str(error),
            "tps": error.tps,
            "params": dict(error.params),
            "line": error.line,
        },
    }


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """An accepted record of a card game. All tuples but `moves` and `warnings` are by seat.

    `places_x2` (doubled, shared ones as their mean) and `points` (0 to 1) are None, and `result` is
    empty, while the game is not over. `winner`: a seat from 1; None if the first place is shared.
    `moves` and `moves_hash` contain seats, not names; `plies`: turns.
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

    def _by_name(self, values: Sequence[float]) -> dict[str, float] | None:
        return dict(zip(self.players, values, strict=True)) if values else None


def _plain(number: Fraction) -> float:
    return int(number) if number.denominator == 1 else float(number)


def card_refusal_as_json(game: str, rules: str | None, error: RecordError) -> dict[str, Any]:
    """The object for a refused record: the keys of an accepted one, null where unknown."""
    return {
        "ok": False,
        "game": game,
        "rules": rules,
        "plies": None,
        "result": None,
        "reason": None,
        "proven": False,
        "claimed": False,
        "places": None,
        "cards_left": None,
        "points": None,
        "players": None,
        "warnings": [],
        "error": {
            "code": error.code,
            "line": error.line,
            "move": error.move,
            "message": str(error),
            "params": dict(error.params),
        },
    }
