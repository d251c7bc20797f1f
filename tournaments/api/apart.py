"""Entries that are kept apart: by name, by club, by family. For staff."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.entries import take_entry_ids
from tournaments.api.view import ApiView
from tournaments.serializers.absences import ApartIn, ApartNames, ApartOut
from tournaments.services.entries import apart


class ApartApiView(ApiView):
    def answer(self) -> Response:
        permissions.require(self.actor, "apart.view", self.event)
        return Response(ApartOut(selectors.kept_apart(self.event)).data)


class ApartList(ApartApiView):
    @extend_schema(responses=ApartOut)
    def get(self, request: Request, slug: str) -> Response:
        return self.answer()

    @extend_schema(request=ApartIn, responses=ApartOut)
    def post(self, request: Request, slug: str) -> Response:
        """Keep entries, a club or a family apart, up to a round or always."""
        data = self.body(ApartIn)
        entries = take_entry_ids(data, self.event)
        about: dict[str, Any] = {"actor": self.actor, "event_id": self.event.pk, **data}
        if entries is not None:
            apart.keep_apart(**about, entries=entries)
        elif "club" in data:
            apart.keep_club_apart(**about)
        else:
            apart.keep_family_apart(**about)
        return self.answer()


class ApartRemove(ApartApiView):
    @extend_schema(request=ApartNames, responses=ApartOut)
    def post(self, request: Request, slug: str) -> Response:
        """Let named entries meet again, or end the rule of a club or a family."""
        data = self.body(ApartNames)
        about: dict[str, Any] = {"actor": self.actor, "event_id": self.event.pk}
        entries = take_entry_ids(data, self.event)
        if entries is not None:
            apart.let_meet(**about, entries=entries)
        else:
            ((kind, key),) = data.items()
            apart.end_apart_rule(**about, kind=kind, key=key)
        return self.answer()
