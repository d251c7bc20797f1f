"""Enter and start events, which read ratings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import services
from ratings.api.serializers import EntryIn, SeededStartIn
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.api.events import EventStateApiView
from tournaments.api.view import ListApiView, actor_of
from tournaments.errors import InvalidInput
from tournaments.serializers.events import EntryOut, EventOut


class EntryList(ListApiView):
    serializer_class = EntryOut

    @extend_schema(responses=EntryOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        return self.whole(tournament_selectors.visible_entries(event, actor), EntryOut)

    @extend_schema(request=EntryIn, responses={201: EntryOut})
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(EntryIn)
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        entry = services.enter_event(
            actor=actor, event_id=event.pk, player_id=_player_id(actor, asked.get("player"))
        )
        entry = tournament_selectors.get_entry(event, entry.pk, actor)
        return Response(EntryOut(entry).data, status=201)


class EventStart(EventStateApiView):
    """Freeze the ratings, number the entries and begin."""

    @extend_schema(request=SeededStartIn, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(SeededStartIn)
        services.start_event(actor=self.actor, event_id=self.event.pk, **asked)
        return self.answer()


def _player_id(actor: Actor, public_id: str | None) -> int:
    """The id of the given player, or of the account's player."""
    if public_id is not None:
        return tournament_selectors.get_player(public_id).pk
    mine = tournament_selectors.player_of(actor.user_id) if actor.user_id else None
    if mine is None:
        raise InvalidInput(field="player", problem="this account has no player; name one")
    return int(mine.pk)
