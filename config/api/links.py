"""Personal links of an event. The codes are only in the response to their creation."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import links
from tournaments import limits, selectors
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.base import NumberField, Out, Strict


class LinksIn(Strict):
    entries = serializers.ListField(
        child=NumberField(), required=False, max_length=limits.LINKS, help_text="All, if left out."
    )


class LinkOut(Out):
    entry = serializers.IntegerField()
    code = serializers.CharField(help_text="The secret; it is never shown again.")
    url = serializers.CharField()


class LinksOut(Out):
    links = LinkOut(many=True)


class LinksEndedOut(Out):
    entries = serializers.ListField(child=serializers.IntegerField())


class EventLinks(ApiView):
    """Not marked *key*: a kept answer would keep the codes."""

    @extend_schema(request=LinksIn, responses={201: LinksOut})
    def post(self, request: Request, slug: str) -> Response:
        actor, asked = actor_of(request), self.body(LinksIn)
        event = selectors.get_event(slug, actor)
        made = links.issue_links(actor=actor, event_id=event.pk, entry_ids=asked.get("entries"))
        rows = [
            {
                "entry": entry_id,
                "code": code,
                "url": request.build_absolute_uri(reverse("pages:personal", args=[code])),
            }
            for entry_id, code in made
        ]
        answer = LinksOut({"links": rows}).data
        return Response(answer, status=201, headers={"Cache-Control": "no-store"})


class EventLinksRevoke(ApiView):
    @extend_schema(request=LinksIn, responses=LinksEndedOut)
    def post(self, request: Request, slug: str) -> Response:
        actor, asked = actor_of(request), self.body(LinksIn)
        event = selectors.get_event(slug, actor)
        ended = links.revoke_links(actor=actor, event_id=event.pk, entry_ids=asked.get("entries"))
        return Response(LinksEndedOut({"entries": ended}).data)
