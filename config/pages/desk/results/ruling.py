"""The page of one game: its evidence, and the forms that decide it (decision_forms.py).

A correction is previewed and confirmed before it is made.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from config.pages import zones
from config.pages.desk.base import Desk, ReasonForm, open_desk, staff_page
from config.pages.desk.results.decisions import CORRECTIONS, DECISIONS
from config.pages.desk.results.reports import find_reports
from config.pages.desk.rounds.consequences import Consequences, preview_consequences
from config.pages.desk.rounds.draft import stale_draft_warning
from config.pages.desk.rounds.published import RESULT_KIND_LABELS, SLOT_LABELS
from config.pages.forms import ActionForms, Form
from config.pages.game import games as game_pages
from config.pages.names import isolate
from config.pages.offline.kept import kept_form
from config.pages.seat_scores import placed_names
from games import selectors as games
from games.dispute_words import dispute_text
from games.models import COUNTED_STATES
from tournaments import permissions, selectors
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.selectors import SlotContext
from tournaments.wording import join_with_commas

if TYPE_CHECKING:
    from games.models import Game

PREVIEW_REASON = "-"  # a preview needs a reason; the real one is asked for later
NOT_REPEATED = ("csrfmiddlewaretoken", "sure", "reason")
NEXT_PAGES = {"results": "pages:manage-results", "late": "pages:manage-late"}


@staff_page
@kept_form
def ruling(request: HttpRequest, slug: str, pairing_id: int, number: int) -> HttpResponse:
    """Shows the game, and handles all its forms."""
    desk = open_desk(request, slug, "results")
    slot = _slot(desk, pairing_id, number)
    sent = ActionForms(request, DECISIONS, slot=slot)
    form, corrects = sent.sent, slot.current is not None and sent.do in CORRECTIONS
    if form is not None and corrects and not request.POST.get("sure"):
        if form.submit(partial(_preview, desk, slot, DECISIONS[sent.do].service)):
            return _confirmation_page(desk, slot, form)
    elif done := sent.run(actor=desk.actor, slot=slot):
        messages.success(request, done)
        if warning := stale_draft_warning(desk):
            messages.warning(request, warning)
        to = NEXT_PAGES.get(request.POST.get("next", ""))
        return redirect(to, slug) if to else redirect("pages:manage-round", slug, slot.round_number)
    return _page(desk, slot, sent)


def _preview(
    desk: Desk, slot: SlotContext, service: Callable[..., object], **given: object
) -> Consequences:
    given["reason"] = given.get("reason") or PREVIEW_REASON
    return preview_consequences(
        desk.event, slot, partial(service, actor=desk.actor, slot=slot, **given), actor=desk.actor
    )


def _slot(desk: Desk, pairing_id: int, number: int) -> SlotContext:
    """:raises Http404: the event has no such game in a published round."""
    slot = selectors.slot_context(pairing_id, number)
    if slot.event_id != desk.event.pk or slot.round_state == RoundStatus.DRAFT:
        raise Http404
    return slot


def _confirmation_page(desk: Desk, slot: SlotContext, form: Form) -> HttpResponse:
    """The preview of a correction, with the typed form to confirm it."""
    typed = desk.request.POST
    confirm = ReasonForm(initial={"reason": form.cleaned_data["reason"]})
    confirm.fields["reason"].widget.attrs["autofocus"] = True
    context = {
        **_head_context(slot),
        "preview": form.result,
        "form": confirm,
        "typed_fields": [
            (name, value)
            for name in typed
            if name not in NOT_REPEATED
            for value in typed.getlist(name)
        ],
    }
    return desk.render("results/ruling_confirm.html", context)


def _page(desk: Desk, slot: SlotContext, sent: ActionForms) -> HttpResponse:
    submitted = games.games_of_slot(slot.slot_id)
    disputes = games.open_disputes(desk.actor, event_slug=desk.event.slug)
    ours = [dispute_text(each) for each in disputes if each.slot_id == slot.slot_id]
    context = {
        **_head_context(slot),
        "sent": [_game_context(game) for game in submitted],
        "may_void": any(game.state in COUNTED_STATES for game in submitted),
        "disputes": ours,
        "has_reports": bool(find_reports(slot)),
        "rules_first": bool(ours) or sent.do == "rule",
        "rulings": [
            ruled | {"label": (SLOT_LABELS | RESULT_KIND_LABELS).get(ruled["kind"], ruled["kind"])}
            for ruled in games.rulings_of_pairing(slot.pairing_id)
            if ruled["number"] == slot.number
        ],
        "zone": slot.time_zone,
        "due": zones.local_time_text(slot.due_at, slot.time_zone, there=True),
        "may_rule": permissions.may(desk.actor, "slot.rule", slot),
        "may_time": slot.slot_state in (SlotStatus.OPEN, SlotStatus.POSTPONED),
        "next": desk.request.POST.get("next") or desk.request.GET.get("next", ""),
        "forms": sent,
    }
    return desk.render("results/ruling.html", context, refused=desk.request.method == "POST")


def _head_context(slot: SlotContext) -> dict[str, object]:
    counted = slot.current
    return {
        "slot": slot,
        "names": [seat.name for seat in slot.seats],
        "state": SLOT_LABELS[SlotStatus(slot.slot_state)],
        "counted": _counted_text(slot),
        "counted_label": RESULT_KIND_LABELS.get(counted.kind, "") if counted else "",
    }


def _counted_text(slot: SlotContext) -> str:
    """The result that counts: places with points of a card game, who won by forfeit, or the code
    of a game of Tak; empty without a result.
    """
    if slot.current is None:
        return ""
    if slot.current.winning_seat:
        return isolate(slot.seats[slot.current.winning_seat - 1].name)
    if places_x2 := slot.current.facts.get("places_x2"):
        names = [seat.name for seat in slot.seats]
        return join_with_commas(placed_names(names, places_x2, slot.match))
    return isolate(slot.current.outcome)


def _game_context(game: "Game") -> dict[str, object]:
    """A submitted game, with its verdict and board."""
    players = games.game_view(game)["players"]
    return {
        "public_id": game.public_id,
        "verdict": game_pages.make_verdict_card(game, key=f"g{game.pk}-"),
        "standing": game_pages.state_sentence(game),
        "by": next((p["name"] for p in players if p["order"] == game.submitted_seat), ""),
    }
