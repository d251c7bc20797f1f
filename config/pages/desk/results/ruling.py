"""The page of one game: its evidence, and the forms that decide it (decisions.py).

A correction is previewed and confirmed before it is made.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.moments import format_moment, moment_field_value
from config.pages.desk.results.decisions import CAUSES, Decision, read_decision
from config.pages.desk.rounds.consequences import Consequences, preview_consequences
from config.pages.desk.rounds.published import RESULT_KIND_LABELS, SLOT_LABELS, join_names
from config.pages.game import games as game_pages
from config.pages.game.sending import needs_reserves
from config.pages.me.coin_fields import call_fields
from config.pages.names import isolate
from engine.games import CARD_GAMES
from games import selectors as games
from tournaments import permissions, selectors
from tournaments.errors import DomainError, NotFound
from tournaments.selectors import SlotContext

PREVIEW_REASON = "-"  # a preview needs a reason; the real one is asked for later
NOT_REPEATED = ("csrfmiddlewaretoken", "sure", "reason")


@staff_page
def ruling(request: HttpRequest, slug: str, pairing_id: int, number: int) -> HttpResponse:
    """Shows the game, and handles all its forms."""
    desk = open_desk(request, slug, "results")
    slot = _slot(desk, pairing_id, number)
    if request.method != "POST":
        return _page(request, desk, slug, slot)
    try:
        decision = read_decision(request.POST, slot, desk.actor)
        if decision.corrects and not request.POST.get("sure"):
            preview = preview_consequences(
                desk.event,
                slot,
                lambda: decision.run(decision.reason or PREVIEW_REASON),
                actor=desk.actor,
            )
            return _confirmation_page(request, desk, slot, decision, preview)
        message = decision.run(decision.reason)
    except DomainError as refusal:
        return _page(request, desk, slug, slot, str(refusal))
    messages.success(request, message if isinstance(message, str) else _("Saved."))
    if request.POST.get("next") == "results":
        return redirect("pages:manage-results", slug)
    if request.POST.get("next") == "late":
        return redirect("pages:manage-late", slug)
    return redirect("pages:manage-round", slug, slot.round_number)


def _slot(desk: Desk, pairing_id: int, number: int) -> SlotContext:
    """:raises Http404: the event has no such game in a published round."""
    try:
        slot = selectors.slot_context(pairing_id, number)
    except NotFound as error:
        raise Http404(str(error)) from error
    if slot.event_id != desk.event.pk or slot.round_state == "draft":
        raise Http404
    return slot


def _confirmation_page(
    request: HttpRequest, desk: Desk, slot: SlotContext, decision: Decision, preview: Consequences
) -> HttpResponse:
    """The preview of a correction, with the typed form to confirm it."""
    typed = [
        (name, value)
        for name in request.POST
        if name not in NOT_REPEATED
        for value in request.POST.getlist(name)
    ]
    context = (
        desk.context
        | _head_context(slot)
        | {
            "preview": preview,
            "decision": decision,
            "typed_fields": typed,
        }
    )
    return render(request, "pages/desk/results/ruling_confirm.html", context)


def _page(
    request: HttpRequest, desk: Desk, slug: str, slot: SlotContext, refused: str = ""
) -> HttpResponse:
    zone = slot.time_zone
    sent = [_game_context(game) for game in games.games_of_slot(slot.slot_id)]
    context = (
        desk.context
        | _head_context(slot)
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
                    "label": RESULT_KIND_LABELS.get(ruled["kind"])
                    or SLOT_LABELS.get(ruled["kind"], ruled["kind"]),
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
            "due": format_moment(slot.due_at, zone),
            "play_at": moment_field_value(slot.play_at, zone) if slot.proposed_by is None else "",
            "may_rule": permissions.may(desk.actor, "slot.rule", slot),
            "may_time": slot.slot_state in ("open", "postponed"),
            "typed": request.POST,
            "refused": refused,
        }
    )
    status = 422 if refused else 200
    return render(request, "pages/desk/results/ruling.html", context, status=status)


def _head_context(slot: SlotContext) -> dict[str, Any]:
    current = slot.current
    return {
        "slot": slot,
        "versus": join_names([seat.name for seat in slot.seats]),
        "state": SLOT_LABELS.get(slot.slot_state, slot.slot_state),
        "counted": None
        if current is None
        else {"result": current.outcome, "label": RESULT_KIND_LABELS.get(current.kind, "")},
    }


def _game_context(game: Any) -> dict[str, Any]:
    """A submitted game, with its verdict and board."""
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
    """The choices of a forfeit; none with more than two players."""
    if len(slot.seats) != 2:
        return []
    return [
        (f"forfeit-{seat.order}", _("%(name)s wins by forfeit") % {"name": isolate(seat.name)})
        for seat in slot.seats
    ]


def _choices(slot: SlotContext) -> list[tuple[str, list[tuple[str, str]]]]:
    """A row per winner, a column per kind of win; none for card games."""
    if len(slot.seats) != 2 or slot.event_game in CARD_GAMES:
        return []
    kinds = (("R", _("by road")), ("F", _("by flats")), ("1", _("other")))
    return [
        (seat.name, [(f"{seat.order}{kind}", label) for kind, label in kinds])
        for seat in slot.seats
    ]
