"""Score sheets: a page for each game of Tak, its head filled in, its moves to be written."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from config.pages.event.rounds import DONE_SLOTS
from tournaments.selectors import SlotContext

LINES = 30  # a column; few games of Tak have more than sixty moves
COLUMNS = [range(1, LINES + 1), range(LINES + 1, 2 * LINES + 1)]


class ScoreSheet(NamedTuple):
    """A game. first, second: who moves so; empty on a blank sheet, as table and number are None."""

    table: int | None
    number: int | None
    first: str
    second: str
    size: int | None
    half_komi: int

    @property
    def komi(self) -> str:
        return f"{self.half_komi / 2:g}"


def sheets_of(slots: Iterable[SlotContext]) -> Iterator[ScoreSheet]:
    """A sheet for each game that a round waits for; by leg, table and number."""
    wanted = (slot for slot in slots if slot.slot_state not in DONE_SLOTS)
    for slot in sorted(wanted, key=lambda slot: (slot.leg, slot.table or 0, slot.number)):
        names = {seat.order: seat.name for seat in slot.seats}
        first = names.pop(slot.first_seat, "")
        blank = blank_sheet(slot.ruleset)
        yield blank._replace(
            table=slot.table, number=slot.number, first=first, second=next(iter(names.values()), "")
        )


def blank_sheet(ruleset: Mapping[str, Any]) -> ScoreSheet:
    return ScoreSheet(None, None, "", "", ruleset.get("size"), int(ruleset.get("half_komi") or 0))
