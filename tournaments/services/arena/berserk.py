"""Berserk in an arena: a player halves the own time of a match, for one more point if it is won."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import FINISHED_SLOTS, RoundStatus, SlotStatus
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.models import Entry, Event, GameSlot, Seat
from tournaments.selectors.ladder.arenas import current_arena
from tournaments.selectors.ladder.situation import own_entry
from tournaments.services import journal
from tournaments.services.arena.passes import NoArena
from tournaments.services.events.states import lock_event, require_running
from tournaments.services.rounds.results import bump_results


class NoBerserk(DomainError):
    code = "no_berserk"
    message = _("In this arena nobody halves the own time.")


class NothingToPlay(DomainError):
    code = "nothing_to_play"
    message = _("There is no match in this arena that is being played.")


class MatchHasBegun(DomainError):
    code = "match_has_begun"
    message = _("A game of the match was sent or has a result, so the time stays as it is.")


@in_transaction
def go_berserk(
    *, actor: Actor, event_id: int, pairing_id: int, entry_id: int | None = None, undo: bool = False
) -> Seat:
    """Halve the time of an entry in a match, before anything of it was sent. Locks Event.

    entry_id: None: the entry of the actor. undo: have the whole time again. Repeating it is
    harmless.

    :raises NoArena: the current stage is no arena.
    :raises NoBerserk: its option is off.
    :raises NothingToPlay: the entry does not play this match.
    :raises MatchHasBegun: a game of it was sent or has a result.
    """
    event = lock_event(event_id)
    entry = _entry(actor, event, entry_id)
    permissions.require(actor, "entry.berserk", entry)
    require_running(event)
    stage = current_arena(event)
    if stage is None:
        raise NoArena
    if not stage.options.get("berserk"):
        raise NoBerserk
    seat = _open_seat(stage.pk, entry, pairing_id)
    if (seat.berserk_at is None) == undo:
        return seat
    before, seat.berserk_at = seat.berserk_at, None if undo else timezone.now()
    seat.save(update_fields=["berserk_at"])
    at = seat.berserk_at or before
    journal.write_event(
        actor,
        event,
        "arena.berserk_undone" if undo else "arena.berserk",
        subject=f"entry:{entry.pk}",
        after={"pairing": pairing_id, "seat": seat.order, "at": at and at.isoformat()},
    )
    bump_results(event.pk)
    return seat


def _entry(actor: Actor, event: Event, entry_id: int | None) -> Entry:
    if entry_id is not None:
        return selectors.get_entry(event, entry_id, actor)
    mine = own_entry(event, actor)
    if mine is None:
        raise InvalidInput(field="entry_id", problem=_("an entry: you have none in this event"))
    return mine


def _open_seat(stage_id: int, entry: Entry, pairing_id: int) -> Seat:
    """The seat of the entry in a match of the arena of which nothing was sent."""
    seats = Seat.objects.filter(pairing=pairing_id, entry=entry, round__stage=stage_id)
    seat = seats.exclude(round__state=RoundStatus.DRAFT).select_related("entry").first()
    slots = GameSlot.objects.filter(pairing=pairing_id)
    if seat is None or not slots.exclude(state__in=FINISHED_SLOTS).exists():
        raise NothingToPlay
    if slots.exclude(state=SlotStatus.OPEN).exists():
        raise MatchHasBegun
    return seat
