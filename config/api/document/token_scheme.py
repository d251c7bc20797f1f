"""What the schema cannot read from the code: how tokens are sent, and got by applications."""

from typing import Any

from django.urls import reverse
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from tournaments.permissions.scopes import CLUB, ORGANISE, PLAY, READ


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "config.access.bearers.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "rh_…",
            "description": "A token of an account, or the code of a personal link of an event.",
        }


OAUTH2 = "oauth2"
SCOPES = {
    READ: "Read what the account may read.",
    PLAY: "Play for the account: entries, games, times, byes.",
    ORGANISE: "Run the account's events: settings, entries, rounds, rulings.",
    CLUB: "Run the account's clubs, and vouch for players.",
}


def add_oauth2(result: dict[str, Any], **_made_by: object) -> dict[str, Any]:
    """Say where applications ask to act for an account."""
    result["components"]["securitySchemes"][OAUTH2] = {
        "type": "oauth2",
        "description": "An application that acts for the account; PKCE with S256 is required.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": reverse("pages:authorize"),
                "tokenUrl": reverse("oauth:token"),
                "refreshUrl": reverse("oauth:token"),
                "scopes": SCOPES,
            }
        },
    }
    return result
