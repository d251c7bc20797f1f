"""The settings of an event in sections, its stages, its season, and a copy of it.

Each section is a form. It carries the version that was read, so saving over somebody else's change
is refused (412). A request without `section` has the settings of all sections.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from http import HTTPStatus
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Event, Stage
from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.setup.rule_fields import NAME, SIZE, board_key
from config.pages.desk.setup.setting_fields import Section, is_fixed, sections
from config.pages.desk.setup.setting_form import SettingsForm, flatten
from config.pages.desk.setup.setting_values import changes_of, stored_values
from config.pages.desk.setup.stage_fields import stage_fields
from config.pages.desk.steps.panel import next_step_address
from config.pages.forms import DayField, FlagField, Form, NumberField, TextField, ValueChoiceField
from config.pages.labels import SYSTEMS
from tournaments import limits, permissions, selectors
from tournaments.choices import EventStatus, StageStatus
from tournaments.errors import DomainError, Stale
from tournaments.services.events import copying, events, seasons
from tournaments.services.stages import stages
from tournaments.services.stages.stage_settings import LATE_OPTIONS
from tournaments.state import PairingOptions

DEFAULTS = PairingOptions()
A_WEEK = timedelta(days=7)
# Sections in which a change of what ranks may ask for a reason.
REASONED = ("ranking", "match", "scoring")
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
    """What the copy of an event is called, and its day: a week later.

    An empty name or address takes what is proposed.
    """

    name = TextField(gettext_lazy("Name"), max_length=limits.NAME, required=False)
    starts_on = DayField(gettext_lazy("Date"), required=False)
    slug = TextField(
        gettext_lazy("Address"), required=False, widget=forms.TextInput(attrs={"class": "ltr"})
    )
    with_entries = FlagField(gettext_lazy("with its players"))

    def __init__(self, event: Event, data: Mapping[str, str] | None = None) -> None:
        proposed = {"name": event.name, "slug": copying.free_slug(event.slug)}
        day = event.starts_on
        later = day + A_WEEK if day and day <= date.max - A_WEEK else None
        super().__init__(data, auto_id="copy-%s", initial=proposed | {"starts_on": later})

    def clean(self) -> dict[str, object]:
        given = self.cleaned_data
        return given | {name: given.get(name) or self.initial[name] for name in ("name", "slug")}


class SeasonForm(Form):
    def __init__(self, event: Event, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, auto_id="%s", initial={"series": event.series_id})
        listed = selectors.series_of(event.club) if event.club else []
        self.fields["series"] = ValueChoiceField(
            _("Counts in"), choices=[(None, _("none")), *((each.pk, each.name) for each in listed)]
        )

    def clean(self) -> dict[str, object]:
        return {"series_id": self.cleaned_data.get("series")}


@staff_page
def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "settings")
    if request.method != "POST":
        return _page(opened, shown=request.GET.get("open", ""))
    section = request.POST.get("section", "")
    form = event_form(opened.event, request.POST, section=section)
    save = SaveForm(request.POST)
    status = _save(opened, form, save)
    if status == HTTPStatus.OK:
        messages.success(request, _("Saved."))
        address = reverse("pages:manage-settings", args=[slug])
        return redirect(f"{address}?{urlencode({'open': section})}" if section else address)
    opened.event.refresh_from_db()
    form.initial.update(flatten(form.initial, stored_values(opened.event)))
    pieces_for = board_key({name: form.data.get(f"ruleset-{name}", "") for name in (NAME, SIZE)})
    save = SaveForm(
        initial={
            "settings_version": opened.event.settings_version,
            "pieces_for": pieces_for,
            "reason": save.data.get("reason", ""),
        },
    )
    return _page(opened, shown=section, form=form, save=save, refused=form, status=status)


@staff_page
def stage_settings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the options of one stage; its form is on the page of settings."""
    opened = open_desk(request, slug, "settings")
    stage = selectors.event_stages(opened.event).filter(number=number).first()
    if stage is None:
        raise Http404
    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    form = stage_form(opened.event, stage, request.POST)

    if not form.submit(partial(_edit_stage, opened, number, form)):
        return _page(opened, stage_forms={number: form}, refused=form, status=422)
    messages.success(request, _("Saved."))
    return redirect("pages:manage-settings", slug=slug)


@staff_page
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a new event like this one."""
    opened = open_desk(request, slug, "settings")
    if request.method != "POST":
        return redirect("pages:manage-settings", slug=slug)
    form = CopyForm(opened.event, request.POST)
    if not form.submit(copying.copy_event, actor=opened.actor, event_id=opened.event.pk):
        return _page(opened, copy_form=form, refused=form, status=422)
    messages.success(request, _("Copied. This is the desk of the new event."))
    return redirect(next_step_address(form.result.slug))


@staff_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Count the event in a season of its club, or in none."""
    opened = open_desk(request, slug, "settings")
    if request.method == "POST":
        form = SeasonForm(opened.event, request.POST)
        if form.submit(seasons.set_event_series, actor=opened.actor, event_id=opened.event.pk):
            messages.success(request, _("Saved."))
        else:
            messages.error(request, form.problems[0])
    return redirect("pages:manage-settings", slug=slug)


def _edit_stage(opened: Desk, number: int, form: SettingsForm, **_given: object) -> None:
    stages.edit_stage(
        actor=opened.actor,
        event_id=opened.event.pk,
        number=number,
        options=_changed_options(form),
    )


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


def event_form(
    event: Event, data: Mapping[str, str] | None = None, *, section: str = ""
) -> SettingsForm:
    """The settings of a section, or of all."""
    every = sections(event)
    asked = [each for each in every if each.key == section] or every
    return SettingsForm(
        {name: field for each in asked for name, field in each.fields.items()},
        stored_values(event),
        is_fixed=is_fixed(event),
        data=data,
        zone=event.time_zone,
    )


def stage_form(event: Event, stage: Stage, data: Mapping[str, str] | None = None) -> SettingsForm:
    """The options that the system of the stage has, with its defaults."""
    fields = stage_fields(stage.system, number=stage.number)
    has_begun = stage.state != StageStatus.OPEN
    return SettingsForm(
        fields,
        {name: stage.options.get(name, getattr(DEFAULTS, name, None)) for name in fields},
        is_fixed=lambda name: has_begun and name not in LATE_OPTIONS,
        data=data,
        zone=event.time_zone,
        auto_id=f"stage{stage.number}-%s",
    )


def _changed_options(form: SettingsForm) -> dict[str, object]:
    """The options that differ from what holds now."""
    stored = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in form.initial.items()
    }
    return {name: value for name, value in form.values().items() if stored[name] != value}


def _page(
    opened: Desk,
    *,
    shown: str = "",
    form: SettingsForm | None = None,
    save: SaveForm | None = None,
    stage_forms: Mapping[int, SettingsForm] | None = None,
    copy_form: CopyForm | None = None,
    refused: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with every form of it; `refused` is the one whose errors stand above.

    shown: the key of the section that is open. form: of that section, or of all.
    """
    event = opened.event
    sent = {"settings_version": event.settings_version, **(save.initial if save else {})}
    context = {
        "problems": refused.problems if refused else [],
        "is_stale": form is not None and form.is_stale,
        "sections": [
            _section(opened, each, shown=shown, form=form if shown in ("", each.key) else None)
            | {"save": SaveForm(initial=sent, auto_id=f"{each.key}-%s")}
            for each in sections(event)
        ],
        "stages": [
            _stage(event, stage, (stage_forms or {}).get(stage.number))
            for stage in selectors.event_stages(event)
        ],
        "before_start": opened.before_start,
        "may_season": bool(event.club) and permissions.may(opened.actor, "series.edit", event.club),
        "season_form": SeasonForm(event) if event.club else None,
        "copy_form": copy_form or CopyForm(event),
    }
    response = opened.render("setup/settings.html", context)
    response.status_code = status
    return response


def _section(
    opened: Desk, section: Section, *, shown: str, form: SettingsForm | None
) -> dict[str, object]:
    rows = (form or event_form(opened.event, section=section.key)).rows(section.fields)
    needs_reason = section.key in REASONED and not opened.before_start
    return {
        "key": section.key,
        "title": section.title,
        "rows": rows,
        "is_open": section.key in ("common", shown) or any(row.errors for row in rows),
        "is_fixed": all(row.field.disabled for row in rows),
        "needs_reason": needs_reason,
    }


def _stage(event: Event, stage: Stage, form: SettingsForm | None) -> dict[str, object]:
    form = form or stage_form(event, stage)
    return {
        "number": stage.number,
        "name": SYSTEMS.get(stage.system, stage.system),
        "rows": form.rows(form.initial),
        "is_over": stage.state == StageStatus.FINISHED or event.state == EventStatus.FINISHED,
    }
