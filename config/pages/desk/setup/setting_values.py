"""The settings of an event as a document: stored, for a form, and as a form changes them."""

from datetime import datetime

from config.pages.annotations import Event
from config.pages.desk.setup.rule_fields import changed_rules
from config.pages.desk.setup.setting_form import Settings
from config.pages.desk.setup.stake_fields import full_stakes, stakes_of
from tournaments.services.entries.registration import registration_settings
from tournaments.services.events import settings as defaults
from tournaments.services.events.about import ABOUT


def changes_of(event: Event, values: Settings, *, pieces_for: str = "") -> Settings:
    """The document of the form in the shape that `edit_event` takes."""
    match = values.get("match", {})
    if "points" in match:
        points = dict(match["points"])
        match["points"] = {"per_game": True} if points.pop("per_game", False) else points
    if "scoring" in match:
        match["scoring"] = {**_without_reserve(event), **match["scoring"]}
    if "stakes" in match:
        match["stakes"] = stakes_of(match["stakes"])
        if match["stakes"] == full_stakes(event.match.get("stakes")):
            del match["stakes"]
    if match:
        now = _full_match(event)
        values["match"] = {name: value for name, value in match.items() if value != now.get(name)}
    if "time_control" in values:
        given = {**event.time_control, **values["time_control"]}
        values["time_control"] = {name: v for name, v in given.items() if v is not None}
    if "ruleset" in values:
        values["ruleset"] = changed_rules(
            event.game, _full_rules(event), values["ruleset"], pieces_for=pieces_for
        )
    return values


def _full_match(event: Event) -> Settings:
    """How matches count, with the defaults for what is not stored."""
    usual = defaults.default_match(event.game)
    return {**usual, "late": defaults.LATE[0], "winner_takes_all": False, **event.match}


def _without_reserve(event: Event) -> Settings:
    return {k: v for k, v in event.match.get("scoring", {}).items() if k != "reserve"}


def _full_rules(event: Event) -> Settings:
    """All options, with the defaults for options that are newer than the event."""
    return defaults.validate_ruleset(event.game, event.ruleset)


def stored_values(event: Event) -> Settings:
    """The document of the form: all settings, with the defaults for what is not stored."""
    points = {**defaults.MATCH["points"], **event.match.get("points", {})}
    signing_up = registration_settings(event.registration)
    return {
        "name": event.name,
        "starts_on": event.starts_on,
        **{name: getattr(event, name) for name in ABOUT},
        "visibility": event.visibility,
        "time_zone": event.time_zone,
        "ruleset": _full_rules(event),
        "time_control": event.time_control,
        "match": {
            **_full_match(event),
            "points": points,
            "stakes": full_stakes(event.match.get("stakes")),
        },
        "confirm": {**defaults.CONFIRM, **event.confirm},
        "registration": signing_up
        | {
            name: datetime.fromisoformat(signing_up[name])
            for name in ("opens_at", "closes_at")
            if signing_up[name]
        },
    }
