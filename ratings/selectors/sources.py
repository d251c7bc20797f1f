"""Where a rated game was played: the game of a pairing, or a casual game."""

from collections.abc import Iterable
from typing import TypedDict

from tournaments.selectors import pairings_of_slots

SLOT, CASUAL = "slot:", "game:"  # what the source of a rated game begins with
AT_ONCE = 500


class Played(TypedDict):
    """pairing, number: of a game of an event; game: the public id of a casual game."""

    pairing: int | None
    number: int | None
    game: str | None


def places_of(sources: Iterable[str]) -> dict[str, Played]:
    """By source; a game that is no more has neither. One query for each 500 games of events."""
    found = {name: Played(pairing=None, number=None, game=None) for name in sources}
    slots = [int(name.removeprefix(SLOT)) for name in found if name.startswith(SLOT)]
    for start in range(0, len(slots), AT_ONCE):
        places = pairings_of_slots(slots[start : start + AT_ONCE])
        for pk, (pairing, number) in places.items():
            found[f"{SLOT}{pk}"] = Played(pairing=pairing, number=number, game=None)
    for name in found:
        if name.startswith(CASUAL):
            found[name]["game"] = name.removeprefix(CASUAL)
    return found
