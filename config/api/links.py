"""Personal links of an event. Reading a code is a POST, because it writes to the journal."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import links
from tournaments import limits
from tournaments.api.view import ApiView
from tournaments.serializers.base import NumberField, Out, Strict


class LinksIn(Strict):
    entries = serializers.ListField(
        child=NumberField(), required=False, max_length=limits.LINKS, help_text="All, if left out."
    )


class LinkOut(Out):
    entry = serializers.IntegerField()
    code = serializers.CharField(help_text="The secret.")
    url = serializers.CharField()


class LinksOut(Out):
    links = LinkOut(many=True)


class LinksEndedOut(Out):
    entries = serializers.ListField(child=serializers.IntegerField())


class EventLinks(ApiView):
    """Not marked *key*: a kept answer would keep the codes."""

    @extend_schema(request=LinksIn, responses={201: LinksOut})
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(LinksIn)
        made = links.issue_links(
            actor=self.actor, event_id=self.event.pk, entry_ids=asked.get("entries")
        )
        return _codes_response(request, made, status=201)


class EventLinksShow(ApiView):
    """The codes of live links. Links of older versions have none that can be shown."""

    @extend_schema(request=LinksIn, responses=LinksOut)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(LinksIn)
        codes = links.show_links(
            actor=self.actor, event_id=self.event.pk, entry_ids=asked.get("entries")
        )
        return _codes_response(request, codes, status=200)


class EventLinksRevoke(ApiView):
    @extend_schema(request=LinksIn, responses=LinksEndedOut)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(LinksIn)
        ended = links.revoke_links(
            actor=self.actor, event_id=self.event.pk, entry_ids=asked.get("entries")
        )
        return Response(LinksEndedOut({"entries": ended}).data)


def _codes_response(request: Request, codes: list[tuple[int, str]], *, status: int) -> Response:
    rows = [
        {
            "entry": entry_id,
            "code": code,
            "url": request.build_absolute_uri(reverse("pages:personal", args=[code])),
        }
        for entry_id, code in codes
    ]
    answer = LinksOut({"links": rows}).data
    return Response(answer, status=status, headers={"Cache-Control": "no-store"})
