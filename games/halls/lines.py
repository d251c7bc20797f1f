"""Which lines of a hall's journal are about facts that come back. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# By topic or action. What is not listed here comes back.
STAYS = frozenset(
    {
        "announcement", "role", "invitation", "links", "webhook", "sheet", "hall",
        "event.imported", "event.approved", "event.approval_undone",
        "entry.checked_in", "entry.check_in_undone", "team.line_up",
    }
)  # fmt: skip
# No part of an archive, or none that is merged: these are done again at the server.
NOT_MERGED = frozenset(
    {
        "apart", "category", "challenge", "event.series", "fee", "ladder", "playtak", "prizes",
        "stakes", "team.made", "team.edited", "team.removed",
    }
)  # fmt: skip
IMPORTED = "event.imported"


def is_listed(action: str, among: Iterable[str]) -> bool:
    topic, _dot, _rest = action.partition(".")
    return action in among or topic in among


def lines_since(lines: Iterable[Mapping[str, Any]], *, after: int) -> list[Mapping[str, Any]]:
    return [line for line in lines if line["seq"] > after]


def not_merged(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    """The actions that a return would lose, each once."""
    return sorted({line["action"] for line in lines if is_listed(line["action"], NOT_MERGED)})


def staying(lines: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many lines of each action stay in the hall on purpose."""
    found: dict[str, int] = {}
    for line in lines:
        action = line["action"]
        if is_listed(action, STAYS) and action != IMPORTED:
            found[action] = found.get(action, 0) + 1
    return dict(sorted(found.items()))


def descends_from(lines: list[Mapping[str, Any]], sha256: str) -> bool:
    """Whether a journal begins with the archive of this hash."""
    first = lines[0] if lines else None
    return bool(first and first["action"] == IMPORTED and first["after"]["sha256"] == sha256)


def continues(lines: Sequence[Mapping[str, Any]], earlier: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a journal has all lines of an earlier one."""
    return [line["hash"] for line in lines[: len(earlier)]] == [line["hash"] for line in earlier]
