"""The list of one's own notices."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from config.notices.inbox import count_unread, mark_read, own_notices, shown, zone_of
from config.pages.account.signing_in import actor_of
from config.pages.answers import message_outcome
from config.pages.secret_pages import private_page
from tournaments.actor import Actor
from tournaments.errors import InvalidInput

PAGE = 30  # notices shown at once


@login_required(login_url="pages:login")
@private_page
def own_notices_page(request: HttpRequest) -> HttpResponse:
    """The list; it marks one notice as read, or all."""
    actor = actor_of(request)
    if request.method == "POST":
        message_outcome(request, lambda: _mark(actor, request.POST.get("notice", "")))
        return redirect("pages:own-notices")
    page = Paginator(own_notices(actor), PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "notices",
        "page": page,
        "notices": shown(page.object_list, zone=zone_of(actor)),
    }
    return render(request, "pages/notices/list.html", context)


@require_safe
@login_required(login_url="pages:login")
@private_page
def own_bell(request: HttpRequest) -> HttpResponse:
    """The bell of the header, which bell.js puts into open pages; 304 if its number is the same."""
    etag = f'"{count_unread(actor_of(request).user_id or 0)}"'
    if request.headers.get("If-None-Match") == etag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = render(request, "pages/parts/bell.html")
    answer["ETag"] = etag
    return answer


def _mark(actor: Actor, chosen: str) -> str:
    """chosen: the id of one notice; empty for all."""
    if chosen and not (chosen.isascii() and chosen.isdecimal() and len(chosen) < 19):
        raise InvalidInput(field="notice", problem=_("there is no such notice"))
    count = mark_read(actor=actor, ids=[int(chosen)] if chosen else None)
    words = ngettext(
        "{count} notice is marked as read.", "{count} notices are marked as read.", count
    )
    return words.format(count=count)
