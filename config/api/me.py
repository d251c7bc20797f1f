"""The own account: roles, open slots, games to confirm, games to judge."""

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.oauth.applications import client_id_of
from games import selectors as games
from games.api.serializers import GameOut
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.api.view import ApiView
from tournaments.choices import SlotStatus
from tournaments.permissions.scopes import SCOPES
from tournaments.selectors import SlotContext
from tournaments.serializers.base import CodeField, Out
from tournaments.serializers.people import PlayerOut
from tournaments.services.events.roles import CLUB_ROLES, EVENT_ROLES

if TYPE_CHECKING:
    from tournaments.models import Player


class ClubRoleOut(Out):
    club = serializers.CharField()
    name = serializers.CharField()
    role = CodeField(CLUB_ROLES)


class EventRoleOut(Out):
    event = serializers.CharField()
    name = serializers.CharField()
    role = CodeField(EVENT_ROLES)


class RolesOut(Out):
    clubs = ClubRoleOut(many=True)
    events = EventRoleOut(many=True)


class SlotPlayerOut(Out):
    seat = serializers.IntegerField()
    player = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()


class SlotToJudgeOut(Out):
    """A game of an event that I am staff of, which is disputed or late."""

    event = serializers.CharField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    state = CodeField(SlotStatus)
    due_at = serializers.DateTimeField(allow_null=True, help_text="In the zone of the event.")
    players = SlotPlayerOut(many=True)


class OpenSlotOut(Out):
    """A game of mine without a result. `my_seat` moves first when it is `first_seat`."""

    event = serializers.CharField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    first_seat = serializers.IntegerField()
    my_seat = serializers.IntegerField(allow_null=True)
    state = CodeField(SlotStatus)
    due_at = serializers.DateTimeField(allow_null=True, help_text="In my time zone.")
    play_at = serializers.DateTimeField(
        allow_null=True, help_text="In my time zone; agreed, unless proposed_by is a seat."
    )
    play_at_event = serializers.DateTimeField(allow_null=True, help_text="The same, at the event.")
    proposed_by = serializers.IntegerField(allow_null=True)
    time_zone = serializers.CharField(help_text="Mine, or that of the event.")
    opponents = serializers.ListField(child=serializers.CharField(), help_text="Their names.")
    opponent_players = SlotPlayerOut(many=True)


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
        child=CodeField(SCOPES), allow_null=True, help_text="null: not narrowed by a token."
    )
    application = serializers.CharField(
        allow_null=True, help_text="The client id of the application that asks; null: none."
    )
    player = PlayerOut(allow_null=True)
    time_zone = serializers.CharField(
        allow_blank=True, help_text="Of the player; empty: times are in the zone of each event."
    )
    roles = RolesOut()
    memberships = OwnMembershipOut(many=True)
    membership_requests = OwnRequestOut(many=True)
    open_slots = OpenSlotOut(many=True)
    waiting_for_me = GameOut(many=True)
    to_judge = SlotToJudgeOut(many=True)


class Me(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeOut)
    def get(self, request: Request) -> Response:
        user = request.user
        assert user.is_authenticated  # the permission says so
        player = tournaments.player_of(user.pk)
        about = {
            "user": user.get_username(),
            "site_staff": user.is_staff,
            "scopes": list(self.actor.scopes) if self.actor.scopes is not None else None,
            "application": client_id_of(self.actor),
            "player": PlayerOut(player).data if player else None,
            "time_zone": player.time_zone if player else "",
            "roles": tournaments.roles_of_user(user.pk),
            "to_judge": _slots_to_judge(self.actor),
        }
        return Response(about | _as_player(self.actor, player))


def _as_player(actor: Actor, player: "Player | None") -> dict[str, object]:
    if player is None:
        lists = ("memberships", "membership_requests", "open_slots", "waiting_for_me")
        return {name: [] for name in lists}
    slots = tournaments.open_slots_of(player.pk)
    ids = _ids_of_players(slots)
    return {
        "memberships": OwnMembershipOut(tournaments.memberships_of(player), many=True).data,
        "membership_requests": OwnRequestOut(
            tournaments.requests_of_player(player), many=True
        ).data,
        "open_slots": [_open_slot(slot, actor, player, ids) for slot in slots],
        "waiting_for_me": [games.game_view(game) for game in games.waiting_for(player.pk)],
    }


def _open_slot(
    slot: SlotContext, actor: Actor, player: "Player", ids: dict[int, str]
) -> dict[str, object]:
    mine = permissions.seat_of(actor, slot)
    my_zone = player.time_zone or slot.time_zone
    return _slot_fields(slot) | {
        "first_seat": slot.first_seat,
        "my_seat": mine,
        "due_at": _moment(slot.due_at, my_zone),
        "play_at": _moment(slot.play_at, my_zone),
        "play_at_event": _moment(slot.play_at, slot.time_zone),
        "proposed_by": slot.proposed_by,
        "time_zone": my_zone,
        "opponents": [seat.name for seat in slot.seats if seat.order != mine],
        "opponent_players": _slot_players(slot, ids, without=mine),
    }


def _slots_to_judge(actor: Actor) -> list[dict[str, object]]:
    slots = tournaments.slots_for_arbiter(actor, timezone.now())
    ids = _ids_of_players(slots)
    return [
        _slot_fields(slot)
        | {
            "due_at": _moment(slot.due_at, slot.time_zone),
            "players": _slot_players(slot, ids),
        }
        for slot in slots
    ]


def _slot_fields(slot: SlotContext) -> dict[str, object]:
    return {
        "event": slot.event_slug,
        "round": slot.round_number,
        "pairing": slot.pairing_id,
        "number": slot.number,
        "table": slot.table,
        "state": slot.slot_state,
    }


def _ids_of_players(slots: list[SlotContext]) -> dict[int, str]:
    return tournaments.public_id_by_key(seat.player_id for slot in slots for seat in slot.seats)


def _slot_players(
    slot: SlotContext, ids: dict[int, str], *, without: int | None = None
) -> list[dict[str, object]]:
    return [
        {"seat": seat.order, "player": ids[seat.player_id], "name": seat.name}
        for seat in slot.seats
        if seat.order != without
    ]


def _moment(moment: datetime | None, zone: str) -> str | None:
    return moment.astimezone(ZoneInfo(zone)).isoformat() if moment else None
