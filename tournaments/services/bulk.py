"""Many writes in one request, each by itself: what can be done is done, every row reported.

With `all_or_nothing` one refusal refuses them all. Those lists, and dry runs, are judged without a
transaction; what is written then is written by bulk statements.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Protocol

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from tournaments.csv_files.rows import CsvColumns, CsvRow, read_rows
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput, ListMoved
from tournaments.serializers import problem
from tournaments.serializers.base import MOST_ROWS, Strict

Row = Document
# The content of a row in its shape, why it cannot be read, or None where it says nothing.
Checked = Row | DomainError | None
ATTEMPTS = 3


class RowTwice(DomainError):
    code = "row_twice"
    message = _("Row {earlier} says something about the same already.")


class RowRefused(InvalidInput):
    """`invalid` about the row as a whole."""

    message = _("{problem}")


@dataclass(frozen=True, slots=True)
class Given:
    """One row as it was sent. line: of the file it stands in, None where there is none."""

    row: Any
    line: int | None = None
    problem: str = ""


class Plan(Protocol):
    """What one row writes. id: of what it would make or change; None: that has none yet."""

    @property
    def id(self) -> str | None: ...


class Judging(Protocol):
    """Knows all that the rows of a list are judged by."""

    def judge(self, row: Row) -> Plan:
        """What a row writes, if those before it are written. :raises DomainError: it is refused."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with the rows of a list.

    `do` writes one row and returns the id of what it made; `subject` is what no two rows may
    share. is_silent: the row is to be passed over. `read` reads in a few queries what judging
    all rows needs; `write` writes all plans in one short transaction and returns their ids. It
    raises ListMoved where that has changed since it was read.
    """

    shape: type[Strict]
    subject: Callable[[Row], object]
    do: Callable[[Row], str]
    read: Callable[[Sequence[Row]], Judging]
    write: Callable[[Any, Sequence[Any]], Sequence[str]]
    is_silent: Callable[[Any], bool] = lambda row: False


def rows_of_csv(data: bytes, columns: CsvColumns, row_of: Callable[[CsvRow], Row]) -> list[Given]:
    """The rows of a file in the shape of JSON."""
    lines = read_rows(data, columns, most=MOST_ROWS)
    return [Given(row_of(line), line.line, line.problem) for line in lines]


def run_rows(
    given: Sequence[Given], job: Job, *, dry_run: bool = False, all_or_nothing: bool = False
) -> Document:
    """Do each row in its own transaction. A dry run, or all or nothing, judges all rows first.

    :raises ListMoved: others kept changing what the rows were judged by.
    """
    checked = [_checked(row, job) for row in given]
    if not dry_run and not all_or_nothing:
        return _report(_lines(given, checked, job, lambda _number, asked: _done(asked, job)))
    for _attempt in range(ATTEMPTS):
        report = _run_list(given, checked, job, dry_run=dry_run, all_or_nothing=all_or_nothing)
        if report is not None:
            return report
    raise ListMoved


def _run_list(
    given: Sequence[Given],
    checked: Sequence[Checked],
    job: Job,
    *,
    dry_run: bool,
    all_or_nothing: bool,
) -> Document | None:
    """Judge the rows, then write them all or nothing; None: somebody was faster.

    The database has no lock to wait for until every row has been judged; a dry run takes none.
    """
    judging = job.read([row for row in checked if isinstance(row, dict)])
    plans: dict[int, Plan] = {}

    def plan(number: int, asked: Row) -> str | None:
        plans[number] = judging.judge(asked)
        return plans[number].id

    lines = _lines(given, checked, job, plan)
    undone = all_or_nothing and any(line["error"] for line in lines)
    if plans and not undone and not dry_run:
        try:
            ids = job.write(judging, list(plans.values()))
        except (ListMoved, IntegrityError):
            return None
        for number, made in zip(plans, ids, strict=True):
            lines[number - 1]["id"] = made
    return _report(lines, dry_run=dry_run, undone=undone)


def _lines(
    given: Sequence[Given],
    checked: Sequence[Checked],
    job: Job,
    do: Callable[[int, Row], str | None],
) -> list[Document]:
    """What is reported of each row once `do` has been called with its number and its content."""
    seen: dict[object, int] = {}
    rows = zip(given, checked, strict=True)
    return [
        _line(number, row.line, asked, job, do, seen)
        for number, (row, asked) in enumerate(rows, start=1)
    ]


def _report(lines: list[Document], *, dry_run: bool = False, undone: bool = False) -> Document:
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


def _line(
    number: int,
    file_line: int | None,
    checked: Checked,
    job: Job,
    do: Callable[[int, Row], str | None],
    seen: dict[object, int],
) -> Document:
    silent = checked is None
    line: Document = {"row": number, "line": file_line, "ok": silent, "skipped": silent}
    line |= {"id": None, "error": None}
    if checked is None:
        return line
    try:
        if isinstance(checked, DomainError):
            raise checked
        about = job.subject(checked)
        if about in seen:
            raise RowTwice(earlier=seen[about])
        line["id"] = do(number, checked)
        line["ok"], seen[about] = True, number
    except DomainError as refused:
        line["error"] = problem.problem_of_refusal(refused)
    except RecordError as refused:
        line["error"] = problem.problem_of_record(refused)
    except IntegrityError:
        # Somebody else did the same in this moment; the other rows are not lost for it.
        problem_text = str(_("Somebody was faster. Retry."))
        line["error"] = problem.document(HTTPStatus.CONFLICT, "conflict", problem_text)
    return line


def _done(asked: Row, job: Job) -> str:
    with transaction.atomic():
        return job.do(asked)


def _checked(given: Given, job: Job) -> Checked:
    if given.problem:
        return RowRefused(problem=given.problem)
    if job.is_silent(given.row):
        return None
    serializer = job.shape(data=given.row)
    if serializer.is_valid():
        asked: Row = serializer.validated_data
        return asked
    field, found = next(iter(serializer.errors.items()))
    problem_text = found[0] if isinstance(found, list) else found
    if field == "non_field_errors":
        return RowRefused(problem=problem_text)
    return InvalidInput(field=field, problem=problem_text)
