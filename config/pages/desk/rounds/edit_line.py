"""Edits of a draft as one line: `12 7` swaps, `b 12` gives a bye. No database.

The edits themselves are those of tournaments.pairing.drafts.edit_kinds.
"""

import re
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.keys import as_latin
from tournaments.errors import DomainError

# By its letter: the kind, the fields its numbers fill, and how many of them there must be.
EDITS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "": ("swap", ("a", "b"), 2),
    "s": ("swap", ("a", "b"), 2),
    "b": ("bye", ("entry",), 1),
    "p": ("pair", ("a", "b", "table"), 2),
    "m": ("move", ("entry", "table", "seat"), 2),
    "u": ("unseat", ("entry",), 1),
    "t": ("turn", ("table",), 1),
    "n": ("table", ("from", "to"), 2),
}
# What the page says of each; a number is that of a player, or of a table.
KEYS: tuple[tuple[str, Promise], ...] = (
    ("12 7", _("12 and 7 change places")),
    ("b 12", _("12 gets a bye")),
    ("p 12 7", _("12 and 7, both free, meet; 12 moves first")),
    ("m 12 3", _("12 moves to table 3")),
    ("u 12", _("12 is taken off its place")),
    ("t 3", _("at table 3 the first move is turned")),
    ("n 3 5", _("tables 3 and 5 exchange their numbers")),
)
# No repeat inside a repeat: such a pattern tries every way to split a long line.
_PART = re.compile(r"([a-z]?)\s*(\d[\d\s,\-–]*)")
LONGEST = 1_000
MOST_DIGITS = 9


class EditUnreadable(DomainError):
    code = "edit_line_unreadable"
    kind = "invalid"
    message = _("“{typed}” is no edit. Type two numbers to swap them, or a letter and numbers.")


def read_edits(line: str, *, leg: int = 1) -> list[dict[str, Any]]:
    """Every edit of a line, parted by semicolons. :raises EditUnreadable: one of them is none."""
    parts = [part.strip() for part in re.split(r"[;\n]", line[:LONGEST]) if part.strip()]
    if not parts:
        raise EditUnreadable(typed=line[:40])
    return [_read(part, leg) for part in parts]


def _read(part: str, leg: int) -> dict[str, Any]:
    found = _PART.fullmatch(as_latin(part))
    known = EDITS.get(found[1]) if found else None
    if found is None or known is None:
        raise EditUnreadable(typed=part[:40])
    kind, fields, needed = known
    digits = re.findall(r"\d+", found[2])
    if any(len(number) > MOST_DIGITS for number in digits):
        raise EditUnreadable(typed=part[:40])
    numbers = [int(number) for number in digits]
    if not needed <= len(numbers) <= len(fields):
        raise EditUnreadable(typed=part[:40])
    return {"kind": kind, "leg": leg, **dict(zip(fields, numbers, strict=False))}
