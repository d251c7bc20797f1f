"""Pages whose address, or whose text, is a secret."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers

View = Callable[..., HttpResponseBase]


def keep_to_oneself(view: View) -> View:
    """No cache keeps it, no search engine lists it, and no other site learns its address.

    The origin alone is told on: without it browsers send `Origin: null` with a form, which the
    protection against forged forms refuses.
    """

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "strict-origin"
        return response

    return kept


def tell_nobody(view: View) -> View:
    """As `keep_to_oneself`, and not even the origin is told on.

    For pages whose forms need no protection against forging, because their address is the secret.
    """

    @wraps(view)
    def untold(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = keep_to_oneself(view)(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return untold
