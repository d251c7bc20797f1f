"""The results of a round as one list: read, filled in, and sent from the desk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.bulk_rows import (
    COLUMNS,
    ENDS,
    ResultRow,
    ResultsDoc,
    ResultsIn,
    row_of_cells,
    says_nothing,
)
from games.api.serializers import claim_of
from games.records import records_of_event
from games.results_table import results_table
from games.services.dates import PLAYED_ON, check_day
from games.services.result_lists import (
    ListedResult,
    ResultList,
    ResultPlan,
    enter_listed,
    read_round,
    write_results,
)
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
from tournaments.api.view import ApiView, ListApiView, actor_of
from tournaments.csv_rows import CsvTable
from tournaments.errors import InvalidInput, NotFound
from tournaments.services.rounds.results import RoundNotOpen

View = dict[str, Any]
REQUEST = {"application/json": ResultsDoc, "text/csv": OpenApiTypes.STR}


class RoundResults(BulkApiView, ListApiView):
    """The results of a round by game; many entered at the desk, each by pairing or by table."""

    @extend_schema(responses=ResultsDoc, operation_id="v1_events_rounds_results_list")
    def get(self, request: Request, slug: str, number: int) -> Response:
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        return Response({"results": tournament_selectors.round_results(event, number, actor)})

    @extend_schema(parameters=[BulkQuery], request=REQUEST, responses=BulkOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        given = self.given(ResultsIn, "results", read_results)
        how = self.query(BulkQuery)
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        return Response(enter_rows(actor, event, number, given, **how))

    def csv_table(self, data: Any) -> CsvTable:
        return results_table(data["results"])


class EventRecords(ApiView):
    """Every record of a Tak event in one file, each as it was submitted."""

    @extend_schema(responses={(200, "text/plain"): str})
    def get(self, request: Request, slug: str) -> HttpResponse:
        text = records_of_event(actor_of(request), slug)
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.ptn"'
        return answer


def read_results(data: bytes) -> list[Given]:
    """The rows of a CSV file; a game of which it says no end is left alone."""
    return rows_of_csv(data, COLUMNS, row_of_cells)


def enter_rows(
    actor: Actor,
    event: Any,
    number: int,
    given: list[Given],
    *,
    dry_run: bool = False,
    all_or_nothing: bool = False,
) -> dict[str, Any]:
    """Enter the result of each row; the report of `run_rows`."""
    # Whoever runs the rounds; whether this game too, is asked for each row.
    permissions.require(actor, "round.close", event)
    view = tournament_selectors.round_view(event, number, actor)
    if view["state"] == "draft":
        raise RoundNotOpen(round=number)

    def listed(row: Row) -> ListedResult:
        if row.get(PLAYED_ON) is not None:  # checked even where it is not used, as in a ruling
            check_day(row[PLAYED_ON], field=PLAYED_ON, time_zone=event.time_zone)
        return _listed(_pairing_of_row(view, row), row)

    def enter(row: Row) -> str:
        return enter_listed(actor=actor, row=listed(row))

    def about(row: Row) -> object:
        return _pairing_of_row(view, row), row["number"]

    def read(_rows: Sequence[Row]) -> _Judging:
        return _Judging(ResultList(actor, read_round(event.pk, number)), listed)

    def write(judging: _Judging, plans: Sequence[ResultPlan]) -> list[str]:
        known = judging.results.known
        return write_results(
            actor=actor, event_id=event.pk, number=number, known=known, plans=plans
        )

    job = Job(ResultRow, about, enter, read, write, says_nothing)
    return run_rows(given, job, dry_run=dry_run, all_or_nothing=all_or_nothing)


@dataclass(frozen=True, slots=True)
class _Judging:
    """Judges the rows as they were sent."""

    results: ResultList
    listed: Callable[[Row], ListedResult]

    def judge(self, row: Row) -> ResultPlan:
        return self.results.judge(self.listed(row))


def _pairing_of_row(view: View, row: Row) -> int:
    """The id of the pairing a row names; only those of the round can be named."""
    if row.get("round", view["number"]) != view["number"]:
        raise InvalidInput(field="round", problem=f"{row['round']} ≠ {view['number']}")
    named = {"pairing": "id", "table": "table", "leg": "leg"}
    found = [
        pairing
        for pairing in view["pairings"]
        if all(pairing[key] == row[name] for name, key in named.items() if name in row)
    ]
    if not found:
        name = next(name for name in named if name in row)
        raise NotFound(what=name, key=row[name])
    if len(found) > 1:
        legs = " ".join(str(pairing["leg"]) for pairing in found)
        raise InvalidInput(field="leg", problem=legs)
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
