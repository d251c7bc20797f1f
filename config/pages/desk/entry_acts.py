"""What the staff can do with one entry: each act is a button of its card."""

from collections.abc import Callable, Mapping
from functools import partial

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Entry
from config.pages.desk.base import WHY
from config.pages.forms import Action, Form, HalfPointsField, NumberField, TextField
from games import services as games
from tournaments import limits, selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.errors import InvalidInput
from tournaments.services.entries import absences, entries
from tournaments.services.events import adjustments
from tournaments.services.people import naming, people


class ReasonForm(Form):
    reason = TextField(WHY, max_length=limits.REASON)


class FromRoundForm(Form):
    from_round = NumberField(gettext_lazy("From round"))
    reason = TextField(WHY, max_length=limits.REASON, required=False)


class RoundForm(Form):
    round = NumberField(gettext_lazy("Round"))

    def clean(self) -> dict[str, object]:
        given = dict(self.cleaned_data)
        return {"round_number": given.pop("round", None), **given}


class ByeForm(RoundForm):
    points = HalfPointsField(
        gettext_lazy("Points"), gettext_lazy("Empty: as the settings say."), required=False
    )

    def clean(self) -> dict[str, object]:
        given = super().clean()
        return {"points_x2": given.pop("points", None), **given}


class AbsenceForm(FromRoundForm):
    to_round = NumberField(gettext_lazy("To round"), required=False)
    field_order = ("from_round", "to_round", "reason")

    def clean(self) -> dict[str, object]:
        given = self.cleaned_data
        return given | {"to_round": given.get("to_round") or given.get("from_round")}


class EditForm(Form):
    """The rating can be changed before the event starts only."""

    family = TextField(
        gettext_lazy("Family"),
        gettext_lazy("Players with the same word are one family: see Kept apart."),
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

    def clean(self) -> dict[str, object]:
        changes = dict(self.cleaned_data)
        if "rating" not in self.data or "rating" not in self.changed_data:
            changes.pop("rating", None)
        return {"changes": changes}


class RenameForm(Form):
    name = TextField(
        gettext_lazy("Name"),
        gettext_lazy("It changes in every event and list."),
        max_length=limits.NAME,
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )


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

    def clean(self) -> dict[str, object]:
        given = dict(self.cleaned_data)
        kind, points = given.pop("kind", ""), given.pop("points", 0)
        given["points_x2"] = -abs(points) if kind == adjustments.PENALTY else points
        return {**given, "after_round": given.get("after_round") or 0}


class CancelAdjustmentForm(ReasonForm):
    adjustment = NumberField(widget=forms.HiddenInput)


def _approve(*, actor: Actor, entry_id: int) -> str:
    made = entries.approve_entry(actor=actor, entry_id=entry_id)
    if made.state == EntryStatus.WAITING:
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


def _withdraw(*, actor: Actor, entry_id: int, from_round: int, reason: str) -> str:
    done = games.withdraw_player(
        actor=actor, entry_id=entry_id, from_round=from_round, reason=reason
    )
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


def _rename(entry: Entry, *, actor: Actor, entry_id: int, name: str) -> None:
    naming.rename_player(actor=actor, player_id=selectors.resolve(entry.player).pk, name=name)


def _set_sort_name(entry: Entry, *, actor: Actor, entry_id: int, sort_name: str) -> None:
    player = selectors.resolve(entry.player)
    people.set_sort_name(actor=actor, player_id=player.pk, sort_name=sort_name)


def _cancel_adjustment(
    entry: Entry, *, actor: Actor, entry_id: int, adjustment: int, reason: str
) -> None:
    mine = {row["id"] for row in selectors.adjustments(entry.event) if row["entry_id"] == entry_id}
    if adjustment not in mine:
        raise InvalidInput(field="adjustment", problem=_("there is no such one here"))
    adjustments.cancel_adjustment(actor=actor, adjustment_id=adjustment, reason=reason)


KEPT = gettext_lazy("Saved.")


def actions_on(entry: Entry) -> dict[str, Action]:
    """The buttons of the card of an entry; their services take the actor and the entry's id.

    {name} in a message is the player, %(n)d the round.
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
        "return": Action(
            FromRoundForm,
            absences.return_entry,
            gettext_lazy("{name} plays again from round %(n)d on."),
        ),
        "bye": Action(ByeForm, absences.ask_bye, gettext_lazy("{name} has a bye in round %(n)d.")),
        "cancel-bye": Action(
            RoundForm, absences.cancel_bye, gettext_lazy("{name} plays round %(n)d after all.")
        ),
        "absent": Action(AbsenceForm, absences.add_absence, gettext_lazy("{name} is absent.")),
        "edit": Action(EditForm, entries.edit_entry, KEPT),
        "rename": Action(RenameForm, partial(_rename, entry), KEPT),
        "read-as": Action(SortNameForm, partial(_set_sort_name, entry), KEPT),
        "adjust": Action(AdjustForm, adjustments.adjust_points, gettext_lazy("Noted for {name}.")),
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
