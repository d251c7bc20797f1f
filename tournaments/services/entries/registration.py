"""The conditions of registration (`Event.registration`). No database, no clock.

They do not apply to entries that staff make.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import limits
from tournaments.choices import EntryStatus
from tournaments.documents import Document, Settings
from tournaments.errors import DomainError, InvalidInput, TimeWithoutOffset
from tournaments.services.events.bounds import require_known
from tournaments.wording import join_with_commas

BYES: Document = {"limit": 1, "points_x2": 1, "last_round": None}
DEFAULTS: Document = {
    "limit": None,
    "waiting_list": True,
    "approval": False,
    "opens_at": None,
    "closes_at": None,
    "rating_min": None,
    "rating_max": None,
    "unrated": True,
    "clubs": [],
    "check_in": False,
    "byes": BYES,
    "note": "",
}
# Settings that may change after the start: they do not decide who is in.
LATE = frozenset({"byes", "note", "closes_at"})
MOST_ENTRIES, MOST_ROUNDS = 10_000, limits.ROUNDS
MOST_CLUBS, MOST_NOTE = limits.CLUBS, limits.REASON
RATING = 100_000

APPLIED, WAITING, IN = EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN


class RegistrationClosed(DomainError):
    code = "registration_closed"
    message = _("The registration is not open now.")


class EventFull(DomainError):
    code = "event_full"
    message = ngettext_lazy(
        "The event is full: {limit} player is in, and there is no waiting list.",
        "The event is full: {limit} players are in, and there is no waiting list.",
        "limit",
    )


class RatingOutside(DomainError):
    code = "rating_outside"
    message = _("A rating of {rating} is outside of what this event is for.")


class NeedsRating(DomainError):
    code = "needs_rating"
    message = _("This event is for players with a rating.")


class MembersOnly(DomainError):
    code = "members_only"
    message = _("This event is for members of: {clubs}.")


@dataclass(frozen=True, slots=True)
class Applicant:
    """clubs: slugs of the clubs that the player is a member of."""

    rating: int | None = None
    clubs: frozenset[str] = field(default_factory=frozenset)


def registration_settings(stored: Settings) -> Document:
    """All settings, with defaults for those that an event does not store."""
    byes = {**BYES, **(stored.get("byes") or {})}
    return {**DEFAULTS, "clubs": list(DEFAULTS["clubs"]), **stored, "byes": byes}


def initial_state(settings: Settings, applicant: Applicant, *, now: datetime, count_in: int) -> str:
    """The state of an entry that a player makes now: `in`, `waiting` or `applied`.

    settings: complete. count_in: the number of players who are in.

    :raises DomainError: the first that applies of RegistrationClosed, MembersOnly, NeedsRating,
        RatingOutside and EventFull.
    """
    _require_open(settings, now)
    _require_conditions(settings, applicant)
    full = settings["limit"] is not None and count_in >= settings["limit"]
    if full and not settings["waiting_list"]:
        raise EventFull(limit=settings["limit"])
    if settings["approval"]:
        return APPLIED
    return WAITING if full else IN


def _require_open(settings: Settings, now: datetime) -> None:
    opens_at, closes_at = settings["opens_at"], settings["closes_at"]
    if opens_at is not None and now < datetime.fromisoformat(opens_at):
        raise RegistrationClosed
    if closes_at is not None and now >= datetime.fromisoformat(closes_at):
        raise RegistrationClosed


def _require_conditions(settings: Settings, applicant: Applicant) -> None:
    if settings["clubs"] and not applicant.clubs & set(settings["clubs"]):
        raise MembersOnly(clubs=join_with_commas(settings["clubs"]))
    rating, least, most = applicant.rating, settings["rating_min"], settings["rating_max"]
    if rating is None:
        if not settings["unrated"]:
            raise NeedsRating
        return
    if (least is not None and rating < least) or (most is not None and rating > most):
        raise RatingOutside(rating=rating)


def validate_registration(given: Settings | None, *, kept: Settings | None = None) -> Document:
    """All settings: given ones, then stored ones, then defaults.

    :raises InvalidInput: a setting is unknown, or its value is not allowed.
    """
    now = registration_settings(kept or {})
    require_known(given or {}, DEFAULTS, field="registration")
    full = {**now, **(given or {})}
    for name in ("waiting_list", "approval", "unrated", "check_in"):
        if type(full[name]) is not bool:
            _refuse(name, _("true or false"))
    _check_number(full["limit"], "limit", 1, MOST_ENTRIES, or_none=True)
    for name in ("rating_min", "rating_max"):
        _check_number(full[name], name, -RATING, RATING, or_none=True)
    for name in ("opens_at", "closes_at"):
        full[name] = _validate_time(full[name], name)
    _check_order(full)
    full["clubs"] = _validate_clubs(full["clubs"])
    full["byes"] = _validate_byes(full["byes"], kept=now["byes"])
    if not isinstance(full["note"], str) or len(full["note"]) > MOST_NOTE:
        _refuse("note", _("a text of at most {most} letters").format(most=MOST_NOTE))
    return full


def _validate_byes(byes: object, *, kept: Mapping[str, object]) -> Document:
    if not isinstance(byes, Mapping):
        _refuse("byes", _("limit, points_x2 and last_round"))
    require_known(byes, BYES, field="registration.byes")
    full = {**kept, **byes}
    _check_number(full["limit"], "byes.limit", 0, MOST_ROUNDS)
    _check_number(full["points_x2"], "byes.points_x2", 0, 2)
    _check_number(full["last_round"], "byes.last_round", 1, MOST_ROUNDS, or_none=True)
    return full


def _validate_time(value: Any, name: str) -> str | None:
    """An ISO time with its UTC offset, unchanged."""
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        time = None
    if time is not None and time.utcoffset() is None:
        raise TimeWithoutOffset(field=f"registration.{name}")
    if time is None:
        _refuse(name, _("a time with its offset, as 2026-05-01T18:00:00+02:00, or null"))
    return str(value)


def _check_order(full: Settings) -> None:
    opens_at, closes_at = full["opens_at"], full["closes_at"]
    both = opens_at is not None and closes_at is not None
    if both and datetime.fromisoformat(opens_at) >= datetime.fromisoformat(closes_at):
        _refuse("closes_at", _("later than opens_at"))
    least, most = full["rating_min"], full["rating_max"]
    if least is not None and most is not None and least > most:
        _refuse("rating_max", _("not below rating_min"))


def _validate_clubs(clubs: object) -> list[str]:
    if not isinstance(clubs, list | tuple) or len(clubs) > MOST_CLUBS:
        _refuse("clubs", _("a list of the slugs of clubs"))
    if not all(isinstance(slug, str) for slug in clubs):
        _refuse("clubs", _("a list of the slugs of clubs"))
    return sorted(set(clubs))


def _check_number(
    value: object, name: str, least: int, most: int, *, or_none: bool = False
) -> None:
    if or_none and value is None:
        return
    if type(value) is not int or not least <= value <= most:
        wanted = (
            _("a number from {least} to {most}, or null")
            if or_none
            else _("a number from {least} to {most}")
        )
        _refuse(name, wanted.format(least=least, most=most))


def _refuse(name: str, wanted: object) -> NoReturn:
    raise InvalidInput(field=f"registration.{name}", problem=wanted)
