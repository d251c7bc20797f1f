"""Players and clubs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.door import Door, ListDoor, actor_of
from tournaments.serializers import ClubIn, ClubOut, PlayerIn, PlayerOut, PlayerQuery
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
            user_id=actor.user_id if asked["mine"] else None,
            handles=[(handle["site"], handle["name"]) for handle in asked.get("handles", [])],
        )
        return Response(PlayerOut(player).data, status=201)


class PlayerDetail(Door):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(PlayerOut(selectors.get_player(public_id)).data)


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
