"""Score sheets of Tak: one page per game, to write the moves on."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from config.pages.annotations import Document
from tournaments.choices import FINISHED_SLOTS
from tournaments.selectors import SlotContext

LINES_PER_COLUMN = 30  # few games of Tak have more than sixty moves
COLUMNS = [range(1, LINES_PER_COLUMN + 1), range(LINES_PER_COLUMN + 1, 2 * LINES_PER_COLUMN + 1)]


class ScoreSheet(NamedTuple):
    """first, second: names in move order. A blank sheet has no names, table or number."""

    table: int | None
    number: int | None
    first: str
    second: str
    size: int | None
    half_komi: int

    @property
    def komi(self) -> str:
        return f"{self.half_komi / 2:g}"


def make_score_sheets(slots: Iterable[SlotContext]) -> Iterator[ScoreSheet]:
    """A sheet per unfinished game, by leg, table and number."""
    unfinished = (slot for slot in slots if slot.slot_state not in FINISHED_SLOTS)
    for slot in sorted(unfinished, key=lambda slot: (slot.leg, slot.table or 0, slot.number)):
        names = {seat.order: seat.name for seat in slot.seats}
        first = names.pop(slot.first_seat, "")
        blank = blank_sheet(slot.ruleset)
        yield blank._replace(
            table=slot.table, number=slot.number, first=first, second=next(iter(names.values()), "")
        )


def blank_sheet(ruleset: Document) -> ScoreSheet:
    return ScoreSheet(None, None, "", "", ruleset.get("size"), int(ruleset.get("half_komi") or 0))
