"""Many writes in one request, each by itself: what can be done is done, every row reported."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.errors import RecordError
from tournaments.api import problem
from tournaments.errors import DomainError, InvalidInput
from tournaments.serializers import Out, Strict

MOST_ROWS = 1000
Row = dict[str, Any]


class RowTwice(DomainError):
    code = "row_twice"
    kind = "conflict"
    message = _("Row {earlier} says something about the same already.")


class BulkQuery(Strict):
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="1: say what would happen, and change nothing."
    )


class RowOut(Out):
    row = serializers.IntegerField(help_text="From 1, in the order sent.")
    ok = serializers.BooleanField()
    id = serializers.CharField(allow_null=True, help_text="What the row made or changed.")
    error = problem.ProblemOut(allow_null=True)


class BulkOut(Out):
    dry_run = serializers.BooleanField()
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    rows = RowOut(many=True)


def run_rows(
    rows: Sequence[Any],
    *,
    shape: type[Strict],
    subject: Callable[[Row], object],
    do: Callable[[Row], str],
    dry_run: bool,
) -> dict[str, Any]:
    """Do each row in its own transaction, or undo it at once when `dry_run`.

    `do` returns the id of what it made; `subject` is what no two rows may share.
    """
    seen: dict[object, int] = {}
    lines = [
        _run_row(number, row, shape=shape, subject=subject, do=do, dry_run=dry_run, seen=seen)
        for number, row in enumerate(rows, start=1)
    ]
    done = sum(line["ok"] for line in lines)
    return {"dry_run": dry_run, "done": done, "refused": len(lines) - done, "rows": lines}


def _run_row(
    number: int,
    row: Any,
    *,
    shape: type[Strict],
    subject: Callable[[Row], object],
    do: Callable[[Row], str],
    dry_run: bool,
    seen: dict[object, int],
) -> dict[str, Any]:
    line: dict[str, Any] = {"row": number, "ok": False, "id": None, "error": None}
    try:
        asked = _checked(row, shape)
        about = subject(asked)
        if about in seen:
            raise RowTwice(earlier=seen[about])
        with transaction.atomic():
            line["id"] = do(asked)
            if dry_run:
                transaction.set_rollback(True)
        line["ok"], seen[about] = True, number
    except DomainError as refused:
        line["error"] = problem.of_refusal(refused)
    except RecordError as refused:
        line["error"] = problem.of_record(refused)
    return line


def _checked(row: Any, shape: type[Strict]) -> Row:
    serializer = shape(data=row)
    if not serializer.is_valid():
        field, found = next(iter(serializer.errors.items()))
        raise InvalidInput(field=field, problem=found[0] if isinstance(found, list) else found)
    checked: Row = serializer.validated_data
    return checked
