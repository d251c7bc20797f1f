"""Staff and invitations of events and clubs. Secrets are only in responses to their creation."""

from functools import cached_property
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import invitations
from config.access.guess_limits import CODES, client_address
from config.models import Invitation
from tournaments import permissions, selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ApiView
from tournaments.serializers.base import CodeField, Nothing, NumberField, Out, Strict
from tournaments.services.events import roles

if TYPE_CHECKING:
    from tournaments.models import Club, Event, Player


ROLES = tuple(sorted({*roles.CLUB_ROLES, *roles.EVENT_ROLES}))


class InvitationIn(Strict):
    role = serializers.ChoiceField(ROLES)
    days = NumberField(required=False, min_value=1, help_text="How long it may be accepted.")


class ClaimIn(Strict):
    days = NumberField(required=False, min_value=1, help_text="How long it may be accepted.")


class AcceptIn(Strict):
    code = serializers.CharField(max_length=200)


class InvitationOut(Out):
    """`role` is empty where the invitation is to claim a player."""

    id = serializers.IntegerField()
    event = serializers.CharField(allow_null=True)
    club = serializers.CharField(allow_null=True)
    player = serializers.CharField(allow_null=True)
    role = CodeField((*ROLES, ""), allow_blank=True)
    state = CodeField(invitations.STATES)
    expires_at = serializers.DateTimeField()
    issued_by = serializers.CharField(allow_null=True)
    used_by = serializers.CharField(allow_null=True)


class NewInvitationOut(InvitationOut):
    code = serializers.CharField(help_text="The secret; it is never shown again.")
    url = serializers.CharField()


class StaffOut(Out):
    user = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField(help_text="Of the account's player; empty without one.")
    role = CodeField(ROLES)


class StaffIn(Strict):
    user = NumberField(source="user_id")
    role = CodeField(ROLES)


class InvitationListView(ListApiView):
    """The invitations to a kind of target."""

    takes_key = False
    serializer_class = InvitationOut
    kind: str
    shape: type[Strict] = InvitationIn
    view_permission = "staff.view"

    @cached_property
    def target(self) -> "Event | Club | Player":
        if self.kind == "event":
            return self.event
        if self.kind == "club":
            return selectors.get_club(self.kwargs["slug"])
        return selectors.get_player(self.kwargs["public_id"])

    @extend_schema(responses=InvitationOut(many=True))
    def get(self, request: Request, **address: str) -> Page:
        permissions.require(self.actor, self.view_permission, self.target)
        rows = invitations.invitations_to(self.kind, self.target.pk)
        return self.page_by_place([_invitation_data(row) for row in rows], InvitationOut)

    @extend_schema(request=InvitationIn, responses={201: NewInvitationOut})
    def post(self, request: Request, **address: str) -> Response:
        target_id = self.target.pk
        asked = self.body(self.shape)
        invitation, code = invitations.invite(
            actor=self.actor, kind=self.kind, target_id=target_id, **asked
        )
        url = request.build_absolute_uri(reverse("pages:invite", args=[code]))
        out = {**_invitation_data(invitation), "code": code, "url": url}
        return Response(
            NewInvitationOut(out).data, status=201, headers={"Cache-Control": "no-store"}
        )


class EventInvitations(InvitationListView):
    kind = "event"


class ClubInvitations(InvitationListView):
    kind = "club"


@extend_schema_view(post=extend_schema(request=ClaimIn))
class PlayerInvitations(InvitationListView):
    kind, view_permission, shape = "player", "player.invite", ClaimIn


class InvitationRevoke(ApiView):
    @extend_schema(request=Nothing, responses=InvitationOut)
    def post(self, request: Request, invitation_id: int) -> Response:
        self.body(Nothing)
        found = invitations.revoke_invitation(actor=self.actor, invitation_id=invitation_id)
        return Response(InvitationOut(_invitation_data(found)).data)


class InvitationAccept(ApiView):
    takes_key = False  # a wrong code is counted, which a transaction would take back

    @extend_schema(request=AcceptIn, responses=InvitationOut)
    def post(self, request: Request) -> Response:
        asked = self.body(AcceptIn)
        try:
            found = invitations.accept(actor=self.actor, code=asked["code"], now=timezone.now())
        except invitations.BadInvitation:
            wait = CODES.try_guess(client_address(request))
            if wait:
                raise Throttled(wait=wait) from None
            raise
        return Response(InvitationOut(_invitation_data(found)).data)


class _StaffApiView(ApiView):
    of_club = False

    @cached_property
    def target(self) -> "Event | Club":
        return selectors.get_club(self.kwargs["slug"]) if self.of_club else self.event


class EventStaff(_StaffApiView, ListApiView):
    serializer_class = StaffOut

    @extend_schema(responses=StaffOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        permissions.require(self.actor, "staff.view", self.target)
        return self.page_by_place(selectors.staff_list(self.target), StaffOut)


class ClubStaff(EventStaff):
    of_club = True


class EventStaffRemove(_StaffApiView):
    @extend_schema(request=StaffIn, responses=StaffOut(many=True))
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(StaffIn)
        if self.of_club:
            roles.revoke_club_role(actor=self.actor, club_id=self.target.pk, **asked)
        else:
            roles.revoke_event_role(actor=self.actor, event_id=self.target.pk, **asked)
        return Response(StaffOut(selectors.staff_list(self.target), many=True).data)


class ClubStaffRemove(EventStaffRemove):
    of_club = True


def _invitation_data(found: Invitation) -> dict[str, object]:
    return {
        "id": found.pk,
        "event": found.event.slug if found.event else None,
        "club": found.club.slug if found.club else None,
        "player": found.player.public_id if found.player else None,
        "role": found.role,
        "state": invitations.state_of(found, timezone.now()),
        "expires_at": found.expires_at,
        "issued_by": found.issued_by.get_username() if found.issued_by else None,
        "used_by": found.used_by.get_username() if found.used_by else None,
    }
