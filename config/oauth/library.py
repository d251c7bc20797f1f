"""The library's way from Django's requests to its server, with introspection."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from oauth2_provider.oauth2_backends import OAuthLibCore, get_oauthlib_core

Answer = tuple[str | None, dict[str, str], str, int]  # address, headers, body, status


class Library(OAuthLibCore):  # type: ignore[misc]
    def create_introspection_response(self, request: HttpRequest) -> Answer:
        uri, method, body, headers = self._extract_params(request)
        made, text, status = self.server.create_introspect_response(uri, method, body, headers)
        return None, made, text, status


@cache
def library() -> Any:
    """One for the process: it has no state."""
    return get_oauthlib_core()
