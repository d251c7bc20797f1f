"""Applications that the account has registered, and those that may act for it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.models import Application, Consent
from config.oauth import applications, consents
from config.oauth.redirect_uris import MAX_URIS, URI_LENGTH
from tournaments import selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.limits import SLUG
from tournaments.permissions.scopes import SCOPES_OF_APPLICATIONS
from tournaments.serializers.base import NAME, Nothing, Out, Strict

NOT_STORED = {"Cache-Control": "no-store"}


class RedirectUrisField(serializers.ListField):
    """Addresses to which people come back."""

    def __init__(self, **options: Any) -> None:
        child = serializers.CharField(max_length=URI_LENGTH)
        super().__init__(
            child=child,
            max_length=MAX_URIS,
            help_text="https, or http to the own machine; compared letter by letter.",
            **options,
        )


class ApplicationIn(Strict):
    name = serializers.CharField(max_length=NAME, help_text="Shown to those who are asked.")
    redirect_uris = RedirectUrisField()
    client_type = serializers.ChoiceField(
        applications.CLIENT_TYPES, help_text="public: it runs where it can keep no secret."
    )
    club = serializers.CharField(
        max_length=SLUG,
        allow_blank=True,
        default="",
        help_text="The slug of a club of which one is an owner: whose application it is.",
    )


class ApplicationPatch(Strict):
    name = serializers.CharField(
        max_length=NAME, required=False, help_text="Shown to those who are asked."
    )
    redirect_uris = RedirectUrisField(required=False)
    club = serializers.CharField(
        max_length=SLUG, allow_blank=True, required=False, help_text="Empty: of no club."
    )


class ApplicationOut(Out):
    client_id = serializers.CharField(help_text="The id by which it asks; it is no secret.")
    name = serializers.CharField(help_text="Shown to those who are asked.")
    client_type = serializers.ChoiceField(
        applications.CLIENT_TYPES, help_text="public: it runs where it can keep no secret."
    )
    redirect_uris = serializers.SerializerMethodField(help_text="Where people come back to.")
    club = serializers.CharField(source="club.slug", default=None, allow_null=True)
    registered_at = serializers.DateTimeField(source="created", help_text="When it was registered.")
    switched_off_at = serializers.DateTimeField(allow_null=True, help_text="By site staff.")

    def get_redirect_uris(self, application: Application) -> list[str]:
        return list(application.redirect_uris.split())


class NewApplicationOut(ApplicationOut):
    client_secret = serializers.CharField(
        allow_null=True, help_text="It is never shown again; null if the application is public."
    )


class ConsentOut(Out):
    client_id = serializers.CharField()
    name = serializers.CharField()
    made_by = serializers.CharField(help_text="The player, else the account, who registered it.")
    club = serializers.CharField(allow_null=True, help_text="The slug of the club it belongs to.")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES_OF_APPLICATIONS))
    given_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="Exact to ten minutes; null: never used."
    )
    switched_off_at = serializers.DateTimeField(
        allow_null=True, help_text="By site staff: it does not work now."
    )


class Applications(ListApiView):
    permission_classes = [IsAuthenticated]
    takes_key = False

    @extend_schema(responses=ApplicationOut(many=True))
    def get(self, request: Request) -> Page:
        return self.page_by_place(applications.own_applications(self.actor), ApplicationOut)

    @extend_schema(request=ApplicationIn, responses={201: NewApplicationOut})
    def post(self, request: Request) -> Response:
        made, secret = applications.register_application(
            actor=self.actor, **self.body(ApplicationIn)
        )
        answer = self.created(_with_secret(made, secret), "application", client_id=made.client_id)
        answer["Cache-Control"] = "no-store"
        return answer


class ApplicationDetail(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=ApplicationOut)
    def get(self, request: Request, client_id: str) -> Response:
        return Response(ApplicationOut(applications.own_application(self.actor, client_id)).data)

    @extend_schema(request=ApplicationPatch, responses=ApplicationOut)
    def patch(self, request: Request, client_id: str) -> Response:
        changed = applications.change_application(
            actor=self.actor, client_id=client_id, **self.body(ApplicationPatch)
        )
        return Response(ApplicationOut(changed).data)


class ApplicationSecret(ApiView):
    permission_classes = [IsAuthenticated]
    takes_key = False

    @extend_schema(request=Nothing, responses=NewApplicationOut)
    def post(self, request: Request, client_id: str) -> Response:
        self.body(Nothing)
        found, secret = applications.replace_secret(actor=self.actor, client_id=client_id)
        return Response(_with_secret(found, secret), headers=NOT_STORED)


class ApplicationRemove(ActionApiView, does=applications.remove_application):
    permission_classes = [IsAuthenticated]

    def key(self) -> Document:
        return {"client_id": self.kwargs["client_id"]}


class OwnConsents(ListApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=ConsentOut(many=True))
    def get(self, request: Request) -> Page:
        return self.page_by_place(consents.own_consents(self.actor), _show_consents)


class OwnConsentRevoke(ActionApiView, does=consents.revoke_consent):
    permission_classes = [IsAuthenticated]

    def key(self) -> Document:
        return {"client_id": self.kwargs["client_id"]}


def _with_secret(application: Application, secret: str) -> Document:
    return {**ApplicationOut(application).data, "client_secret": secret or None}


def _show_consents(rows: list[Consent]) -> Any:
    makers = selectors.names_of_users(row.application.user_id or 0 for row in rows)
    shown = [
        {
            "client_id": row.application.client_id,
            "name": row.application.name,
            "made_by": makers[row.application.user_id or 0],
            "club": row.application.club.slug if row.application.club else None,
            "scopes": row.scopes,
            "given_at": row.given_at,
            "last_used_at": row.last_used_at,
            "switched_off_at": row.application.switched_off_at,
        }
        for row in rows
    ]
    return ConsentOut(shown, many=True).data
