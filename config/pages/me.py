"""The player's own page: what waits for an answer, the open games, sending a result."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from config.pages import verdicts
from config.pages.account import actor_of
from config.pages.event_lines import isolated
from config.pages.game_lines import game_lines, where
from config.pages.games import shown
from engine.errors import RecordError
from games import selectors as games
from games.models import Game
from games.outcomes import RESULTS, SIDES, winner_of
from games.services.submit import submit_game
from tournaments import selectors as tournaments
from tournaments.errors import DomainError, NotFound
from tournaments.selectors import SlotContext

LATEST = 10  # own games shown
_SENT = {
    "reported": gettext_lazy("A result was sent and waits for a confirmation."),
    "disputed": gettext_lazy("The players do not agree. An arbiter decides."),
    "postponed": gettext_lazy("This game is postponed. Send the result when it is played."),
}


class Choice(NamedTuple):
    value: str
    label: str


class ChoiceRow(NamedTuple):
    name: str
    options: list[Choice]
    wide: bool = False


class Waiting(NamedTuple):
    public_id: str
    heading: str
    where: str
    verdict: verdicts.Shown


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """A game of mine without a result. `moves` 1: I move first."""

    id: int
    table: int | None
    where: str
    opponent: str
    moves: int
    words: str
    sent: str
    needs_reserves: bool
    choices: list[ChoiceRow]
    record: str = ""
    error: str = ""
    verdict: verdicts.Shown | None = None

    @property
    def folded(self) -> bool:
        """Whether the form may stay closed: something was sent and nothing is wrong with it."""
        return bool(self.sent) and self.verdict is None and not self.error


@dataclass(frozen=True, slots=True)
class Sent:
    """What was wrong with the last thing sent, beside the slot it was meant for."""

    slot_id: int = 0
    fields: dict[str, Any] = field(default_factory=dict)


@login_required(login_url="pages:login")
def me(request: HttpRequest) -> HttpResponse:
    return _page(request, Sent())


@require_POST
@login_required(login_url="pages:login")
def submit(request: HttpRequest, slot_id: int) -> HttpResponse:
    """Send a record or a claim for one of my slots."""
    try:
        context = tournaments.slot_context_by_id(slot_id)
    except NotFound as error:
        raise Http404(str(error)) from error
    record = request.POST.get("record", "").replace("\r\n", "\n")
    try:
        game = submit_game(
            actor=actor_of(request),
            pairing_id=context.pairing_id,
            number=context.number,
            record=record,
            claim=_claim(request.POST),
        )
    except RecordError as error:
        refused = verdicts.refused(error, record, key=f"s{slot_id}")
        fault = Sent(slot_id, {"record": record, "verdict": refused})
        return _page(request, fault, status=422)
    except DomainError as error:
        fault = Sent(slot_id, {"record": record, "error": str(error)})
        return _page(request, fault, status=422)
    messages.success(request, _said(game, context, request))
    return redirect("pages:me")


def _page(request: HttpRequest, sent: Sent, status: int = 200) -> HttpResponse:
    actor = actor_of(request)
    player = tournaments.player_of(actor.user_id or 0)
    context: dict[str, Any] = {"section": "me", "player": player}
    if player is not None:
        mine = games.visible_games(actor, player_id=player.public_id)
        context |= {
            "waiting": [_waiting(game) for game in games.waiting_for(player.pk)],
            "slots": [
                _open_slot(slot, player.pk, sent) for slot in tournaments.open_slots_of(player.pk)
            ],
            "lines": game_lines(games.for_display(mine)[:LATEST]),
        }
    return render(request, "pages/me.html", context, status=status)


def _waiting(game: Game) -> Waiting:
    seat = game.submitted_seat
    slot = game.slot
    name = ""
    if slot is not None and seat is not None:
        order = 1 if seat == slot.first_seat else 2
        names = {p["order"]: p["name"] for p in games.game_view(game)["players"]}
        name = names.get(order, "")
    heading = (
        _("%(name)s sent this game") % {"name": isolated(name)} if name else _("A game was sent")
    )
    return Waiting(game.public_id, heading, where(game), shown(game, key=f"w{game.pk}"))


def _open_slot(slot: SlotContext, player_id: int, sent: Sent) -> OpenSlot:
    mine = next(seat for seat in slot.seats if seat.player_id == player_id)
    first = mine.order == slot.first_seat
    opponent = ", ".join(seat.name for seat in slot.seats if seat is not mine)
    words = _("Game %(number)d: you move first") if first else _("Game %(number)d: you move second")
    base = OpenSlot(
        id=slot.slot_id,
        table=slot.table,
        where=_("%(event)s, round %(round)d")
        % {"event": isolated(slot.event_name), "round": slot.round_number},
        opponent=opponent,
        moves=1 if first else 2,
        words=words % {"number": slot.number},
        sent=str(_SENT.get(slot.slot_state, "")),
        needs_reserves=slot.match.get("rank_by") == "board_plus_reserve",
        choices=_choices(first, opponent),
    )
    return replace(base, **sent.fields) if slot.slot_id == sent.slot_id else base


def _choices(first: bool, opponent: str) -> list[ChoiceRow]:
    """The winner is the row, the way of winning the column."""
    i_won, they_won = (("R-0", "F-0", "1-0"), ("0-R", "0-F", "0-1"))[:: 1 if first else -1]
    ways = (_("by road"), _("by flats"), _("other"))

    def row(name: str, values: tuple[str, ...]) -> ChoiceRow:
        return ChoiceRow(name, [Choice(*pair) for pair in zip(values, ways, strict=True)])

    draw = ChoiceRow("", [Choice("1/2-1/2", _("draw"))], wide=True)
    return [row(_("I won"), i_won), row(opponent, they_won), draw]


def _claim(data: QueryDict) -> dict[str, Any] | None:
    """The claim in the form, with the winner's pieces left where they were given."""
    result = data.get("result", "")
    if result not in RESULTS:
        return None
    claim: dict[str, Any] = {"result": result}
    winner = winner_of(result)
    stones, capstones = data.get("stones", ""), data.get("capstones", "") or "0"
    if winner is not None and stones.isdecimal() and capstones.isdecimal():
        left = {"stones": int(stones[:3]), "capstones": int(capstones[:3])}
        claim["reserves"] = {SIDES[winner - 1]: left}
    return claim


def _said(game: Game, context: SlotContext, request: HttpRequest) -> str:
    if game.state in ("confirmed", "ruled"):
        return _("Sent. You both say the same, so it counts now.")
    if game.state == "disputed":
        return _("Sent. The two of you say different things, so an arbiter decides.")
    if game.state == "evidence":
        return _("Sent. The game has a result already; the record is kept beside it.")
    others = [isolated(seat.name) for seat in context.seats if seat.user_id != request.user.pk]
    return _("Sent. %(name)s now confirms it.") % {"name": ", ".join(others)}
