"""The secret address of one's own calendar. The secret is only in the answer to its making."""

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import calendar_addresses
from config.calendars.addresses import own_address
from tournaments.api.view import ActionApiView, ApiView
from tournaments.serializers.base import Nothing, Out


class OwnCalendarOut(Out):
    made_at = serializers.DateTimeField(
        allow_null=True, help_text="When the address was made; null: there is none."
    )


class NewCalendarOut(Out):
    made_at = serializers.DateTimeField(help_text="When it was made: now.")
    url = serializers.CharField(help_text="The secret address; it is never shown again.")


class OwnCalendar(ApiView):
    takes_key = False
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=OwnCalendarOut)
    def get(self, request: Request) -> Response:
        made_at = calendar_addresses.address_made_at(self.actor)
        return Response(OwnCalendarOut({"made_at": made_at}).data)

    @extend_schema(request=Nothing, responses={201: NewCalendarOut})
    def post(self, request: Request) -> Response:
        self.body(Nothing)
        made, secret = calendar_addresses.renew_address(actor=self.actor)
        url = own_address(request._request, secret, get_language())
        answer = NewCalendarOut({"made_at": made.made_at, "url": url}).data
        return Response(answer, status=201, headers={"Cache-Control": "no-store"})


class OwnCalendarRemove(ActionApiView, does=calendar_addresses.remove_own_address):
    """The address leads nowhere from now on."""

    permission_classes = [IsAuthenticated]

    def key(self) -> dict[str, int]:
        return {}
