"""Announcements: everybody reads those to all, members of a group also theirs, staff all."""

from collections.abc import Sequence
from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.models import Announcement, Event
from tournaments.serializers.announcements import (
    AnnouncementIn,
    AnnouncementOut,
    AnnouncementReachOut,
)
from tournaments.serializers.base import Nothing
from tournaments.services.events import announcements


class AnnouncementList(ListApiView):
    serializer_class = AnnouncementOut

    @extend_schema(responses=AnnouncementOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        rows = selectors.visible_announcements(self.event, self.actor)
        return self.page(rows, _shown)

    @extend_schema(request=AnnouncementIn, responses={201: AnnouncementOut})
    def post(self, request: Request, slug: str) -> Response:
        data = self.body(AnnouncementIn)
        made = announcements.announce(actor=self.actor, event_id=self.event.pk, **data)
        return Response(_one(self.event, self, made), status=201)


class AnnouncementReach(ApiView):
    @extend_schema(responses=AnnouncementReachOut)
    def get(self, request: Request, slug: str) -> Response:
        permissions.require(self.actor, "event.announce", self.event)
        return Response(AnnouncementReachOut(selectors.announcement_reach(self.event)).data)


class AnnouncementWithdraw(
    ActionApiView, takes=Nothing, gives=AnnouncementOut, does=announcements.withdraw_announcement
):
    def key(self) -> dict[str, int]:
        return {
            "event_id": self.event.pk,
            "announcement_id": self.kwargs["announcement_id"],
        }

    def shown(self, done: Announcement) -> Document:
        return _one(self.event, self, done)


def _one(event: Event, view: ApiView, made: Announcement) -> Document:
    rows = selectors.visible_announcements(event, view.actor).filter(pk=made.pk)
    return _shown(list(rows))[0]


def _shown(rows: list[Announcement]) -> Sequence[Document]:
    shown = AnnouncementOut(selectors.describe_announcements(rows), many=True)
    return cast("Sequence[Document]", shown.data)
