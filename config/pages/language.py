"""Choose the language of the pages; the choice is a cookie and needs no account."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

YEAR = 365 * 24 * 3600  # seconds


def language(request: HttpRequest, code: str) -> HttpResponseRedirect:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("pages:home")
    response = HttpResponseRedirect(back)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=YEAR,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response
