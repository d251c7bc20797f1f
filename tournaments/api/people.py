"""Players, and members of clubs."""

from django.db.models import F, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.errors import get_row, require_found
from tournaments.models import Club, Event, Player
from tournaments.serializers.people import (
    HandleIn,
    HandleOut,
    MemberIn,
    MemberNameIn,
    MemberOut,
    MembershipRequestOut,
    NameIn,
    OtherPlayerIn,
    PlayerChanges,
    PlayerFullOut,
    PlayerIn,
    PlayerOut,
    PlayerQuery,
    SortNameIn,
)
from tournaments.services.people import distinguishing, handles, members, naming, people


class PlayerList(ListApiView):
    asks = PlayerQuery
    serializer_class = PlayerOut
    orderings = {"id": F("pk"), "name": selectors.SORT_KEY}

    @extend_schema(responses=PlayerOut(many=True))
    def get(self, request: Request) -> Page:
        return self.page(self.rows(), PlayerOut)

    def rows(self) -> "QuerySet[Player]":
        rows = selectors.all_players()
        if "q" in self.asked:
            rows = selectors.search_players(self.asked["q"])
        if "handle" in self.asked:
            site, _colon, name = self.asked["handle"].partition(":")
            rows = rows.filter(pk__in=selectors.players_with_handle(site, name).values("pk"))
        if "club" in self.asked:
            rows = rows.filter(pk__in=selectors.players_of_club(self.asked["club"]).values("pk"))
        return rows

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
        return self.created(PlayerOut(player).data, "player", public_id=player.public_id)


class PlayerDetail(ApiView):
    @extend_schema(responses=PlayerFullOut)
    def get(self, request: Request, public_id: str) -> Response:
        return self.answer(selectors.get_player(public_id))

    @extend_schema(request=PlayerChanges, responses=PlayerFullOut)
    def patch(self, request: Request, public_id: str) -> Response:
        """The zone in which a player reads times."""
        data = self.body(PlayerChanges)
        player = selectors.get_player(public_id)
        return self.answer(people.set_time_zone(actor=self.actor, player_id=player.pk, **data))

    def answer(self, player: Player) -> Response:
        sees_all = permissions.may(self.actor, "player.edit", player)
        zone = player.time_zone if sees_all else None
        return Response({**PlayerOut(player).data, "time_zone": zone})


class PlayerActionApiView(ActionApiView, gives=PlayerOut):
    def key(self) -> dict[str, int]:
        return {"player_id": selectors.get_player(self.kwargs["public_id"]).pk}

    def shown(self, done: object) -> Player:
        return selectors.get_player(self.kwargs["public_id"])


class PlayerName(PlayerActionApiView, takes=NameIn, does=naming.rename_player):
    """Change the name of a player."""


class PlayerSortName(PlayerActionApiView, takes=SortNameIn, does=people.set_sort_name):
    """Set how the name is read and sorted."""


class DistinctionApiView(ActionApiView):
    def key(self) -> dict[str, str]:
        return {"player": self.kwargs["public_id"]}


class PlayerDistinguish(
    DistinctionApiView, takes=OtherPlayerIn, does=distinguishing.distinguish_players
):
    """Say that two players of one name are two people."""


class PlayerDistinguishUndo(
    DistinctionApiView, takes=OtherPlayerIn, does=distinguishing.undo_distinction
):
    """Take back that they are two people."""


class PlayerHandles(ListApiView):
    serializer_class = HandleOut

    @extend_schema(responses=HandleOut(many=True))
    def get(self, request: Request, public_id: str) -> Page:
        """The names of the player on other sites."""
        return self.page_by_place(selectors.handles_of(selectors.get_player(public_id)), HandleOut)

    @extend_schema(request=HandleIn, responses={201: PlayerOut})
    def post(self, request: Request, public_id: str) -> Response:
        """Say under which name the player is known elsewhere."""
        data = self.body(HandleIn)
        player = selectors.get_player(public_id)
        made = handles.add_handle(actor=self.actor, player_id=player.pk, **data)
        named = {"public_id": player.public_id, "handle_id": made.pk}
        return self.created(PlayerOut(player).data, "player-handle", **named)


class PlayerHandle(ApiView):
    @extend_schema(responses=HandleOut)
    def get(self, request: Request, public_id: str, handle_id: int) -> Response:
        """One name of the player elsewhere."""
        handles = selectors.handles_of(selectors.get_player(public_id))
        return Response(HandleOut(get_row(handles, "handle", pk=handle_id)).data)

    @extend_schema(request=HandleIn, responses=HandleOut)
    def patch(self, request: Request, public_id: str, handle_id: int) -> Response:
        """Correct a name of the player elsewhere."""
        data = self.body(HandleIn)
        player = selectors.get_player(public_id)
        changed = handles.change_handle(
            actor=self.actor, player_id=player.pk, handle_id=handle_id, **data
        )
        return Response(HandleOut(changed).data)


class PlayerHandleRemove(ActionApiView, does=handles.remove_handle):
    """Remove a name of the player elsewhere."""

    def key(self) -> dict[str, int]:
        player = selectors.get_player(self.kwargs["public_id"])
        return {"player_id": player.pk, "handle_id": self.kwargs["handle_id"]}


def _made_for(actor: Actor, data: Document) -> Event | Club | None:
    """The event or club that creates the player, if any."""
    if "event" in data:
        return selectors.get_event(data["event"], actor)
    return selectors.get_club(data["club"]) if "club" in data else None


class ClubMembers(ListApiView):
    serializer_class = MemberOut

    @extend_schema(responses=MemberOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page_by_place(selectors.members_of(selectors.get_club(slug)), MemberOut)

    @extend_schema(request=MemberIn, responses={201: MemberOut})
    def post(self, request: Request, slug: str) -> Response:
        """List a player as a member. Who has an account is asked to agree."""
        data = self.body(MemberIn)
        club, player = selectors.get_club(slug), selectors.get_player(data["player"])
        member = members.add_member(
            actor=self.actor, club_id=club.pk, player_id=player.pk, since=data["since"]
        )
        return Response(MemberOut(member).data, status=201)


class OwnMembershipApiView(ActionApiView):
    def key(self) -> dict[str, int]:
        """:raises NotFound: there is no such club, or the account has no player."""
        club = selectors.get_club(self.kwargs["slug"])
        player = require_found(selectors.player_of(self.actor.user_id or 0), "player", "")
        return {"club_id": club.pk, "player_id": player.pk}


class MemberConsent(OwnMembershipApiView, does=members.consent_to_club, gives=MemberOut):
    """Agree to be a member: the club's staff then vouch for the player of this account."""


class MemberRemove(ApiView):
    @extend_schema(request=MemberNameIn, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """End the membership of a player, by the owner of the club."""
        data = self.body(MemberNameIn)
        club, player = selectors.get_club(slug), selectors.get_player(data["player"])
        members.remove_member(actor=self.actor, club_id=club.pk, player_id=player.pk)
        return Response(status=204)


class MemberLeave(OwnMembershipApiView, does=members.leave_club):
    """Leave the club, or say no to being listed by it."""


class MembershipRequests(ListApiView):
    serializer_class = MembershipRequestOut

    @extend_schema(responses=MembershipRequestOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        """Who asks to be a member; for the owner of the club."""
        club = selectors.get_club(slug)
        permissions.require(self.actor, "club.edit", club)
        return self.page_by_place(selectors.requests_to_join(club), MembershipRequestOut)


class MembershipAsk(OwnMembershipApiView, does=members.ask_to_join):
    """Ask to be a member of the club; at once a member if the club lists the player already."""


class MembershipRequestCancel(OwnMembershipApiView, does=members.cancel_request):
    """Take back the question."""


class MembershipRequestAccept(ApiView):
    @extend_schema(request=MemberNameIn, responses=MemberOut)
    def post(self, request: Request, slug: str) -> Response:
        """Make a player who asked a member, by the owner of the club."""
        data = self.body(MemberNameIn)
        club, player = selectors.get_club(slug), selectors.get_player(data["player"])
        member = members.accept_request(actor=self.actor, club_id=club.pk, player_id=player.pk)
        return Response(MemberOut(member).data)


class MembershipRequestRefuse(ApiView):
    @extend_schema(request=MemberNameIn, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Refuse a player who asked, by the owner of the club."""
        data = self.body(MemberNameIn)
        club, player = selectors.get_club(slug), selectors.get_player(data["player"])
        members.refuse_request(actor=self.actor, club_id=club.pk, player_id=player.pk)
        return Response(status=204)
