"""Many writes in one request, each by itself: what can be done is done, every row reported.

With `all_or_nothing` one refusal undoes them all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.errors import RecordError
from tournaments.api import problem
from tournaments.api.spreadsheet import CsvParser, Sheet
from tournaments.api.strict_json import StrictJson
from tournaments.api.view import ApiView
from tournaments.csv_rows import Columns, CsvRow, read_rows
from tournaments.errors import DomainError, InvalidInput
from tournaments.serializers.base import MOST_ROWS, Out, Strict

Row = dict[str, Any]


class RowTwice(DomainError):
    code = "row_twice"
    kind = "conflict"
    message = _("Row {earlier} says something about the same already.")


class RowRefused(InvalidInput):
    """`invalid` about the row as a whole."""

    message = _("{problem}")


class BulkQuery(Strict):
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="1: say what would happen, and change nothing."
    )
    all_or_nothing = serializers.BooleanField(
        required=False, default=False, help_text="1: when a row is refused, none is done."
    )


class RowOut(Out):
    row = serializers.IntegerField(help_text="From 1, in the order sent.")
    line = serializers.IntegerField(allow_null=True, help_text="Of a CSV file, from 1.")
    ok = serializers.BooleanField()
    skipped = serializers.BooleanField(help_text="The row says nothing; nothing was done.")
    id = serializers.CharField(allow_null=True, help_text="What the row made or changed.")
    error = problem.ProblemOut(allow_null=True)


class BulkOut(Out):
    dry_run = serializers.BooleanField()
    undone = serializers.BooleanField(help_text="All or nothing, and a row was refused.")
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    skipped = serializers.IntegerField()
    rows = RowOut(many=True)


@dataclass(frozen=True, slots=True)
class Given:
    """One row as it was sent. line: of the file it stands in, None where there is none."""

    row: Any
    line: int | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with each row.

    `do` returns the id of what it made; `subject` is what no two rows may share. says_nothing:
    the row is to be passed over.
    """

    shape: type[Strict]
    subject: Callable[[Row], object]
    do: Callable[[Row], str]
    says_nothing: Callable[[Any], bool] = lambda row: False


class BulkApiView(ApiView):
    """A view that takes a list of rows as a JSON object or a CSV file."""

    parser_classes = [StrictJson, CsvParser]

    def given(
        self, body: type[Strict], name: str, from_csv: Callable[[bytes], list[Given]]
    ) -> list[Given]:
        """The rows that were sent; `name` is their field in the JSON object."""
        sent: Any = self.request.data
        if isinstance(sent, Sheet):
            return from_csv(sent.content)
        return [Given(row) for row in self.body(body)[name]]


def rows_of_csv(data: bytes, columns: Columns, row_of: Callable[[CsvRow], Row]) -> list[Given]:
    """The rows of a file in the shape of JSON."""
    lines = read_rows(data, columns, most=MOST_ROWS)
    return [Given(row_of(line), line.line, line.problem) for line in lines]


def run_rows(
    given: Sequence[Given],
    job: Job,
    *,
    dry_run: bool = False,
    all_or_nothing: bool = False,
    together: bool = False,
) -> dict[str, Any]:
    """Do each row in its own transaction; a dry run undoes it at once.

    together: a dry run undoes the rows only after the last, for rows that depend on each other.
    """
    seen: dict[object, int] = {}

    def run(each_undone: bool) -> list[dict[str, Any]]:
        return [
            _run_row(number, row, job, dry_run=each_undone, seen=seen)
            for number, row in enumerate(given, start=1)
        ]

    undone = False
    if all_or_nothing or (dry_run and together):
        with transaction.atomic():
            lines = run(False)
            undone = all_or_nothing and any(line["error"] for line in lines)
            transaction.set_rollback(undone or dry_run)
    else:
        lines = run(dry_run)
    return _report(lines, dry_run=dry_run, undone=undone)


def _report(lines: list[dict[str, Any]], *, dry_run: bool, undone: bool) -> dict[str, Any]:
    refused = sum(line["error"] is not None for line in lines)
    skipped = sum(line["skipped"] for line in lines)
    if undone:
        lines = [{**line, "id": None} for line in lines]
    return {
        "dry_run": dry_run,
        "undone": undone,
        "done": 0 if undone else len(lines) - refused - skipped,
        "refused": refused,
        "skipped": skipped,
        "rows": lines,
    }


def _run_row(
    number: int, given: Given, job: Job, *, dry_run: bool, seen: dict[object, int]
) -> dict[str, Any]:
    line: dict[str, Any]
    silent = not given.problem and job.says_nothing(given.row)
    line = {"row": number, "line": given.line, "ok": silent, "skipped": silent}
    line |= {"id": None, "error": None}
    if silent:
        return line
    try:
        line["id"] = _do_row(number, given, job, dry_run=dry_run, seen=seen)
        line["ok"] = True
    except DomainError as refused:
        line["error"] = problem.problem_of_refusal(refused)
    except RecordError as refused:
        line["error"] = problem.problem_of_record(refused)
    except IntegrityError:
        # Somebody else did the same in this moment; the other rows are not lost for it.
        said = str(_("Somebody was faster. Retry."))
        line["error"] = problem.document(HTTPStatus.CONFLICT, "conflict", said)
    return line


def _do_row(number: int, given: Given, job: Job, *, dry_run: bool, seen: dict[object, int]) -> str:
    if given.problem:
        raise RowRefused(problem=given.problem)
    asked = _checked(given.row, job.shape)
    about = job.subject(asked)
    if about in seen:
        raise RowTwice(earlier=seen[about])
    with transaction.atomic():
        done = job.do(asked)
        if dry_run:
            transaction.set_rollback(True)
    seen[about] = number
    return done


def _checked(row: Any, shape: type[Strict]) -> Row:
    serializer = shape(data=row)
    if not serializer.is_valid():
        field, found = next(iter(serializer.errors.items()))
        said = found[0] if isinstance(found, list) else found
        if field == "non_field_errors":
            raise RowRefused(problem=said)
        raise InvalidInput(field=field, problem=said)
    checked: Row = serializer.validated_data
    return checked
