"""View decorators for pages whose URL or text is secret."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers

View = Callable[..., HttpResponseBase]


def private_page(view: View) -> View:
    """Forbid caching and indexing, and send other sites the origin only.

    The origin is still sent because without it browsers post forms with `Origin: null`, which
    the CSRF check refuses.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "strict-origin"
        return response

    return wrapped


def no_referrer(view: View) -> View:
    """`private_page` without a referrer, for forms that need no CSRF check."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = private_page(view)(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return wrapped
