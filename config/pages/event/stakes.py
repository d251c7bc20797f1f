"""Stakes: the winnings of an event, the account of a player, the books of a match, bidding."""

from collections.abc import Sequence

from django.forms import HiddenInput
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Document, Event
from config.pages.answers import message_outcome
from config.pages.csv_files import csv_response
from config.pages.event.events import open_event
from config.pages.event.standings_rows import player_url
from config.pages.forms import NumberField
from config.pages.me.coin_fields import TURNS, BidsForm, CountField
from config.pages.names import isolate
from config.pages.site.rule_texts.stakes import stakes_part
from games import services
from games.stakes import winnings
from games.stakes.bidding import BEFORE_PLAY
from games.stakes.dues import pays_for_calls
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.csv_files.tables import table_of

TRANSFER_LABELS = {
    "ante": gettext_lazy("ante"),
    "bid": gettext_lazy("bid for the first move"),
    "cover": gettext_lazy("held back for the end of the game"),
    "call": gettext_lazy("Tak called"),
    "claimed_call": gettext_lazy("Tak called"),
    "pot": gettext_lazy("pot, to the winner"),
    "board": gettext_lazy("spaces of the board"),
    "unplayed": gettext_lazy("pieces left to the winner"),
    "capless": gettext_lazy("won without the capstone"),
    "split": gettext_lazy("share of the pot after a draw"),
    "carry": gettext_lazy("pot of a draw, for the next game"),
    "carried": gettext_lazy("pot of the draws before"),
}
HOUSE_ACCOUNTS = {"escrow": gettext_lazy("escrow"), "carry": gettext_lazy("next game")}
# Columns of the CSV files.
WINNINGS = (
    "rank", "entry", "entry_id", "player", "name", "won", "held", "balance", "free", "overdrawn",
)  # fmt: skip
TRANSFERS = (
    "id", "at", "round", "pairing", "number", "game", "step", "payer", "payee", "amount",
    "reverses", "live",
)  # fmt: skip


class MatchBidsForm(BidsForm):
    """The bids for a game of a match, by seat. players: their names."""

    number = NumberField(min_value=1, widget=HiddenInput)

    def __init__(self, *data: object, number: int = 0, players: Sequence[str] = ("", "")) -> None:
        super().__init__(*data, initial={"number": number}, auto_id=f"bid-{number}-%s")
        for turn in TURNS:
            label = _("Bid %(turn)s") % {"turn": turn}
            self.add_row(turn, *(CountField(label, isolate(name)) for name in players))


@require_GET
def event_stakes(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = _open_stakes_event(request, slug)
    rows = winnings.winnings_table(found)
    for row in rows:
        row["url"] = player_url(row["player"])
    part = stakes_part(found)
    context |= {"stakes": part.sentences if part else [], "rows": rows}
    context["matches"] = _matches(found, context["head"]["last_round"], actor_of(request))
    return render(request, "pages/event/stakes/stakes.html", context)


@require_GET
def account(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    found, context = _open_stakes_event(request, slug)
    document = winnings.player_account(found, entry)
    context |= {"account": document, "lines": [_transfer_row(row) for row in document["transfers"]]}
    return render(request, "pages/event/stakes/account.html", context)


def match(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """The books of a match; its players and staff enter the bids here."""
    _found, context = _open_stakes_event(request, slug)
    actor = actor_of(request)
    books = winnings.books_of_pairing(pairing_id, actor)
    slots = selectors.slots_of_pairing(pairing_id)
    if not slots or slots[0].event_slug != slug:
        raise Http404
    if request.method == "POST":
        message_outcome(request, lambda: _change_bids(actor, pairing_id, request.POST))
        return redirect("pages:stakes-match", slug=slug, pairing_id=pairing_id)
    may_bid = permissions.may(actor, "slot.bid", slots[0]) and pays_for_calls(slots[0])
    seat = permissions.seat_of(actor, slots[0])
    context["books"] = [
        _book_context(book, may_bid and slot.slot_state in BEFORE_PLAY, seat)
        for book, slot in zip(books, slots, strict=True)
    ]
    return render(request, "pages/event/stakes/match.html", context)


@require_GET
def winnings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    found, _context = _open_stakes_event(request, slug)
    return csv_response(request, table_of(winnings.winnings_table(found), WINNINGS))


@require_GET
def transfers_csv(request: HttpRequest, slug: str) -> HttpResponse:
    found, _context = _open_stakes_event(request, slug)
    rows = [winnings.transfer_row(row) for row in winnings.transfers(found)]
    return csv_response(request, table_of(rows, TRANSFERS))


def _open_stakes_event(request: HttpRequest, slug: str) -> tuple[Event, Context]:
    found, context = open_event(request, slug, "stakes")
    if found.match.get("stakes") is None:
        raise Http404
    return found, context


def _matches(found: Event, last_round: int, actor: Actor) -> list[Context]:
    """The matches of the current round, by table."""
    if not last_round:
        return []
    pairings = selectors.round_view(found, last_round, actor)["pairings"]
    return [
        {
            "table": pairing["table"],
            "names": [seat["name"] for seat in pairing["seats"]],
            "url": reverse("pages:stakes-match", args=[found.slug, pairing["id"]]),
        }
        for pairing in pairings
        if pairing["slots"]
    ]


def _change_bids(actor: Actor, pairing_id: int, data: QueryDict) -> str:
    """Handle the form and return the message.

    :raises DomainError: refused.
    """
    form = MatchBidsForm(data)
    form.require_valid()
    number = form.cleaned_data["number"]
    if data.get("do") == "undo":
        services.withdraw_bids(actor=actor, pairing_id=pairing_id, number=number)
        return _("The bids are withdrawn: this game is for nothing.")
    if data.get("do") == "agree":
        services.agree_to_bids(actor=actor, pairing_id=pairing_id, number=number)
        return _("You agreed to the bids.")
    row = services.place_bids(actor=actor, pairing_id=pairing_id, number=number, bids=form.bids())
    return _("The bids are entered. Seat %(seat)d moves first.") % {"seat": row.first_seat}


def _book_context(book: Document, may_bid: bool, seat: int | None) -> Context:
    """may_bid: the game has not begun. seat: of the reader."""
    agreed = book["agreed"]
    return {
        **book,
        "words": winnings.BookStatus(book["state"]).label,
        "may_bid": may_bid and not (seat in agreed and len(agreed) == len(book["seats"])),
        "may_agree": may_bid and bool(book["bids"]) and seat is not None and seat not in agreed,
        "waits_for": [each["name"] for each in book["seats"] if each["order"] not in agreed]
        if may_bid and book["bids"]
        else [],
        "lines": [_transfer_row(row) for row in book["transfers"]],
        "form": MatchBidsForm(
            number=book["number"], players=[seat["name"] for seat in book["seats"]]
        ),
    }


def _transfer_row(row: Document) -> Context:
    """A transfer with labels; reversals are marked."""
    step, _colon, ply = row["step"].partition(":")
    words = str(TRANSFER_LABELS.get(step, step))
    if step == "call":
        words = _("%(what)s after ply %(ply)s") % {"what": words, "ply": ply}
    if step == "claimed_call":
        words = _("%(what)s, call %(number)s of the game") % {"what": words, "number": ply}
    return {
        **row,
        "words": _("%(what)s, reversed") % {"what": words} if row["reverses"] else words,
        "payer": HOUSE_ACCOUNTS.get(row["payer"], row["payer"]),
        "payee": HOUSE_ACCOUNTS.get(row["payee"], row["payee"]),
    }
