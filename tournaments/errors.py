"""Refusals: requests that were understood and are not done. Bugs are never DomainErrors."""

from datetime import datetime
from typing import Any, ClassVar

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class DomainError(Exception):
    """`code` is for programs and never changes; `kind` becomes the HTTP status.

    Kinds: invalid 400, forbidden 403, missing 404, conflict 409, stale 412, unproven 422,
    unavailable 503.
    """

    code: ClassVar[str] = "refused"
    kind: ClassVar[str] = "conflict"
    message: "ClassVar[str | Promise]" = _("This cannot be done.")

    def __init__(self, **details: object) -> None:
        self.details = details
        super().__init__(details)

    def __str__(self) -> str:
        """The sentence in the language that is active where it is shown."""
        message: Any = self.message  # one that counts chooses its form when it is formatted
        said = {name: _in_words(value) for name, value in self.details.items()}
        return str(message.format(**said))


def _in_words(value: object) -> object:
    """A moment is told in the zone it comes in; all else speaks for itself."""
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


class InvalidInput(DomainError):
    code = "invalid"
    kind = "invalid"
    message = _("{field}: {problem}")


class Stale(DomainError):
    code = "stale"
    kind = "stale"
    message = _("This was changed meanwhile: you saw version {seen}, it is {now}. Load it again.")


class ListMoved(DomainError):
    """What a list was judged by has changed before it was written: it is to be judged again."""

    code = "conflict"
    kind = "conflict"
    message = _("Somebody was faster. Retry.")
