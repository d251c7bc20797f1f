"""Choose the language of the pages and the zone of times.

Both choices are cookies and need no account.
"""

from collections.abc import Iterator
from itertools import groupby

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy

from config.pages import zones
from config.pages.forms import Form, Text

YEAR = 365 * 24 * 3600  # seconds


def language(request: HttpRequest, code: str) -> HttpResponseRedirect:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    return _chosen(request, settings.LANGUAGE_COOKIE_NAME, code, request.GET.get("next", ""))


def zone_choices() -> Iterator[tuple[str, Text | list[tuple[str, str]]]]:
    yield zones.EVENT_ZONE, gettext_lazy("the zone of each event")
    for region, names in groupby(zones.zone_names(), key=lambda name: name.partition("/")[0]):
        options = [(name, name) for name in names]
        yield (region, options) if len(options) > 1 else options[0]


class ZoneForm(Form):
    zone = forms.ChoiceField(
        label=gettext_lazy("Times are shown in"),
        choices=zone_choices,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose one of the list.")
        ),
    )


def zone(request: HttpRequest) -> HttpResponse:
    """Choose a zone for times, or the zone of each event."""
    form = ZoneForm(request.POST or None, initial={"zone": zones.zone_of_reader()}, auto_id="%s")
    if form.is_valid():
        return _chosen(
            request, zones.COOKIE, form.cleaned_data["zone"], request.POST.get("next", "")
        )
    if zones.COOKIE not in request.COOKIES:
        form.fields["zone"].widget.attrs["data-own"] = "yes"  # read by zone.js
    context = {"form": form, "next": request.POST.get("next", request.GET.get("next", ""))}
    status = 422 if request.method == "POST" else 200
    return render(request, "pages/site/zone.html", context, status=status)


def _chosen(request: HttpRequest, cookie: str, value: str, back: str) -> HttpResponseRedirect:
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("pages:home")
    response = HttpResponseRedirect(back)
    secure = request.is_secure()
    response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", secure=secure)
    return response
