"""Events: their settings, their states, their journal."""

from django.db.models import F, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.lists import ListApiView, Page, known_date
from tournaments.api.stored_answers import stored_by_event
from tournaments.api.view import ActionApiView, ApiView, expected_version, version_prefix
from tournaments.documents import Document
from tournaments.errors import require_found
from tournaments.models import Event, JournalLine
from tournaments.serializers.events import (
    EventChanges,
    EventIn,
    EventOut,
    EventQuery,
    WhyIn,
)
from tournaments.serializers.journal import (
    JournalCheckOut,
    JournalLineOut,
    JournalQuery,
    PublicKeysOut,
    WitnessOut,
    context_of_lines,
)
from tournaments.services import journal_checks, signing
from tournaments.services.events import deleting, events
from tournaments.services.events.about import ABOUT

FILTERS = {
    "club": "club__slug",
    "state": "state",
    "game": "game",
    "size": "ruleset__size",
    "date_from": "starts_on__gte",
    "date_to": "starts_on__lte",
    "since_version": "results_version__gt",
}


class EventList(ListApiView):
    asks = EventQuery
    serializer_class = EventOut
    orderings = {"id": F("pk"), "name": F("name"), "starts_on": known_date("starts_on")}

    @extend_schema(responses=EventOut(many=True))
    def get(self, request: Request) -> Page:
        shown = self.rows().select_related("club", "planners_club", "series")
        return self.page(shown.prefetch_related("stages"), EventOut)

    def rows(self) -> "QuerySet[Event]":
        rows = self.filtered(selectors.visible_events(self.actor), FILTERS)
        player = self.asked.get("player")
        return rows if player is None else selectors.entered_events(rows, player)

    @extend_schema(request=EventIn, responses={201: EventOut})
    def post(self, request: Request) -> Response:
        data = self.body(EventIn)
        slug = data.pop("club", None)
        told = {name: data.pop(name) for name in ABOUT & data.keys()}
        event = events.create_event(
            actor=self.actor,
            new=events.NewEvent(
                club_id=selectors.get_club(slug).pk if slug else None, about=told, **data
            ),
        )
        return self.created(EventOut(event).data, "event", slug=event.slug)


class EventDetail(ApiView):
    compares_versions = True  # a result does not stand in the way of settings

    def etag_prefix(self, data: Document) -> str:
        return version_prefix(data["settings_version"])

    @stored_by_event
    @extend_schema(responses=EventOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(EventOut(self.event).data)

    @extend_schema(request=EventChanges, responses=EventOut)
    def patch(self, request: Request, slug: str) -> Response:
        data = self.body(EventChanges)
        event = events.edit_event(
            actor=self.actor,
            event_id=self.event.pk,
            reason=data.pop("reason", ""),
            changes=data,
            expected_settings_version=expected_version(request),
        )
        return Response(EventOut(event).data)


class EventActionApiView(ActionApiView, gives=EventOut):
    def shown(self, done: object) -> Event:
        return selectors.get_event(self.event.slug, self.actor)


class EventRegistration(EventActionApiView, does=events.open_registration):
    """Open the registration."""


class EventDraft(EventActionApiView, does=events.back_to_draft):
    """Back to a draft that only staff see; only while nobody has entered."""


class EventDelete(ActionApiView, does=deleting.delete_event):
    """Delete the event, while no round is there. Its address is not used again."""


class EventUnstart(EventActionApiView, does=events.back_to_registration):
    """Back to the registration; only while no round is there, not even a draft."""


class EventReopen(EventActionApiView, takes=WhyIn, does=events.reopen):
    """A finished event goes on; its final table stays as it was published."""


class EventFinish(EventActionApiView, does=events.finish):
    pass


class EventJournal(ListApiView):
    """The chain of an event, for its staff."""

    asks = JournalQuery
    serializer_class = JournalLineOut
    ordering = "seq"

    @extend_schema(responses=JournalLineOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        permissions.require(self.actor, "journal.view", self.event)
        rows = JournalLine.objects.filter(
            scope=f"event:{self.event.slug}", seq__gt=self.asked.get("since_version", 0)
        )
        return self.page(
            rows,
            lambda lines: (
                JournalLineOut(lines, many=True, context=context_of_lines(self.event, lines)).data
            ),
        )


class EventJournalCheck(ApiView):
    """Whether each line of the chain follows from the one before, for the staff of the event."""

    @extend_schema(responses=JournalCheckOut)
    def get(self, request: Request, slug: str) -> Response:
        permissions.require(self.actor, "journal.view", self.event)
        lines = JournalLine.objects.filter(scope=f"event:{slug}").order_by("-seq")
        seq, digest = lines.values_list("seq", "hash").first() or (0, "")
        found = journal_checks.check_scope(f"event:{slug}")
        document = {"event": slug, "lines": seq, "hash": digest}
        return Response(JournalCheckOut(document | {"holds": not found, "differences": found}).data)


class EventWitness(ApiView):
    """The signed end of the journal, to keep outside of the service.

    For staff: its number grows with each draft, which others must not notice.
    """

    @extend_schema(responses=WitnessOut)
    def get(self, request: Request, slug: str) -> Response:
        permissions.require(self.actor, "journal.view", self.event)
        found = require_found(selectors.journal_head(self.event), "journal of event", slug)
        return Response(WitnessOut(found).data)


class PublicKeys(ApiView):
    """The public keys of the service, the current one first. They check journals and archives."""

    @extend_schema(responses=PublicKeysOut)
    def get(self, request: Request) -> Response:
        return Response(PublicKeysOut({"keys": signing.listed_keys()}).data)
