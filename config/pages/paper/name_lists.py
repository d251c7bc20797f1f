"""Lists by name: where everybody looks for themselves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from config.pages.event.event_rows import Event
from config.pages.event.rounds import RoundPage
from tournaments import selectors


class PlayerLine(NamedTuple):
    """reading: how the name is read and sorted, where somebody said so."""

    number: int | None
    name: str
    reading: str
    rating: float | None


class Sitting(NamedTuple):
    """Where somebody sits. moves: 1 first, 2 second, 0 neither. words: why there is no table."""

    part: str
    table: int | None
    moves: int
    opponents: list[str]
    words: str


class NameLine(NamedTuple):
    """sittings: one for each leg; none for who is away."""

    name: str
    sittings: list[Sitting]
    reading: str = ""


def players_by_name(event: Event) -> list[PlayerLine]:
    """Who plays in an event, by name. Two queries."""
    rows = selectors.event_entries(event).filter(state="in").select_related("player__merged_into")
    people = sorted(
        ((selectors.resolve(row.player), row) for row in rows),
        key=lambda pair: (selectors.sort_key(pair[0]), pair[1].pk),
    )
    return [
        PlayerLine(row.number, player.name, player.sort_name, row.rating) for player, row in people
    ]


def round_by_name(event: Event, shown: RoundPage, away: list[Mapping[str, Any]]) -> list[NameLine]:
    """Everybody who has a table, a bye or an absence in a round, by name.

    away: as `selectors.round_view` has it.
    """
    found: dict[int, NameLine] = {each["entry"]: NameLine(each["name"], []) for each in away}
    for section in shown.sections:
        for pairing in section.pairings:
            for seat in pairing.seats:
                others = [other.name for other in pairing.seats if other is not seat]
                words = "" if others else pairing.state
                line = found.setdefault(seat.entry, NameLine(seat.name, []))
                line.sittings.append(
                    Sitting(section.title, pairing.table, seat.moves, others, words)
                )
    listed = players_by_name(event)
    lines = [
        found.pop(each.number)._replace(reading=each.reading)
        for each in listed
        if each.number in found
    ]
    return [*lines, *found.values()]  # who withdrew since stands at the end
