"""Rating lists, and the doors that read a rating: entering an event and starting it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import selectors, services
from ratings.serializers import (
    EntriesDoc,
    EntriesIn,
    EntryIn,
    EntryRow,
    LeaderboardOut,
    PoolIn,
    PoolOut,
    PoolQuery,
    PoolRatingOut,
)
from tournaments import permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.api.bulk import BulkOut, BulkQuery, Row, run_rows
from tournaments.api.door import Door, ListDoor, actor_of
from tournaments.api.events import shown as shown_event
from tournaments.errors import InvalidInput, NotFound
from tournaments.serializers import EntryOut, EventOut, Nothing
from tournaments.services import people


class EntryList(ListDoor):
    serializer_class = EntryOut

    @extend_schema(responses=EntryOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = tournament_selectors.get_event(slug, actor_of(request))
        return self.whole(tournament_selectors.event_entries(event), EntryOut)

    @extend_schema(request=EntryIn, responses={201: EntryOut})
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(EntryIn)
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        entry = services.enter_event(
            actor=actor, event_id=event.pk, player_id=_player_id(actor, asked.get("player"))
        )
        return Response(EntryOut(entry).data, status=201)


class EntriesBulk(Door):
    """Enter many players, each by id or by name."""

    @extend_schema(parameters=[BulkQuery], request=EntriesDoc, responses=BulkOut)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(EntriesIn)
        dry_run = self.query(BulkQuery)["dry_run"]
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        permissions.require(actor, "entry.add", event)

        def enter(row: Row) -> str:
            player_id = _player_of_row(actor, row)
            entry = services.enter_event(actor=actor, event_id=event.pk, player_id=player_id)
            return str(entry.pk)

        done = run_rows(asked["entries"], shape=EntryRow, subject=_about, do=enter, dry_run=dry_run)
        return Response(done)


class EventStart(Door):
    """Freeze the ratings, number the entries and begin."""

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        services.start_event(actor=actor, event_id=event.pk)
        return Response(shown_event(tournament_selectors.get_event(slug, actor)))


class PoolList(ListDoor):
    serializer_class = PoolOut
    ordering = "slug"

    @extend_schema(parameters=[PoolQuery], responses=PoolOut(many=True))
    def get(self, request: Request) -> Response:
        asked = self.query(PoolQuery)
        rows = selectors.pools()
        if "since_version" in asked:
            rows = rows.filter(ratings_version__gt=asked["since_version"])
        return self.page(rows, PoolOut)

    @extend_schema(request=PoolIn, responses={201: PoolOut})
    def post(self, request: Request) -> Response:
        pool = services.create_pool(actor=actor_of(request), **self.body(PoolIn))
        return Response(PoolOut(pool).data, status=201)


class PoolDetail(Door):
    conditional = True

    @extend_schema(responses=PoolOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(PoolOut(selectors.pool_by_slug(slug)).data)


class PoolRatings(ListDoor):
    """The whole list, best first; provisional players have no rank."""

    conditional = True
    serializer_class = LeaderboardOut

    @extend_schema(responses=LeaderboardOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = selectors.leaderboard(selectors.pool_by_slug(slug))
        return self.whole(rows, LeaderboardOut)


class PlayerRatings(ListDoor):
    conditional = True
    serializer_class = PoolRatingOut

    @extend_schema(responses=PoolRatingOut(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        player = tournament_selectors.get_player(public_id)
        return self.whole(selectors.player_ratings(player.pk), PoolRatingOut)


def _player_id(actor: Actor, public_id: str | None) -> int:
    """The player named, or the one of the account."""
    if public_id is not None:
        return tournament_selectors.get_player(public_id).pk
    mine = tournament_selectors.player_of(actor.user_id) if actor.user_id else None
    if mine is None:
        raise InvalidInput(field="player", problem="this account has no player; name one")
    return int(mine.pk)


def _about(row: Row) -> object:
    if "player" in row:
        return "player", row["player"]
    return "name", tournament_selectors.name_key(row["name"])


def _player_of_row(actor: Actor, row: Row) -> int:
    if "player" in row:
        return tournament_selectors.get_player(row["player"]).pk
    found: Any = tournament_selectors.find_player_by_name(row["name"])
    if found is None:
        if not row["new"]:
            raise NotFound(what="player", key=row["name"])
        found = people.create_player(actor=actor, name=row["name"])
    return int(found.pk)
