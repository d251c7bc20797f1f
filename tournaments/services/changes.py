"""What of the settings of an event may be changed, and until when."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import Club, Event
from tournaments.services import life, registration, settings

# What may still be changed once a round is paired: it changes no pairing.
LATE_CHANGES = frozenset({"name", "visibility", "confirm", "time_zone"})
CHANGES = LATE_CHANGES | {"starts_on", "ruleset", "match", "registration", "time_control"}


class RankingNeedsReason(DomainError):
    code = "ranking_needs_reason"
    kind = "conflict"
    message = _("Rounds were published. Say why what ranks is to be changed.")


def check_late(event: Event, differing: Mapping[str, Any], *, reason: str) -> None:
    """What an event that has begun may still change."""
    if not LATE_CHANGES.issuperset(set(differing) - {"match", "registration"}):
        raise life.WrongState(state=event.state)
    if "registration" in differing:
        kept = registration.settings_of(event.registration)
        new = differing["registration"]
        if {name for name in new if new[name] != kept[name]} - registration.LATE:
            raise life.WrongState(state=event.state)
    if "match" not in differing:
        return
    new, old = differing["match"], event.match
    fixed = {name for name in {*new, *old} if new.get(name) != old.get(name)} - settings.RANKING
    if fixed or event.state == "finished":
        raise life.WrongState(state=event.state)
    if not reason and event.rounds.exclude(state="draft").exists():
        raise RankingNeedsReason


def ranking(match: Mapping[str, Any]) -> dict[str, Any]:
    return {name: match.get(name) for name in sorted(settings.RANKING)}


def checked(event: Event, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The new values, whole, of settings of which only a part may have been given.

    :raises InvalidInput: there is no such setting, or a value makes no sense.
    """
    for field in changes:
        if field not in CHANGES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
    new = dict(changes)
    if "registration" in new:
        new["registration"] = checked_registration(new["registration"], kept=event.registration)
    if "ruleset" in new:
        new["ruleset"] = settings.checked_ruleset(event.game, new["ruleset"])
    if "match" in new:
        new["match"] = settings.checked_match({**event.match, **new["match"]}, game=event.game)
    if "confirm" in new:
        new["confirm"] = settings.checked_confirm(
            {**event.confirm, **new["confirm"]}, game=event.game
        )
    if "time_control" in new:
        new["time_control"] = settings.checked_time_control(new["time_control"])
    settings.check_place(
        visibility=new.get("visibility", event.visibility),
        time_zone=new.get("time_zone", event.time_zone),
    )
    return new


def checked_registration(
    given: Mapping[str, Any] | None, *, kept: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """As `registration.checked_registration`, and the clubs exist.

    :raises NotFound: one of the clubs does not.
    """
    full = registration.checked_registration(given, kept=kept)
    known = set(Club.objects.filter(slug__in=full["clubs"]).values_list("slug", flat=True))
    for slug in full["clubs"]:
        if slug not in known:
            raise NotFound(what="club", key=slug)
    return full


def differing(event: Event, new: Mapping[str, Any]) -> dict[str, Any]:
    """Those of these settings that are not what they were."""
    kept = {"registration": registration.settings_of(event.registration)}
    return {
        field: value
        for field, value in new.items()
        if kept.get(field, getattr(event, field)) != value
    }
