"""The addresses to which an application lets people come back."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from tournaments.errors import InvalidInput
from tournaments.services.events.bounds import require_length

MAX_URIS, URI_LENGTH = 10, 500
# http is sent in clear; to the own machine it does not leave it.
OWN_MACHINE = frozenset({"127.0.0.1", "localhost", "::1"})
_is_address = URLValidator(schemes=["https", "http"])


def read_redirect_uris(given: Iterable[str]) -> list[str]:
    """The addresses, each once.

    :raises InvalidInput: one is not https, or http to the own machine; or has a fragment, a user,
        or signs that an address does not have; or there are none or too many.
    """
    found = list(dict.fromkeys(each.strip() for each in given if each.strip()))
    require_length(found, field="redirect_uris", most=MAX_URIS)
    if not found:
        raise InvalidInput(field="redirect_uris", problem=_("missing"))
    for uri in found:
        _check(uri)
    return found


def form_target(uri: str) -> str:
    """The source of a Content Security Policy that lets a form lead to a registered address.

    A policy cannot name an IPv6 address: its scheme is allowed instead.
    """
    parts = urlsplit(uri)
    has_ipv6 = ":" in (parts.hostname or "")
    return f"{parts.scheme}:" if has_ipv6 else f"{parts.scheme}://{parts.netloc}"


def _check(uri: str) -> None:
    try:
        if len(uri) > URI_LENGTH or not uri.isascii():
            raise ValidationError("")
        _is_address(uri)
        parts = urlsplit(uri)
        is_plain = not ({"#", "\\", "*"} & set(uri)) and "@" not in parts.netloc
        is_safe = parts.scheme == "https" or parts.hostname in OWN_MACHINE
        has_port = parts.port != 0  # reads it: a ValueError if it is none
    except (ValidationError, ValueError) as wrong:  # urlsplit raises the other one
        raise _refusal(uri) from wrong
    if not (is_plain and is_safe and has_port):
        raise _refusal(uri)


def _refusal(uri: str) -> InvalidInput:
    problem = _("{uri}: an address with https, or with http to 127.0.0.1, without a fragment")
    return InvalidInput(field="redirect_uris", problem=str(problem).format(uri=uri))
