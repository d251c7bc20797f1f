"""Derivations as text: a sentence and a formatted value for each node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.errors import gettext_noop
from tournaments.documents import Document
from tournaments.standings import derivation, game_score
from tournaments.standings.derivation import Derivation
from tournaments.standings.points import points_text, write_points
from tournaments.standings.tiebreaks import registry

ENTRY = gettext_noop("entry {number}")
ENTRY_PARAMS = frozenset({"entry", "opponent", "opponents"})
SCORE = "PTS"
# Labels of the ranking score by `rank_by`.
RANKED_BY: dict[str, str] = {
    "match_points": gettext_noop("Match points"),
    "game_points": gettext_noop("Game points"),
    "board_plus_reserve": gettext_noop("Board-plus-reserve points"),
    "keizer": gettext_noop("Keizer points"),
    "arena": gettext_noop("Arena points"),
    "ladder": gettext_noop("Match points"),  # shown beside the rung, which ranks
    "bracket": gettext_noop("Match points"),  # shown beside the place in the bracket, which ranks
}
MESSAGES = {**derivation.MESSAGES, **game_score.MESSAGES, **registry.MESSAGES}
HALF_POINTS = registry.HALF_POINTS | derivation.HALF_POINTS | {SCORE}


class DerivationText(NamedTuple):
    """A node as text; `text` includes the value.

    value: as people read it; empty if there is none. value_x2: the number, of half points only.
    """

    code: str
    text: str
    value: str
    children: tuple[DerivationText, ...] = ()
    value_x2: int | str | None = None

    def as_json(self) -> Document:
        return {**self._asdict(), "children": [child.as_json() for child in self.children]}


def derivation_text(
    node: Derivation,
    *,
    rank_by: str = "match_points",
    translate: Callable[[str], str] = str,
    names: Mapping[int, str] | None = None,
) -> DerivationText:
    """A derivation as text, from the root down. names: by entry number."""

    def format_param(name: str, value: int | str) -> int | str:
        if name not in ENTRY_PARAMS:
            return value
        entries = [int(part) for part in str(value).split(", ")]
        return ", ".join(
            (names or {}).get(entry) or translate(ENTRY).format(number=entry) for entry in entries
        )

    def line(node: Derivation) -> DerivationText:
        value = _value(node)
        params = {name: format_param(name, given) for name, given in node.params.items()}
        sentence = translate(_sentence(node.code, rank_by))
        if value and "{value}" not in sentence:
            sentence += ": {value}"
        text = sentence.format(value=value, **params)
        children = tuple(line(child) for child in node.children)
        value_x2 = None
        if node.value is not None and node.code in HALF_POINTS:
            value_x2 = write_points(node.value)
        return DerivationText(node.code, text[:1].upper() + text[1:], value, children, value_x2)

    return line(node)


def _sentence(code: str, rank_by: str) -> str:
    if code == SCORE:
        return RANKED_BY[rank_by]
    return MESSAGES[code]


def _value(node: Derivation) -> str:
    if node.value is None:
        return ""
    return points_text(node.value) if node.code in HALF_POINTS else str(node.value)
