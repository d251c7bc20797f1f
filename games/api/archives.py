"""Archives of events, as files."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from games.services.archives import export_event
from tournaments.api.view import ApiView


class ZipRenderer(JSONRenderer):
    """Lets a client ask for the file; it writes refusals alone, as JSON."""

    media_type = "application/zip"
    format = "zip"


class EventArchive(ApiView):
    """Everything that the result of an event rests on, in one file."""

    has_fields = False
    renderer_classes = [JSONRenderer, ZipRenderer]

    @extend_schema(responses={(200, "application/zip"): bytes})
    def get(self, request: Request, slug: str) -> HttpResponse:
        data = export_event(actor=self.actor, slug=slug)
        answer = HttpResponse(data, content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.zip"'
        return answer
