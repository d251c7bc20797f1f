"""Lists of rows in a request, as JSON or CSV, and the report of them."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from tournaments.api.spreadsheet import CsvParser, Sheet
from tournaments.api.strict_json import StrictJson
from tournaments.api.view import ApiView
from tournaments.serializers.base import Out, Strict
from tournaments.serializers.problem import ProblemOut
from tournaments.services.bulk import Given


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
    error = ProblemOut(allow_null=True)


class BulkOut(Out):
    dry_run = serializers.BooleanField()
    undone = serializers.BooleanField(help_text="All or nothing, and a row was refused.")
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    skipped = serializers.IntegerField()
    rows = RowOut(many=True)


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
