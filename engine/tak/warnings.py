"""Warnings about records that are accepted: code and English sentence."""

from collections.abc import Mapping
from typing import Any

from engine.errors import gettext_noop
from engine.tak import ending

WARNINGS: dict[str, str] = {
    **ending.WARNINGS,
    "branches_ignored": gettext_noop("The record has side lines; only the main line counts."),
    "clock_unread": gettext_noop("The time control {clock} cannot be read."),
    "date_unread": gettext_noop("The date {date} is not a day of the calendar."),
    "ended_but_unfinished": gettext_noop(
        "The record calls the game unfinished, but it ended with {proven}."
    ),
    "move_number_wrong": gettext_noop("Move number {found} stands where {expected} is expected."),
    "not_stated": gettext_noop("The record does not state {name}; the event's is taken."),
    "opening_on_setup": gettext_noop(
        "The game starts from a position at move 1; its first plies are read as the opening."
    ),
    "placeholder_missing": gettext_noop(
        "The second player moves first, which the movetext does not mark."
    ),
    "result_not_on_board": gettext_noop(
        "The record says {claimed}, but the final position shows {proven}."
    ),
    "result_restated": gettext_noop("The record says {claimed}; the board proves {proven}."),
    "results_differ": gettext_noop("The record states two results, {first} and {again}."),
    "size_inferred": gettext_noop("The record does not say the size; {size} is inferred."),
    "stakes_unread": gettext_noop("The tag {name} cannot be {value}; it is left out."),
    "tak_call_discouraged": gettext_noop(
        "The record marks a call of Tak (the first one at move {move}), which the customs of the "
        "tavern discourage."
    ),
    "undo_not_allowed": gettext_noop(
        "The record counts moves that were taken back ({first}-{second}); these rules are "
        "touch-move."
    ),
    "undos_unread": gettext_noop("The tag {name} cannot be {value}; it is left out."),
    "unknown_result": gettext_noop("{result} is not a result; it is left out."),
}


def warning_as_json(code: str, params: Mapping[str, object]) -> dict[str, Any]:
    """A warning as commands and the API show it."""
    return {"code": code, "params": dict(params), "message": WARNINGS[code].format_map(params)}
