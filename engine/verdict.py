"""What the engine proved about a record, and what rests on the record's word alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import RecordError


@dataclass(frozen=True, slots=True)
class Verdict:
    """A record that was accepted. `proven` and `claimed` are never both true.

    Komi in half points. `facts` holds what other scorings need later (TAK-13). `moves_hash`
    covers rules and moves, and no names.
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


def refusal(game: str, rules: str | None, error: RecordError) -> dict[str, Any]:
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
