"""Byes and withdrawals of a player, for personal pages."""

from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document
from config.pages.forms import Form, NumberField
from games.services.rulings.withdraw import withdraw_player
from tournaments import selectors
from tournaments.actor import ANONYMOUS, Actor
from tournaments.choices import EntryStatus, EventStatus
from tournaments.selectors import LinkEntry
from tournaments.services.entries import registration
from tournaments.services.entries.absences import (
    ASKED,
    ask_bye,
    cancel_bye,
)
from tournaments.standings.presence import WITHDRAWN

AHEAD = 30  # rounds offered at most


class AbsencePanel(NamedTuple):
    """asked: coming rounds with a bye. rounds: those a bye can still be requested for.

    points_x2: half points of such a bye. left: how many requests remain. now: the current round, if
    this entry has a bye in it.
    """

    asked: list[int]
    rounds: list[int]
    points_x2: int
    left: int
    may_withdraw: bool
    has_withdrawn: bool
    now: int | None


class RoundForm(Form):
    round = NumberField(
        gettext_lazy("Round"),
        required=False,
        min_value=1,
        max_value=999,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), gettext_lazy("the number of a round")
        ),
    )


def absence_panel(entry: LinkEntry) -> AbsencePanel:
    event = entry.event
    following = _next_round(entry)
    active = [each for each in _absences(entry) if each["cancelled_at"] is None]
    byes = [each["from_round"] for each in active if each["kind"] == ASKED]
    withdrawn = any(each["kind"] == WITHDRAWN and each["to_round"] is None for each in active)
    playing = event.state == EventStatus.RUNNING and entry.state == EntryStatus.IN and not withdrawn
    allowed = registration.registration_settings(event.registration)["byes"]
    left = max(0, allowed["limit"] - len(byes)) if playing else 0
    ahead = range(following, _last_round(entry, allowed["last_round"], following) + 1)
    here = following - 1
    resting = here in byes or (playing and here in selectors.current_byes(entry.entry_id))
    return AbsencePanel(
        asked=[number for number in byes if number >= following],
        rounds=[number for number in ahead if number not in byes] if left else [],
        points_x2=allowed["points_x2"],
        left=left,
        may_withdraw=playing,
        has_withdrawn=withdrawn,
        now=here if resting else None,
    )


def change_absence(actor: Actor, entry: LinkEntry, form: QueryDict) -> str:
    """Handle the form and return the message.

    :raises DomainError: refused.
    """
    asked = form.get("do")
    if asked == "bye":
        number = _round_of(entry, form)
        ask_bye(actor=actor, entry_id=entry.entry_id, round_number=number)
        return _("You have a bye in round %(round)d.") % {"round": number}
    if asked == "no_bye":
        number = _round_of(entry, form)
        cancel_bye(actor=actor, entry_id=entry.entry_id, round_number=number)
        return _("You play round %(round)d.") % {"round": number}
    if asked == "withdraw":
        withdraw_player(actor=actor, entry_id=entry.entry_id, from_round=_next_round(entry))
        return _("You have withdrawn. Games that you played stay.")
    return ""


def _round_of(entry: LinkEntry, form: QueryDict) -> int:
    """The round in the form, by default the next one.

    :raises InvalidInput: not a number.
    """
    asked = RoundForm(form)
    asked.require_valid()
    return asked.cleaned_data["round"] or _next_round(entry)


def _next_round(entry: LinkEntry) -> int:
    """The round after the last published one."""
    numbers = selectors.event_rounds(entry.event, ANONYMOUS).values_list("number", flat=True)
    return max(numbers, default=0) + 1


def _last_round(entry: LinkEntry, last_bye: int | None, following: int) -> int:
    """The last round that byes are offered for; the next one if the number of rounds is unknown."""
    stage = selectors.event_stages(entry.event).last()
    planned = stage.options.get("rounds") if stage else None
    known = [number for number in (last_bye, planned) if number]
    return min([*known, following + AHEAD]) if known else following


def _absences(entry: LinkEntry) -> list[Document]:
    row = selectors.linkable_entries(entry.event.pk).get(pk=entry.entry_id)
    return list(selectors.absences_of(row))
