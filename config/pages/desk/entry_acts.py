"""What the staff can do with one entry: each act is a button of its card."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.forms import Action, Form, HalfPointsField, NumberField, TextField
from games import services as games
from tournaments import limits, selectors
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.services.entries import absences, entries
from tournaments.services.events import adjustments
from tournaments.services.people import people

Entry = Any  # a row of tournaments.Entry: the model is private to its app
FROM_ROUND = gettext_lazy("From round")
WHY = gettext_lazy("Why")


class ReasonForm(Form):
    reason = TextField(WHY, max_length=limits.REASON)


class FromRoundForm(Form):
    from_round = NumberField(FROM_ROUND)
    reason = TextField(WHY, max_length=limits.REASON, required=False)


class RoundForm(Form):
    round = NumberField(gettext_lazy("Round"))


class ByeForm(RoundForm):
    points = HalfPointsField(
        gettext_lazy("Points"), gettext_lazy("Empty: as the settings say."), required=False
    )


class AbsenceForm(FromRoundForm):
    to_round = NumberField(gettext_lazy("To round"), required=False)
    field_order = ("from_round", "to_round", "reason")

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        return given | {"to_round": given.get("to_round") or given.get("from_round")}


class EditForm(Form):
    """The rating can be changed before the event starts only."""

    family = TextField(
        gettext_lazy("Family"),
        gettext_lazy("Who bears the same word is one family: see Kept apart."),
        max_length=limits.CODE,
        required=False,
    )
    fixed_table = NumberField(
        gettext_lazy("Fixed table"),
        gettext_lazy("A table this player always sits at; empty: any."),
        required=False,
    )
    rating = NumberField(
        gettext_lazy("Rating"),
        gettext_lazy("Given here, it stays; empty: the rating list says it."),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        changes = dict(self.cleaned_data)
        if "rating" not in self.data or "rating" not in self.changed_data:
            changes.pop("rating", None)
        return {"changes": changes}


class SortNameForm(Form):
    sort_name = TextField(
        gettext_lazy("Sort name"),
        gettext_lazy(
            "How the name is read, as Tanaka Aiko for 田中 愛子; lists by name follow it. "
            "Empty: as it is written."
        ),
        max_length=limits.NAME,
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )


class AdjustForm(Form):
    kind = forms.ChoiceField(
        required=False,
        label=gettext_lazy("What"),
        choices=(
            (adjustments.PENALTY, gettext_lazy("penalty")),
            (adjustments.BONUS, gettext_lazy("bonus")),
        ),
    )
    points = HalfPointsField(gettext_lazy("Points"), gettext_lazy("As 1, ½ or 1.5."))
    after_round = NumberField(gettext_lazy("Counts after round"), required=False)
    reason = TextField(WHY, max_length=limits.REASON)


class CancelAdjustmentForm(ReasonForm):
    adjustment = NumberField(widget=forms.HiddenInput)


def _approve(*, actor: Actor, entry_id: int) -> str:
    made = entries.approve_entry(actor=actor, entry_id=entry_id)
    if made.state == "waiting":
        return _("{name} is on the waiting list: there is no place.")
    return _("{name} is in.")


def _enter_again(entry: Entry, *, actor: Actor, entry_id: int) -> None:
    entries.enter(
        actor=actor,
        event_id=entry.event_id,
        player_id=entry.player_id,
        rating=entry.rating,
        rating_source=entry.rating_source,
    )


def _withdraw(**given: Any) -> str:
    done = games.withdraw_player(**given)
    sentences = [_("{name} plays no more from round %(n)d on.") % {"n": done.from_round}]
    if done.ruled:
        text = ngettext("%(n)d game is forfeited.", "%(n)d games are forfeited.", len(done.ruled))
        sentences.append(text % {"n": len(done.ruled)})
    if done.left:
        text = ngettext(
            "%(n)d game waits for your ruling.", "%(n)d games wait for your ruling.", len(done.left)
        )
        sentences.append(text % {"n": len(done.left)})
    return " ".join(sentences)


def _return(*, from_round: int, **given: Any) -> str:
    absences.return_entry(from_round=from_round, **given)
    return _("{name} plays again from round %(n)d on.") % {"n": from_round}


def _ask_bye(*, points: int | None, **given: Any) -> str:
    number = given.pop("round")
    absences.ask_bye(round_number=number, points_x2=points, **given)
    return _("{name} has a bye in round %(n)d.") % {"n": number}


def _cancel_bye(**given: Any) -> str:
    number = given.pop("round")
    absences.cancel_bye(round_number=number, **given)
    return _("{name} plays round %(n)d after all.") % {"n": number}


def _set_sort_name(entry: Entry, *, actor: Actor, entry_id: int, sort_name: str) -> None:
    player = selectors.resolve(entry.player)
    people.set_sort_name(actor=actor, player_id=player.pk, sort_name=sort_name)


def _adjust(*, kind: str, points: int, after_round: int | None, **given: Any) -> None:
    points_x2 = -abs(points) if kind == adjustments.PENALTY else points
    adjustments.adjust_points(points_x2=points_x2, after_round=after_round or 0, **given)


def _cancel_adjustment(
    entry: Entry, *, actor: Actor, entry_id: int, adjustment: int, reason: str
) -> None:
    mine = {row["id"] for row in selectors.adjustments(entry.event) if row["entry"] == entry_id}
    if adjustment not in mine:
        raise InvalidInput(field="adjustment", problem=_("there is no such one here"))
    adjustments.cancel_adjustment(actor=actor, adjustment_id=adjustment, reason=reason)


KEPT = gettext_lazy("Kept.")


def actions_on(entry: Entry) -> dict[str, Action]:
    """The buttons of the card of an entry; their services take the actor and the entry's id.

    {name} in a message is the player.
    """
    return {
        "approve": Action(Form, _approve),
        "refuse": Action(ReasonForm, entries.refuse_entry, gettext_lazy("{name} is refused.")),
        "cancel": Action(
            Form, entries.cancel_entry, gettext_lazy("The entry of {name} is cancelled.")
        ),
        "enter-again": Action(Form, partial(_enter_again, entry), gettext_lazy("{name} is in.")),
        "check-in": Action(Form, entries.check_in, gettext_lazy("{name} is here.")),
        "check-out": Action(
            Form, partial(entries.check_in, undo=True), gettext_lazy("{name} is not here.")
        ),
        "withdraw": Action(FromRoundForm, _withdraw),
        "return": Action(FromRoundForm, _return),
        "bye": Action(ByeForm, _ask_bye),
        "cancel-bye": Action(RoundForm, _cancel_bye),
        "absent": Action(AbsenceForm, absences.add_absence, gettext_lazy("{name} is absent.")),
        "edit": Action(EditForm, entries.edit_entry, KEPT),
        "read-as": Action(SortNameForm, partial(_set_sort_name, entry), KEPT),
        "adjust": Action(AdjustForm, _adjust, gettext_lazy("Noted for {name}.")),
        "cancel-adjustment": Action(
            CancelAdjustmentForm,
            partial(_cancel_adjustment, entry),
            gettext_lazy("It counts no more."),
        ),
    }


def _withdrawn(first: int, last: int | None) -> str:
    if last is None:
        return _("withdrew from round %(first)d on") % {"first": first}
    return _("away in rounds %(first)d to %(last)d") % {"first": first, "last": last}


def _asked(first: int, _last: int | None) -> str:
    return _("bye in round %(first)d") % {"first": first}


def _was_absent(first: int, last: int | None) -> str:
    if last == first:
        return _("absent in round %(first)d") % {"first": first}
    return _("absent in rounds %(first)d to %(last)d") % {"first": first, "last": last or first}


def _late(first: int, last: int | None) -> str:
    return _("entered after round %(last)d") % {"last": last or first}


# The words of each kind of absence, from its first and last round.
ROUNDS_AWAY: Mapping[str, Callable[[int, int | None], str]] = {
    "withdrawn": _withdrawn,
    "asked": _asked,
    "absent": _was_absent,
    "late": _late,
}
