"""Imports of many records, run by a worker: of casual games, and of the games of an event."""

from typing import TYPE_CHECKING

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.import_summary import percent_read, summary_of, totals_of
from games.models import Import
from games.services.records import import_requests
from games.services.records.import_requests import RecordFile
from tournaments import limits
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.choices import JobStatus
from tournaments.documents import Document
from tournaments.serializers.base import CodeField, IdField, Out, Strict
from tournaments.serializers.problem import ProblemOut

if TYPE_CHECKING:
    from tournaments.models import Event


class RecordFileIn(Strict):
    name = IdField(help_text="Of the file; parts of one file that follow each other have one name.")
    text = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        max_length=limits.IMPORT_TEXT,
        help_text="PTN, or addresses of games at playtak, one a line, or its JSON of games.",
    )


class FilesIn(Strict):
    files = serializers.ListField(
        child=RecordFileIn(),
        allow_empty=False,
        max_length=limits.IMPORT_FILES,
        help_text="PTN files, or parts of them, in their order.",
    )

    def validate_files(self, files: list[dict[str, str]]) -> list[RecordFile]:
        return [RecordFile(**file) for file in files]


class ImportIn(FilesIn):
    dry_run = serializers.BooleanField(
        default=False, help_text="Prove the games, say what would happen, and store none."
    )
    is_complete = serializers.BooleanField(
        default=True, help_text="false: more files are to come; it runs once it is started."
    )


class ImportTotalsOut(Out):
    rated = serializers.IntegerField(help_text="Games that are stored and rated.")
    unrated = serializers.IntegerField(help_text="Games that are stored and not rated.")
    known = serializers.IntegerField(help_text="Games that were stored before.")
    refused = serializers.IntegerField(help_text="Games that are not stored.")


class ImportOut(Out):
    id = serializers.IntegerField(source="pk")
    event = serializers.CharField(
        allow_null=True, source="event.slug", default=None, help_text="null: casual games."
    )
    name = serializers.CharField(source="source", help_text="The names of the files, shortened.")
    state = CodeField(JobStatus)
    dry_run = serializers.BooleanField(help_text="Nothing is stored.")
    is_complete = serializers.BooleanField(help_text="No more files are to come.")
    files = serializers.IntegerField(help_text="How many files were sent.")
    percent = serializers.SerializerMethodField(help_text="How much of the files is read.")
    games = serializers.IntegerField(source="done", help_text="How many games are read.")
    totals = serializers.SerializerMethodField(help_text="What became of them.")
    summary = serializers.SerializerMethodField(help_text="The totals in one sentence.")
    at = serializers.DateTimeField(help_text="When it was sent.")

    def get_percent(self, row: Import) -> int:
        return percent_read(row)

    @extend_schema_field(ImportTotalsOut)
    def get_totals(self, row: Import) -> dict[str, int]:
        return totals_of(row)

    def get_summary(self, row: Import) -> str:
        return summary_of(row)


class ImportRefusalOut(Out):
    file = serializers.CharField(help_text="The name of the file.")
    number = serializers.IntegerField(help_text="Of the game in its file, from 1.")
    problem = ProblemOut(help_text="Why the game is refused, in the language of the sender.")


class ImportsApiView(ListApiView):
    """A list of imports, and a new one."""

    serializer_class = ImportOut

    def sent_for(self) -> "Event | None":
        """The event whose games are sent."""
        raise NotImplementedError

    def list(self) -> Page:
        return self.page(import_requests.list_imports(self.actor, self.sent_for()), ImportOut)

    def request_import(self) -> Response:
        event = self.sent_for()
        asked = import_requests.request_import(
            actor=self.actor, event_id=None if event is None else event.pk, **self.body(ImportIn)
        )
        answer = self.created(ImportOut(asked).data, "import", import_id=asked.pk)
        answer.status_code = 202
        return answer


class ImportList(ImportsApiView):
    def sent_for(self) -> "Event | None":
        return None

    @extend_schema(responses=ImportOut(many=True))
    def get(self, request: Request) -> Page:
        return self.list()

    @extend_schema(request=ImportIn, responses={202: ImportOut})
    def post(self, request: Request) -> Response:
        return self.request_import()


class EventImports(ImportsApiView):
    def sent_for(self) -> "Event | None":
        return self.event

    @extend_schema(responses=ImportOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.list()

    @extend_schema(request=ImportIn, responses={202: ImportOut})
    def post(self, request: Request, slug: str) -> Response:
        return self.request_import()


class ImportDetail(ApiView):
    @extend_schema(responses=ImportOut)
    def get(self, request: Request, import_id: int) -> Response:
        return Response(ImportOut(import_requests.get_import(self.actor, import_id)).data)


class ImportRefusals(ListApiView):
    serializer_class = ImportRefusalOut
    ordering = "pk"

    @extend_schema(responses=ImportRefusalOut(many=True))
    def get(self, request: Request, import_id: int) -> Page:
        found = import_requests.get_import(self.actor, import_id)
        return self.page(found.refusals.all(), ImportRefusalOut)


class ImportActionApiView(ActionApiView):
    gives = ImportOut

    def key(self) -> Document:
        return {"import_id": self.kwargs["import_id"]}


class ImportFiles(ImportActionApiView, does=import_requests.add_import_files, takes=FilesIn):
    """More files for an import that is not complete."""


class ImportStart(ImportActionApiView, does=import_requests.start_import):
    """The import is complete and runs, or goes on where it failed."""


class ImportCancel(ImportActionApiView, does=import_requests.cancel_import):
    """What is stored stays."""
