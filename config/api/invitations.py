"""Staff and invitations of events and clubs. Secrets are only in responses to their creation."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import invitations
from config.access.guess_limits import CODES, client_address
from config.models import Invitation
from tournaments import permissions, selectors
from tournaments.api.view import ApiView, ListApiView, actor_of
from tournaments.serializers.base import Nothing, NumberField, Out, Strict
from tournaments.services.events import roles


class InvitationIn(Strict):
    role = serializers.ChoiceField(["arbiter", "organiser", "owner"])
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
    role = serializers.CharField()
    state = serializers.CharField(help_text="open, used, revoked or expired")
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
    role = serializers.CharField()


class StaffIn(Strict):
    user = NumberField()
    role = serializers.CharField(max_length=20)


class InvitationListView(ListApiView):
    """The invitations to a kind of target. No Idempotency-Key: secrets are not stored."""

    serializer_class = InvitationOut
    kind: str
    view_permission: str

    def list_invitations(self, request: Request, target: Any) -> Response:
        permissions.require(actor_of(request), self.view_permission, target)
        rows = invitations.invitations_to(self.kind, target.pk)
        return self.whole([_invitation_data(row) for row in rows], InvitationOut)

    def create_invitation(self, request: Request, target: Any, asked: dict[str, Any]) -> Response:
        invitation, code = invitations.invite(
            actor=actor_of(request), kind=self.kind, target_id=target.pk, **asked
        )
        url = request.build_absolute_uri(reverse("pages:invite", args=[code]))
        out = {**_invitation_data(invitation), "code": code, "url": url}
        return Response(
            NewInvitationOut(out).data, status=201, headers={"Cache-Control": "no-store"}
        )


class EventInvitations(InvitationListView):
    kind, view_permission = "event", "staff.view"

    @extend_schema(responses=InvitationOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.list_invitations(request, selectors.get_event(slug, actor_of(request)))

    @extend_schema(request=InvitationIn, responses={201: NewInvitationOut})
    def post(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return self.create_invitation(request, event, self.body(InvitationIn))


class ClubInvitations(InvitationListView):
    kind, view_permission = "club", "staff.view"

    @extend_schema(responses=InvitationOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.list_invitations(request, selectors.get_club(slug))

    @extend_schema(request=InvitationIn, responses={201: NewInvitationOut})
    def post(self, request: Request, slug: str) -> Response:
        return self.create_invitation(request, selectors.get_club(slug), self.body(InvitationIn))


class PlayerInvitations(InvitationListView):
    kind, view_permission = "player", "player.invite"

    @extend_schema(responses=InvitationOut(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        return self.list_invitations(request, selectors.get_player(public_id))

    @extend_schema(request=ClaimIn, responses={201: NewInvitationOut})
    def post(self, request: Request, public_id: str) -> Response:
        return self.create_invitation(request, selectors.get_player(public_id), self.body(ClaimIn))


class InvitationRevoke(ApiView):
    @extend_schema(request=Nothing, responses=InvitationOut)
    def post(self, request: Request, invitation_id: int) -> Response:
        self.body(Nothing)
        found = invitations.revoke_invitation(actor=actor_of(request), invitation_id=invitation_id)
        return Response(InvitationOut(_invitation_data(found)).data)


class InvitationAccept(ApiView):
    @extend_schema(request=AcceptIn, responses=InvitationOut)
    def post(self, request: Request) -> Response:
        asked = self.body(AcceptIn)
        try:
            found = invitations.accept(
                actor=actor_of(request), code=asked["code"], now=timezone.now()
            )
        except invitations.BadInvitation:
            wait = CODES.try_guess(client_address(request))
            if wait:
                raise Throttled(wait=wait) from None
            raise
        return Response(InvitationOut(_invitation_data(found)).data)


class EventStaff(ListApiView):
    serializer_class = StaffOut

    @extend_schema(responses=StaffOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        permissions.require(actor_of(request), "staff.view", event)
        return self.whole(selectors.staff_list(event), StaffOut)


class EventStaffRemove(ApiView):
    @extend_schema(request=StaffIn, responses=StaffOut(many=True))
    def post(self, request: Request, slug: str) -> Response:
        actor, asked = actor_of(request), self.body(StaffIn)
        event = selectors.get_event(slug, actor)
        roles.revoke_event_role(
            actor=actor, event_id=event.pk, user_id=asked["user"], role=asked["role"]
        )
        return Response(StaffOut(selectors.staff_list(event), many=True).data)


class ClubStaff(ListApiView):
    serializer_class = StaffOut

    @extend_schema(responses=StaffOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club = selectors.get_club(slug)
        permissions.require(actor_of(request), "staff.view", club)
        return self.whole(selectors.staff_list(club), StaffOut)


class ClubStaffRemove(ApiView):
    @extend_schema(request=StaffIn, responses=StaffOut(many=True))
    def post(self, request: Request, slug: str) -> Response:
        actor, asked = actor_of(request), self.body(StaffIn)
        club = selectors.get_club(slug)
        roles.revoke_club_role(
            actor=actor, club_id=club.pk, user_id=asked["user"], role=asked["role"]
        )
        return Response(StaffOut(selectors.staff_list(club), many=True).data)


def _invitation_data(found: Invitation) -> dict[str, Any]:
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
