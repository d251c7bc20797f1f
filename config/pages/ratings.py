"""Rating lists."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings import selectors
from tournaments.errors import NotFound

PAGE = 100


def pool_list(request: HttpRequest) -> HttpResponse:
    context = {"section": "ratings", "pools": selectors.pools()}
    return render(request, "pages/ratings.html", context)


def pool(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        pool = selectors.pool_by_slug(slug)
    except NotFound as error:
        raise Http404(str(error)) from error
    page = Paginator(selectors.leaderboard(pool), PAGE).get_page(request.GET.get("page"))
    behind = pool.ledger_version - pool.ratings_version
    stamp = _("version %(version)d") % {"version": pool.ratings_version}
    if behind:
        waiting = ngettext("%(n)d change waits", "%(n)d changes wait", behind) % {"n": behind}
        stamp = f"{stamp} · {waiting}"
    context = {
        "section": "ratings",
        "pool": pool,
        "page": page,
        "rows": list(page),
        "stamp": stamp,
        "late": behind > 0,
    }
    return render(request, "pages/pool.html", context)
