"""A record that a page returns, to be corrected or sent again with each step.

Escaping can make a record six times as long. If it gets too long, the page carries it in base64 and
does not show it.
"""

import base64
import binascii
from typing import NamedTuple

from django.http import QueryDict
from django.utils.html import escape

from config.pages.game.sent_records import LIMIT

MOST_SHOWN = 90_000  # bytes of HTML


class CarriedRecord(NamedTuple):
    """text: in the field of the form. packed: in a hidden field. At most one is set."""

    text: str = ""
    packed: str = ""


def read_record(form: QueryDict) -> str:
    """The typed record, else the packed one."""
    text = form.get("record", "") or _unpack(form.get("packed", ""))
    return text.replace("\r\n", "\n")


def carry_record(record: str) -> CarriedRecord:
    """The record for the page; empty if it exceeds the limit of records."""
    if fits_page(record):
        return CarriedRecord(text=record)
    data = record.encode(errors="replace")
    if len(data) > LIMIT:
        return CarriedRecord()
    return CarriedRecord(packed=base64.b64encode(data).decode())


def fits_page(record: str) -> bool:
    """Whether the page has room for the text of a record."""
    return len(record) <= MOST_SHOWN and len(escape(record).encode(errors="replace")) <= MOST_SHOWN


def _unpack(packed: str) -> str:
    if len(packed) > 2 * LIMIT:
        return ""
    try:
        return base64.b64decode(packed, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""
