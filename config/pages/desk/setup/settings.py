"""The settings of an event as one form, its stages, its season, and a copy of it.

The form carries the version that was read: who saves over somebody else's change is told (412).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.desk.base import (
    Desk,
    number_in,
    number_or_none,
    open_desk,
    pressed,
    staff_page,
    typed_reason,
)
from config.pages.desk.setup import fields
from config.pages.desk.setup.rule_fields import NAME, SIZE, board_of, changed_rules
from config.pages.desk.setup.setting_fields import (
    DEFAULTS,
    LATE_STATES,
    OPTIONS,
    is_fixed,
    sections,
)
from config.pages.desk.setup.stake_fields import shown_stakes, stakes_of
from config.pages.event.event_rows import Event
from config.pages.labels import SYSTEMS
from tournaments import permissions, selectors
from tournaments.errors import DomainError, Stale
from tournaments.services.entries.registration import settings_of
from tournaments.services.events import copying, events, seasons
from tournaments.services.events import settings as defaults
from tournaments.services.stages import stages
from tournaments.services.stages.stage_settings import (
    LATE_OPTIONS,
    OF_ALL,
    QUALIFYING,
)
from tournaments.services.stages.stage_settings import OPTIONS as TAKEN
from tournaments.standings.tiebreaks.registry import MESSAGES as TIEBREAK_WORDS
from tournaments.standings.tiebreaks.registry import TIEBREAKS


class Section(NamedTuple):
    title: Any
    rows: list[fields.Shown]


@staff_page
def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "settings")
    error, status = "", 200
    if request.method == "POST":
        try:
            _save(request, opened)
            messages.success(request, _("Kept."))
            return redirect("pages:manage-settings", slug=slug)
        except Stale:
            error, status = _stale_words(), 412
        except DomainError as refused:
            error, status = str(refused), 422
        opened.event.refresh_from_db()
    return _page(request, opened, error=error, status=status)


@staff_page
def stage_settings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the options of one stage; the form stands on the page of settings."""
    opened = open_desk(request, slug, "settings")
    stage = opened.event.stages.filter(number=number).first()
    if stage is None:
        raise Http404
    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    try:
        chosen = _stage_changes(stage, request.POST, opened.event.time_zone)
        stages.edit_stage(
            actor=opened.actor, event_id=opened.event.pk, number=number, options=chosen
        )
    except DomainError as refused:
        return _page(request, opened, error=str(refused), status=422, stage=number)
    messages.success(request, _("Kept."))
    return redirect("pages:manage-settings", slug=slug)


@staff_page
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a new event like this one."""
    opened = open_desk(request, slug, "settings")
    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    given = request.POST
    try:
        made = copying.copy_event(
            actor=opened.actor,
            event_id=opened.event.pk,
            slug=given.get("slug", "").strip() or copying.free_slug(slug),
            name=given.get("name", "").strip() or opened.event.name,
            starts_on=fields.READERS["date"](given.get("starts_on", ""), _("Date")),
            with_entries="with_entries" in given,
        )
    except DomainError as refused:
        return _page(request, opened, error=str(refused), status=422)
    messages.success(request, _("Copied. This is the desk of the new event."))
    return redirect("pages:manage", slug=made.slug)


@staff_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Count the event in a season of its club, or in none."""
    opened = open_desk(request, slug, "settings")

    def put() -> str:
        series_id = number_or_none(request.POST.get("series"), _("Season"))
        seasons.put_in_series(actor=opened.actor, event_id=opened.event.pk, series_id=series_id)
        return _("Kept.")

    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    return pressed(request, put, "pages:manage-settings", slug)


def _save(request: HttpRequest, opened: Desk) -> None:
    event, given = opened.event, request.POST
    fixed = is_fixed(event)
    editable = tuple(each for _title, rows in sections(event) for each in rows if not fixed(each))
    events.edit_event(
        actor=opened.actor,
        event_id=event.pk,
        changes=changes_of(
            event,
            fields.read(editable, given, event.time_zone),
            pieces_for=given.get("pieces_for", ""),
        ),
        expected_settings_version=number_in(given.get("settings_version"), _("Version")),
        reason=typed_reason(request),
    )


def changes_of(event: Event, values: dict[str, Any], *, pieces_for: str = "") -> dict[str, Any]:
    """The values of the form in the shape that `edit_event` takes."""
    match = values.get("match", {})
    if "points" in match:
        points = dict(match["points"])
        match["points"] = {"per_game": True} if points.pop("per_game", False) else points
    if "scoring" in match:
        match["scoring"] = {**_without_reserve(event), **match["scoring"]}
    if "stakes" in match:
        match["stakes"] = stakes_of(match["stakes"])
        if match["stakes"] == shown_stakes(event.match.get("stakes")):
            del match["stakes"]
    if match:
        now = _match_now(event)
        values["match"] = {name: value for name, value in match.items() if value != now.get(name)}
    if "time_control" in values:
        given = {**event.time_control, **values["time_control"]}
        values["time_control"] = {name: told for name, told in given.items() if told is not None}
    if "ruleset" in values:
        values["ruleset"] = changed_rules(
            event.game, _full_rules(event), values["ruleset"], pieces_for=pieces_for
        )
    return values


def _match_now(event: Event) -> dict[str, Any]:
    """How matches count, with what holds where nothing is stored."""
    usual = defaults.usual_match(event.game)
    return {**usual, "late": defaults.LATE[0], "winner_takes_all": False, **event.match}


def _without_reserve(event: Event) -> dict[str, Any]:
    return {k: v for k, v in event.match.get("scoring", {}).items() if k != "reserve"}


def _full_rules(event: Event) -> dict[str, Any]:
    """All options; those that came after the event was stored have their defaults."""
    return defaults.checked_ruleset(event.game, event.ruleset)


def stored_values(event: Event) -> dict[str, Any]:
    """What stands in the form: everything, with the defaults for what is not stored."""
    points = {**defaults.MATCH["points"], **event.match.get("points", {})}
    return {
        "name": event.name,
        "starts_on": event.starts_on.isoformat() if event.starts_on else None,
        "visibility": event.visibility,
        "time_zone": event.time_zone,
        "ruleset": _full_rules(event),
        "time_control": event.time_control,
        "match": {
            **_match_now(event),
            "points": points,
            "stakes": shown_stakes(event.match.get("stakes")),
        },
        "confirm": {**defaults.CONFIRM, **event.confirm},
        "registration": settings_of(event.registration),
    }


def _page(
    request: HttpRequest, opened: Desk, *, error: str = "", status: int = 200, stage: int = 0
) -> HttpResponse:
    """The form as it is stored; what was typed stays where it was refused."""
    event = opened.event
    kept = request.POST if error and not stage and "settings_version" in request.POST else None
    context = opened.context | {
        "error": error,
        "stale": status == 412,
        "reason": typed_reason(request) if kept else "",
        "pieces_for": _board_typed(kept) if kept else "",
        "sections": _sections(event, kept),
        "stages": [_stage(event, row, request.POST if row.number == stage else None)
                   for row in event.stages.order_by("number")],
        "tiebreaks": [(code, _(TIEBREAK_WORDS.get(code, code))) for code in TIEBREAKS],
        "before_start": event.state in ("draft", "registration"),
        "may_season": bool(event.club)
        and permissions.may(opened.actor, "series.edit", event.club),
        "seasons": list(selectors.series_of(event.club)) if event.club else [],
        "free_slug": copying.free_slug(event.slug),
        "of_copy": request.POST if error and kept is None and not stage else {},
    }  # fmt: skip
    return render(request, "pages/desk/setup/settings.html", context, status=status)


def _board_typed(typed: Mapping[str, str]) -> str:
    """The board whose pieces somebody has now seen in the form."""
    return board_of({name: typed.get(f"ruleset-{name}", "") for name in (NAME, SIZE)})


def _sections(event: Event, kept: Mapping[str, str] | None) -> list[Section]:
    fixed, stored = is_fixed(event), stored_values(event)
    made = []
    for title, named in sections(event):
        rows = fields.shown(named, stored, event.time_zone)
        if kept is not None:
            rows = [
                new if not fixed(old.field) else old
                for old, new in zip(rows, _as_typed(named, kept, rows), strict=True)
            ]
        made.append(Section(title, [replace(row, fixed=fixed(row.field)) for row in rows]))
    return made


def _as_typed(
    named: tuple[fields.Field, ...], kept: Mapping[str, str], stored: list[fields.Shown]
) -> list[fields.Shown]:
    """What was typed, beside what is stored where it differs."""
    return [
        replace(new, now="" if new.value == old.value else _said(old))
        for new, old in zip(fields.typed(named, kept), stored, strict=True)
    ]


def _said(row: fields.Shown) -> str:
    if row.field.kind == "flag":
        return _("yes") if row.value else _("no")
    return next((str(words) for _value, words, now in row.options if now), str(row.value))


def _stage(event: Event, row: Any, kept: Mapping[str, str] | None) -> dict[str, Any]:
    """A stage as a form of its own."""
    named = _fields_of(row)
    rows = fields.shown(named, _options_now(row), event.time_zone)
    if kept is not None:
        rows = fields.typed(named, kept)
    begun = row.state != "open"
    return {
        "number": row.number,
        "prefix": f"stage{row.number}-",
        "name": SYSTEMS.get(row.system, row.system),
        "rows": [
            replace(each, fixed=begun and each.field.path not in LATE_OPTIONS) for each in rows
        ],
        "over": row.state == "finished" or event.state in LATE_STATES,
    }


def _fields_of(row: Any) -> tuple[fields.Field, ...]:
    taken = TAKEN[row.system] | OF_ALL | (QUALIFYING if row.number > 1 else frozenset())
    return tuple(each for name, each in OPTIONS.items() if name in taken)


def _options_now(row: Any) -> dict[str, Any]:
    """The options, with what the system takes where none is stored."""
    return {
        each.path: row.options.get(each.path, getattr(DEFAULTS, each.path, None))
        for each in _fields_of(row)
    }


def _stage_changes(row: Any, given: Mapping[str, str], zone: str) -> dict[str, Any]:
    """What of the form differs from what holds; an empty number that nobody stored is nothing."""
    begun = row.state != "open"
    named = tuple(each for each in _fields_of(row) if not begun or each.path in LATE_OPTIONS)
    now = _options_now(row)

    def plain(value: Any) -> Any:
        return list(value) if isinstance(value, tuple) else value

    values = fields.read(named, given, zone)
    return {name: value for name, value in values.items() if plain(now[name]) != value}


def _stale_words() -> str:
    return _(
        "Somebody changed the settings while you had them open. Nothing of yours is kept yet: "
        "look at what stands beside your fields, and keep it again."
    )
