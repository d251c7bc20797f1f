"""Addresses of calendars, as calendar programs take them."""

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse


def own_address(request: HttpRequest, secret: str, language: str) -> str:
    """The address behind a secret, in a language."""
    path = reverse("pages:secret-calendar", args=[secret])
    return f"{request.build_absolute_uri(path)}?{urlencode({'language': language})}"
