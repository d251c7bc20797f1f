"""Who is kept apart: pairs by name, members of a club, families. For staff."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.api.view import ApiView, actor_of
from tournaments.models import Event
from tournaments.serializers.absences import ApartIn, ApartNames, ApartOut
from tournaments.services.entries import apart


class ApartList(ApiView):
    @extend_schema(responses=ApartOut)
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        return _shown(actor, selectors.get_event(slug, actor))

    @extend_schema(request=ApartIn, responses=ApartOut)
    def post(self, request: Request, slug: str) -> Response:
        """Keep entries, a club or a family apart, up to a round or always."""
        asked = self.body(ApartIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        said: dict[str, Any] = {"actor": actor, "event_id": event.pk, **asked}
        if "entries" in asked:
            apart.keep_apart(**said)
        elif "club" in asked:
            apart.keep_club_apart(**said)
        else:
            apart.keep_family_apart(**said)
        return _shown(actor, event)


class ApartRemove(ApiView):
    @extend_schema(request=ApartNames, responses=ApartOut)
    def post(self, request: Request, slug: str) -> Response:
        """Let named entries meet again, or end the rule of a club or a family."""
        asked = self.body(ApartNames)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        if "entries" in asked:
            apart.let_meet(actor=actor, event_id=event.pk, entries=asked["entries"])
        else:
            ((kind, key),) = asked.items()
            apart.end_apart_rule(actor=actor, event_id=event.pk, kind=kind, key=key)
        return _shown(actor, event)


def _shown(actor: Actor, event: Event) -> Response:
    permissions.require(actor, "apart.view", event)
    return Response(ApartOut(selectors.kept_apart(event)).data)
