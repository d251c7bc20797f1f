"""Changes to the settings of an event: which are allowed when, and how the journal has them."""

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.choices import EventStatus, RoundStatus
from tournaments.documents import Document, Settings
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import Club, Event
from tournaments.services.entries import registration
from tournaments.services.events import settings, states
from tournaments.services.events.about import ABOUT, TEXTS, validate_about
from tournaments.services.events.bounds import require_text

# Settings that may change after the start: they change no pairing.
LATE_CHANGES = frozenset({"name", "visibility", "confirm", "time_zone"}) | ABOUT
CHANGES = LATE_CHANGES | {"starts_on", "ruleset", "match", "registration", "time_control"}
# Settings with several keys: the journal has only the keys that change.
COMPOSITE = frozenset({"match", "registration", "confirm"})
# Free text is not written to the hash chain.
FREE_TEXT = frozenset({"name", "note", *TEXTS})


class RankingNeedsReason(DomainError):
    code = "ranking_needs_reason"
    message = _("Rounds were published. Say why what ranks is to be changed.")


def check_changes_after_start(event: Event, differing: Settings, *, reason: str) -> None:
    """:raises WrongState: one of these settings is fixed since the start.
    :raises RankingNeedsReason: a setting that ranks changes after round 1, without a reason.
    """
    if not LATE_CHANGES.issuperset(set(differing) - {"match", "registration"}):
        raise states.WrongState(state=event.state)
    if "registration" in differing:
        kept = registration.registration_settings(event.registration)
        new = differing["registration"]
        if {name for name in new if new[name] != kept[name]} - registration.LATE:
            raise states.WrongState(state=event.state)
    if "match" not in differing:
        return
    new, old = differing["match"], event.match
    fixed = {name for name in {*new, *old} if new.get(name) != old.get(name)} - settings.RANKING
    if fixed or event.state == EventStatus.FINISHED:
        raise states.WrongState(state=event.state)
    if not reason and event.rounds.exclude(state=RoundStatus.DRAFT).exists():
        raise RankingNeedsReason


def ranking_settings(match: Mapping[str, object]) -> Document:
    return {name: match.get(name) for name in sorted(settings.RANKING)}


def validate_changes(event: Event, changes: Settings) -> Document:
    """Complete settings that were given in part with their stored values.

    :raises InvalidInput: a setting is unknown, or its value is not allowed.
    """
    for field in changes:
        if field not in CHANGES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
    new = {**changes, **validate_about(changes)}
    if "name" in new:
        require_text(new["name"], field="name", most=limits.NAME)
    if "registration" in new:
        new["registration"] = validate_registration(new["registration"], kept=event.registration)
    if "ruleset" in new:
        new |= _validate_ruleset(event, new)
    if "match" in new:
        new["match"] = _validate_match(event, new["match"])
    if "confirm" in new:
        new["confirm"] = settings.validate_confirm(
            {**event.confirm, **new["confirm"]}, game=event.game
        )
    if "time_control" in new:
        new["time_control"] = settings.validate_time_control(new["time_control"])
    settings.check_visibility_and_zone(
        visibility=new.get("visibility", event.visibility),
        time_zone=new.get("time_zone", event.time_zone),
    )
    return new


def _validate_ruleset(event: Event, new: Settings) -> Document:
    """The ruleset, and the match settings that it brings along where none were chosen."""
    ruleset = settings.validate_ruleset(event.game, new["ruleset"])
    if "winner_takes_all" in event.match:
        return {"ruleset": ruleset}
    brought = settings.match_defaults_of_ruleset(event.game, ruleset)
    match = {"match": {**brought, **new.get("match", {})}} if brought else {}
    return {"ruleset": ruleset, **match}


def _validate_match(event: Event, given: Settings) -> Document:
    """Stakes that are not given stay as stored: filling in options that an older event lacks
    would count as a change.
    """
    full = settings.validate_match({**event.match, **given}, game=event.game)
    if "stakes" in event.match and "stakes" not in given:
        full["stakes"] = event.match["stakes"]
    return full


def validate_registration(given: Settings | None, *, kept: Settings | None = None) -> Document:
    """As `registration.validate_registration`, but looks the clubs up. :raises NotFound: a club."""
    full = registration.validate_registration(given, kept=kept)
    known = set(Club.objects.filter(slug__in=full["clubs"]).values_list("slug", flat=True))
    for slug in full["clubs"]:
        if slug not in known:
            raise NotFound(what="club", key=slug)
    return full


def changed_settings(event: Event, new: Mapping[str, object]) -> Document:
    """Keep only the settings whose value differs from the stored one."""
    kept = {
        "registration": registration.registration_settings(event.registration),
        "ruleset": settings.validate_ruleset(event.game, event.ruleset),
    }
    return {
        field: value
        for field, value in new.items()
        if kept.get(field, getattr(event, field)) != value
    }


def journal_diff(event: Event, differing: Mapping[str, object]) -> tuple[Document, Document]:
    """The changed settings before and after, as the journal stores them."""
    now: Document = {}
    new: Document = {}
    for field, value in differing.items():
        old, other = _plain(event, field, getattr(event, field)), _plain(event, field, value)
        if field in COMPOSITE:
            parts = sorted(name for name in other if old.get(name) != other[name])
            old, other = ({name: each[name] for name in parts} for each in (old, other))
        if FREE_TEXT.isdisjoint({field, *(other if field in COMPOSITE else ())}):
            now[field], new[field] = old, other
    return now, new


def changes_from_journal(values: Settings) -> Document:
    """Settings from `journal_diff` in the form that `edit_event` takes."""
    read = {"starts_on": date.fromisoformat, "start_time": time.fromisoformat}
    dated = {name: read[name](values[name]) for name in read if values.get(name)}
    return {**values, **dated}


def matches_journal(event: Event, values: Mapping[str, object]) -> bool:
    """Whether settings still have these values from `journal_diff`."""
    return all(
        _select_keys(_plain(event, field, getattr(event, field)), value, field) == value
        for field, value in values.items()
    )


def _select_keys(now: Any, like: Any, field: str) -> Any:
    return {name: now.get(name) for name in like} if field in COMPOSITE else now


def _plain(event: Event, field: str, value: Any) -> Any:
    """A setting as JSON, with its defaults filled in."""
    if field == "match":
        return {**settings.default_match(event.game), **settings.OPTIONAL, **value}
    if field == "registration":
        return registration.registration_settings(value)
    if field == "confirm":
        return {**settings.default_confirm(event.game), **value}
    return value.isoformat() if isinstance(value, date | time) else value
