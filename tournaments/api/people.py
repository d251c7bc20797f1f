"""Players and clubs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.api.view import ApiView, ListApiView
from tournaments.errors import NotFound
from tournaments.serializers.base import Nothing
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
from tournaments.services.people import members, people


class PlayerList(ListApiView):
    serializer_class = PlayerOut

    @extend_schema(parameters=[PlayerQuery], responses=PlayerOut(many=True))
    def get(self, request: Request) -> Response:
        data = self.query(PlayerQuery)
        rows = selectors.all_players()
        if "q" in data:
            rows = rows.filter(name__icontains=data["q"])
        return self.page(rows, PlayerOut)

    @extend_schema(request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request) -> Response:
        data = self.body(PlayerIn)
        about = {
            "actor": self.actor,
            "name": data["name"],
            "sort_name": data["sort_name"],
            "handles": [(handle["site"], handle["name"]) for handle in data.get("handles", [])],
        }
        made_for = _made_for(self.actor, data)
        if made_for is None:
            own = self.actor.user_id if data["mine"] else None
            player = people.create_player(**about, user_id=own)
        else:
            player = people.create_player_for(**about, made_for=made_for)
        return Response(PlayerOut(player).data, status=201)


class PlayerDetail(ApiView):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(PlayerOut(selectors.get_player(public_id)).data)

    @extend_schema(request=PlayerChanges, responses=PlayerZoneOut)
    def patch(self, request: Request, public_id: str) -> Response:
        """The zone in which a player reads times; only they and the site's staff see it."""
        data = self.body(PlayerChanges)
        player = selectors.get_player(public_id)
        changed = people.set_time_zone(actor=self.actor, player_id=player.pk, **data)
        return Response(PlayerZoneOut(changed).data)


class PlayerSortName(ApiView):
    @extend_schema(request=SortNameIn, responses=PlayerOut)
    def post(self, request: Request, public_id: str) -> Response:
        """Set how the name is read and sorted."""
        data = self.body(SortNameIn)
        player = selectors.get_player(public_id)
        named = people.set_sort_name(actor=self.actor, player_id=player.pk, **data)
        return Response(PlayerOut(named).data)


class PlayerHandles(ApiView):
    @extend_schema(request=HandleIn, responses={201: PlayerOut})
    def post(self, request: Request, public_id: str) -> Response:
        """Say under which name the player is known elsewhere."""
        data = self.body(HandleIn)
        player = selectors.get_player(public_id)
        people.add_handle(actor=self.actor, player_id=player.pk, **data)
        return Response(PlayerOut(selectors.get_player(public_id)).data, status=201)


def _made_for(actor: Actor, data: dict[str, Any]) -> Any:
    """The event or club that creates the player, if any."""
    if "event" in data:
        return selectors.get_event(data["event"], actor)
    return selectors.get_club(data["club"]) if "club" in data else None


class ClubList(ListApiView):
    serializer_class = ClubOut
    ordering = "slug"

    @extend_schema(responses=ClubOut(many=True))
    def get(self, request: Request) -> Response:
        return self.page(selectors.clubs(), ClubOut)

    @extend_schema(request=ClubIn, responses={201: ClubOut})
    def post(self, request: Request) -> Response:
        data: dict[str, Any] = self.body(ClubIn)
        club = people.create_club(actor=self.actor, **data)
        return Response(ClubOut(club).data, status=201)


class ClubDetail(ApiView):
    @extend_schema(responses=ClubOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ClubOut(selectors.get_club(slug)).data)


class ClubMembers(ListApiView):
    serializer_class = MemberOut

    @extend_schema(responses=MemberOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.whole(selectors.members_of(selectors.get_club(slug)), MemberOut)

    @extend_schema(request=MemberIn, responses={201: MemberOut})
    def post(self, request: Request, slug: str) -> Response:
        """List a player as a member. Who has an account is asked to agree."""
        data = self.body(MemberIn)
        club, player = selectors.get_club(slug), selectors.get_player(data["player"])
        member = members.add_member(
            actor=self.actor, club_id=club.pk, player_id=player.pk, since=data["since"]
        )
        return Response(MemberOut(member).data, status=201)


class MemberConsent(ApiView):
    @extend_schema(request=Nothing, responses=MemberOut)
    def post(self, request: Request, slug: str) -> Response:
        """Agree to be a member: the club's staff then vouch for the player of this account."""
        self.body(Nothing)
        club, player = selectors.get_club(slug), _own_player(self.actor)
        member = members.consent_to_club(actor=self.actor, club_id=club.pk, player_id=player.pk)
        return Response(MemberOut(member).data)


class MemberLeave(ApiView):
    @extend_schema(request=Nothing, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave the club, or say no to being listed by it."""
        self.body(Nothing)
        club, player = selectors.get_club(slug), _own_player(self.actor)
        members.leave_club(actor=self.actor, club_id=club.pk, player_id=player.pk)
        return Response(status=204)


def _own_player(actor: Actor) -> Any:
    """:raises NotFound: the account has no player."""
    player = selectors.player_of(actor.user_id or 0)
    if player is None:
        raise NotFound(what="player", key="")
    return player
