"""Where and when an event is played, who answers questions, what it costs: texts for readers.

No pairing and no table depends on them, so they may change until the end.
"""

from datetime import time

from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.documents import Document, Settings
from tournaments.errors import InvalidInput
from tournaments.services.events.bounds import require_text

# The texts, with the most characters of each. The description is Markdown.
TEXTS = {
    "venue": limits.CODE,
    "address": limits.CODE,
    "contact": limits.CODE,
    "entry_fee": limits.CODE,
    "description": limits.DESCRIPTION,
}
ABOUT = frozenset({*TEXTS, "start_time"})


def validate_about(given: Settings) -> Document:
    """The settings among `given` that are about the event; others are left out.

    :raises InvalidInput: a text is too long, or the start is no time.
    """
    checked: Document = {}
    for name, most in TEXTS.items():
        if name in given:
            text = given[name]
            if not isinstance(text, str):
                raise InvalidInput(field=name, problem=_("a text"))
            checked[name] = require_text(text.strip(), field=name, most=most)
    if "start_time" in given:
        start = given["start_time"]
        if start is not None and not isinstance(start, time):
            raise InvalidInput(field="start_time", problem=_("a time, as 19:30"))
        checked["start_time"] = start
    return checked
