"""The rating report of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.event.events import open_event
from ratings import selectors
from tournaments import selectors as tournaments


def event_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "players")
    pools = selectors.event_pools(found)
    asked = request.GET.get("pool", "")
    pool = next((one for one in pools if one.slug == asked), next(iter(pools), None))
    rows = selectors.event_report(found, pool.slug).rows if pool else []
    context |= {
        "pools": pools,
        "pool": pool,
        "rows": rows,
        "readings": tournaments.name_readings(row.player for row in rows),
        "stale": pool is not None and pool.ratings_version != pool.ledger_version,
    }
    return render(request, "pages/event/ratings.html", context)
