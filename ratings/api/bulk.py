"""Entering many players at once, from a JSON list or a CSV file."""

from typing import Any

from django.utils.translation import gettext_lazy as _
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
from tournaments.csv_rows import Columns, CsvRow
from tournaments.errors import DomainError, NotFound
from tournaments.services.entries.entries import GIVEN, edit_entry
from tournaments.services.people import people
from tournaments.wording import in_a_row

COLUMNS = Columns(
    fields={
        "player": ("player id",),
        "name": ("player name", "full name"),
        "handle": ("nick", "nickname"),
        "new": ("create",),
        "rating": ("elo",),
        "family": (),
        "fixed_table": (),
        # Of the list of entries: they say which of its rows are to be read, and what of them.
        "state": (),
        "rating_source": (),
    },
    ignored=("id", "number", "no", "checked in at"),
)
GONE = ("refused", "cancelled", "withdrawn")
EDITED = ("rating", "family", "fixed_table")
REQUEST = {"application/json": EntriesDoc, "text/csv": OpenApiTypes.STR}


class NameIsShared(DomainError):
    code = "name_is_shared"
    kind = "conflict"
    message = _("Several players are called {name}. Give the id of one of them: {choices}.")


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
    """The rows of a CSV file; an id of a player goes before the name beside it."""
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
        player_id = _player_of_row(actor, event, row)
        entry = services.enter_event(actor=actor, event_id=event.pk, player_id=player_id)
        changes = {name: row[name] for name in EDITED if name in row}
        if changes:
            edit_entry(actor=actor, entry_id=entry.pk, changes=changes)
        return str(entry.pk)

    job = Job(EntryRow, _about, enter, says_nothing=_is_gone)
    # A place that one row takes is not there for the next.
    return run_rows(given, job, dry_run=dry_run, all_or_nothing=all_or_nothing, together=True)


def _row_of(line: CsvRow) -> Row:
    """A row of a file in the shape of JSON; one of who is not in any more stays as it is."""
    cells: Row = dict(line.cells)
    if cells.get("state") in GONE:
        return cells
    cells.pop("state", None)
    if cells.pop("rating_source", GIVEN) != GIVEN:
        cells.pop("rating", None)  # it is of a list, which is read again
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


def _player_of_row(actor: Actor, event: Any, row: Row) -> int:
    """By id, else by handle, else by name, else a new one if the row says so."""
    if "player" in row:
        return tournament_selectors.get_player(row["player"]).pk
    site, _colon, nick = row.get("handle", "").partition(":")
    for at, borne in ((site.strip(), nick), ("", row.get("name", ""))):
        bearer = tournament_selectors.player_of_handle(at, borne) if borne else None
        if bearer is not None:
            return bearer.pk
    found = tournament_selectors.find_players_by_name(row.get("name", ""))
    if len(found) > 1:
        choices = tournament_selectors.public_ids(found)
        raise NameIsShared(name=row["name"], choices=in_a_row(choices))
    if found:
        return found.pop()
    if not row["new"] or "name" not in row:
        raise NotFound(what="player", key=row.get("name") or row["handle"])
    may_claim = permissions.may(actor, "player.handle", None)
    handles = [(site.strip(), nick)] if nick and may_claim else []
    made = people.create_player_for(actor=actor, made_for=event, name=row["name"], handles=handles)
    return made.pk
