"""Parser of typed draft edits: `12 7` swaps two players, `b 12` gives a bye. No database.

The edit kinds are defined in tournaments.pairing.drafts.edit_kinds.
"""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.keys import to_latin_keys
from tournaments.errors import DomainError

# By letter: kind, field names of its numbers, and how many of them are required.
EDIT_SPECS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "": ("swap", ("a", "b"), 2),
    "s": ("swap", ("a", "b"), 2),
    "b": ("bye", ("entry",), 1),
    "p": ("pair", ("a", "b", "table"), 2),
    "m": ("move", ("entry", "table", "seat"), 2),
    "u": ("unseat", ("entry",), 1),
    "t": ("turn", ("table",), 1),
    "n": ("table", ("from", "to"), 2),
}
# The help on the page. Numbers are those of players or of tables.
KEY_HELP: tuple[tuple[str, Promise], ...] = (
    ("12 7", _("swaps 12 and 7")),
    ("b 12", _("gives 12 a bye")),
    ("p 12 7", _("pairs 12 and 7, who are without a table; 12 moves first")),
    ("m 12 3", _("moves 12 to table 3")),
    ("u 12", _("takes 12 off the table")),
    ("t 3", _("at table 3 the other player moves first")),
    ("n 3 5", _("swaps the numbers of tables 3 and 5")),
)
# No nested repeats, which would backtrack exponentially on a long line.
_PART = re.compile(r"([a-z]?)\s*(\d[\d\s,\-–]*)")
MAX_LENGTH = 1_000
MAX_DIGITS = 9


class EditUnreadable(DomainError):
    code = "edit_line_unreadable"
    kind = "invalid"
    message = _("“{typed}” is no edit. Type two numbers to swap them, or a letter and numbers.")


def parse_edits(line: str, *, leg: int = 1) -> list[dict[str, object]]:
    """The edits of a line, separated by semicolons.

    :raises EditUnreadable: one of them cannot be parsed.
    """
    parts = [part.strip() for part in re.split(r"[;\n]", line[:MAX_LENGTH]) if part.strip()]
    if not parts:
        raise EditUnreadable(typed=line[:40])
    return [_parse_edit(part, leg) for part in parts]


def _parse_edit(part: str, leg: int) -> dict[str, object]:
    found = _PART.fullmatch(to_latin_keys(part))
    spec = EDIT_SPECS.get(found[1]) if found else None
    if found is None or spec is None:
        raise EditUnreadable(typed=part[:40])
    kind, fields, needed = spec
    digits = re.findall(r"\d+", found[2])
    if any(len(number) > MAX_DIGITS for number in digits):
        raise EditUnreadable(typed=part[:40])
    numbers = [int(number) for number in digits]
    if not needed <= len(numbers) <= len(fields):
        raise EditUnreadable(typed=part[:40])
    return {"kind": kind, "leg": leg, **dict(zip(fields, numbers, strict=False))}
