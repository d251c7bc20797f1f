"""Players and clubs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.door import Door, ListDoor, actor_of
from tournaments.serializers.people import (
    ClubIn,
    ClubOut,
    HandleIn,
    MemberIn,
    MemberOut,
    PlayerChanges,
    PlayerIn,
    PlayerOut,
    PlayerQuery,
    PlayerZoneOut,
    SortNameIn,
)
from tournaments.services import people


class PlayerList(ListDoor):
    serializer_class = PlayerOut

    @extend_schema(parameters=[PlayerQuery], responses=PlayerOut(many=True))
    def get(self, request: Request) -> Response:
        asked = self.query(PlayerQuery)
        rows = selectors.all_players()
        if "q" in asked:
            rows = rows.filter(name__icontains=asked["q"])
        return self.page(rows, PlayerOut)

    @extend_schema(request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request) -> Response:
        asked = self.body(PlayerIn)
        actor = actor_of(request)
        player = people.create_player(
            actor=actor,
            name=asked["name"],
            sort_name=asked["sort_name"],
            user_id=actor.user_id if asked["mine"] else None,
            handles=[(handle["site"], handle["name"]) for handle in asked.get("handles", [])],
        )
        return Response(PlayerOut(player).data, status=201)


class PlayerDetail(Door):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(PlayerOut(selectors.get_player(public_id)).data)

    @extend_schema(request=PlayerChanges, responses=PlayerZoneOut)
    def patch(self, request: Request, public_id: str) -> Response:
        """The zone in which a player reads times; only they and the site's staff see it."""
        asked = self.body(PlayerChanges)
        player = selectors.get_player(public_id)
        changed = people.set_time_zone(actor=actor_of(request), player_id=player.pk, **asked)
        return Response(PlayerZoneOut(changed).data)


class PlayerSortName(Door):
    @extend_schema(request=SortNameIn, responses=PlayerOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Say how the name is read, and where it stands in lists by name."""
        asked = self.body(SortNameIn)
        player = selectors.get_player(public_id)
        named = people.set_sort_name(actor=actor_of(request), player_id=player.pk, **asked)
        return Response(PlayerOut(named).data)


class PlayerHandles(Door):
    @extend_schema(request=HandleIn, responses={201: PlayerOut})
    def post(self, request: Request, public_id: str) -> Response:
        """Say under which name the player is known elsewhere."""
        asked = self.body(HandleIn)
        player = selectors.get_player(public_id)
        people.add_handle(actor=actor_of(request), player_id=player.pk, **asked)
        return Response(PlayerOut(selectors.get_player(public_id)).data, status=201)


class ClubList(ListDoor):
    serializer_class = ClubOut
    ordering = "slug"

    @extend_schema(responses=ClubOut(many=True))
    def get(self, request: Request) -> Response:
        return self.page(selectors.clubs(), ClubOut)

    @extend_schema(request=ClubIn, responses={201: ClubOut})
    def post(self, request: Request) -> Response:
        asked: dict[str, Any] = self.body(ClubIn)
        club = people.create_club(actor=actor_of(request), **asked)
        return Response(ClubOut(club).data, status=201)


class ClubDetail(Door):
    @extend_schema(responses=ClubOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ClubOut(selectors.get_club(slug)).data)


class ClubMembers(ListDoor):
    serializer_class = MemberOut

    @extend_schema(responses=MemberOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.whole(selectors.members_of(selectors.get_club(slug)), MemberOut)

    @extend_schema(request=MemberIn, responses={201: MemberOut})
    def post(self, request: Request, slug: str) -> Response:
        """Note that a player belongs to the club."""
        asked = self.body(MemberIn)
        club, player = selectors.get_club(slug), selectors.get_player(asked["player"])
        member = people.add_member(
            actor=actor_of(request), club_id=club.pk, player_id=player.pk, since=asked["since"]
        )
        return Response(MemberOut(member).data, status=201)
