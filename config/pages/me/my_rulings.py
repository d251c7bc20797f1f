"""Rulings on the games of one player: what was ruled, why, by whom, and how to object."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from config.pages import zones
from config.pages.annotations import Document
from config.pages.game.sending import outcome_sentence
from config.pages.me.report_form import is_card_slot, opponent_names
from config.pages.names import isolate
from config.pages.seat_scores import placed_names
from games import selectors as games
from games.models import COUNTED_STATES
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import SlotStatus
from tournaments.selectors import SlotContext
from tournaments.state import CANCELLED, DOUBLE_FORFEIT, FORFEIT
from tournaments.wording import join_with_commas


class MyRuling(NamedTuple):
    """The last ruling on a game of mine.

    by: empty if the ruler has no player. staff: whom to ask. contact: of the event. object_url: of
    the form that asks for another decision; empty if no game was sent.
    """

    key: str
    where: str
    words: str
    reason: str
    by: str
    at: datetime
    zone: str
    staff: str
    contact: str
    object_url: str


def my_rulings(
    actor: Actor, slots: Iterable[SlotContext], *, answer_url: Callable[[str], str]
) -> list[MyRuling]:
    """The last ruling on each of these slots that still stands, the newest first.

    answer_url: of the form that disputes a game, by its public id.
    """
    by_id = {slot.slot_id: slot for slot in slots if _words(slot, None)}
    last = {ruled["slot"]: ruled for ruled in games.rulings_of_slots(by_id)}
    staff = {
        event_id: selectors.staff_names(event_id)
        for event_id in {by_id[slot_id].event_id for slot_id in last}
    }
    found = [
        _my_ruling(actor, by_id[slot_id], ruled, staff[by_id[slot_id].event_id], answer_url)
        for slot_id, ruled in last.items()
    ]
    return sorted(found, key=lambda each: each.at, reverse=True)


def _my_ruling(
    actor: Actor,
    slot: SlotContext,
    ruled: Document,
    staff: Mapping[int, str],
    answer_url: Callable[[str], str],
) -> MyRuling:
    """staff: the names of the event's staff by account."""
    counted = games.games_of_slot(slot.slot_id).filter(state__in=COUNTED_STATES).first()
    asks = counted is not None and permissions.may(actor, "slot.dispute", slot)
    return MyRuling(
        key=str(slot.slot_id),
        where=_("%(event)s, round %(round)d, game %(number)d")
        % {
            "event": isolate(slot.event_name),
            "round": slot.round_number,
            "number": slot.number,
        },
        words=_words(slot, permissions.seat_of(actor, slot)),
        reason=ruled["reason"],
        by=staff.get(ruled["actor"].get("user") or 0, ""),
        at=ruled["at"],
        zone=slot.time_zone,
        staff=join_with_commas(isolate(name) for name in staff.values()),
        contact=slot.event_contact,
        object_url=answer_url(counted.public_id) if asks and counted else "",
    )


def _words(slot: SlotContext, mine: int | None) -> str:
    """What stands now, for the seat `mine`; empty if the game is open again."""
    if slot.slot_state == SlotStatus.POSTPONED:
        due = zones.local_time_text(slot.due_at, slot.time_zone)
        return _("Postponed until %(time)s.") % {"time": due} if due else _("Postponed.")
    now, opponent = slot.current, opponent_names(slot, mine)
    if now is None:
        return ""
    if now.kind == FORFEIT:
        if now.winning_seat == mine:
            return _("You won by forfeit.")
        names = [seat.name for seat in slot.seats if seat.order == now.winning_seat]
        return _("%(name)s won by forfeit.") % {"name": isolate(join_with_commas(names))}
    others = {DOUBLE_FORFEIT: _("Nobody won: both forfeited."), CANCELLED: _("Cancelled.")}
    if now.kind in others:
        return others[now.kind]
    if is_card_slot(slot):
        names = [seat.name for seat in slot.seats]
        return join_with_commas(placed_names(names, now.facts.get("places_x2") or [], slot.match))
    moves = None if mine is None else 1 if mine == slot.first_seat else 2
    return outcome_sentence(now.outcome, mine=moves, opponent=opponent)
