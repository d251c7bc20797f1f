"""Photographs of score sheets: attached to a game, seen by its players and staff, removed."""

import hashlib
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.models import ScoreSheet
from games.services.locks import lock_numbered_slot
from games.services.records.evidence import note_of
from games.sheets.photos import clean_photo
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.errors import DomainError, NotAllowed, NotFound, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.rounds.results import RoundNotOpen

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.db.models import QuerySet

    from tournaments.selectors import SlotContext

MOST = 6  # of one game


class TooManySheets(DomainError):
    code = "too_many_sheets"
    message = _("There are {most} photos of this game already. Remove one first.")


def attach_sheet(*, actor: Actor, pairing_id: int, number: int, photo: bytes) -> ScoreSheet:
    """Attach a photograph to a game. The same one twice is one. Locks GameSlot.

    :raises NotAPhoto, PhotoTooLarge: nothing is stored.
    :raises TooManySheets: there are MOST.
    """
    _require_seen(actor, selectors.slot_context(pairing_id, number))
    return _store(actor, pairing_id, number, photo)


@in_transaction
def remove_sheet(*, actor: Actor, public_id: str) -> None:
    """Delete a photograph: staff any, a player their own. Locks GameSlot."""
    sheet = get_sheet(actor, public_id)
    context = selectors.lock_slot(sheet.slot_id)
    seat = _seat(actor, context)
    if seat is not None and seat != sheet.seat:
        raise NotAllowed(verb="slot.submit")
    _write_journal(actor, context, "sheet.removed", sheet)
    sheet.delete()


def sheets_of(actor: Actor, context: "SlotContext") -> "QuerySet[ScoreSheet]":
    """The photographs of a game, the first at the front, without their pixels.

    :raises NotAllowed: for who is neither a player of it nor staff.
    """
    _require_seen(actor, context)
    return ScoreSheet.objects.filter(slot=context.slot_id).defer("image").order_by("pk")


def get_sheet(actor: Actor, public_id: str) -> ScoreSheet:
    """:raises NotFound: there is none, or the actor may not see it."""
    sheet = get_row(ScoreSheet.objects, "photo", public_id=public_id)
    try:
        _require_seen(actor, selectors.slot_context_by_id(sheet.slot_id))
    except DomainError:
        raise NotFound(what="photo", key=public_id) from None
    return sheet


def describe_sheet(sheet: ScoreSheet) -> Document:
    return {
        "public_id": sheet.public_id,
        "seat": sheet.seat,
        "at": sheet.at,
        "width": sheet.width,
        "height": sheet.height,
    }


def forget_sheets_of(player_ids: "Collection[int]") -> None:
    """Delete the photographs of all games of these players: they show hands and names."""
    seats = {"slot__pairing__seats__entry__player__in": player_ids}
    ScoreSheet.objects.filter(pk__in=ScoreSheet.objects.filter(**seats).values("pk")).delete()


def _require_seen(actor: Actor, context: "SlotContext") -> int | None:
    key = f"{context.pairing_id}:{context.number}"
    permissions.require_draft_access(actor, context, what="game", key=key)
    seat = _seat(actor, context)
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    return seat


def _seat(actor: Actor, context: "SlotContext") -> int | None:
    """Of a player of the game; None for staff, whose tokens may be narrowed to the desk.

    :raises NotAllowed: for others.
    """
    verb = "slot.desk" if permissions.may(actor, "slot.desk", context) else "slot.submit"
    return permissions.require_for_game(actor, verb, context)


def _store(actor: Actor, pairing_id: int, number: int, photo: bytes) -> ScoreSheet:
    made = clean_photo(photo)
    digest = hashlib.sha256(made.data).hexdigest()

    @in_transaction
    def store() -> ScoreSheet:
        context = lock_numbered_slot(pairing_id, number)
        here = ScoreSheet.objects.filter(slot=context.slot_id)
        if (known := here.filter(sha256=digest).first()) is not None:
            return known
        if here.count() >= MOST:
            raise TooManySheets(most=MOST)
        sheet = ScoreSheet.objects.create(
            slot_id=context.slot_id,
            seat=_seat(actor, context),
            actor=actor.as_json(),
            image=made.data,
            sha256=digest,
            width=made.width,
            height=made.height,
        )
        _write_journal(actor, context, "sheet.added", sheet)
        return sheet

    return store()


def _write_journal(actor: Actor, context: "SlotContext", action: str, sheet: ScoreSheet) -> None:
    about = {"sheet": sheet.public_id, "sha256": sheet.sha256}
    journal.write_all(actor, [note_of(context, action, after=about)])
