"""Archives of events: sent as files, and taken in."""

import base64
import binascii
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from games.services.archives import (
    Choices,
    export_event,
    preview_archive,
    read_proved,
    take_archive,
)
from games.services.archives.imports import require_taking
from tournaments import limits
from tournaments.api.renderers import ZIP_RENDERERS
from tournaments.api.view import ApiView
from tournaments.documents import Document
from tournaments.serializers.base import IdField, ObjectField, Out, Strict
from tournaments.serializers.events import EventOut
from tournaments.services.archives.people import described


class EventArchive(ApiView):
    """Everything that the result of an event rests on, in one file."""

    has_fields = False
    renderer_classes = ZIP_RENDERERS

    @extend_schema(responses={(200, "application/zip"): bytes})
    def get(self, request: Request, slug: str) -> HttpResponse:
        data = export_event(actor=self.actor, slug=slug)
        answer = HttpResponse(data, content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.zip"'
        return answer


class ArchiveIn(Strict):
    archive = serializers.CharField(
        max_length=limits.ARCHIVE_TEXT, help_text="The file, in base64 (RFC 4648)."
    )
    club = IdField(default="", allow_blank=True, help_text="Its club here; site staff need none.")
    key = IdField(default="", allow_blank=True, help_text="The public key that must have signed.")

    def validate_archive(self, text: str) -> bytes:
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            problem = ErrorDetail(_("This is not base64."), code="invalid")
            raise serializers.ValidationError([problem]) from error


class ArchiveTakeIn(ArchiveIn):
    slug = serializers.SlugField(
        default="", allow_blank=True, max_length=limits.SLUG,
        help_text="The address here; empty: that of there.",
    )  # fmt: skip
    people = ObjectField(
        default=dict,
        help_text="By number of the entry: the id of a player here, or `new`. Others are new.",
    )
    rated = serializers.BooleanField(
        default=False, help_text="Whether games that were rated there count in the lists here."
    )

    def validate_people(self, people: Document) -> Document:
        if not all(isinstance(who, str) for who in people.values()):
            problem = ErrorDetail(_("ids of players, or new"), code="invalid")
            raise serializers.ValidationError([problem])
        return people


class CandidateOut(Out):
    id = serializers.CharField()
    name = serializers.CharField()


class ArchivedPersonOut(Out):
    entry = serializers.IntegerField(help_text="The number of the entry.")
    name = serializers.CharField(help_text="Empty: it was removed.")
    same_installation = serializers.BooleanField(
        help_text="The first candidate has the id of this person."
    )
    candidates = CandidateOut(many=True, help_text="Players here who may be this person.")


class ArchivePreviewOut(Out):
    slug = serializers.CharField(help_text="The address there.")
    sha256 = serializers.CharField(help_text="Of the manifest.")
    key = serializers.CharField(help_text="The public key that signed.")
    people = ArchivedPersonOut(many=True, help_text="By the number of their entry.")


class ArchivePreview(ApiView):
    """Proves an archive and says who its people may be here."""

    takes_key = False

    @extend_schema(request=ArchiveIn, responses=ArchivePreviewOut)
    def post(self, request: Request) -> Response:
        asked = self.body(ArchiveIn)
        club = asked["club"]
        archive = _read(self, asked)
        found = preview_archive(actor=self.actor, archive=archive, club=club)
        shown = {
            "slug": archive.slug,
            "sha256": archive.sha256,
            "key": archive.public,
            "people": described(found.people),
        }
        return Response(ArchivePreviewOut(shown).data)


class Archives(ApiView):
    """Takes an archive in, as an equal event."""

    @extend_schema(request=ArchiveTakeIn, responses={201: EventOut})
    def post(self, request: Request) -> Response:
        asked = self.body(ArchiveTakeIn)
        archive = _read(self, asked)
        names = ("slug", "club", "people", "rated")
        choices = Choices(**{name: asked[name] for name in names})
        event = take_archive(actor=self.actor, archive=archive, choices=choices)
        return self.created(EventOut(event).data, "event", slug=event.slug)


def _read(view: ApiView, asked: Document) -> Any:
    """Check the permission first: proving an archive takes long."""
    require_taking(view.actor, asked["club"])
    return read_proved(asked["archive"], public=asked["key"], most=limits.ARCHIVE)
