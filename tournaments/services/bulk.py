"""Many writes in one request: what can be done is done, and every row is reported.

With `all_or_nothing` one refusal refuses them all. Rows are judged in memory without a transaction;
what is written then is written by bulk statements.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from tournaments.csv_files.rows import CsvColumns, CsvRow, read_rows
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput, ListMoved
from tournaments.execution.transactions import in_transaction
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
    """What one row writes. id: of what it would make or change; None: that has none yet.

    alone: the row cannot be judged in memory; `Job.do` judges and writes it.
    """

    @property
    def id(self) -> str | None: ...

    @property
    def alone(self) -> bool: ...


class Judging(Protocol):
    """Knows all that the rows of a list are judged by."""

    def judge(self, row: Row) -> Plan:
        """What a row writes, if those before it are written. :raises DomainError: it is refused."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with the rows of a list.

    `do` writes one row and returns the id of what it made; `subject` is what no two rows may
    share. is_silent: the row is to be passed over. `read` reads in a few queries what judging
    these rows needs; `write` writes plans in one short transaction and returns their ids. It
    raises ListMoved where what was read has changed since.
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
    """Write the rows that are not refused, or all or nothing, or nothing in a dry run.

    :raises ListMoved: it is all or nothing, and others kept changing what the rows were judged by.
    """
    checked = [_checked(row, job) for row in given]
    if not dry_run and not all_or_nothing:
        rows = _Rows(given, checked, job)
        for _attempt in range(ATTEMPTS):
            if rows.write_in_sets():
                return _report(rows.lines)
        rows.write_one_by_one()
        return _report(rows.lines)
    for _attempt in range(ATTEMPTS):
        report = _run_list(given, checked, job, dry_run=dry_run, all_or_nothing=all_or_nothing)
        if report is not None:
            return report
    raise ListMoved


def run_one_by_one(given: Sequence[Given], job: Job) -> Document:
    """Write the rows that are not refused, each in a transaction of its own.

    It does what `run_rows` does, but slowly.
    """
    rows = _Rows(given, [_checked(row, job) for row in given], job)
    rows.write_one_by_one()
    return _report(rows.lines)


class _Moved(Exception):
    """Rows could not be written as they were judged. It is no refusal of any of them."""


@dataclass(slots=True)
class _Rows:
    """Writes the rows of a list in their order.

    lines: the reports of the first rows, which are written or refused for good. seen: what they
    are about, with the numbers of the rows.
    """

    given: Sequence[Given]
    checked: Sequence[Checked]
    job: Job
    lines: list[Document] = field(default_factory=list)
    seen: dict[object, int] = field(default_factory=dict)

    def write_in_sets(self) -> bool:
        """Judge the rows that are left in memory, and write neighbours together.

        False: somebody was faster, so the rows that are left now are to be judged again.
        """
        done = len(self.lines)
        judging = self.job.read([row for row in self.checked[done:] if isinstance(row, dict)])
        lines: list[Document] = []
        plans: dict[int, Plan] = {}

        def flush() -> None:
            for number, made in self._written(judging, plans):
                lines[number - 1 - len(self.lines)]["id"] = made
            self.lines += lines
            lines.clear()
            plans.clear()

        def plan(number: int, asked: Row) -> str | None:
            judged = judging.judge(asked)
            if judged.alone:
                flush()  # the journal has the order of the rows
                return _done(asked, self.job)
            plans[number] = judged
            return judged.id

        try:
            for number in range(done + 1, len(self.given) + 1):
                lines.append(self._line(number, plan))
                if not plans:
                    flush()
            flush()
        except _Moved:
            done = len(self.lines)
            self.seen = {about: number for about, number in self.seen.items() if number <= done}
            return False
        return True

    def write_one_by_one(self) -> None:
        """Write the rows that are left, each in a transaction of its own."""
        for number in range(len(self.lines) + 1, len(self.given) + 1):
            self.lines.append(self._line(number, lambda _number, row: _done(row, self.job)))

    def _written(self, judging: Judging, plans: Mapping[int, Plan]) -> Iterable[tuple[int, str]]:
        """Write these plans together; the ids of what they made, by row.

        :raises _Moved: what they were judged by has changed, or one of them is refused only now;
            nothing is written.
        """
        if not plans:
            return ()
        try:
            ids = self.job.write(judging, list(plans.values()))
        except (DomainError, IntegrityError) as moved:
            raise _Moved from moved
        return zip(plans, ids, strict=True)

    def _line(self, number: int, do: Callable[[int, Row], str | None]) -> Document:
        given, checked = self.given[number - 1], self.checked[number - 1]
        return _line(number, given.line, checked, self.job, do, self.seen)


def _run_list(
    given: Sequence[Given],
    checked: Sequence[Checked],
    job: Job,
    *,
    dry_run: bool,
    all_or_nothing: bool,
) -> Document | None:
    """Judge the rows, then write them all or nothing; None: somebody was faster.

    No lock is held while rows are judged in memory; a dry run of such rows takes none.
    """
    judging = job.read([row for row in checked if isinstance(row, dict)])
    plans: dict[int, Plan] = {}

    def plan(number: int, asked: Row) -> str | None:
        judged = judging.judge(asked)
        made = _tried(asked, job) if judged.alone else judged.id
        plans[number] = judged
        return made

    seen: dict[object, int] = {}
    rows = enumerate(zip(given, checked, strict=True), start=1)
    lines = [_line(number, row.line, asked, job, plan, seen) for number, (row, asked) in rows]
    undone = all_or_nothing and any(line["error"] for line in lines)
    if plans and not undone and not dry_run:
        try:
            ids = job.write(judging, list(plans.values()))
        except (ListMoved, IntegrityError):
            return None
        for number, made in zip(plans, ids, strict=True):
            lines[number - 1]["id"] = made
    return _report(lines, dry_run=dry_run, undone=undone)


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


@in_transaction
def _done(asked: Row, job: Job) -> str:
    return job.do(asked)


@in_transaction
def _tried(asked: Row, job: Job) -> str:
    """What `_done` returns, or is refused for; what it writes is undone at once."""
    made = job.do(asked)
    transaction.set_rollback(True)
    return made


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
