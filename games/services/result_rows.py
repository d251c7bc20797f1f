"""Many results of a round at once: the fields of a row, the columns of a file, and entering them.

The list of a round's results has the same fields, so that it can be filled in and sent back:
what only tells people which game it is (`first`, `second`, `players`, `state`) is not read.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.claim_fields import MAX_TEXT, MOST_SEATS, ClaimFields, RecordField, claim_of
from games.results_table import PIECES
from games.services.records.dates import PLAYED_ON, check_day
from games.services.result_lists import (
    ListedResult,
    ResultList,
    ResultPlan,
    enter_listed,
    read_slots,
    write_results,
)
from tournaments import permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.csv_files.rows import CsvColumns, CsvRow
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.serializers.base import IdField, NumberField
from tournaments.services.bulk import Given, Job, Row, rows_of_csv, run_rows
from tournaments.services.rounds.results import RoundNotOpen
from tournaments.state import ADJUDICATED, CANCELLED, DOUBLE_FORFEIT, FORFEIT, PLAYED
from tournaments.wording import one_of_message

if TYPE_CHECKING:
    from tournaments.models import Event

View = dict[str, Any]
_Pairings = Mapping[tuple[str, int | None], list[View]]
KINDS = (PLAYED, ADJUDICATED, FORFEIT, DOUBLE_FORFEIT, CANCELLED)
# What a row may name a pairing by, and what of the pairing that is.
NAMED_BY = {"pairing": "id", "table": "table", "leg": "leg"}
SAID = frozenset({"record", "result", "places", "cards_left"})
ENDS = frozenset({"kind", "winner", "result", "reserves", "calls", "places", "cards_left"})
COLUMNS = CsvColumns(
    fields={
        "pairing": ("pairing id",),
        "table": ("board",),
        "leg": (),
        "number": ("game", "slot", "game number"),
        "round": (),
        "kind": (),
        "result": ("score",),
        **{name: (f"reserves {name}", f"{name} left") for name in PIECES},
        "stones": ("stones left", "winner stones"),
        "capstones": ("capstones left", "winner capstones", "caps"),
        "calls": ("tak calls",),
        "winner": ("winner seat",),
        "places": ("place",),
        "cards_left": ("cards",),
        "record": ("ptn",),
        "played_on": ("date", "day"),
        "reason": ("why",),
    },
    ignored=("first", "second", "players", "state"),
)


class ResultRow(ClaimFields):
    """A game of the round by `pairing`, or by `table` (and `leg`, where there are several)."""

    pairing = NumberField(required=False, min_value=1)
    table = NumberField(required=False, min_value=1)
    leg = NumberField(required=False, min_value=1)
    number = NumberField(default=1, min_value=1)
    round = NumberField(required=False, help_text="Refused when it is not that of the address.")
    kind = serializers.ChoiceField(KINDS, default=PLAYED)
    winner = NumberField(required=False, min_value=1, help_text="The seat a forfeit is won by.")
    record = RecordField(required=False)
    played_on = serializers.DateField(required=False, allow_null=True)
    reason = serializers.CharField(
        required=False,
        max_length=MAX_TEXT,
        help_text="Needed by rulings and to correct a counted result.",
    )
    first = IdField(required=False, help_text="Not read.")
    second = IdField(required=False, help_text="Not read.")
    players = serializers.ListField(
        child=IdField(), max_length=MOST_SEATS, required=False, help_text="Not read."
    )
    state = IdField(required=False, help_text="Not read.")

    def validate(self, row: dict[str, Any]) -> dict[str, Any]:
        if not {"pairing", "table"} & row.keys():
            raise serializers.ValidationError(_("Give a pairing or a table."))
        if row["kind"] == PLAYED and not SAID & row.keys():
            raise serializers.ValidationError(_("Give a record or a result."))
        return row


def read_results(data: bytes, columns: CsvColumns = COLUMNS) -> list[Given]:
    """The rows of a CSV file; a game of which it says no end is left alone.

    columns: COLUMNS, and what the sender says of other headings.
    """
    return rows_of_csv(data, columns, row_of_cells)


def enter_rows(
    actor: Actor,
    event: "Event",
    number: int,
    given: list[Given],
    *,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> dict[str, Any]:
    """Enter the result of each row; the report of `run_rows`."""
    job = result_job(actor, event, number)
    return run_rows(given, job, dry_run=dry_run, all_or_nothing=all_or_nothing)


def result_job(actor: Actor, event: "Event", number: int) -> Job:
    """What is done with the rows of a list of results of a round.

    :raises NotAllowed: the actor may not run rounds.
    :raises RoundNotOpen: the round is a draft.
    """
    # Permission to run rounds; permission for each game is checked row by row.
    permissions.require(actor, "round.close", event)
    state, places = tournament_selectors.pairing_places(event, number, actor)
    if state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=number)
    pairings = _pairings_by_value(places)

    def listed(row: Row) -> ListedResult:
        if row.get(PLAYED_ON) is not None:  # checked even where it is not used, as in a ruling
            check_day(row[PLAYED_ON], field=PLAYED_ON, time_zone=event.time_zone)
        return _listed(_pairing_of_row(number, pairings, row), row)

    def enter(row: Row) -> str:
        return enter_listed(actor=actor, row=listed(row))

    def about(row: Row) -> object:
        return _pairing_of_row(number, pairings, row), row["number"]

    def read(rows: Sequence[Row]) -> _Judging:
        named = set()
        for row in rows:
            with suppress(DomainError):  # judging refuses it
                named.add(_pairing_of_row(number, pairings, row))
        return _Judging(ResultList(actor, read_slots(event.pk, number, named)), listed)

    def write(judging: _Judging, plans: Sequence[ResultPlan]) -> list[str]:
        known = judging.results.known
        return write_results(
            actor=actor, event_id=event.pk, number=number, known=known, plans=plans
        )

    return Job(ResultRow, about, enter, read, write, is_silent)


@dataclass(frozen=True, slots=True)
class _Judging:
    """Judges the rows as they were sent."""

    results: ResultList
    listed: Callable[[Row], ListedResult]

    def judge(self, row: Row) -> ResultPlan:
        return self.results.judge(self.listed(row))


def _pairings_by_value(places: Iterable[View]) -> _Pairings:
    """The pairings of a round by each of the values that a row may name them by."""
    found: dict[tuple[str, int | None], list[View]] = defaultdict(list)
    for pairing in places:
        for name, key in NAMED_BY.items():
            found[name, pairing[key]].append(pairing)
    return found


def _pairing_of_row(number: int, pairings: _Pairings, row: Row) -> int:
    """The id of the pairing a row names; only those of the round can be named."""
    if row.get("round", number) != number:
        problem = _("this list is of round {number}").format(number=number)
        raise InvalidInput(field="round", problem=problem)
    first, *others = (name for name in NAMED_BY if name in row)
    found = [
        pairing
        for pairing in pairings.get((first, row[first]), ())
        if all(pairing[NAMED_BY[name]] == row[name] for name in others)
    ]
    if not found:
        raise NotFound(what=first, key=row[first])
    if len(found) > 1:
        raise InvalidInput(field="leg", problem=one_of_message(pairing["leg"] for pairing in found))
    return int(found[0]["id"])


def _listed(pairing_id: int, row: Row) -> ListedResult:
    return ListedResult(
        pairing_id=pairing_id,
        number=row["number"],
        end={name: row[name] for name in ENDS if name in row},
        claim=claim_of(row),
        record=row.get("record"),
        played_on=row.get("played_on"),
        reason=row.get("reason", ""),
    )


def is_silent(row: object) -> bool:
    """Whether a row of the list was sent back as it is for a game that is not decided."""
    return isinstance(row, dict) and "state" in row and not (ENDS | SAID) & row.keys()


def row_of_cells(line: CsvRow) -> dict[str, Any]:
    """A row of a file in the shape of `ResultRow`."""
    row: dict[str, Any] = dict(line.cells)
    for name in ("calls", "places", "cards_left"):
        if name in row:
            row[name] = row[name].replace(",", " ").replace(";", " ").split()
    pieces = _reserves(row)
    if pieces:
        row["reserves"] = pieces
    return row if (ENDS | SAID) & row.keys() else {**row, "state": ""}


def _reserves(row: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Takes the cells of pieces out of a row; those without a side are the winner's."""
    found: dict[str, dict[str, Any]] = {}
    winner = "second" if str(row.get("result", "")).startswith("0-") else "first"
    for side in ("first", "second"):
        for kind in ("stones", "capstones"):
            cell = row.pop(f"{side}_{kind}", None)
            if side == winner:
                cell = row.pop(kind, None) or cell
            if cell is not None:
                found.setdefault(side, {})[kind] = _number(cell)
    return found


def _number(cell: str) -> int | str:
    """A number where it is one; what it must be the service says."""
    text = cell.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
