"""What a record shows of the customs of its event (TAK-6): calls of Tak and moves taken back.

Etiquette never makes a record illegal, so all that is said here is a remark or a count.
"""

import re
from typing import Any

from engine.errors import RecordWarning
from engine.tak.notation.ptn import PtnGame
from engine.tak.ruleset import Ruleset
from engine.tak.wagers import called_plies

UNDOS = "undos"  # the tag: moves taken back by the first and by the second player
_UNDOS = re.compile(r"([0-9]{1,3}) ?- ?([0-9]{1,3})")


def judge_etiquette(
    game: PtnGame, ruleset: Ruleset, warnings: list[RecordWarning]
) -> dict[str, Any]:
    """The facts of a record's etiquette; what the rules discourage is added to `warnings`."""
    calls = called_plies(game.comments, game.tokens, "either")
    if calls and ruleset.tak_call == "tavern_discouraged":
        warnings.append(
            ("tak_call_discouraged", {"count": len(calls), "move": _number(game, calls)})
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
    """The counts of an Undos tag such as `1-0`; None when it is not that."""
    found = _UNDOS.fullmatch(text)
    return {"first": int(found[1]), "second": int(found[2])} if found else None


def _number(game: PtnGame, plies: list[int]) -> int:
    """The number of the move that the first of these plies belongs to."""
    return game.start_number + (game.start_side - 1 + plies[0] - 1) // 2
