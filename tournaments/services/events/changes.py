"""What of the settings of an event may be changed, and until when."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import Club, Event
from tournaments.services.entries import registration
from tournaments.services.events import settings, states
from tournaments.services.events.bounds import require_text

# What may still be changed once a round is paired: it changes no pairing.
LATE_CHANGES = frozenset({"name", "visibility", "confirm", "time_zone"})
CHANGES = LATE_CHANGES | {"starts_on", "ruleset", "match", "registration", "time_control"}
# Settings of many parts, of which the journal tells those that change.
PARTED = frozenset({"match", "registration", "confirm"})
# Free text, which the chain does not hold: the setting that it is in is not told.
FREE_TEXT = frozenset({"name", "note"})


class RankingNeedsReason(DomainError):
    code = "ranking_needs_reason"
    kind = "conflict"
    message = _("Rounds were published. Say why what ranks is to be changed.")


def check_late(event: Event, differing: Mapping[str, Any], *, reason: str) -> None:
    """What an event that has begun may still change."""
    if not LATE_CHANGES.issuperset(set(differing) - {"match", "registration"}):
        raise states.WrongState(state=event.state)
    if "registration" in differing:
        kept = registration.settings_of(event.registration)
        new = differing["registration"]
        if {name for name in new if new[name] != kept[name]} - registration.LATE:
            raise states.WrongState(state=event.state)
    if "match" not in differing:
        return
    new, old = differing["match"], event.match
    fixed = {name for name in {*new, *old} if new.get(name) != old.get(name)} - settings.RANKING
    if fixed or event.state == "finished":
        raise states.WrongState(state=event.state)
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
    if "name" in new:
        require_text(new["name"], field="name", most=limits.NAME)
    if "registration" in new:
        new["registration"] = checked_registration(new["registration"], kept=event.registration)
    if "ruleset" in new:
        new["ruleset"] = settings.checked_ruleset(event.game, new["ruleset"])
        if "winner_takes_all" not in event.match:
            usual = settings.match_of_rules(event.game, new["ruleset"])
            if usual:
                new["match"] = {**usual, **new.get("match", {})}
    if "match" in new:
        new["match"] = _checked_match(event, new["match"])
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


def _checked_match(event: Event, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of matches with these changes.

    Stakes that are not given stay as they are stored: those of an older event may lack options,
    and filling them in would count as a change.
    """
    full = settings.checked_match({**event.match, **given}, game=event.game)
    if "stakes" in event.match and "stakes" not in given:
        full["stakes"] = event.match["stakes"]
    return full


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
    kept = {
        "registration": registration.settings_of(event.registration),
        "ruleset": settings.checked_ruleset(event.game, event.ruleset),
    }
    return {
        field: value
        for field, value in new.items()
        if kept.get(field, getattr(event, field)) != value
    }


def told(event: Event, differing: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the journal tells of settings that change: as they are, and as they become."""
    now: dict[str, Any] = {}
    new: dict[str, Any] = {}
    for field, value in differing.items():
        old, other = _plain(event, field, getattr(event, field)), _plain(event, field, value)
        if field in PARTED:
            parts = sorted(name for name in other if old.get(name) != other[name])
            old, other = ({name: each[name] for name in parts} for each in (old, other))
        if FREE_TEXT.isdisjoint({field, *(other if field in PARTED else ())}):
            now[field], new[field] = old, other
    return now, new


def from_told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Settings that the journal told, in the shape that `edit_event` takes."""
    day = values.get("starts_on")
    return {**values, **({"starts_on": date.fromisoformat(day)} if day else {})}


def stand(event: Event, values: Mapping[str, Any]) -> bool:
    """Whether settings are as the journal told them."""
    return all(
        _parts(_plain(event, field, getattr(event, field)), value, field) == value
        for field, value in values.items()
    )


def _parts(now: Any, like: Any, field: str) -> Any:
    return {name: now.get(name) for name in like} if field in PARTED else now


def _plain(event: Event, field: str, value: Any) -> Any:
    """A setting as JSON has it, with what holds where nothing is stored."""
    if field == "match":
        return {**settings.usual_match(event.game), **settings.OPTIONAL, **value}
    if field == "registration":
        return registration.settings_of(value)
    if field == "confirm":
        return {**settings.usual_confirm(event.game), **value}
    return value.isoformat() if isinstance(value, date) else value
