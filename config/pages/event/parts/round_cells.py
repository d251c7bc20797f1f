"""The matches of an entry as cells of the standings, one for each round."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from config.pages.annotations import Document
from config.pages.labels import LONE_OUTCOMES
from config.pages.names import isolate
from config.pages.templatetags.roadhouse import points_tight
from tournaments.state import EventState
from tournaments.wording import join_with_commas

Names = Mapping[int, str]  # by entry number


class RoundCell(NamedTuple):
    """A match of an entry. opponent_place: empty for a bye or a card table.

    alone: a bye, an absence. moves: 1 or 2 in a match of one game, else 0.
    """

    opponent_place: str
    label: str
    points: SafeString
    moves: int
    url: str
    alone: str


class PlayedRounds(NamedTuple):
    """The matches for the columns of rounds.

    numbers: of the rounds of the stage. cells: of `selectors.crosstable`, by entry. first_movers:
    the entries that move first in matches of one game, by round and leg. urls: by pairing.
    """

    numbers: list[int]
    cells: Mapping[int, list[Document]]
    first_movers: Mapping[tuple[int, int], Collection[int]]
    urls: Mapping[int, str]


def played_rounds(
    document: Document, states: Sequence[EventState], urls: Mapping[int, str]
) -> list[PlayedRounds]:
    """The rounds of each stage. document: of `selectors.crosstable`."""
    cells = {row["entry"]: row["cells"] for row in document["rows"]}
    return [
        PlayedRounds(
            sorted({each.round for each in state.played}), cells, _first_movers(state), urls
        )
        for state in states
    ]


def _first_movers(state: EventState) -> dict[tuple[int, int], set[int]]:
    """The entries that move first in matches of one game between two, by round and leg."""
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for each in state.played:
        if len(each.regular_slots) == 1 and len(each.seats) == 2:
            first = each.regular_slots[0].first_seat
            found[each.round, each.leg].add(each.seats[first - 1])
    return found


def round_cells(
    entry: int, played: PlayedRounds, names: Names, places: Mapping[int, str]
) -> list[list[RoundCell]]:
    """The matches of an entry in each round."""
    cells = played.cells.get(entry, [])
    return [
        [_round_cell(entry, cell, played, names, places) for cell in cells if cell["round"] == each]
        for each in played.numbers
    ]


def _round_cell(
    entry: int, cell: Document, played: PlayedRounds, names: Names, places: Mapping[int, str]
) -> RoundCell:
    others = cell["opponents"]
    movers = played.first_movers.get((cell["round"], cell["leg"]), ())
    alone = "" if others else str(LONE_OUTCOMES.get(cell["outcome"], cell["outcome"]))
    first, second = entry in movers, len(others) == 1 and others[0] in movers
    return RoundCell(
        opponent_place=places.get(others[0], "") if len(others) == 1 else "",
        label=join_with_commas(isolate(names.get(each, "")) for each in others) or alone,
        points=points_tight(cell["points_x2"]),
        moves=1 if first else 2 if second else 0,
        url=played.urls.get(cell["pairing"] or 0, ""),
        alone=alone,
    )
