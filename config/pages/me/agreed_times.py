"""Agree when to play a game: propose a time, answer a proposal."""

from datetime import datetime
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages import zones
from config.pages.forms import MomentField, ZonedForm
from tournaments.actor import Actor
from tournaments.choices import SlotStatus
from tournaments.selectors import SlotContext
from tournaments.services.rounds import times

AGREED = gettext_lazy("Agreed.")
PROPOSED = gettext_lazy("Sent. The other player answers it.")


class TimeForm(ZonedForm):
    """A proposed time."""

    play_at = MomentField(
        gettext_lazy("Day and time"),
        error_messages=dict.fromkeys(("invalid", "required"), gettext_lazy("a day and a time")),
    )


class GameTime(NamedTuple):
    """answers: the opponent proposed a time that I have to answer. due: the deadline, or empty."""

    due: str
    words: str
    answers: bool
    zone: str
    form: TimeForm
    url: str


def game_time(slot: SlotContext, seat: int | None, *, time_zone: str, url: str) -> GameTime | None:
    """The panel of a slot; None if the game is played now.

    time_zone: of the player, for readers who chose none; empty for that of the event.
    """
    if len(slot.seats) != 2 or slot.slot_state not in times.TO_PLAY:
        return None
    if slot.due_at is None and slot.play_at is None and slot.slot_state != SlotStatus.POSTPONED:
        return None
    zone = zones.zone_of_reader() or time_zone or slot.time_zone
    words = ""
    if slot.play_at is not None:
        moment = {"time": zones.local_time_text(slot.play_at, slot.time_zone, own_zone=time_zone)}
        if slot.proposed_by is None:
            words = _("You play on %(time)s.") % moment
        elif slot.proposed_by == seat:
            words = _("You proposed %(time)s. The other player has not answered.") % moment
        else:
            words = _("The other player proposes %(time)s.") % moment
    return GameTime(
        due=zones.local_time_text(slot.due_at, slot.time_zone, own_zone=time_zone),
        words=words,
        answers=slot.proposed_by not in (None, seat),
        zone=zone,
        form=TimeForm(zone=zone, auto_id=f"%s-{slot.slot_id}"),
        url=url,
    )


def settle_time(actor: Actor, slot: SlotContext, form: QueryDict, *, now: datetime) -> str:
    """Answer a proposal or propose the time of the form, and return the message.

    :raises DomainError: refused.
    """
    if form.get("answer") == "yes":
        times.accept_time(actor=actor, slot_id=slot.slot_id, now=now)
        return _("Agreed.")
    if form.get("answer") == "no":
        times.decline_time(actor=actor, slot_id=slot.slot_id)
        return _("No time is agreed now. Propose another.")
    proposal = TimeForm(form, zone=form.get("zone") or slot.time_zone)
    proposal.require_valid()
    play_at = proposal.cleaned_data["play_at"]
    after = times.propose_time(actor=actor, slot_id=slot.slot_id, play_at=play_at, now=now)
    return str(AGREED if after.proposed_by is None else PROPOSED)
