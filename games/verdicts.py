"""Compare a stored verdict with a new proof of its record. Pure."""

import hashlib
from collections.abc import Mapping
from typing import Any

from engine.errors import RecordError
from engine.games import CARD_GAMES, VERIFIERS

# The fields of a verdict that redacting a record does not change.
VERDICT_FIELDS = (
    "size",
    "half_komi",
    "plies",
    "result",
    "winner",
    "reason",
    "proven",
    "tps",
    "reserves",
    "score",
    "moves_hash",
)
CARD_VERDICT_FIELDS = ("plies", "result", "winner", "reason", "proven", "moves_hash", "facts")


def moves_hash(verdict: Mapping[str, Any]) -> str:
    """The identity of a game within its slot: the moves, and for cards the seating."""
    if not verdict.get("seats"):
        return str(verdict["moves_hash"])
    text = f"{verdict['moves_hash']}|{verdict['seats']}"
    return hashlib.sha256(text.encode()).hexdigest()


def verdict_difference(
    *, game: str, record: str, ruleset: Any, stored: Mapping[str, Any], stored_hash: str
) -> str:
    """How a stored verdict differs from a new proof of the record; "" if it does not."""
    try:
        verdict: dict[str, Any] = VERIFIERS[game](record, ruleset).as_json()
    except RecordError as error:
        return f"its record is refused: {error}"
    if "seats" in stored:
        verdict["seats"] = stored["seats"]
    if moves_hash(verdict) != stored_hash:
        return "its record holds other moves than those that were proved"
    for name in CARD_VERDICT_FIELDS if game in CARD_GAMES else VERDICT_FIELDS:
        if stored.get(name) != verdict[name]:
            return f"its verdict says {name} {stored.get(name)}, the record {verdict[name]}"
    return ""
