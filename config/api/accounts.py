"""Signing up, and closing the own account."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import invitations
from config.access.accounts import sign_up
from config.access.bearers import count_wrong_code
from config.access.closing import close_account
from config.access.guess_limits import SIGN_UPS, client_address
from config.access.own_password import change_password
from tournaments import selectors
from tournaments.api.view import ActionApiView, ApiView
from tournaments.errors import DomainError
from tournaments.serializers.base import NAME, TEXT, Out, Strict
from tournaments.serializers.people import PlayerOut


class VerifiedOnPage(DomainError):
    code = "verified_on_page"
    kind = "forbidden"
    message = _("An account needs a verified mail address here. Sign up on the page.")


class NewAccountIn(Strict):
    username = serializers.CharField(max_length=NAME)
    password = serializers.CharField(max_length=TEXT, trim_whitespace=False)
    name = serializers.CharField(
        max_length=NAME, allow_blank=True, default="", help_text="Of its player; empty: no player."
    )
    email = serializers.EmailField(max_length=TEXT, allow_blank=True, default="")
    invitation = serializers.CharField(
        max_length=TEXT, default="", allow_blank=True, help_text="The code, where one is needed."
    )


class PasswordIn(Strict):
    password = serializers.CharField(max_length=TEXT, trim_whitespace=False)


class NewPasswordIn(PasswordIn):
    new_password = serializers.CharField(
        max_length=TEXT, trim_whitespace=False, help_text="The password from now on."
    )


class NewAccountOut(Out):
    user = serializers.CharField()
    player = PlayerOut(allow_null=True)


class SignUp(ApiView):
    takes_key = False
    permission_classes = [AllowAny]

    @extend_schema(request=NewAccountIn, responses={201: NewAccountOut}, auth=[])
    def post(self, request: Request) -> Response:
        """Create an account. Tokens are made by its page, or by the API in a session."""
        asked = self.body(NewAccountIn)
        if settings.REQUIRE_EMAIL:
            raise VerifiedOnPage
        address = client_address(request)
        if not SIGN_UPS.take(address):  # counted first, so that parallel requests count
            raise Throttled(wait=SIGN_UPS.seconds)
        try:
            user = sign_up(**asked)
        except DomainError as refused:
            SIGN_UPS.give_back(address)
            if isinstance(refused, invitations.BadInvitation):
                count_wrong_code(address)
            raise
        player = selectors.player_of(user.pk)
        shown = {"user": user.get_username(), "player": player}
        return Response(NewAccountOut(shown).data, status=201)


class OwnPassword(ActionApiView, does=change_password, takes=NewPasswordIn):
    """Change the own password: every session and token ends, also the one that asks."""

    permission_classes = [IsAuthenticated]
    takes_key = False

    def key(self) -> dict[str, object]:
        return {}


class OwnAccountClose(ActionApiView, does=close_account, takes=PasswordIn):
    """Close the own account: its name, address, password and tokens are deleted."""

    permission_classes = [IsAuthenticated]
    takes_key = False

    def key(self) -> dict[str, object]:
        return {}
