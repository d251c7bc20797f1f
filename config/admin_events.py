"""The admin forms of events: every setting of the desk as a Django form field.

Fields, labels and choices come from the desk, so new options appear in the admin by themselves.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar, cast

from django import forms
from django.apps import apps
from django.contrib.admin import widgets
from django.forms.models import ModelFormMetaclass
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from config.admin_pages import event_plan
from config.pages.annotations import Event
from config.pages.desk.setup import new_options, rule_fields
from config.pages.desk.setup import setting_fields as tables
from config.pages.desk.setup.setting_form import flatten, nest
from config.pages.desk.setup.setting_values import changes_of, stored_values
from config.pages.desk.setup.stake_fields import STAKE_FIELDS, stakes_of
from config.pages.desk.setup.tiebreak_picker import TiebreaksField
from config.pages.forms import DayField, Text, ValueChoiceField, set_zone
from config.pages.labels import GAME_NAMES
from config.planning import EventPlan, plan_event
from engine.tak.ruleset import SIZES
from tournaments.actor import Actor
from tournaments.admin.base import ServiceForm
from tournaments.admin.codes import in_words
from tournaments.errors import DomainError
from tournaments.services.entries import registration
from tournaments.services.events import events, settings
from tournaments.services.people.people import SlugTaken

EVENT = "tournaments.Event"
MODEL_FIELDS = ("name", "slug", "game", "club", "starts_on", "visibility", "time_zone")
READ_ONLY_FIELDS = ("slug", "club", "game", "state")
VERSION, PIECES_FOR = "seen_version", "pieces_for"
# The fields where refusals of whole groups of settings are shown.
FIELDS_OF_GROUPS = {
    "match.points": "match-points-won_x2",
    "match.scoring": "match-scoring-methods",
    "match.stakes": "match-stakes-scheme",
    "stages": "stages-1-system",
}
DEFAULT_CHOICE = ("", _("as usual"))
DEFAULT_SIZE = 6  # of a Tak board, if neither a size nor a style is chosen
YES_OR_NO = (DEFAULT_CHOICE, ("1", _("yes")), ("0", _("no")))
SIZE = "tak-size"
Fields = Mapping[str, forms.Field]
Fieldsets = list[tuple[Text | None, dict[str, object]]]
Document = dict[str, Any]


def new_settings() -> list[tuple[Text, Fields]]:
    """The sections of the form of a new event. Empty fields have default values."""
    general = {name: field for name, field in tables.GENERAL.items() if name not in MODEL_FIELDS}
    sizes = ValueChoiceField(label=_("Board"), choices=[(n, f"{n}×{n}") for n in SIZES])
    rules = {**new_options.RULES, "tak": {SIZE: sizes, **new_options.RULES["tak"]}}
    return [
        (_("Time for a game"), general),
        (_("About the event"), tables.ABOUT),
        (_("Registration"), tables.REGISTRATION),
        (_("Matches and table"), tables.POINTS | tables.MATCH | tables.CARDS),
        (_("Scores of Tak"), tables.SCORING),
        (_("Results"), tables.CONFIRM),
        *((new_options.TITLES[game], named) for game, named in rules.items()),
        (new_options.STAKES_TITLE, STAKE_FIELDS),
    ]


def with_admin_widget(field: forms.Field) -> forms.Field:
    """A copy of a field of the desk, as the admin shows it."""
    if isinstance(field, DayField):  # the calendar of the admin writes days as its language does
        return forms.DateField(
            widget=widgets.AdminDateWidget, required=field.required, label=field.label
        )
    copied = deepcopy(field)
    if isinstance(copied, TiebreaksField):  # the admin has no template for its places
        copied.widget, copied.help_text = (
            forms.TextInput(),
            _("Codes with commas."),
        )
    if isinstance(copied.widget, forms.Textarea):
        copied.widget = widgets.AdminTextareaWidget()
    return copied


def new_field(name: str, field: forms.Field) -> forms.Field:
    """The field of a new event, which may be left empty for the default."""
    copied = with_admin_widget(field)
    if isinstance(copied, forms.BooleanField):
        return forms.TypedChoiceField(
            choices=YES_OR_NO,
            coerce=lambda text: text == "1",
            empty_value=None,
            required=False,
            label=copied.label,
            help_text=copied.help_text,
        )
    copied.required = False
    if isinstance(copied, ValueChoiceField) and not name.endswith("-name"):
        copied.add_empty_choice(DEFAULT_CHOICE[1])
    return copied


class NewEventForm(ServiceForm):
    """Plans an event with its stages, settings and staff: a draft, or open for players."""

    fieldsets: ClassVar[Fieldsets]
    slug = forms.SlugField(
        label=capfirst(_("address")), required=False, help_text=_("Empty: made from the name.")
    )

    class Meta:
        model = apps.get_model(EVENT)
        fields = MODEL_FIELDS

    def clean(self) -> Document:
        """Kind and stages are checked before the service is called, which checks the rest."""
        if not self.errors:
            self.kind = event_plan.chosen_kind(self, self.cleaned_data)
        if not self.errors:
            self.stages = event_plan.chosen_stages(self, self.cleaned_data, self.kind)
        return super().clean()

    def call_service(self, actor: Actor, given: Document) -> Event:
        row = {name: given[name] for name in MODEL_FIELDS}
        club, game = row.pop("club"), row["game"]
        chosen = self._chosen(given)
        usual = self.kind.match if self.kind else {}
        new = events.NewEvent(
            club_id=club.pk if club else None,
            ruleset=rule_fields.new_rules(game, given, given[SIZE] or DEFAULT_SIZE),
            match={**usual, **_match(game, chosen.get("match", {}))},
            confirm=chosen.get("confirm"),
            registration=_registration(chosen.get("registration", {})),
            time_control=chosen.get("time_control"),
            about={name: chosen[name] for name in tables.ABOUT if name in chosen},
            stages=self.stages,
            **row,
        )
        plan = EventPlan(
            new,
            staff=event_plan.chosen_staff(given),
            open_registration=given[event_plan.OPENS],
        )
        return plan_event(actor=actor, plan=plan)

    def field_of(self, setting: str) -> str:
        if setting == "ruleset":
            game = self.cleaned_data["game"]
            return SIZE if game == "tak" else f"{game}-{rule_fields.NAME}"
        return FIELDS_OF_GROUPS.get(setting) or super().field_of(setting)

    def add_refusal(self, refusal: DomainError) -> None:
        if isinstance(refusal, SlugTaken):
            self.add_error("slug", str(refusal))
        else:
            super().add_refusal(refusal)

    def _chosen(self, given: Document) -> Document:
        """The document of the settings that are filled in, except the rules."""
        rules = {SIZE, *(name for named in new_options.RULES.values() for name in named)}
        named = {name for _title, listed in new_settings() for name in listed} - rules
        filled_in = {name: given[name] for name in named if given[name] not in (None, "", [])}
        return nest({name: self.fields[name] for name in filled_in}, filled_in)

    def full_clean(self) -> None:
        set_zone(self.fields, self.data.get("time_zone") or "UTC")
        super().full_clean()


def _match(game: str, chosen: Document) -> Document:
    match = dict(chosen)
    if "points" in match:
        points = {**settings.MATCH["points"], **match["points"]}
        match["points"] = {"per_game": True} if points.pop("per_game", False) else points
    stakes = stakes_of(match.pop("stakes", {}))
    return match | ({"stakes": stakes} if stakes is not None else {})


def _registration(chosen: Document) -> Document:
    byes = {**registration.BYES, **chosen["byes"]} if "byes" in chosen else None
    return chosen | ({"byes": byes} if byes else {})


class EventSettingsForm(ServiceForm):
    """The settings of an event before its start."""

    fieldsets: ClassVar[Fieldsets]
    settings: ClassVar[tuple[str, ...]]

    class Meta:
        model = apps.get_model(EVENT)
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.instance
        set_zone(self.fields, event.time_zone)
        stored = flatten(self.settings, stored_values(event))
        self.initial = {**self.initial, **stored, VERSION: event.settings_version}

    def call_service(self, actor: Actor, given: Document) -> Event:
        event = self.instance
        self._show_pieces()
        values = nest({name: self.fields[name] for name in self.settings}, given)
        return events.edit_event(
            actor=actor,
            event_id=event.pk,
            changes=changes_of(event, values, pieces_for=given.get(PIECES_FOR, "")),
            expected_settings_version=given[VERSION],
        )

    def _show_pieces(self) -> None:
        """If the form is shown again, its pieces belong to this board."""
        board = {name: self.data.get(f"ruleset-{name}", "") for name in ("name", "size")}
        self.data = self.data.copy()  # type: ignore[attr-defined]  # a QueryDict
        self.data[PIECES_FOR] = rule_fields.board_key(board)  # type: ignore[index]


def _make_form(base: type[ServiceForm], body: Mapping[str, object]) -> type[ServiceForm]:
    made = ModelFormMetaclass(base.__name__, (base,), dict(body))
    return cast("type[ServiceForm]", made)


def new_event_form() -> type[ServiceForm]:
    """The form of a new event. It has the rules of all games, and uses those of the chosen one."""
    sections = new_settings()
    made = {
        name: new_field(name, field) for _title, named in sections for name, field in named.items()
    }
    made["game"] = forms.ChoiceField(choices=list(GAME_NAMES.items()), label=_("Game"))
    made["visibility"] = tables.GENERAL["visibility"]
    made |= {event_plan.PRESET: event_plan.kind_field(), event_plan.OPENS: event_plan.opens_field()}
    made |= event_plan.stage_fields() | event_plan.staff_fields()
    sets: Fieldsets = [
        (None, {"fields": (*MODEL_FIELDS, event_plan.OPENS)}),
        (
            _("Stages"),
            {
                "fields": [event_plan.PRESET, *event_plan.stage_lines()],
                "description": _("Empty: one stage, as usual for the game."),
            },
        ),
        (
            _("Staff"),
            {
                "fields": [*event_plan.STAFF.values()],
                "description": _("You are an organiser yourself."),
            },
        ),
    ]
    sets += [(title, {"fields": [*named], "classes": ["collapse"]}) for title, named in sections]
    return _make_form(NewEventForm, {"fieldsets": sets, **made})


def event_settings_form(event: Event) -> type[ServiceForm]:
    """The form of an event before its start."""
    sections = tables.sections(event)
    made = {
        name: with_admin_widget(field)
        for section in sections
        for name, field in section.fields.items()
    }
    settings = tuple(made)
    made[VERSION] = forms.IntegerField(widget=forms.HiddenInput)
    made[PIECES_FOR] = forms.CharField(widget=forms.HiddenInput, required=False)
    shown = in_words(apps.get_model(EVENT), READ_ONLY_FIELDS)
    sets: Fieldsets = [(None, {"fields": (*shown, VERSION, PIECES_FOR)})]
    common, *rest = sections
    sets += [(common.title, {"fields": [*common.fields]})]
    sets += [(each.title, {"fields": [*each.fields], "classes": ["collapse"]}) for each in rest]
    return _make_form(EventSettingsForm, {"fieldsets": sets, "settings": settings, **made})
