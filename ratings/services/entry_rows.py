"""Many entries at once: the fields of a row, the columns of a file, and entering them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ratings.services.entering import enter_event, entry_list
from tournaments import permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.csv_files.rows import CsvColumns, CsvRow
from tournaments.serializers.base import NAME, TEXT, IdField, NumberField, Strict
from tournaments.services.bulk import Given, Job, Row, rows_of_csv, run_rows
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

if TYPE_CHECKING:
    from tournaments.models import Event

COLUMNS = CsvColumns(
    fields={
        "player": ("player id",),
        "name": ("player name", "full name"),
        "handle": ("nick", "nickname"),
        "new": ("create",),
        "rating": ("elo",),
        "club": (),
        "family": (),
        "fixed_table": (),
        # Columns of an exported list, which select its rows and cells to read.
        "state": (),
        "rating_source": (),
    },
    ignored=("id", "number", "no", "checked in at"),
    numbers=("rating", "fixed_table"),
)
GONE = (EntryStatus.REFUSED, EntryStatus.CANCELLED, "withdrawn")
WHO = ("player", "handle", "name", "club", "new")
EDITED = ("rating", "family", "fixed_table")


class EntryRow(Strict):
    player = IdField(required=False, help_text="The id of a player.")
    name = serializers.CharField(
        required=False, max_length=NAME, help_text="A name that only one player has."
    )
    handle = serializers.RegexField(
        r"^[^:]+:.+$",
        required=False,
        max_length=2 * NAME,
        help_text="A handle, `site:name`; it is looked up before `name`.",
    )
    new = serializers.BooleanField(
        default=False, help_text="Create a player if nobody has the name."
    )
    club = serializers.CharField(
        required=False,
        max_length=NAME,
        help_text="Which of several players of the name: the one whom this club lists.",
    )
    rating = NumberField(required=False, help_text="Given by staff: it stays at the start.")
    family = serializers.CharField(required=False, max_length=TEXT)
    fixed_table = NumberField(required=False, min_value=1)

    def validate(self, row: dict[str, object]) -> dict[str, object]:
        if ("player" in row) == bool({"name", "handle"} & row.keys()):
            raise serializers.ValidationError(_("Give a player or a name, not both."))
        return row


def read_entries(data: bytes, columns: CsvColumns = COLUMNS) -> list[Given]:
    """The rows of a CSV file; a player's id takes precedence over the name.

    columns: COLUMNS, and what the sender says of other headings.
    """
    return rows_of_csv(data, columns, _row_of)


def enter_rows(
    actor: Actor,
    event: "Event",
    given: list[Given],
    *,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> dict[str, Any]:
    """Enter the player of each row; the report of `run_rows`."""
    job = entry_job(actor, event)
    return run_rows(given, job, dry_run=dry_run, all_or_nothing=all_or_nothing)


def entry_job(actor: Actor, event: "Event") -> Job:
    """What is done with the rows of a list of entries.

    :raises NotAllowed: the actor is not staff of the event.
    """
    permissions.require(actor, "entry.add", event)

    def enter(row: Row) -> str:
        listed = _listed(row)
        player_id = _player_of_row(actor, event, listed.who)
        entry = enter_event(actor=actor, event_id=event.pk, player_id=player_id)
        if listed.changes:
            edit_entry(actor=actor, entry_id=entry.pk, changes=listed.changes)
        return str(entry.pk)

    def read(rows: Sequence[Row]) -> _Judging:
        listed = [_listed(row) for row in rows]
        return _Judging(entry_list(actor=actor, event_id=event.pk, rows=listed), listed)

    def write(judging: _Judging, plans: Sequence[EntryPlan]) -> list[str]:
        known, rows = judging.entries.known, judging.rows
        return write_entries(actor=actor, known=known, rows=rows, plans=plans)

    return Job(EntryRow, _about, enter, read, write, is_silent=_is_gone)


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


def _is_gone(row: object) -> bool:
    return isinstance(row, dict) and row.get("state") in GONE


def _about(row: Row) -> object:
    for name in ("player", "handle"):
        if name in row:
            return name, row[name]
    return "name", tournament_selectors.name_key(row["name"])


def _listed(row: Row) -> ListedEntry:
    named = {name: row[name] for name in WHO if name in row}
    changes = {name: row[name] for name in EDITED if name in row}
    return ListedEntry(ListedPlayer(**named), changes)


def _player_of_row(actor: Actor, event: "Event", who: ListedPlayer) -> int:
    """The key of the player a row means, who is made if nobody is known and it says so."""
    known = PlayerList(known_players_of([who])).find(who)
    if known is not None:
        return known.pk
    may_claim = permissions.may(actor, "player.handle", None)
    handles = handles_of(who) if may_claim else []
    made = people.create_player_for(actor=actor, made_for=event, name=who.name, handles=handles)
    return made.pk
