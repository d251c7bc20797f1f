"""What the library asks the project while it serves a client."""

from typing import Any

from django.db import transaction
from django.utils.crypto import constant_time_compare
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from config.access.tokens import digest
from config.models import Application
from config.oauth import consents
from config.oauth.used_codes import end_tokens_of_code, note_used_code
from tournaments.permissions.scopes import READ, SCOPES_OF_APPLICATIONS

CONFIDENTIAL = Application.CLIENT_CONFIDENTIAL


class CodeUsedError(InvalidGrantError):  # type: ignore[misc]
    """Another request has the tokens of this code."""


class Validator(OAuth2Validator):  # type: ignore[misc]
    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        """The row has the digest; of applications without a secret it is empty."""
        return constant_time_compare(digest(provided_secret), stored_secret)

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: Any, request: Any, *args: Any, **more: Any
    ) -> bool:
        return set(scopes) <= set(SCOPES_OF_APPLICATIONS)

    def get_default_scopes(
        self, client_id: str, request: Any, *args: Any, **more: Any
    ) -> list[str]:
        return [READ]

    @transaction.atomic
    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Any, *args: Any, **more: Any
    ) -> None:
        """The account has said yes."""
        consents.give_consent(
            user_id=request.user.pk, application=request.client, scopes=request.scopes
        )
        super().save_authorization_code(client_id, code, request, *args, **more)

    def _save_bearer_token(self, token: Any, request: Any, *args: Any, **more: Any) -> None:
        """Runs in a transaction. Locks the Consent, so that none is revoked meanwhile."""
        if not consents.lock_consent(request.user, request.client):
            raise InvalidGrantError(request=request)
        super()._save_bearer_token(token, request, *args, **more)

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **more: Any) -> None:
        try:
            super().save_bearer_token(token, request, *args, **more)
        except CodeUsedError:  # both requests had found it
            end_tokens_of_code(code=request.code, application=request.client)
            raise

    def _create_refresh_token(self, request: Any, *args: Any) -> Any:
        """Runs in the transaction of `_save_bearer_token`."""
        made = super()._create_refresh_token(request, *args)
        if request.grant_type == "authorization_code" and not note_used_code(
            code=request.code, application=request.client, token_family=made.token_family
        ):
            raise CodeUsedError(request=request)
        return made

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **more: Any
    ) -> bool:
        if super().validate_code(client_id, code, client, request, *args, **more):
            return True
        end_tokens_of_code(code=code, application=client)
        return False

    def introspect_token(
        self, token: str, token_type_hint: str, request: Any, *args: Any, **more: Any
    ) -> dict[str, object] | None:
        """About an access token of the client itself, if it has a secret; None: not active."""
        if request.client.client_type != CONFIDENTIAL:
            return None
        found = consents.find_token(token)
        if found is None or found.application_id != request.client.pk:
            return None
        return {
            "client_id": request.client.client_id,
            "username": found.user.get_username(),
            "scope": found.scope,
            "iat": int(found.created.timestamp()),
            "exp": int(found.expires.timestamp()),
        }

    @transaction.atomic
    def revoke_token(
        self, token: str, token_type_hint: str, request: Any, *args: Any, **more: Any
    ) -> None:
        super().revoke_token(token, token_type_hint, request, *args, **more)
        consents.end_consents_without_tokens(request.client)
