"""Enter and start events, which read ratings."""

from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import services
from ratings.api.serializers import EntryIn, SeededStartIn
from tournaments import selectors as tournament_selectors
from tournaments.actor import ANONYMOUS, Actor
from tournaments.api.events import EventActionApiView
from tournaments.api.lists import ListApiView, Page, known_number
from tournaments.api.stored_answers import is_read_by_staff, stored_by, versions_of_event
from tournaments.api.view import ApiView
from tournaments.errors import InvalidInput
from tournaments.selectors.events.versions import Versions
from tournaments.serializers.events import EntryOut, EntryQuery


def _versions(view: ApiView) -> Versions:
    """Empty for players, each of whom sees their own entry in any state."""
    is_player = view.actor != ANONYMOUS and not is_read_by_staff(view)
    return () if is_player else versions_of_event(view)


class EntryList(ListApiView):
    asks = EntryQuery
    serializer_class = EntryOut
    orderings = {
        "id": F("pk"),
        "number": known_number("number"),
        "name": Coalesce("player__merged_into__name", "player__name"),
        "rating": known_number("rating"),
    }

    @stored_by(
        _versions, parameters=["limit", "cursor", "state", "ordering"], readers=is_read_by_staff
    )
    @extend_schema(responses=EntryOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        entries = tournament_selectors.visible_entries(self.event, self.actor)
        rows = self.filtered(entries, {"state": "state"})
        if "club" in self.asked:
            rows = rows.filter(_listed_by(self.asked["club"]))
        return self.page_by_place(rows, EntryOut)

    @extend_schema(request=EntryIn, responses={201: EntryOut})
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(EntryIn)
        entry = services.enter_event(
            actor=self.actor,
            event_id=self.event.pk,
            player_id=_player_id(self.actor, asked.get("player")),
        )
        entry = tournament_selectors.get_entry(self.event, entry.pk, self.actor)
        return self.created(EntryOut(entry).data, "entry", slug=slug, entry_id=entry.pk)


class EventStart(EventActionApiView, takes=SeededStartIn, does=services.start_event):
    """Freeze the ratings, number the entries and begin."""


def _listed_by(club: str) -> Q:
    players = tournament_selectors.players_of_club(club).values("pk")
    return Q(player__in=players) | Q(player__merged_into__in=players)


def _player_id(actor: Actor, public_id: str | None) -> int:
    """The id of the given player, or of the account's player."""
    if public_id is not None:
        return tournament_selectors.get_player(public_id).pk
    mine = tournament_selectors.player_of(actor.user_id) if actor.user_id else None
    if mine is None:
        raise InvalidInput(field="player", problem=_("this account has no player; name one"))
    return int(mine.pk)
