"""Etiquette in a record (TAK-6): Tak calls and undone moves.

Etiquette never makes a record illegal, so this module only warns and counts.
"""

import re
from typing import Any

from engine.errors import RecordWarning
from engine.tak.notation.ptn import PtnGame
from engine.tak.ruleset import Ruleset
from engine.tak.wagers import called_plies

UNDOS = "undos"  # the tag: moves undone by the first and by the second player
_UNDOS = re.compile(r"([0-9]{1,3}) ?- ?([0-9]{1,3})")


def judge_etiquette(
    game: PtnGame, ruleset: Ruleset, warnings: list[RecordWarning]
) -> dict[str, Any]:
    """The etiquette facts of a record. Appends to `warnings` what the rules discourage."""
    calls = called_plies(game.comments, game.tokens, "either")
    if calls and ruleset.tak_call == "tavern_discouraged":
        warnings.append(
            ("tak_call_discouraged", {"count": len(calls), "move": _first_move_number(game, calls)})
        )
    written = game.tags.get(UNDOS, "").strip()
    undos = read_undos(written) if written else None
    if undos is None:
        if written:
            warnings.append(("undos_unread", {"name": "Undos", "value": written[:80]}))
        return {}
    if any(undos.values()) and ruleset.undo == "none":
        warnings.append(("undo_not_allowed", dict(undos)))
    return {"undos": undos}


def read_undos(text: str) -> dict[str, int] | None:
    """The counts of an Undos tag such as `1-0`; None if it is malformed."""
    found = _UNDOS.fullmatch(text)
    return {"first": int(found[1]), "second": int(found[2])} if found else None


def _first_move_number(game: PtnGame, plies: list[int]) -> int:
    """The move number of the first of these plies."""
    return game.start_number + (game.start_side - 1 + plies[0] - 1) // 2
