"""The settings of an event as one form, its stages, its season, and a copy of it.

The form carries the version that was read, so saving over somebody else's change is refused (412).
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.setup.rule_fields import NAME, SIZE, board_key
from config.pages.desk.setup.setting_fields import (
    DEFAULTS,
    LATE_STATES,
    STAGE_OPTIONS,
    is_fixed,
    sections,
)
from config.pages.desk.setup.setting_form import SettingsForm, flatten
from config.pages.desk.setup.setting_values import changes_of, stored_values
from config.pages.event.event_rows import Event
from config.pages.forms import DayField, FlagField, Form, NumberField, TextField, ValueChoiceField
from config.pages.labels import SYSTEMS
from tournaments import limits, permissions, selectors
from tournaments.errors import DomainError, Stale
from tournaments.services.events import copying, events, seasons
from tournaments.services.stages import stages
from tournaments.services.stages.stage_settings import (
    COMMON_OPTIONS,
    LATE_OPTIONS,
    QUALIFYING,
)
from tournaments.services.stages.stage_settings import OPTIONS as TAKEN
from tournaments.standings.tiebreaks.registry import MESSAGES as TIEBREAK_WORDS
from tournaments.standings.tiebreaks.registry import TIEBREAKS

Stage = Any  # a row of tournaments.Stage: the model is private to its app
STALE = gettext_lazy(
    "Somebody changed the settings while you had them open. Nothing of yours is kept yet: "
    "look at what stands beside your fields, and keep it again."
)


class SaveForm(Form):
    """What is sent along with the settings of an event."""

    settings_version = NumberField(gettext_lazy("Version"), widget=forms.HiddenInput)
    pieces_for = TextField(widget=forms.HiddenInput, required=False)
    reason = TextField(
        gettext_lazy("Why"),
        gettext_lazy("Needed where what ranks changes after round 1 was published."),
        max_length=limits.REASON,
        required=False,
    )


class CopyForm(Form):
    """What the copy of an event is called; an empty field takes what is proposed."""

    name = TextField(gettext_lazy("Name"), max_length=limits.NAME, required=False)
    starts_on = DayField(gettext_lazy("Date"), required=False)
    slug = TextField(
        gettext_lazy("Address"), required=False, widget=forms.TextInput(attrs={"class": "ltr"})
    )
    with_entries = FlagField(gettext_lazy("with its players"))

    def __init__(self, event: Event, data: Mapping[str, str] | None = None) -> None:
        proposed = {"name": event.name, "slug": copying.free_slug(event.slug)}
        super().__init__(data, auto_id="copy-%s", initial=proposed)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        return given | {name: given.get(name) or self.initial[name] for name in self.initial}


class SeasonForm(Form):
    def __init__(self, event: Event, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, auto_id="%s", initial={"series": event.series_id})
        listed = selectors.series_of(event.club) if event.club else []
        self.fields["series"] = ValueChoiceField(
            _("Counts in"), choices=[(None, _("none")), *((each.pk, each.name) for each in listed)]
        )

    def clean(self) -> dict[str, Any]:
        return {"series_id": self.cleaned_data.get("series")}


@staff_page
def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "settings")
    if request.method != "POST":
        return _page(request, opened)
    form, save = event_form(opened.event, request.POST), SaveForm(request.POST)
    status = _save(opened, form, save)
    if status == HTTPStatus.OK:
        messages.success(request, _("Kept."))
        return redirect("pages:manage-settings", slug=slug)
    opened.event.refresh_from_db()
    form.initial.update(flatten(form.initial, stored_values(opened.event)))
    pieces_for = board_key({name: form.data.get(f"ruleset-{name}", "") for name in (NAME, SIZE)})
    save = SaveForm(
        auto_id="%s",
        initial={
            "settings_version": opened.event.settings_version,
            "pieces_for": pieces_for,
            "reason": save.data.get("reason", ""),
        },
    )
    return _page(request, opened, form=form, save=save, refused=form, status=status)


@staff_page
def stage_settings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the options of one stage; its form is on the page of settings."""
    opened = open_desk(request, slug, "settings")
    stage = opened.event.stages.filter(number=number).first()
    if stage is None:
        raise Http404
    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    form = stage_form(opened.event, stage, request.POST)

    def edit(**_given: Any) -> None:
        stages.edit_stage(
            actor=opened.actor,
            event_id=opened.event.pk,
            number=number,
            options=_changed_options(form),
        )

    if not form.submit(edit):
        return _page(request, opened, stage_forms={number: form}, refused=form, status=422)
    messages.success(request, _("Kept."))
    return redirect("pages:manage-settings", slug=slug)


@staff_page
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a new event like this one."""
    opened = open_desk(request, slug, "settings")
    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    form = CopyForm(opened.event, request.POST)
    if not form.submit(copying.copy_event, actor=opened.actor, event_id=opened.event.pk):
        return _page(request, opened, copy_form=form, refused=form, status=422)
    messages.success(request, _("Copied. This is the desk of the new event."))
    return redirect("pages:manage", slug=form.result.slug)


@staff_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Count the event in a season of its club, or in none."""
    opened = open_desk(request, slug, "settings")
    if request.method == "POST":
        form = SeasonForm(opened.event, request.POST)
        if form.submit(seasons.set_event_series, actor=opened.actor, event_id=opened.event.pk):
            messages.success(request, _("Kept."))
        else:
            messages.error(request, form.problems[0])
    return redirect("pages:manage-settings", slug=slug)


def _save(opened: Desk, form: SettingsForm, save: SaveForm) -> HTTPStatus:
    """Store the settings; anything but OK is a refusal, which `form` explains."""
    event = opened.event
    if not form.is_valid() or not save.is_valid():
        for problem in save.problems:
            form.add_error(None, problem)
        return HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        events.edit_event(
            actor=opened.actor,
            event_id=event.pk,
            changes=changes_of(event, form.values(), pieces_for=save.cleaned_data["pieces_for"]),
            expected_settings_version=save.cleaned_data["settings_version"],
            reason=save.cleaned_data["reason"],
        )
    except Stale:
        form.is_stale = True
        form.add_error(None, STALE)
        return HTTPStatus.PRECONDITION_FAILED
    except DomainError as refused:
        form.add_refusal(refused)
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.OK


def event_form(event: Event, data: Mapping[str, str] | None = None) -> SettingsForm:
    return SettingsForm(
        {name: field for _title, named in sections(event) for name, field in named.items()},
        stored_values(event),
        is_fixed=is_fixed(event),
        data=data,
        zone=event.time_zone,
    )


def stage_form(event: Event, stage: Stage, data: Mapping[str, str] | None = None) -> SettingsForm:
    """The options that the system of the stage has, with its defaults."""
    taken = TAKEN[stage.system] | COMMON_OPTIONS | (QUALIFYING if stage.number > 1 else frozenset())
    fields = {name: field for name, field in STAGE_OPTIONS.items() if name in taken}
    has_begun = stage.state != "open"
    return SettingsForm(
        fields,
        {name: stage.options.get(name, getattr(DEFAULTS, name, None)) for name in fields},
        is_fixed=lambda name: has_begun and name not in LATE_OPTIONS,
        data=data,
        zone=event.time_zone,
        auto_id=f"stage{stage.number}-%s",
    )


def _changed_options(form: SettingsForm) -> dict[str, Any]:
    """The options that differ from what holds now."""
    stored = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in form.initial.items()
    }
    return {name: value for name, value in form.values().items() if stored[name] != value}


def _page(
    request: HttpRequest,
    opened: Desk,
    *,
    form: SettingsForm | None = None,
    save: SaveForm | None = None,
    stage_forms: Mapping[int, SettingsForm] | None = None,
    copy_form: CopyForm | None = None,
    refused: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with every form of it; `refused` is the one whose errors stand above."""
    event = opened.event
    form = form or event_form(event)
    version = {"settings_version": event.settings_version}
    context = opened.context | {
        "problems": refused.problems if refused else [],
        "is_stale": form.is_stale,
        "save": save or SaveForm(auto_id="%s", initial=version),
        "sections": [(title, form.rows(named)) for title, named in sections(event)],
        "stages": [
            _stage(event, stage, (stage_forms or {}).get(stage.number))
            for stage in event.stages.order_by("number")
        ],
        "tiebreaks": [(code, _(TIEBREAK_WORDS.get(code, code))) for code in TIEBREAKS],
        "before_start": event.state in ("draft", "registration"),
        "may_season": bool(event.club) and permissions.may(opened.actor, "series.edit", event.club),
        "season_form": SeasonForm(event) if event.club else None,
        "copy_form": copy_form or CopyForm(event),
    }
    return render(request, "pages/desk/setup/settings.html", context, status=status)


def _stage(event: Event, stage: Stage, form: SettingsForm | None) -> dict[str, Any]:
    form = form or stage_form(event, stage)
    return {
        "number": stage.number,
        "name": SYSTEMS.get(stage.system, stage.system),
        "rows": form.rows(form.initial),
        "is_over": stage.state == "finished" or event.state in LATE_STATES,
    }
