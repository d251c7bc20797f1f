"""What goes out of use: said in the headers of each answer (RFC 9745, RFC 8594) and in the schema.

A view names what is deprecated by method; a serializer marks its fields by
`extend_schema_serializer(deprecate_fields=...)` and the views that answer with it say so too.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.http import HttpResponse
from django.utils.http import http_date


@dataclass(frozen=True, slots=True)
class Deprecation:
    """since: the day it was deprecated. until: the first day on which it may be gone.

    fields: of the answer that are deprecated; empty: the operation is. instead: the address of a
    page that says what to use.
    """

    since: date
    until: date
    instead: str
    fields: tuple[str, ...] = ()

    def mark(self, answer: HttpResponse) -> None:
        """Add the headers to an answer."""
        answer["Deprecation"] = f"@{_seconds(self.since)}"
        answer["Sunset"] = http_date(_seconds(self.until))
        link = f'<{self.instead}>; rel="deprecation"; type="text/html"'
        answer["Link"] = f"{answer['Link']}, {link}" if "Link" in answer else link


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time.min, tzinfo=UTC).timestamp())
