"""Choose the language of the pages and the zone of times.

Both choices are cookies and need no account.
"""

from itertools import groupby

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from config.pages import zones

YEAR = 365 * 24 * 3600  # seconds


def language(request: HttpRequest, code: str) -> HttpResponseRedirect:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    return _chosen(request, settings.LANGUAGE_COOKIE_NAME, code, request.GET.get("next", ""))


def zone(request: HttpRequest) -> HttpResponse:
    """Choose a zone for times, or the zone of each event."""
    if request.method != "POST":
        return _zone_page(request)
    chosen = request.POST.get("zone", "")
    if chosen != zones.EVENT_ZONE and not zones.known_zone(chosen):
        return _zone_page(request, _("Choose one of the list."), status=422)
    return _chosen(request, zones.COOKIE, chosen, request.POST.get("next", ""))


def _zone_page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    by_region = groupby(zones.zone_names(), key=lambda name: name.partition("/")[0])
    context = {
        "regions": [(region, list(names)) for region, names in by_region],
        "chosen": zones.zone_of_reader(),
        "asked": zones.COOKIE in request.COOKIES,
        "of_the_event": zones.EVENT_ZONE,
        "next": request.POST.get("next", request.GET.get("next", "")),
        "error": error,
    }
    return render(request, "pages/site/zone.html", context, status=status)


def _chosen(request: HttpRequest, cookie: str, value: str, back: str) -> HttpResponseRedirect:
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("pages:home")
    response = HttpResponseRedirect(back)
    secure = request.is_secure()
    response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", secure=secure)
    return response
