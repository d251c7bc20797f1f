"""Enter many players at once, from a JSON list or a CSV file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import services
from ratings.api.serializers import EntriesDoc, EntriesIn, EntryRow
from tournaments import permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.api.bulk import (
    BulkApiView,
    BulkOut,
    BulkQuery,
    Given,
    Job,
    Row,
    rows_of_csv,
    run_rows,
)
from tournaments.api.view import actor_of
from tournaments.csv_rows import CsvColumns, CsvRow
from tournaments.services.entries.entries import edit_entry
from tournaments.services.entries.entry_lists import (
    EntryList,
    EntryPlan,
    ListedEntry,
    write_entries,
)
from tournaments.services.entries.entry_rules import GIVEN
from tournaments.services.entries.listed_players import (
    ListedPlayer,
    PlayerList,
    handles_of,
    known_players_of,
)
from tournaments.services.people import people

COLUMNS = CsvColumns(
    fields={
        "player": ("player id",),
        "name": ("player name", "full name"),
        "handle": ("nick", "nickname"),
        "new": ("create",),
        "rating": ("elo",),
        "family": (),
        "fixed_table": (),
        # Columns of an exported list, which select its rows and cells to read.
        "state": (),
        "rating_source": (),
    },
    ignored=("id", "number", "no", "checked in at"),
)
GONE = ("refused", "cancelled", "withdrawn")
EDITED = ("rating", "family", "fixed_table")
REQUEST = {"application/json": EntriesDoc, "text/csv": OpenApiTypes.STR}


class EntriesBulk(BulkApiView):
    """Enter many players, each by id, by handle or by name."""

    @extend_schema(parameters=[BulkQuery], request=REQUEST, responses=BulkOut)
    def post(self, request: Request, slug: str) -> Response:
        given = self.given(EntriesIn, "entries", read_entries)
        how = self.query(BulkQuery)
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        return Response(enter_rows(actor, event, given, **how))


def read_entries(data: bytes) -> list[Given]:
    """The rows of a CSV file; a player's id takes precedence over the name."""
    return rows_of_csv(data, COLUMNS, _row_of)


def enter_rows(
    actor: Actor,
    event: Any,
    given: list[Given],
    *,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> dict[str, Any]:
    """Enter the player of each row; the report of `run_rows`."""
    permissions.require(actor, "entry.add", event)

    def enter(row: Row) -> str:
        listed = _listed(row)
        player_id = _player_of_row(actor, event, listed.who)
        entry = services.enter_event(actor=actor, event_id=event.pk, player_id=player_id)
        if listed.changes:
            edit_entry(actor=actor, entry_id=entry.pk, changes=listed.changes)
        return str(entry.pk)

    def read(rows: Sequence[Row]) -> _Judging:
        listed = [_listed(row) for row in rows]
        return _Judging(services.entry_list(actor=actor, event_id=event.pk, rows=listed), listed)

    def write(judging: _Judging, plans: Sequence[EntryPlan]) -> list[str]:
        known, rows = judging.entries.known, judging.rows
        return write_entries(actor=actor, known=known, rows=rows, plans=plans)

    job = Job(EntryRow, _about, enter, read, write, says_nothing=_is_gone)
    return run_rows(given, job, dry_run=dry_run, all_or_nothing=all_or_nothing)


@dataclass(frozen=True, slots=True)
class _Judging:
    """Judges the rows as they were sent. rows: all that were read for."""

    entries: EntryList
    rows: list[ListedEntry]

    def judge(self, row: Row) -> EntryPlan:
        return self.entries.judge(_listed(row))


def _row_of(line: CsvRow) -> Row:
    """A row of a file in the shape of JSON; rows of entries that are gone stay unchanged."""
    cells: Row = dict(line.cells)
    if cells.get("state") in GONE:
        return cells
    cells.pop("state", None)
    if cells.pop("rating_source", GIVEN) != GIVEN:
        cells.pop("rating", None)  # from a rating list, which is read again
    if "player" in cells:
        cells.pop("name", None)
        cells.pop("handle", None)
    return cells


def _is_gone(row: Any) -> bool:
    return isinstance(row, dict) and row.get("state") in GONE


def _about(row: Row) -> object:
    for name in ("player", "handle"):
        if name in row:
            return name, row[name]
    return "name", tournament_selectors.name_key(row["name"])


def _listed(row: Row) -> ListedEntry:
    named = {name: row[name] for name in ("player", "handle", "name", "new") if name in row}
    changes = {name: row[name] for name in EDITED if name in row}
    return ListedEntry(ListedPlayer(**named), changes)


def _player_of_row(actor: Actor, event: Any, who: ListedPlayer) -> int:
    """The key of the player a row means, who is made if nobody is known and it says so."""
    known = PlayerList(known_players_of([who])).find(who)
    if known is not None:
        return known.pk
    may_claim = permissions.may(actor, "player.handle", None)
    handles = handles_of(who) if may_claim else []
    made = people.create_player_for(actor=actor, made_for=event, name=who.name, handles=handles)
    return made.pk
