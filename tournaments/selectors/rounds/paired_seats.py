"""Who sits where in published rounds, for whoever tells them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.choices import EventStatus, RoundStatus, SlotStatus
from tournaments.models import GameSlot, Seat
from tournaments.selectors.people.people import accounts_of_people, resolve


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
    """The seats of a published round, each with the first game of its pairing. Three queries."""
    return _seats(Q(pairing__round__event__slug=event_slug, pairing__round__number=number))


def seats_of_pairing(pairing_id: int, number: int | None = None) -> list[PairedSeat]:
    """The seats of a published pairing, with this game, by default the first. Three queries."""
    return _seats(Q(pairing=pairing_id), number=number)


def _seats(where: Q, *, number: int | None = None) -> list[PairedSeat]:
    seats = Seat.objects.filter(where).exclude(pairing__round__state=RoundStatus.DRAFT)
    rows = seats.select_related("pairing__round", "entry__player__merged_into")
    rows = rows.defer("pairing__round__proof", "pairing__round__proof_staff")
    found = list(rows.order_by("pairing__leg", "pairing__table", "pairing_id", "order"))
    games = _games(GameSlot.objects.filter(pairing__in={seat.pairing_id for seat in found}))
    accounts = accounts_of_people({seat.entry_id: seat.entry.player for seat in found})
    return [
        _seat(seat, games.get(seat.pairing_id, []), number, accounts.get(seat.entry_id))
        for seat in found
    ]


def _games(slots: "QuerySet[GameSlot]") -> dict[int, list[GameSlot]]:
    found: dict[int, list[GameSlot]] = {}
    for slot in slots.order_by("pairing_id", "number"):
        found.setdefault(slot.pairing_id, []).append(slot)
    return found


def _seat(
    seat: Seat, games: Iterable[GameSlot], number: int | None, user_id: int | None
) -> PairedSeat:
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
        user_id=user_id,
        games=len(games),
        number=game.number if game else None,
        first_seat=game.first_seat if game else None,
        state=game.state if game else None,
        due_at=(game.due_at if game else None) or round_.closes_at,
        play_at=game.play_at if game else None,
    )


class DueGame(NamedTuple):
    """A game that nobody has reported, and when it is due. seats: of its pairing."""

    slot_id: int
    event_id: int
    event_slug: str
    due_at: datetime
    seats: tuple[PairedSeat, ...]


def due_games(after: datetime, until: datetime) -> list[DueGame]:
    """Games of running events without a result or a report that are due in a span of time.

    Five queries at most.
    """
    due = Coalesce(F("due_at"), F("pairing__round__closes_at"))
    slots = GameSlot.objects.annotate(due=due).filter(
        due__gt=after,
        due__lte=until,
        state__in=(SlotStatus.OPEN, SlotStatus.POSTPONED),
        pairing__round__event__state=EventStatus.RUNNING,
    )
    slots = slots.exclude(pairing__round__state=RoundStatus.DRAFT)
    rows: list[Any] = list(slots.select_related("pairing__round__event").order_by("due", "pk"))
    of_pairing: dict[int, list[PairedSeat]] = {}
    for seat in _seats(Q(pairing__in={row.pairing_id for row in rows})) if rows else ():
        of_pairing.setdefault(seat.pairing, []).append(seat)
    return [
        DueGame(
            row.pk,
            row.pairing.round.event_id,
            row.pairing.round.event.slug,
            row.due,
            tuple(
                seat._replace(
                    number=row.number, first_seat=row.first_seat, state=row.state, due_at=row.due
                )
                for seat in of_pairing.get(row.pairing_id, ())
            ),
        )
        for row in rows
    ]
