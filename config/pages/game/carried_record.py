"""A record that a page gives back, so that it can be mended, or sent again with each step.

Escaped as HTML a record may be six times as long. Where it would be too long, the page carries it
in base64 instead of showing it: a third more, whatever signs it has.
"""

import base64
import binascii
from typing import NamedTuple

from django.http import QueryDict
from django.utils.html import escape

from config.pages.game.sent_records import LIMIT

MOST_SHOWN = 90_000  # bytes of HTML


class CarriedRecord(NamedTuple):
    """Either `shown` in the field of the form, or `packed` in a hidden one; or neither."""

    text: str = ""
    packed: str = ""


def read_record(form: QueryDict) -> str:
    """The record that was typed; else the one that the page carried."""
    text = form.get("record", "") or _unpack(form.get("packed", ""))
    return text.replace("\r\n", "\n")


def carry_record(record: str) -> CarriedRecord:
    """The record as the page gives it back; one that no game may have is not given back."""
    if fits_page(record):
        return CarriedRecord(text=record)
    data = record.encode(errors="replace")
    if len(data) > LIMIT:
        return CarriedRecord()
    return CarriedRecord(packed=base64.b64encode(data).decode())


def fits_page(record: str) -> bool:
    """Whether a page has room for the text of a record."""
    return len(record) <= MOST_SHOWN and len(escape(record).encode(errors="replace")) <= MOST_SHOWN


def _unpack(packed: str) -> str:
    if len(packed) > 2 * LIMIT:
        return ""
    try:
        return base64.b64decode(packed, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""
