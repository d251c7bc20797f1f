"""The kind, stages and staff of a new event, as fields of its form in the admin."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelectMultiple
from django.contrib.auth import get_user_model
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.setup.presets import PRESETS, Preset, stages_of
from config.pages.desk.setup.stage_fields import STAGE_OPTIONS
from config.pages.forms import FlagField, NumberField
from config.pages.labels import GAME_NAMES, SYSTEMS
from tournaments.errors import InvalidInput
from tournaments.services.events.roles import EVENT_ROLES
from tournaments.services.stages.stage_settings import validate_stage

Document = dict[str, Any]
ROWS = range(1, 4)  # more stages are rare, and made by the API
# Of a stage. The others have their usual values, which the settings of the event change.
OPTIONS = ("rounds", "groups", "places", "days")
PRESET, OPENS = "preset", "opens"
STAFF = {"organiser": "organisers", "arbiter": "arbiters"}


def kind_field() -> forms.Field:
    kinds = [
        (code, format_lazy("{} · {}", GAME_NAMES[each.game], each.name))
        for code, each in PRESETS.items()
    ]
    return forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=[("", gettext_lazy("as usual for the game, or the stages below")), *kinds],
        required=False,
        help_text=gettext_lazy("Brings its stages and points; what is set below changes them."),
    )


def opens_field() -> forms.Field:
    return FlagField(
        gettext_lazy("Open the registration: everybody sees the event and may enter"),
        gettext_lazy("Otherwise it is a draft, which only its staff see."),
    )


def stage_fields() -> dict[str, forms.Field]:
    return {_name(row, option): _field(row, option) for row in ROWS for option in _options(row)}


def stage_lines() -> list[tuple[str, ...]]:
    """The names of the fields, one line for each stage."""
    return [tuple(_name(row, option) for option in _options(row)) for row in ROWS]


def _options(row: int) -> Iterator[str]:
    yield "system"
    yield from (option for option in OPTIONS if option != "places" or row > 1)


def _name(row: int, option: str) -> str:
    return f"stages-{row}-{option}"


def _field(row: int, option: str) -> forms.Field:
    if option == "system":
        return forms.ChoiceField(
            label=format_lazy(gettext_lazy("Stage {number}"), number=row),
            choices=[("", "–"), *SYSTEMS.items()],
            required=False,
        )
    label: Any = STAGE_OPTIONS[option].label
    narrow = forms.TextInput(attrs={"size": 4, "inputmode": "numeric", "autocomplete": "off"})
    return NumberField(label, required=False, widget=narrow)


def staff_fields() -> dict[str, forms.Field]:
    """Who may run the event, besides who plans it."""
    labels = {"organiser": gettext_lazy("Organisers"), "arbiter": gettext_lazy("Arbiters")}
    held: Any = apps.get_model("tournaments.EventRole")._meta.get_field("user")
    return {
        STAFF[role]: forms.ModelMultipleChoiceField(
            label=label,
            queryset=get_user_model()._default_manager.all(),
            required=False,
            widget=AutocompleteSelectMultiple(held, admin.site),
        )
        for role, label in labels.items()
    }


def chosen_staff(given: Document) -> list[tuple[int, str]]:
    """Accounts and their roles."""
    return [(user.pk, role) for role in EVENT_ROLES for user in given[STAFF[role]]]


def chosen_kind(form: Any, given: Document) -> Preset | None:
    """The kind; an error at it, if the game or the stages are not of it."""
    kind = PRESETS.get(given[PRESET])
    if kind is None:
        return None
    if kind.game != given["game"]:
        form.add_error(PRESET, _("This kind is of another game."))
    if any(given[_name(row, "system")] for row in ROWS):
        form.add_error(PRESET, _("Choose a kind or stages, not both."))
    return kind


def chosen_stages(form: Any, given: Document, kind: Preset | None) -> list[Document] | None:
    """The stages of the kind, or those that are filled in; None: as usual for the game.

    What is wrong becomes an error of its field.
    """
    if kind is not None:
        return stages_of(kind, players=0)
    stages: list[Document] = []
    for row in ROWS:
        system = given[_name(row, "system")]
        options = {
            option: given[_name(row, option)]
            for option in _options(row)
            if option != "system" and given[_name(row, option)] is not None
        }
        if system and len(stages) < row - 1:
            form.add_error(_name(row, "system"), _("Fill in the stage before it."))
        elif system:
            stages.append({"system": system, "options": options})
            _check_stage(form, row, stages[-1])
        elif options:
            form.add_error(_name(row, "system"), _("Choose how this stage is paired."))
    return stages or None


def _check_stage(form: Any, row: int, stage: Document) -> None:
    try:
        validate_stage(stage, number=row)
    except InvalidInput as refusal:
        option = str(refusal.details["field"]).rpartition(".")[2]
        name = _name(row, option)
        form.add_error(
            name if name in form.fields else _name(row, "system"), str(refusal.details["problem"])
        )
