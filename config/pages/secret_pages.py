"""Pages whose URL or text is secret: view decorators, and the answer to a wrong code."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers

from config.access.guess_limits import CODES, WRONG_CODES, client_address

View = Callable[..., HttpResponseBase]


def private_page(view: View) -> View:
    """Forbid caching and indexing, and send other sites the origin only.

    The origin is still sent because without it browsers post forms with `Origin: null`, which
    the CSRF check refuses.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "strict-origin"
        return response

    return wrapped


def no_referrer(view: View) -> View:
    """`private_page` without a referrer, for forms that need no CSRF check."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = private_page(view)(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return wrapped


def refuse_code(
    request: HttpRequest, problem: str, page: Callable[[HttpRequest, str, int], HttpResponse]
) -> HttpResponse:
    """The page of a wrong code; it slows down guesses.

    Codes are checked before they are counted, so wrong codes block no right one.
    """
    wait = CODES.try_guess(client_address(request))
    if not wait:
        return page(request, problem, HTTPStatus.NOT_FOUND)
    answer = page(request, str(WRONG_CODES), HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(wait)
    return answer
