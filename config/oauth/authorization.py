"""Authorization requests: read from the address of the consent page, allowed or declined."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.settings import oauth2_settings

from config.models import Application
from config.oauth.library import library
from tournaments.errors import DomainError


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """What an application asks for, checked. credentials: its parameters, for the library."""

    application: Application
    scopes: tuple[str, ...]
    redirect_uri: str
    credentials: dict[str, Any]


class UnknownClient(DomainError):
    """Nobody to answer: the address to return to is not one of a registered application."""

    code = "unknown_client"
    kind = "invalid"
    message = _(
        "This link does not name an application that is registered here, or not an address of it."
    )


class RefusedRequest(DomainError):
    """A wrong request of a registered application, which is told so at `url`."""

    code = "refused_request"
    kind = "invalid"
    message = _("The application asked for something that is not possible: {reason}")

    def __init__(self, *, url: str, reason: str) -> None:
        super().__init__(reason=reason)
        self.url = url


def read_request(request: HttpRequest) -> AuthorizationRequest:
    """:raises UnknownClient, RefusedRequest: the request is wrong."""
    try:
        scopes, credentials = library().validate_authorization_request(request)
    except FatalClientError as wrong:
        raise UnknownClient from wrong
    except OAuthToolkitError as wrong:
        raise _refused(request, wrong.oauthlib_error) from wrong
    except ValueError as wrong:  # a query that is not one
        raise UnknownClient from wrong
    asked = credentials.pop("request")
    return AuthorizationRequest(
        application=asked.client,
        scopes=tuple(dict.fromkeys(scopes)),
        redirect_uri=asked.redirect_uri,
        credentials=credentials,
    )


def allow(request: HttpRequest, asked: AuthorizationRequest) -> str:
    """Let the application act for the account of the request; returns where to go back to."""
    try:
        url, _headers, _body, _status = library().create_authorization_response(
            request, list(asked.scopes), dict(asked.credentials), allow=True
        )
    except OAuthToolkitError as wrong:  # it was switched off a moment ago
        raise UnknownClient from wrong
    return str(url)


def decline(request: HttpRequest, asked: AuthorizationRequest) -> str:
    """Where to go back to without having allowed anything."""
    return _with_parameters(
        request, asked.redirect_uri, asked.credentials["state"], error="access_denied"
    )


def issuer(request: HttpRequest) -> str:
    """The name of this server (RFC 8414), which answers repeat (RFC 9207)."""
    return str(oauth2_settings.oauth2_authorization_server_issuer(request))


def _refused(request: HttpRequest, error: Any) -> RefusedRequest:
    about = {"error": error.error, "error_description": error.description}
    url = _with_parameters(request, error.redirect_uri, error.state, **about)
    return RefusedRequest(url=url, reason=error.description or error.error)


def _with_parameters(
    request: HttpRequest, redirect_uri: str, state: str | None, **about: str | None
) -> str:
    given = {**about, "state": state, "iss": issuer(request)}
    query = urlencode({name: value for name, value in given.items() if value})
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{query}"
