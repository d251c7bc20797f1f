"""A large bracket in sections: its last steps, and for each match there the matches before it."""

import re
from typing import NamedTuple

from tournaments.standings.bracket import BracketMatch

WHOLE = 64  # matches of a part that is drawn in one piece
LAST = 16  # matches at most in the first of the last steps, each the end of a section

LABEL = re.compile(r"[WL]\d{1,2}-\d{1,3}")

Columns = list[tuple[int, list[BracketMatch]]]  # matches by their step


class BracketSection(NamedTuple):
    """label: of the match that ends it."""

    label: str
    is_shown: bool


def feeds_of(match: BracketMatch) -> list[str]:
    """The matches whose winners enter this one."""
    return [feed.match for feed in match.plan.sources if feed.kind == "winner"]


def shown_columns(columns: Columns, end: str) -> Columns:
    """The columns to draw: of the section that ends with the match `end`, else the last steps."""
    if not is_large(columns):
        return columns
    if end not in section_ends(columns):
        return _last_steps(columns)
    inside = _matches_before(columns, end)
    shown = [(at, [each for each in found if each.label in inside]) for at, found in columns]
    return [(at, found) for at, found in shown if found]


def sections_of(columns: Columns, end: str) -> list[BracketSection]:
    """The sections of a large part; none of a small one."""
    if not is_large(columns):
        return []
    return [BracketSection(label, label == end) for label in section_ends(columns)]


def known_label(text: str) -> str:
    """The label of a match of a winners' or losers' bracket; empty if it is none."""
    return text if LABEL.fullmatch(text) else ""


def section_with(columns: Columns, entry: int) -> str:
    """The end of the section in which an entry begins; empty if there is none."""
    first = next((m for _at, found in columns for m in found if entry in m.entries), None)
    ends = section_ends(columns) if is_large(columns) else []
    return next((end for end in ends if first and first.label in _matches_before(columns, end)), "")


def section_ends(columns: Columns) -> list[str]:
    return [match.label for match in _last_steps(columns)[0][1]]


def is_large(columns: Columns) -> bool:
    return sum(len(found) for _at, found in columns) > WHOLE


def _last_steps(columns: Columns) -> Columns:
    large = [n for n, (_at, found) in enumerate(columns) if len(found) > LAST]
    return columns[max(large) + 1 :] if large else columns


def _matches_before(columns: Columns, end: str) -> set[str]:
    """The labels of a match and of all that lead to it by winners, within these columns."""
    matches = {match.label: match for _at, found in columns for match in found}
    inside, waiting = set(), [end]
    while waiting:
        label = waiting.pop()
        if label in matches and label not in inside:
            inside.add(label)
            waiting += feeds_of(matches[label])
    return inside
