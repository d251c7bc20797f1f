"""What a decision would change, said before it is made: ratings, tables people have, pairings.

The decision is tried and taken back; what follows from it is computed after, with nothing locked.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from config.pages.event.event_rows import Event
from games.services.count import slot_source
from ratings import services as ratings
from tournaments import recompute, selectors
from tournaments.selectors import SlotContext
from tournaments.standings.table_changes import table_changes


class Moved(NamedTuple):
    """An entry whose line of a table would differ."""

    name: str
    rank_before: Any
    rank: Any
    points_before: Any
    points: Any


class ChangedTable(NamedTuple):
    """after_round None: the table as it is now. moved: those whose place or points differ."""

    after_round: int | None
    moved: list[Moved]


class Consequences(NamedTuple):
    """paired_since: the later rounds, which were paired with what counts now."""

    ratings: list[ratings.PoolPreview]
    tables: list[ChangedTable]
    paired_since: list[int]


def consequences(
    event: Event, slot: SlotContext, act: Callable[[], object], *, actor: Any
) -> Consequences:
    """Refuses what `act` refuses. Two readings of the event's state, and a replay of ratings."""
    seen: list[Any] = []

    def attempt() -> None:
        act()
        seen.append(selectors.event_states(event.pk)[0])

    posted = ratings.dry_run_postings([slot_source(slot.slot_id)], attempt)
    states = seen[0]
    kept = {
        each["after_round"]
        for each in selectors.publications(event)
        if each["kind"] == selectors.CLOSED and each["after_round"] >= slot.round_number
    }
    now, _version = selectors.event_states(event.pk)
    names = {number: row["name"] for number, row in selectors.players_by_number(event).items()}
    tables = [
        _changed(
            None, recompute.standings_document(now), recompute.standings_document(states), names
        ),
        *(
            _changed(
                number,
                selectors.published_table(event, number),
                recompute.standings_after(states, number),
                names,
            )
            for number in sorted(kept)
        ),
    ]
    return Consequences(
        ratings=[
            pool for pool in ratings.preview(ratings.PreviewRequest(posted=posted)) if pool.rows
        ],
        tables=[table for table in tables if table.moved],
        paired_since=[
            row.number
            for row in selectors.event_rounds(event, actor)
            if row.number > slot.round_number
        ],
    )


def _changed(
    after_round: int | None,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    names: Mapping[int, str],
) -> ChangedTable:
    entries = dict.fromkeys(change.entry for change in table_changes(before, after))
    old, new = _rows(before), _rows(after)
    empty: dict[str, Any] = {"rank": None, "primary_x2": None}
    return ChangedTable(
        after_round,
        [
            Moved(
                names.get(entry, f"#{entry}"),
                old.get(entry, empty)["rank"],
                new.get(entry, empty)["rank"],
                old.get(entry, empty)["primary_x2"],
                new.get(entry, empty)["primary_x2"],
            )
            for entry in entries
        ],
    )


def _rows(document: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    tables = (*document.get("earlier", ()), document)
    return {row["entry"]: row for table in tables for row in table["rows"]}
