"""Events: their settings, their states, their journal."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.view import (
    ApiView,
    ListApiView,
    actor_of,
    expected_version,
    version_prefix,
)
from tournaments.models import Event, JournalLine
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import (
    EventChanges,
    EventIn,
    EventOut,
    EventQuery,
    JournalLineOut,
    JournalQuery,
    WhyIn,
)
from tournaments.services.events import events

IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag that was read: 412 when the settings were changed since.",
)
FILTERS = {
    "club": "club__slug",
    "state": "state",
    "game": "game",
    "since_version": "results_version__gt",
}


def shown(event: Event) -> Any:
    return EventOut(event).data


class EventList(ListApiView):
    serializer_class = EventOut

    @extend_schema(parameters=[EventQuery], responses=EventOut(many=True))
    def get(self, request: Request) -> Response:
        asked = self.query(EventQuery)
        rows = selectors.visible_events(actor_of(request))
        player = asked.pop("player", None)
        if player is not None:
            rows = selectors.entered_events(rows, player)
        rows = rows.filter(**{FILTERS[name]: value for name, value in asked.items()})
        return self.page(
            rows.select_related("club", "planners_club", "series").prefetch_related("stages"),
            EventOut,
        )

    @extend_schema(request=EventIn, responses={201: EventOut})
    def post(self, request: Request) -> Response:
        asked = self.body(EventIn)
        slug = asked.pop("club", None)
        event = events.create_event(
            actor=actor_of(request), club_id=selectors.get_club(slug).pk if slug else None, **asked
        )
        return Response(shown(event), status=201)


class EventDetail(ApiView):
    conditional = True

    def etag_prefix(self, data: Any) -> str:
        return version_prefix(data["settings_version"])

    @extend_schema(responses=EventOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(shown(selectors.get_event(slug, actor_of(request))))

    @extend_schema(parameters=[IF_MATCH], request=EventChanges, responses=EventOut)
    def patch(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        asked = self.body(EventChanges)
        event = events.edit_event(
            actor=actor,
            event_id=selectors.get_event(slug, actor).pk,
            reason=asked.pop("reason", ""),
            changes=asked,
            expected_settings_version=expected_version(request),
        )
        return Response(shown(event))


class EventRegistration(ApiView):
    """Open the registration."""

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        events.open_registration(actor=actor, event_id=event_id)
        return Response(shown(selectors.get_event(slug, actor)))


class EventDraft(ApiView):
    """Back to a draft that only staff see; only while nobody has entered."""

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        events.back_to_draft(actor=actor, event_id=event_id)
        return Response(shown(selectors.get_event(slug, actor)))


class EventUnstart(ApiView):
    """Back to the registration; only while no round is there, not even a draft."""

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        events.back_to_registration(actor=actor, event_id=event_id)
        return Response(shown(selectors.get_event(slug, actor)))


class EventReopen(ApiView):
    """A finished event goes on; its final table stays as it was published."""

    @extend_schema(request=WhyIn, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        reason = self.body(WhyIn)["reason"]
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        events.reopen(actor=actor, event_id=event_id, reason=reason)
        return Response(shown(selectors.get_event(slug, actor)))


class EventFinish(ApiView):
    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        events.finish(actor=actor, event_id=event_id)
        return Response(shown(selectors.get_event(slug, actor)))


class EventJournal(ListApiView):
    """The chain of an event, for its staff."""

    serializer_class = JournalLineOut
    ordering = "seq"

    @extend_schema(parameters=[JournalQuery], responses=JournalLineOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        asked = self.query(JournalQuery)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "journal.view", event)
        rows = JournalLine.objects.filter(
            scope=f"event:{event.slug}", seq__gt=asked.get("since_version", 0)
        )
        return self.page(rows, JournalLineOut)
