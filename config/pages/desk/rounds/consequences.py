"""Preview of a decision: how it would change ratings and tables, and which rounds it affects.

The decision is made and rolled back. Its effects are computed afterwards, without locks.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from config.pages.annotations import Document, Event
from games.services.count import slot_source
from ratings import selectors as rating_lists
from ratings import services as ratings
from tournaments import recompute, selectors
from tournaments.actor import Actor
from tournaments.selectors import SlotContext
from tournaments.standings.table_changes import table_changes
from tournaments.state import EventState


class MovedEntry(NamedTuple):
    name: str
    rank_before: int | None
    rank: int | None
    points_before: int | None
    points: int | None


class ChangedTable(NamedTuple):
    """after_round None: the current table. moved: entries whose rank or points differ."""

    after_round: int | None
    moved: list[MovedEntry]


class Consequences(NamedTuple):
    """paired_since: later rounds, paired by the results before the decision."""

    ratings: list[ratings.PoolPreview]
    tables: list[ChangedTable]
    paired_since: list[int]


def preview_consequences(
    event: Event, slot: SlotContext, decide: Callable[[], object], *, actor: Actor
) -> Consequences:
    """Reads the event state twice and replays ratings.

    :raises DomainError: `decide` refuses.
    """
    states_after: list[list[EventState]] = []

    def run() -> None:
        decide()
        states_after.append(selectors.event_states(event.pk)[0])

    posted = ratings.dry_run_postings([slot_source(slot.slot_id)], run)
    states = states_after[0]
    published_rounds = {
        publication["after_round"]
        for publication in selectors.publications(event)
        if publication["kind"] == selectors.CLOSED
        and publication["after_round"] >= slot.round_number
    }
    states_now, _version = selectors.event_states(event.pk)
    names = {number: row["name"] for number, row in selectors.players_by_number(event).items()}
    tables = [
        _changed_table(
            None,
            recompute.standings_document(states_now),
            recompute.standings_document(states),
            names,
        ),
        *(
            _changed_table(
                number,
                selectors.published_table(event, number),
                recompute.standings_after(states, number),
                names,
            )
            for number in sorted(published_rounds)
        ),
    ]
    pool_names = {pool.slug: pool.name for pool in rating_lists.pools_of_game(event.game)}
    return Consequences(
        ratings=[
            replace(pool, pool=pool_names.get(pool.pool) or pool.pool)
            for pool in ratings.preview(ratings.PreviewRequest(posted=posted))
            if pool.rows
        ],
        tables=[table for table in tables if table.moved],
        paired_since=[
            row.number
            for row in selectors.event_rounds(event, actor)
            if row.number > slot.round_number
        ],
    )


def _changed_table(
    after_round: int | None,
    before: Document,
    after: Document,
    names: Mapping[int, str],
) -> ChangedTable:
    entries = dict.fromkeys(change.entry for change in table_changes(before, after))
    old, new = _rows(before), _rows(after)
    empty: Document = {"rank": None, "primary_x2": None}
    return ChangedTable(
        after_round,
        [
            MovedEntry(
                names.get(entry, f"#{entry}"),
                old.get(entry, empty)["rank"],
                new.get(entry, empty)["rank"],
                old.get(entry, empty)["primary_x2"],
                new.get(entry, empty)["primary_x2"],
            )
            for entry in entries
        ],
    )


def _rows(document: Document) -> dict[int, Document]:
    tables = (*document.get("earlier", ()), document)
    return {row["entry"]: row for table in tables for row in table["rows"]}
