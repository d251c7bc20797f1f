"""Who may enter an event, and as what. Pure: no database, and the time is handed in.

The settings are `Event.registration`; staff who enter somebody are not asked any of this.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import limits
from tournaments.errors import DomainError, InvalidInput
from tournaments.wording import join_with_commas

BYES: dict[str, Any] = {"limit": 1, "points_x2": 1, "last_round": None}
DEFAULTS: dict[str, Any] = {
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
# What may still be changed once the event has begun: it decides nothing about who is in.
LATE = frozenset({"byes", "note", "closes_at"})
MOST_ENTRIES, MOST_ROUNDS = 10_000, limits.ROUNDS
MOST_CLUBS, MOST_NOTE = limits.CLUBS, limits.REASON
RATING = 100_000

APPLIED, WAITING, IN = "applied", "waiting", "in"


class RegistrationClosed(DomainError):
    code = "registration_closed"
    kind = "conflict"
    message = _("The registration is not open now.")


class EventFull(DomainError):
    code = "event_full"
    kind = "conflict"
    message = ngettext_lazy(
        "The event is full: {limit} player is in, and there is no waiting list.",
        "The event is full: {limit} players are in, and there is no waiting list.",
        "limit",
    )


class RatingOutside(DomainError):
    code = "rating_outside"
    kind = "conflict"
    message = _("A rating of {rating} is outside of what this event is for.")


class NeedsRating(DomainError):
    code = "needs_rating"
    kind = "conflict"
    message = _("This event is for players with a rating.")


class MembersOnly(DomainError):
    code = "members_only"
    kind = "conflict"
    message = _("This event is for members of: {clubs}.")


@dataclass(frozen=True, slots=True)
class Applicant:
    """clubs: slugs of those the player belongs to."""

    rating: int | None = None
    clubs: frozenset[str] = field(default_factory=frozenset)


def settings_of(stored: Mapping[str, Any]) -> dict[str, Any]:
    """All settings, with the defaults for those that an event does not store."""
    byes = {**BYES, **(stored.get("byes") or {})}
    return {**DEFAULTS, "clubs": list(DEFAULTS["clubs"]), **stored, "byes": byes}


def verdict(
    settings: Mapping[str, Any], applicant: Applicant, *, now: datetime, count_in: int
) -> str:
    """What becomes of a player who enters now: `in`, `waiting` or `applied`.

    settings: all of them. count_in: the players who are in.

    :raises DomainError: RegistrationClosed, MembersOnly, NeedsRating, RatingOutside or EventFull,
        the first that holds in this order.
    """
    _require_open(settings, now)
    _require_conditions(settings, applicant)
    full = settings["limit"] is not None and count_in >= settings["limit"]
    if full and not settings["waiting_list"]:
        raise EventFull(limit=settings["limit"])
    if settings["approval"]:
        return APPLIED
    return WAITING if full else IN


def _require_open(settings: Mapping[str, Any], now: datetime) -> None:
    opens_at, closes_at = settings["opens_at"], settings["closes_at"]
    if opens_at is not None and now < datetime.fromisoformat(opens_at):
        raise RegistrationClosed
    if closes_at is not None and now >= datetime.fromisoformat(closes_at):
        raise RegistrationClosed


def _require_conditions(settings: Mapping[str, Any], applicant: Applicant) -> None:
    if settings["clubs"] and not applicant.clubs & set(settings["clubs"]):
        raise MembersOnly(clubs=join_with_commas(settings["clubs"]))
    rating, least, most = applicant.rating, settings["rating_min"], settings["rating_max"]
    if rating is None:
        if not settings["unrated"]:
            raise NeedsRating
        return
    if (least is not None and rating < least) or (most is not None and rating > most):
        raise RatingOutside(rating=rating)


def checked_registration(
    given: Mapping[str, Any] | None, *, kept: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """All settings, from those given and for the rest those kept, else the defaults.

    :raises InvalidInput: a setting that does not exist, or a value without sense.
    """
    now = settings_of(kept or {})
    _known(given or {}, DEFAULTS, "registration")
    full = {**now, **(given or {})}
    for name in ("waiting_list", "approval", "unrated", "check_in"):
        if type(full[name]) is not bool:
            _refuse(name, _("true or false"))
    _check_number(full["limit"], "limit", 1, MOST_ENTRIES, or_none=True)
    for name in ("rating_min", "rating_max"):
        _check_number(full[name], name, -RATING, RATING, or_none=True)
    for name in ("opens_at", "closes_at"):
        full[name] = _checked_time(full[name], name)
    _check_order(full)
    full["clubs"] = _checked_clubs(full["clubs"])
    full["byes"] = _checked_byes(full["byes"], kept=now["byes"])
    if not isinstance(full["note"], str) or len(full["note"]) > MOST_NOTE:
        _refuse("note", _("a text of at most {most} letters").format(most=MOST_NOTE))
    return full


def _checked_byes(byes: Any, *, kept: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(byes, Mapping):
        _refuse("byes", _("limit, points_x2 and last_round"))
    _known(byes, BYES, "registration.byes")
    full = {**kept, **byes}
    _check_number(full["limit"], "byes.limit", 0, MOST_ROUNDS)
    _check_number(full["points_x2"], "byes.points_x2", 0, 2)
    _check_number(full["last_round"], "byes.last_round", 1, MOST_ROUNDS, or_none=True)
    return full


def _checked_time(value: Any, name: str) -> str | None:
    """An ISO time with its offset from UTC, as it was given."""
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        time = None
    if time is None or time.utcoffset() is None:
        _refuse(name, _("a time with its offset, as 2026-05-01T18:00:00+02:00, or null"))
    return str(value)


def _check_order(full: Mapping[str, Any]) -> None:
    opens_at, closes_at = full["opens_at"], full["closes_at"]
    both = opens_at is not None and closes_at is not None
    if both and datetime.fromisoformat(opens_at) >= datetime.fromisoformat(closes_at):
        _refuse("closes_at", _("later than opens_at"))
    least, most = full["rating_min"], full["rating_max"]
    if least is not None and most is not None and least > most:
        _refuse("rating_max", _("not below rating_min"))


def _checked_clubs(clubs: Any) -> list[str]:
    if not isinstance(clubs, list | tuple) or len(clubs) > MOST_CLUBS:
        _refuse("clubs", _("a list of the slugs of clubs"))
    if not all(isinstance(slug, str) for slug in clubs):
        _refuse("clubs", _("a list of the slugs of clubs"))
    return sorted(set(clubs))


def _check_number(value: Any, name: str, least: int, most: int, *, or_none: bool = False) -> None:
    if or_none and value is None:
        return
    if type(value) is not int or not least <= value <= most:
        wanted = (
            _("a number from {least} to {most}, or null")
            if or_none
            else _("a number from {least} to {most}")
        )
        _refuse(name, wanted.format(least=least, most=most))


def _known(given: Mapping[str, Any], fields: Mapping[str, Any], name: str) -> None:
    if not isinstance(given, Mapping):
        raise InvalidInput(field=name, problem=_("settings by their names"))
    unknown = sorted(map(str, set(given) - set(fields)))
    if unknown:
        raise InvalidInput(field=f"{name}.{unknown[0]}", problem=_("there is no such setting"))


def _refuse(name: str, wanted: object) -> NoReturn:
    raise InvalidInput(field=f"registration.{name}", problem=wanted)
