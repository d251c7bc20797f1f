"""The target of the QR code on a result slip."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from config.access.remembered_links import remembered_links
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context
from config.pages.event.events import open_event
from config.pages.event.rounds import pairing_row
from games import selectors as games
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.errors import NotFound


def at_table(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Redirect players to their own table and staff to the results; others read what to do.

    A player without an account is known by a personal link that this browser opened before.
    """
    actor = actor_of(request)
    view, slots = _seen(actor, slug, pairing_id)
    code = "" if _has_duty(actor, slots) else _remembered_code(request, slug, pairing_id)
    if code:
        return redirect("pages:personal", code=code)
    if view is None:
        if actor.user_id is None:
            return redirect("pages:personal-code")  # a private event is open to codes
        raise Http404
    if permissions.seat_of(actor, slots[0]) is not None:
        return redirect("pages:me")
    if selectors.is_staff_of(actor, slots[0].event_id):
        results = reverse("pages:manage-results", args=[slug])
        return redirect(f"{results}?round={view['round']}")
    _found, context = open_event(request, slug, "rounds")
    context |= {
        "number": view["round"],
        "pairings": [pairing_row(view, games.games_of_pairings([pairing_id]))],
    }
    return render(request, "pages/me/at_table.html", context)


def _has_duty(actor: Actor, slots: list[selectors.SlotContext]) -> bool:
    """Whether the account plays at the table or is staff of its event."""
    return bool(slots) and (
        permissions.seat_of(actor, slots[0]) is not None
        or selectors.is_staff_of(actor, slots[0].event_id)
    )


def _remembered_code(request: HttpRequest, slug: str, pairing_id: int) -> str:
    """The code of the latest remembered link of a player at a table of a published round."""
    slots = selectors.slots_of_pairing(pairing_id)
    if not slots or slots[0].event_slug != slug or slots[0].round_state == RoundStatus.DRAFT:
        return ""
    seated = {seat.entry_id for seat in slots[0].seats}
    known = remembered_links(request, timezone.now())
    return next((link.code for link in known if link.entry.entry_id in seated), "")


def _seen(
    actor: Actor, slug: str, pairing_id: int
) -> tuple[Context | None, list[selectors.SlotContext]]:
    """A table of a published round with its games; None if hidden or missing."""
    try:
        view = selectors.pairing_view(pairing_id, actor)
    except NotFound:
        return None, []
    slots = selectors.slots_of_pairing(pairing_id)
    if view["event"] != slug or not slots or slots[0].round_state == RoundStatus.DRAFT:
        return None, []
    return view, slots
