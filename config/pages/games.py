"""One game: the board at its end, the verdict, and what the people at the table say of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.pages import verdicts
from config.pages.account import actor_of
from config.pages.game_lines import where
from games import selectors
from games.drawing import described_spaces
from games.models import Game
from games.services.confirm import confirm_game, dispute_game
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound

LONGEST_DISPUTE = 1000  # characters


def find_game(public_id: str, actor: Actor) -> Game:
    try:
        return selectors.get_game(public_id, actor)
    except NotFound as error:
        raise Http404(str(error)) from error


def game(request: HttpRequest, public_id: str) -> HttpResponse:
    actor = actor_of(request)
    found = find_game(public_id, actor)
    view = selectors.game_view(found, full=True)
    first, second = (_person(player) for player in _two(view["players"]))
    verdict = view["verdict"]
    slot = found.slot
    context: dict[str, Any] = {
        "section": "events",
        "game": {
            "public_id": public_id,
            "event": slot.pairing.round.event if slot else None,
            "where": where(found, with_event=False),
            "played_on": found.played_on,
            "record": found.record,
            "tps": (verdict or {}).get("tps", ""),
            "standing": standing(found),
            "first": first["name"],
            "first_url": first["url"],
            "second": second["name"],
            "second_url": second["url"],
        },
        "verdict": shown(found),
        "actions": {"confirm": may_answer(actor, found)},
    }
    if verdict:
        context |= {
            "hands": verdicts.hands(verdict, first["name"], second["name"]),
            "moves": verdicts.move_lines(verdict),
            "words": described_spaces(verdict["tps"]),
        }
    return render(request, "pages/game.html", context)


@require_POST
@login_required(login_url="pages:login")
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm or dispute a submitted game."""
    actor = actor_of(request)
    found = find_game(public_id, actor)
    try:
        if request.POST.get("answer") == "confirm":
            after = confirm_game(actor=actor, game_id=found.pk)
            said = (
                _("Confirmed. It counts now.")
                if after.state == "confirmed"
                else _("Confirmed. It counts when the others have confirmed too.")
            )
        else:
            text = request.POST.get("text", "").strip()[:LONGEST_DISPUTE]
            dispute_game(actor=actor, game_id=found.pk, text=text)
            said = _("Sent. An arbiter decides; nothing counts until then.")
        messages.success(request, said)
    except DomainError as error:
        messages.error(request, str(error))
    if request.POST.get("next") == "me":
        return redirect("pages:me")
    return redirect("pages:game", public_id=public_id)


def shown(found: Game, *, key: str = "b") -> verdicts.Shown:
    """The verdict of a stored game, or the word it stands on."""
    if found.verdict:
        return verdicts.shown(found.verdict, key=key)
    return verdicts.claimed(str((found.claim or {}).get("result", "")))


def standing(found: Game) -> str:
    """What became of a game, in a sentence."""
    return {
        "submitted": _("It waits for a confirmation."),
        "disputed": _("The players do not agree. An arbiter decides."),
        "confirmed": _("It is confirmed and counts."),
        "ruled": _("An arbiter decided; it counts."),
        "evidence": _("It came after the result and is kept as evidence."),
        "superseded": _("Another record of this game took its place."),
        "rejected": _("It was refused and does not count."),
        "void": _("It was taken back and does not count."),
    }.get(found.state, "")


def may_answer(actor: Actor, found: Game) -> bool:
    """Whether the confirm button is for this reader."""
    if found.state != "submitted" or found.slot_id is None:
        return False
    context = tournaments.slot_context_by_id(found.slot_id)
    seat = permissions.seat_of(actor, context)
    if seat is not None and seat == found.submitted_seat:
        return False
    return permissions.may(actor, "slot.confirm", context)


def _two(players: list[dict[str, Any]]) -> list[dict[str, Any]]:
    empty = {"player": None, "name": ""}
    return [*players, empty, empty][:2]


def _person(player: dict[str, Any]) -> dict[str, str]:
    public_id = player["player"]
    return {
        "name": player["name"],
        "url": reverse("pages:player", args=[public_id]) if public_id else "",
    }
