"""One game of a round at the desk: what was sent for it, and deciding it.

A correction shows what it would change before it is made. What the forms mean: decisions.py.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.moments import as_field, told
from config.pages.desk.results.decisions import CAUSES, Decision, decision_of
from config.pages.desk.rounds.consequences import Consequences, consequences
from config.pages.desk.rounds.published import KINDS, STATES, versus
from config.pages.game import games as game_pages
from config.pages.game.sending import needs_reserves
from config.pages.me.coin_fields import call_fields
from config.pages.names import isolate
from engine.games import CARD_GAMES
from games import selectors as games
from tournaments import permissions, selectors
from tournaments.errors import DomainError, NotFound
from tournaments.selectors import SlotContext

LATER_NO_REASON = "-"  # a try needs some reason; the decision asks for the real one
NOT_KEPT = ("csrfmiddlewaretoken", "sure", "reason")


@staff_page
def ruling(request: HttpRequest, slug: str, pairing_id: int, number: int) -> HttpResponse:
    """The page of a game; every form of it comes back here."""
    desk = open_desk(request, slug, "results")
    slot = _slot(desk, pairing_id, number)
    if request.method != "POST":
        return _page(request, desk, slug, slot)
    try:
        decision = decision_of(request.POST, slot, desk.actor)
        if decision.corrects and not request.POST.get("sure"):
            ahead = consequences(
                desk.event,
                slot,
                lambda: decision.act(decision.reason or LATER_NO_REASON),
                actor=desk.actor,
            )
            return _ask(request, desk, slot, decision, ahead)
        said = decision.act(decision.reason)
    except DomainError as refused:
        return _page(request, desk, slug, slot, str(refused))
    messages.success(request, said if isinstance(said, str) else _("Written down."))
    if request.POST.get("next") == "results":
        return redirect("pages:manage-results", slug)
    if request.POST.get("next") == "late":
        return redirect("pages:manage-late", slug)
    return redirect("pages:manage-round", slug, slot.round_number)


def _slot(desk: Desk, pairing_id: int, number: int) -> SlotContext:
    """:raises Http404: it is no game of a published round of this event."""
    try:
        slot = selectors.slot_context(pairing_id, number)
    except NotFound as error:
        raise Http404(str(error)) from error
    if slot.event_id != desk.event.pk or slot.round_state == "draft":
        raise Http404
    return slot


def _ask(
    request: HttpRequest, desk: Desk, slot: SlotContext, decision: Decision, ahead: Consequences
) -> HttpResponse:
    """What it would change, and the same form again with all that was typed."""
    kept = [
        (name, value)
        for name in request.POST
        if name not in NOT_KEPT
        for value in request.POST.getlist(name)
    ]
    context = (
        desk.context
        | _head(slot)
        | {
            "ahead": ahead,
            "decision": decision,
            "kept": kept,
        }
    )
    return render(request, "pages/desk/results/ruling_sure.html", context)


def _page(
    request: HttpRequest, desk: Desk, slug: str, slot: SlotContext, refused: str = ""
) -> HttpResponse:
    zone = slot.time_zone
    sent = [_sent(game) for game in games.games_of_slot(slot.slot_id)]
    context = (
        desk.context
        | _head(slot)
        | {
            "sent": sent,
            "may_void": any(each["counts"] for each in sent),
            "disputes": [
                dispute.text
                for dispute in games.open_disputes(desk.actor, event_slug=slug)
                if dispute.slot_id == slot.slot_id
            ],
            "rulings": [
                {
                    **ruled,
                    "words": KINDS.get(ruled["kind"]) or STATES.get(ruled["kind"], ruled["kind"]),
                }
                for ruled in games.rulings_of_pairing(slot.pairing_id)
                if ruled["number"] == slot.number
            ],
            "choices": _choices(slot),
            "cards": slot.event_game in CARD_GAMES,
            "needs_reserves": needs_reserves(slot),
            "calls": call_fields(slot, request.POST),
            "forfeits": _forfeits(slot),
            "causes": CAUSES,
            "zone": zone,
            "due": told(slot.due_at, zone),
            "play_at": as_field(slot.play_at, zone) if slot.proposed_by is None else "",
            "may_rule": permissions.may(desk.actor, "slot.rule", slot),
            "may_time": slot.slot_state in ("open", "postponed"),
            "typed": request.POST,
            "refused": refused,
        }
    )
    status = 422 if refused else 200
    return render(request, "pages/desk/results/ruling.html", context, status=status)


def _head(slot: SlotContext) -> dict[str, Any]:
    current = slot.current
    return {
        "slot": slot,
        "versus": versus([seat.name for seat in slot.seats]),
        "state": STATES.get(slot.slot_state, slot.slot_state),
        "counted": None
        if current is None
        else {"result": current.outcome, "words": KINDS.get(current.kind, "")},
    }


def _sent(game: Any) -> dict[str, Any]:
    """A game that was sent for the slot, with its verdict and board."""
    view = games.game_view(game)
    seat = next((p["name"] for p in view["players"] if p["order"] == game.submitted_seat), "")
    return {
        "public_id": game.public_id,
        "pk": game.pk,
        "verdict": game_pages.make_verdict_card(game, key=f"g{game.pk}-"),
        "standing": game_pages.state_sentence(game),
        "by": seat,
        "counts": game.state in ("confirmed", "ruled"),
        "result": view["result"],
    }


def _forfeits(slot: SlotContext) -> list[tuple[str, str]]:
    """Who may win by forfeit, as values of a form; of more than two nobody."""
    if len(slot.seats) != 2:
        return []
    return [
        (f"forfeit-{seat.order}", _("%(name)s wins by forfeit") % {"name": isolate(seat.name)})
        for seat in slot.seats
    ]


def _choices(slot: SlotContext) -> list[tuple[str, list[tuple[str, str]]]]:
    """Who won is the row, in which way the column; of a table of cards there are none."""
    if len(slot.seats) != 2 or slot.event_game in CARD_GAMES:
        return []
    ways = (("R", _("by road")), ("F", _("by flats")), ("1", _("other")))
    return [
        (seat.name, [(f"{seat.order}{way}", words) for way, words in ways]) for seat in slot.seats
    ]
