"""Personal links of an event. Reading a code is a POST, because it writes to the journal."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import links
from config.jobs import send_link_mails
from tournaments import limits
from tournaments.api.entries import take_entry_ids
from tournaments.api.view import ApiView
from tournaments.serializers.base import Out, Strict
from tournaments.serializers.entry_names import WHICH_OF_SOME, EntriesField


class LinksIn(Strict):
    """Some entries, or without any names all of them."""

    instead = {"entries": WHICH_OF_SOME}

    entry_ids = EntriesField(most=limits.LINKS, help_text="All, if none are named.")
    entry_numbers = EntriesField(most=limits.LINKS, help_text="Or their numbers in the event.")


class LinkOut(Out):
    entry_id = serializers.IntegerField()
    code = serializers.CharField(help_text="The secret.")
    url = serializers.CharField()


class LinksOut(Out):
    links = LinkOut(many=True)


class LinksMailedOut(Out):
    mails = serializers.IntegerField(help_text="How many are on their way.")


class LinksEndedOut(Out):
    entry_ids = serializers.ListField(child=serializers.IntegerField())


class EventLinks(ApiView):
    takes_key = False

    @extend_schema(request=LinksIn, responses={201: LinksOut})
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(LinksIn)
        made = links.issue_links(
            actor=self.actor, event_id=self.event.pk, entry_ids=take_entry_ids(asked, self.event)
        )
        return _codes_response(request, made, status=201)


class EventLinksShow(ApiView):
    """The codes of live links. Links of older versions have none that can be shown."""

    takes_key = False

    @extend_schema(request=LinksIn, responses=LinksOut)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(LinksIn)
        codes = links.show_links(
            actor=self.actor, event_id=self.event.pk, entry_ids=take_entry_ids(asked, self.event)
        )
        return _codes_response(request, codes, status=200)


class EventLinksMail(ApiView):
    @extend_schema(request=LinksIn, responses=LinksMailedOut)
    def post(self, request: Request, slug: str) -> Response:
        """Mail live links to the accounts of their players, as the desk does."""
        asked = self.body(LinksIn)
        sent = send_link_mails(
            actor=self.actor,
            event_id=self.event.pk,
            entry_ids=take_entry_ids(asked, self.event),
            site=request.build_absolute_uri("/").rstrip("/"),
        )
        return Response(LinksMailedOut({"mails": sent}).data)


class EventLinksRevoke(ApiView):
    @extend_schema(request=LinksIn, responses=LinksEndedOut)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(LinksIn)
        ended = links.revoke_links(
            actor=self.actor, event_id=self.event.pk, entry_ids=take_entry_ids(asked, self.event)
        )
        return Response(LinksEndedOut({"entry_ids": ended}).data)


def _codes_response(request: Request, codes: list[tuple[int, str]], *, status: int) -> Response:
    rows = [
        {
            "entry_id": entry_id,
            "code": code,
            "url": request.build_absolute_uri(reverse("pages:personal", args=[code])),
        }
        for entry_id, code in codes
    ]
    answer = LinksOut({"links": rows}).data
    return Response(answer, status=status, headers={"Cache-Control": "no-store"})
