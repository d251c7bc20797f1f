"""Who sits where in published rounds, for whoever tells them."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.choices import RoundStatus
from tournaments.models import GameSlot, Seat
from tournaments.selectors.people.people import account_of, resolve


class PairedSeat(NamedTuple):
    """One player at a table. player: a public id, after merges. user_id: None without an account.

    number, first_seat, state, due_at, play_at: of one game of the pairing; None for a bye.
    games: how many games the pairing has.
    """

    pairing: int
    round: int
    leg: int
    table: int | None
    order: int
    entry: int
    player: str
    user_id: int | None
    games: int = 0
    number: int | None = None
    first_seat: int | None = None
    state: str | None = None
    due_at: datetime | None = None
    play_at: datetime | None = None


def seats_of_round(event_slug: str, number: int) -> list[PairedSeat]:
    """The seats of a published round, each with the first game of its pairing. Two queries."""
    return _seats(Q(pairing__round__event__slug=event_slug, pairing__round__number=number))


def seats_of_pairing(pairing_id: int, number: int | None = None) -> list[PairedSeat]:
    """The seats of a published pairing, with this game of it, by default the first. Two queries."""
    return _seats(Q(pairing=pairing_id), number=number)


def _seats(where: Q, *, number: int | None = None) -> list[PairedSeat]:
    seats = Seat.objects.filter(where).exclude(pairing__round__state=RoundStatus.DRAFT)
    rows = seats.select_related("pairing__round", "entry__player__merged_into")
    rows = rows.defer("pairing__round__proof", "pairing__round__proof_staff")
    found = list(rows.order_by("pairing__leg", "pairing__table", "pairing_id", "order"))
    games = _games(GameSlot.objects.filter(pairing__in={seat.pairing_id for seat in found}))
    return [_seat(seat, games.get(seat.pairing_id, []), number) for seat in found]


def _games(slots: "QuerySet[GameSlot]") -> dict[int, list[GameSlot]]:
    found: dict[int, list[GameSlot]] = {}
    for slot in slots.order_by("pairing_id", "number"):
        found.setdefault(slot.pairing_id, []).append(slot)
    return found


def _seat(seat: Seat, games: Iterable[GameSlot], number: int | None) -> PairedSeat:
    round_, player, games = seat.pairing.round, resolve(seat.entry.player), list(games)
    game = next((slot for slot in games if number in (None, slot.number)), None)
    return PairedSeat(
        pairing=seat.pairing_id,
        round=round_.number,
        leg=seat.leg,
        table=seat.pairing.table,
        order=seat.order,
        entry=seat.entry_id,
        player=player.public_id,
        user_id=account_of(seat.entry.player),
        games=len(games),
        number=game.number if game else None,
        first_seat=game.first_seat if game else None,
        state=game.state if game else None,
        due_at=(game.due_at if game else None) or round_.closes_at,
        play_at=game.play_at if game else None,
    )
