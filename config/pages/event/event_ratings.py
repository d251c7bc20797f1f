"""The rating report of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.event.events import open_event
from config.pages.live import stored_page
from config.pages.long_lists import list_page
from config.pages.site_facts import event_and_rating_facts
from ratings import selectors
from tournaments import selectors as tournaments


@stored_page(event_and_rating_facts)
def event_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "players")
    pools = selectors.event_pools(found)
    asked = request.GET.get("pool", "")
    pool = next((one for one in pools if one.slug == asked), next(iter(pools), None))
    rows = selectors.event_report(found, pool.slug).rows if pool else []
    page = list_page(rows, request.GET.get("page"))
    context |= {
        "pools": pools,
        "pool": pool,
        "page": page,
        "readings": tournaments.name_readings(row.player for row in page),
        "stale": pool is not None and pool.ratings_version != pool.ledger_version,
    }
    return render(request, "pages/event/ratings.html", context)
