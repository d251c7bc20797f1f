"""Every setting of an event in the admin: the fields of the desk as fields of Django's forms.

Nothing is listed here. The fields, their labels and their choices are those of the desk, so a new
option of a game or of the stakes stands in the admin as soon as it stands there.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar, cast

from django import forms
from django.apps import apps
from django.contrib.admin import widgets
from django.forms.models import ModelFormMetaclass
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup import (
    fields,
    new_options,
    rule_fields,
    setting_fields,
)
from config.pages.desk.setup.fields import Field, Words
from config.pages.desk.setup.settings import changes_of, stored_values
from config.pages.desk.setup.stake_fields import STAKE_FIELDS, stakes_of
from config.pages.event.event_rows import Event
from config.pages.labels import GAME_NAMES
from engine.tak.ruleset import SIZES
from tournaments.actor import Actor
from tournaments.director import ServiceForm
from tournaments.services.entries import registration
from tournaments.services.events import events, settings

EVENT = "tournaments.Event"
OF_THE_ROW = ("slug", "name", "club", "game", "starts_on", "visibility", "time_zone")
UNCHANGED = ("slug", "club", "game", "state")
VERSION, PIECES_FOR = "seen_version", "pieces_for"
USUAL = ("", _("as usual"))
VISIBILITY = next(each for each in setting_fields.GENERAL if each.path == "visibility")
USUAL_SIZE = 6  # of a Tak board, where neither a size nor a style is chosen
YES_OR_NO = (USUAL, ("1", _("yes")), ("0", _("no")))
SIZE = Field("tak.size", _("Board"), "choice", choices=(USUAL, *((n, f"{n}×{n}") for n in SIZES)))
Fieldsets = list[tuple[Words | None, dict[str, Any]]]


def new_settings() -> list[tuple[Words, tuple[Field, ...]]]:
    """Titles, with the settings of a new event below them; what is left empty is usual."""
    here = setting_fields
    general = tuple(each for each in here.GENERAL if each.name not in OF_THE_ROW)
    tak, *cards = new_options.RULES
    rules = {tak: (SIZE, *new_options.RULES[tak])} | {g: new_options.RULES[g] for g in cards}
    return [
        (_("Time for a game"), general),
        (_("Registration"), here.REGISTRATION),
        (_("Matches and table"), (*here.POINTS, *here.MATCH, *here.CARDS)),
        (_("Scores of Tak"), here.SCORING),
        (_("Results"), here.CONFIRM),
        *((new_options.TITLES[game], named) for game, named in rules.items()),
        (new_options.STAKES_TITLE, STAKE_FIELDS),
    ]


def form_field(each: Field, *, new: bool) -> forms.Field:
    """A typed field; of a new event it may be left empty, which is the usual."""
    about: dict[str, Any] = {"label": each.label, "help_text": each.hint, "required": False}
    if each.kind == "flag":
        return forms.ChoiceField(choices=YES_OR_NO, **about) if new else forms.BooleanField(**about)
    if each.kind == "choice":
        choices = [("" if value is None else str(value), words) for value, words in each.choices]
        if new and "" not in dict(choices):
            is_name = each.name.endswith("-name")
            choices = choices if is_name else [USUAL, *choices]
        return forms.ChoiceField(choices=choices, **about)
    if each.kind in ("number", "maybe"):
        return forms.IntegerField(**about)
    if each.kind == "hours":
        return forms.FloatField(**about)
    if each.kind == "date":
        return forms.DateField(widget=widgets.AdminDateWidget, **about)
    if each.kind == "time":
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"})
        return forms.CharField(widget=widget, **about)
    if each.kind == "long":
        return forms.CharField(widget=widgets.AdminTextareaWidget, **about)
    return forms.CharField(**about)


def typed_texts(named: tuple[Field, ...], given: Mapping[str, Any]) -> dict[str, str]:
    """The cleaned values as the desk's form would send them."""
    texts: dict[str, str] = {}
    for each in named:
        value = given.get(each.name)
        if isinstance(value, bool):
            texts |= {each.name: "1"} if value else {}
        else:
            texts[each.name] = _text(value)
    return texts


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, date) else str(value)


class NewEventForm(ServiceForm):
    """A draft with all its settings."""

    fieldsets: ClassVar[Fieldsets]

    class Meta:
        model = apps.get_model(EVENT)
        fields = OF_THE_ROW

    def ask(self, actor: Actor, given: dict[str, Any]) -> Any:
        row = {name: given[name] for name in OF_THE_ROW}
        club, game = row.pop("club"), row["game"]
        chosen = _chosen(given, row["time_zone"])
        texts = typed_texts(new_options.RULES[game], given)
        size = int(given["tak-size"]) if given["tak-size"] else USUAL_SIZE
        return events.create_event(
            actor=actor,
            club_id=club.pk if club else None,
            ruleset=rule_fields.new_rules(game, texts, size),
            match=_match(game, chosen.get("match", {})),
            confirm=chosen.get("confirm"),
            registration=_registration(chosen.get("registration", {})),
            time_control=chosen.get("time_control"),
            **row,
        )


def _chosen(given: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """The settings, but for the rules, that somebody stated; nested by their paths."""
    of_rules = {each.name for each in new_options.ALL} - {each.name for each in STAKE_FIELDS}
    named = [each for _title, listed in new_settings() for each in listed]
    stated = tuple(
        each
        for each in named
        if each.name not in of_rules | {SIZE.name} and _text(given.get(each.name)).strip()
    )
    texts = {each.name: _text(given[each.name]) for each in stated}
    flags = {each.name for each in stated if each.kind == "flag"}
    # A flag that is off is an empty text to the desk's form.
    return fields.read(
        stated,
        {name: "" if name in flags and text == "0" else text for name, text in texts.items()},
        zone,
    )


def _match(game: str, chosen: dict[str, Any]) -> dict[str, Any]:
    match = dict(chosen)
    if "points" in match:
        points = {**settings.MATCH["points"], **match["points"]}
        match["points"] = {"per_game": True} if points.pop("per_game", False) else points
    stakes = stakes_of(match.pop("stakes", {}))
    return match | ({"stakes": stakes} if stakes is not None else {})


def _registration(chosen: dict[str, Any]) -> dict[str, Any]:
    byes = {**registration.BYES, **chosen["byes"]} if "byes" in chosen else None
    return chosen | ({"byes": byes} if byes else {})


class EventSettingsForm(ServiceForm):
    """The settings of an event that has not begun."""

    fieldsets: ClassVar[Fieldsets]
    settings: ClassVar[tuple[Field, ...]]

    class Meta:
        model = apps.get_model(EVENT)
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.instance
        shown = fields.shown(self.settings, stored_values(event), event.time_zone)
        stored = {row.field.name: row.value for row in shown}
        self.initial = {**self.initial, **stored, VERSION: event.settings_version}

    def ask(self, actor: Actor, given: dict[str, Any]) -> Any:
        event = self.instance
        texts = typed_texts(self.settings, given)
        self._show_pieces(texts)
        values = fields.read(self.settings, texts, event.time_zone)
        return events.edit_event(
            actor=actor,
            event_id=event.pk,
            changes=changes_of(event, values, pieces_for=given.get(PIECES_FOR, "")),
            expected_settings_version=given[VERSION],
        )

    def _show_pieces(self, texts: Mapping[str, str]) -> None:
        """If this is refused, the form is shown again, and its pieces are meant for this board."""
        board = {name: texts.get(f"ruleset-{name}", "") for name in ("name", "size")}
        self.data = self.data.copy()  # type: ignore[attr-defined]  # what Django hands in can be
        self.data[PIECES_FOR] = rule_fields.board_of(board)  # type: ignore[index]


def _form(base: type[ServiceForm], body: Mapping[str, Any]) -> type[ServiceForm]:
    made: Any = ModelFormMetaclass(base.__name__, (base,), dict(body))
    return cast("type[ServiceForm]", made)


def new_form() -> type[ServiceForm]:
    """The form of a new event, with the rules of every game; those of its own are read."""
    sections = new_settings()
    made = {each.name: form_field(each, new=True) for _title, named in sections for each in named}
    made["game"] = forms.ChoiceField(choices=list(GAME_NAMES.items()), label=_("Game"))
    made["visibility"] = form_field(VISIBILITY, new=False)
    for game in new_options.RULES:
        made[f"{game}-name"].initial = rule_fields.proposed_rules(game)
    sets: Fieldsets = [(None, {"fields": OF_THE_ROW})]
    sets += [
        (title, {"fields": [each.name for each in named], "classes": ["collapse"]})
        for title, named in sections
    ]
    return _form(NewEventForm, {"fieldsets": sets, **made})


def settings_form(event: Event) -> type[ServiceForm]:
    """The form of an event that has not begun: the settings of its game."""
    sections = setting_fields.sections(event)
    named = tuple(each for _title, listed in sections for each in listed)
    made: dict[str, forms.Field] = {each.name: form_field(each, new=False) for each in named}
    made["name"].required = True
    made[VERSION] = forms.IntegerField(widget=forms.HiddenInput)
    made[PIECES_FOR] = forms.CharField(widget=forms.HiddenInput, required=False)
    sets: Fieldsets = [(None, {"fields": (*UNCHANGED, VERSION, PIECES_FOR)})]
    sets += [(title, {"fields": [each.name for each in listed]}) for title, listed in sections]
    return _form(EventSettingsForm, {"fieldsets": sets, "settings": named, **made})
