"""The own account: roles, open slots, games to confirm."""

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors as games
from games.api.serializers import GameOut
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.api.view import ApiView
from tournaments.serializers.base import Out
from tournaments.serializers.people import PlayerOut

if TYPE_CHECKING:
    from tournaments.models import Player


class ClubRoleOut(Out):
    club = serializers.CharField()
    name = serializers.CharField()
    role = serializers.CharField()


class EventRoleOut(Out):
    event = serializers.CharField()
    name = serializers.CharField()
    role = serializers.CharField()


class RolesOut(Out):
    clubs = ClubRoleOut(many=True)
    events = EventRoleOut(many=True)


class OpenSlotOut(Out):
    """A game of mine without a result. `my_seat` moves first when it is `first_seat`."""

    event = serializers.CharField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    first_seat = serializers.IntegerField()
    my_seat = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="In my time zone.")
    play_at = serializers.DateTimeField(
        allow_null=True, help_text="In my time zone; agreed, unless proposed_by is a seat."
    )
    play_at_event = serializers.DateTimeField(allow_null=True, help_text="The same, at the event.")
    proposed_by = serializers.IntegerField(allow_null=True)
    time_zone = serializers.CharField(help_text="Mine, or that of the event.")
    opponents = serializers.ListField(child=serializers.CharField())


class OwnMembershipOut(Out):
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="club.name")
    consented = serializers.SerializerMethodField(help_text="false: the club waits for an answer")

    def get_consented(self, member: Any) -> bool:
        return member.consented_at is not None


class OwnRequestOut(Out):
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="club.name")
    asked_at = serializers.DateTimeField()


class MeOut(Out):
    user = serializers.CharField()
    site_staff = serializers.BooleanField()
    scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="null: not narrowed by a token"
    )
    player = PlayerOut(allow_null=True)
    roles = RolesOut()
    memberships = OwnMembershipOut(many=True)
    membership_requests = OwnRequestOut(many=True)
    open_slots = OpenSlotOut(many=True)
    waiting_for_me = GameOut(many=True)


class Me(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeOut)
    def get(self, request: Request) -> Response:
        user = request.user
        assert user.is_authenticated  # the permission says so
        player = tournaments.player_of(user.pk)
        open_slots = tournaments.open_slots_of(player.pk) if player else []
        slots = [_open_slot(slot, self.actor, player) for slot in open_slots if player]
        waiting = games.waiting_for(player.pk) if player else []
        listed = tournaments.memberships_of(player) if player else []
        asked = tournaments.requests_of_player(player) if player else []
        return Response(
            {
                "user": user.get_username(),
                "site_staff": user.is_staff,
                "scopes": list(self.actor.scopes) if self.actor.scopes is not None else None,
                "player": PlayerOut(player).data if player else None,
                "roles": tournaments.roles_of_user(user.pk),
                "memberships": OwnMembershipOut(listed, many=True).data,
                "membership_requests": OwnRequestOut(asked, many=True).data,
                "open_slots": slots,
                "waiting_for_me": [games.game_view(game) for game in waiting],
            }
        )


def _open_slot(slot: tournaments.SlotContext, actor: Actor, player: "Player") -> dict[str, object]:
    mine = permissions.seat_of(actor, slot)
    my_zone = player.time_zone or slot.time_zone
    return {
        "event": slot.event_slug,
        "round": slot.round_number,
        "pairing": slot.pairing_id,
        "number": slot.number,
        "table": slot.table,
        "first_seat": slot.first_seat,
        "my_seat": mine,
        "state": slot.slot_state,
        "due_at": _moment(slot.due_at, my_zone),
        "play_at": _moment(slot.play_at, my_zone),
        "play_at_event": _moment(slot.play_at, slot.time_zone),
        "proposed_by": slot.proposed_by,
        "time_zone": my_zone,
        "opponents": [seat.name for seat in slot.seats if seat.order != mine],
    }


def _moment(moment: datetime | None, zone: str) -> str | None:
    return moment.astimezone(ZoneInfo(zone)).isoformat() if moment else None
