"""Printed lists by name: the players, and the seats of a round."""

from typing import NamedTuple

from config.pages.annotations import Document, Event
from config.pages.event.rounds import RoundPage
from tournaments import selectors
from tournaments.choices import EntryStatus


class PlayerRow(NamedTuple):
    """reading: the sort name, possibly empty."""

    number: int | None
    name: str
    reading: str
    rating: float | None


class Seating(NamedTuple):
    """moves: 1 first, 2 second, 0 neither. note: why there is no table."""

    part: str
    table: int | None
    moves: int
    opponents: list[str]
    note: str


class NameRow(NamedTuple):
    """seatings: one per leg; none for absent players."""

    name: str
    seatings: list[Seating]
    reading: str = ""


def players_by_name(event: Event) -> list[PlayerRow]:
    """The players of an event, by name. Two queries."""
    rows = (
        selectors.event_entries(event)
        .filter(state=EntryStatus.IN)
        .select_related("player__merged_into")
    )
    people = sorted(
        ((selectors.resolve(row.player), row) for row in rows),
        key=lambda pair: (selectors.sort_key(pair[0]), pair[1].pk),
    )
    return [
        PlayerRow(row.number, player.name, player.sort_name, row.rating) for player, row in people
    ]


def round_by_name(event: Event, page: RoundPage, away: list[Document]) -> list[NameRow]:
    """Everybody who has a table, a bye or an absence in a round, by name.

    away: as `selectors.round_view` has it.
    """
    by_number: dict[int, NameRow] = {each["entry"]: NameRow(each["name"], []) for each in away}
    for section in page.sections:
        for pairing in section.pairings:
            for seat in pairing.seats:
                others = [other.name for other in pairing.seats if other is not seat]
                note = "" if others else pairing.state
                row = by_number.setdefault(seat.entry, NameRow(seat.name, []))
                row.seatings.append(Seating(section.title, pairing.table, seat.moves, others, note))
    players = players_by_name(event)
    rows = [
        by_number.pop(each.number)._replace(reading=each.reading)
        for each in players
        if each.number in by_number
    ]
    return [*rows, *by_number.values()]  # players who have withdrawn since are last
