"""The forms of the page of one game."""

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import MAY_BE_EMPTY, WHY, NumbersField
from config.pages.desk.results.reports import find_reports
from config.pages.forms import (
    Labelled,
    MomentField,
    NumberField,
    Text,
    TextField,
    ZonedForm,
)
from config.pages.game.sending import needs_reserves
from config.pages.me.coin_fields import CountField
from config.pages.me.report_form import RESERVE_NAMES
from config.pages.names import isolate
from engine.games import CARD_GAMES
from games import selectors as games
from games.stakes.dues import pays_for_calls
from tournaments.limits import REASON
from tournaments.selectors import SlotContext

CAUSES = (
    ("", gettext_lazy("not given")),
    ("no_show", gettext_lazy("did not come")),
    ("withdrew", gettext_lazy("withdrew")),
    ("late", gettext_lazy("not played in time")),
    ("conduct", gettext_lazy("conduct")),
    ("other", gettext_lazy("something else")),
)
WIN_KINDS = (
    ("R", gettext_lazy("by road")),
    ("F", gettext_lazy("by flats")),
    ("1", gettext_lazy("other")),
)


class ReasonField(TextField):
    """Only the browser asks for a reason here: a preview needs none, and services refuse it."""

    def __init__(self, label: Text = WHY, hint: Text = "", *, asked_for: bool = True) -> None:
        widget = forms.TextInput(attrs={"required": asked_for})
        super().__init__(label, hint, max_length=REASON, required=False, widget=widget)


class DecisionForm(ZonedForm):
    def __init__(self, *args: object, slot: SlotContext, **options: object) -> None:
        super().__init__(*args, zone=slot.time_zone, **options)
        self.slot = slot
        self.seats = [(seat.order, isolate(seat.name)) for seat in slot.seats]
        self.fields = {**self.slot_fields(), **self.fields}

    def slot_fields(self) -> dict[str, forms.Field]:
        """The fields that depend on the slot; they come first."""
        return {}


class EndField(Labelled, forms.ChoiceField):
    widget = forms.RadioSelect


class ClaimForm(DecisionForm):
    """How a game ended, and for Tak what the winner has left. end: as `parse_end` reads it."""

    is_end_required = False
    names_in_services = RESERVE_NAMES

    def clean(self) -> None:
        """Capstones left are not stored without stones left."""
        given = self.cleaned_data
        is_missing = given.get("stones") is None and "stones" not in self.errors
        if given.get("capstones") is not None and is_missing:
            self.add_error("stones", _("missing"))

    def slot_fields(self) -> dict[str, forms.Field]:
        is_cards = self.slot.event_game in CARD_GAMES
        return self._card_fields() if is_cards else self._tak_fields()

    @property
    def claim_fields(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name not in {"kind", *self.base_fields}]

    @property
    def end_rows(self) -> list[tuple[str, list[BoundWidget]]]:
        """A row per winner with the kinds of win, and a row for the draw."""
        options, width = list(self["end"]), len(WIN_KINDS)
        names = [*(seat.name for seat in self.slot.seats), ""]
        return [(name, options[at * width :][:width]) for at, name in enumerate(names)]

    def _card_fields(self) -> dict[str, forms.Field]:
        widget = forms.TextInput(attrs={"dir": "ltr", "autocomplete": "off"})
        return {
            "places": NumbersField(_("Places by seat"), "1 3 2", required=False, widget=widget),
            "cards_left": NumbersField(
                _("Or cards left by seat"), "0 7 3", required=False, widget=widget
            ),
        }

    def _tak_fields(self) -> dict[str, forms.Field]:
        hint = "" if needs_reserves(self.slot) else MAY_BE_EMPTY
        seats = [seat for seat, _name in self.seats]
        wins = [(f"{seat}{kind}", words) for seat in seats for kind, words in WIN_KINDS]
        fields: dict[str, forms.Field] = {
            "end": EndField(
                _("Who won"),
                choices=[*wins, ("=", _("draw"))],
                required=self.is_end_required,
                template_name="pages/desk/results/end_field.html",
            ),
            "stones": NumberField(_("Winner’s stones left"), hint, required=False),
            "capstones": NumberField(_("Winner’s capstones left"), hint, required=False),
        }
        if pays_for_calls(self.slot):
            hint = _("in a game for stakes; nobody pays twice in a row")
            for seat, name in self.seats:
                label = _("Calls of %(name)s") % {"name": name}
                fields[f"calls-{seat}"] = CountField(label, hint)
        return fields


class EnterForm(ClaimForm):
    is_end_required = True
    reason = ReasonField(gettext_lazy("Why it is corrected"), asked_for=False)

    def __init__(self, *args: object, slot: SlotContext, **options: object) -> None:
        super().__init__(*args, slot=slot, **options)
        if slot.current is None:
            del self.fields["reason"]


class RuleForm(ClaimForm):
    """kind: of a forfeit with the winning seat, as in forfeit-1."""

    reason = ReasonField()
    cause = forms.ChoiceField(label=gettext_lazy("Cause"), choices=CAUSES, required=False)
    noticed_at = MomentField(gettext_lazy("Seen at"), required=False)
    evidence = TextField(gettext_lazy("Evidence"), max_length=REASON, required=False)

    def slot_fields(self) -> dict[str, forms.Field]:
        wins = _("%(name)s wins by forfeit")
        forfeits = [(f"forfeit-{seat}", wins % {"name": name}) for seat, name in self.seats]
        kind = forms.ChoiceField(
            label=_("It ends"),
            choices=[
                *(forfeits if len(forfeits) == 2 else ()),
                ("double_forfeit", _("everybody forfeits")),
                ("cancelled", _("cancelled")),
                ("adjudicated", _("decided by the arbiter, as:")),
            ],
            widget=forms.RadioSelect,
        )
        return {"kind": kind, **super().slot_fields()}


class PostponeForm(DecisionForm):
    """week: for a week, if there is no time."""

    until = MomentField(gettext_lazy("Until"), MAY_BE_EMPTY, required=False)
    week = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = ReasonField()


class NoShowForm(DecisionForm):
    evidence = TextField(gettext_lazy("Evidence"), MAY_BE_EMPTY, max_length=REASON, required=False)

    def slot_fields(self) -> dict[str, forms.Field]:
        seat = forms.TypedMultipleChoiceField(
            label=_("Who did not come"),
            choices=self.seats,
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
        )
        return {"seat": seat}


class WithdrawForm(DecisionForm):
    reason = ReasonField(WHY, MAY_BE_EMPTY, asked_for=False)

    def slot_fields(self) -> dict[str, forms.Field]:
        seat = forms.TypedChoiceField(
            label=_("Who leaves"), choices=self.seats, coerce=int, widget=forms.RadioSelect
        )
        return {"seat": seat}


class TimeForm(DecisionForm):
    play_at = MomentField(
        gettext_lazy("Played at"), gettext_lazy("empty: nobody knows"), required=False
    )

    def __init__(self, *args: object, slot: SlotContext, **options: object) -> None:
        super().__init__(*args, slot=slot, **options)
        self.initial = {"play_at": slot.play_at if slot.proposed_by is None else None}


class VoidForm(DecisionForm):
    reason = ReasonField()


class ReportedForm(DecisionForm):
    """game: one of the reports. reason: only where they differ."""

    reason = ReasonField()

    def __init__(self, *args: object, slot: SlotContext, **options: object) -> None:
        super().__init__(*args, slot=slot, **options)
        if not games.has_open_dispute(slot.slot_id):
            del self.fields["reason"]

    def slot_fields(self) -> dict[str, forms.Field]:
        self.reports = find_reports(self.slot)
        choices = [(each.game.public_id, each.label) for each in self.reports]
        initial = choices[0][0] if len(choices) == 1 else None
        return {
            "game": forms.ChoiceField(
                label=_("It counts"), choices=choices, initial=initial, widget=forms.RadioSelect
            )
        }
