"""Refusals: valid requests that are not carried out. Bugs are never DomainErrors."""

from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django.db.models import Manager, Model, QuerySet
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OFFSET_MISSING = _("Give the offset: 2026-12-01T19:00:00+01:00.")

Found = TypeVar("Found")
Row = TypeVar("Row", bound=Model)


class DomainError(Exception):
    """`code` is for programs and never changes; `kind` becomes the HTTP status.

    Kinds: conflict 409 (the usual one), invalid 400, forbidden 403, missing 404, stale 412,
    gone 410, unproven 422, unavailable 503. `field`: of the body, where one field is refused; as in
    `errors` of a problem document.
    """

    code: ClassVar[str] = "refused"
    kind: ClassVar[str] = "conflict"
    message: "ClassVar[str | Promise]" = _("This cannot be done.")
    field: ClassVar[str] = ""

    def __init__(self, **details: object) -> None:
        self.details = details
        super().__init__(details)

    def __str__(self) -> str:
        """The sentence in the active language."""
        message: Any = self.message  # plural forms are chosen during formatting
        details = {name: _format_detail(value) for name, value in self.details.items()}
        return str(message.format(**details))


def _format_detail(value: object) -> object:
    """A datetime in its own time zone; other values unchanged."""
    if not isinstance(value, datetime):
        return value
    return f"{date_format(value, 'DATE_FORMAT')} {value:%H:%M} ({value.tzinfo})"


class NotAllowed(DomainError):
    code = "not_allowed"
    kind = "forbidden"
    message = _("You may not do this here ({verb}).")


class NotFound(DomainError):
    code = "not_found"
    kind = "missing"
    message = _("There is no {what} {key}.")


def get_row(rows: "QuerySet[Row] | Manager[Row]", what: str, **lookup: object) -> "Row":
    """The one row with these values. :raises NotFound: there is none; it names the first value.

    Not by `first`: to order by columns Django compares each with all that are read.
    """
    found = list(rows.filter(**lookup).order_by()[:1])
    return require_found(found[0] if found else None, what, next(iter(lookup.values())))


def require_found(found: "Found | None", what: str, key: object) -> "Found":
    """What was looked for. :raises NotFound: there is none."""
    if found is None:
        raise NotFound(what=what, key=key)
    return found


class InvalidInput(DomainError):
    code = "invalid"
    kind = "invalid"
    message = _("{field}: {problem}")


class TimeWithoutOffset(InvalidInput):
    """A time that could be in any time zone; the error of the field has the code `naive`."""

    def __init__(self, *, field: str) -> None:
        super().__init__(field=field, problem=OFFSET_MISSING, problem_code="naive")


class Stale(DomainError):
    code = "stale"
    kind = "stale"
    message = _("This was changed meanwhile: you saw version {seen}, it is {now}. Load it again.")


class OtherVersion(DomainError):
    """`If-Match` names a version that is not the current one."""

    code = "stale"
    kind = "stale"
    message = _("This is not the version that you named. Load it again.")


class ListMoved(DomainError):
    """What a list was judged by has changed before it was written: it is to be judged again."""

    code = "conflict"
    message = _("Somebody was faster. Retry.")
