"""What programs ask of the authorization server: metadata, tokens, revocation, introspection.

People see the consent page, `config/pages/application/ask.py`.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from config.oauth.authorization import issuer
from config.oauth.library import Answer, library
from config.oauth.server import METHOD
from tournaments.permissions.scopes import SCOPES_OF_APPLICATIONS

SECRET_METHODS = ("client_secret_basic", "client_secret_post")
METHODS = (*SECRET_METHODS, "none")


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """RFC 8414; the library's says that applications without a secret need one."""
    answer = JsonResponse(
        {
            "issuer": issuer(request),
            "authorization_endpoint": _address(request, "pages:authorize"),
            "token_endpoint": _address(request, "oauth:token"),
            "revocation_endpoint": _address(request, "oauth:revoke"),
            "introspection_endpoint": _address(request, "oauth:introspect"),
            "service_documentation": _address(request, "docs"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": [METHOD],
            "scopes_supported": SCOPES_OF_APPLICATIONS,
            "token_endpoint_auth_methods_supported": METHODS,
            "revocation_endpoint_auth_methods_supported": METHODS,
            "introspection_endpoint_auth_methods_supported": SECRET_METHODS,
            "authorization_response_iss_parameter_supported": True,
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@csrf_exempt
@require_POST
@sensitive_post_parameters()
def token(request: HttpRequest) -> HttpResponse:
    """Gives tokens for a code or a refresh token."""
    return _serve(request, library().create_token_response)


@csrf_exempt
@require_POST
@sensitive_post_parameters()
def revoke(request: HttpRequest) -> HttpResponse:
    """Ends a token, and what was issued with it (RFC 7009)."""
    return _serve(request, library().create_revocation_response)


@csrf_exempt
@require_POST
@sensitive_post_parameters()
def introspect(request: HttpRequest) -> HttpResponse:
    """Says what an access token of the application is worth (RFC 7662)."""
    return _serve(request, library().create_introspection_response)


def _serve(request: HttpRequest, answer: Callable[[HttpRequest], Answer]) -> HttpResponse:
    try:
        _address, headers, body, status = answer(request)
    except ValueError:  # a query that is not one
        return JsonResponse({"error": "invalid_request"}, status=400)
    return HttpResponse(
        body or "", status=status, headers={"Content-Type": "application/json", **headers}
    )


def _address(request: HttpRequest, name: str) -> str:
    return request.build_absolute_uri(reverse(name))
