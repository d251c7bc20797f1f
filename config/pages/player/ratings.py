"""Rating lists: the current one with its leaderboard, and those published on a day."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.pages import zones
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Document, PlayerRating, Pool
from config.pages.labels import RATING_SYSTEMS
from config.pages.live import stored_page
from config.pages.site_facts import rating_facts
from ratings import selectors
from ratings.analysis.activity import Threshold
from ratings.refusals import pool_problem, rebuild_problem
from tournaments import permissions
from tournaments import selectors as tournaments

PAGE = 100
LONGEST_NAME = 100
MOST_NAMED = 20  # events that are not approved, by name


class PoolLeader(NamedTuple):
    """The best rating of a list. player: a public id."""

    player: str
    name: str
    rating: float
    provisional: bool


class PoolLine(NamedTuple):
    """A list in the list of lists. problem: why it is not being updated."""

    pool: Pool
    system: str
    problem: str
    leader: PoolLeader | None


@stored_page(rating_facts)
def pool_list(request: HttpRequest) -> HttpResponse:
    pools = selectors.pools()
    leaders = selectors.leaders(pools)
    rows = [
        PoolLine(
            pool=pool,
            system=str(RATING_SYSTEMS[pool.system]),
            problem=pool_warning(pool, site_staff=request.user.is_staff),
            leader=_pool_leader(leaders[pool.pk]) if pool.pk in leaders else None,
        )
        for pool in pools
    ]
    context = {
        "section": "ratings",
        "rows": rows,
        "readings": tournaments.name_readings(row.leader.player for row in rows if row.leader),
    }
    return render(request, "pages/player/ratings.html", context)


def _pool_leader(best: PlayerRating) -> PoolLeader:
    provisional = selectors.is_provisional(best.deviation)
    return PoolLeader(best.player.public_id, best.player.name, best.rating, provisional)


@stored_page(rating_facts)
def pool(request: HttpRequest, slug: str) -> HttpResponse:
    pool = selectors.pool_by_slug(slug)
    on = _day(request.GET.get("on", ""))
    if on is not None:
        return _published(request, pool, on)
    ranking = selectors.ranking(pool, timezone.now().date())
    show = request.GET.get("show", "")
    asked = request.GET.get("q", "").strip()[:LONGEST_NAME]
    rows = selectors.filter_rows(
        ranking.rows, listed={"listed": True, "others": False}.get(show), name=asked
    )
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    behind = pool.ledger_version - pool.ratings_version
    context = {
        "page": page,
        "readings": tournaments.name_readings(row.player for row in page),
        "listed": [row for row in page if row.listed],
        "others": [row for row in page if not row.listed],
        "leader": _leader(ranking.rows),
        "rule": listing_rule(ranking.threshold),
        "published_on": ranking.published_on,
        "published_days": selectors.published_days(pool),
        "show": show,
        "q": asked,
        "empty": not ranking.rows,
        "stamp": _stamp(pool, behind),
        "not_approved": selectors.not_approved_events(pool, actor_of(request))[:MOST_NAMED],
        "problem": pool_warning(pool, site_staff=request.user.is_staff),
        "late": behind > 0 and not selectors.waits_for_night(pool),
    }
    return render(request, "pages/player/pool.html", pool_context(request, pool, "list") | context)


def _leader(rows: Sequence[selectors.RankedRow]) -> selectors.RankedRow | None:
    """The best rating of a list in which nobody is ranked yet; else None."""
    if any(row.rank is not None for row in rows):
        return None
    return max(rows, key=lambda row: row.rating, default=None)


def _published_leader(rows: Iterable[Document]) -> Document | None:
    """As `_leader`, of a published list."""
    published = [row for row in rows if row["rating"] is not None]
    if any(row["rank"] is not None for row in published):
        return None
    return max(published, key=lambda row: row["rating"], default=None)


def _published(request: HttpRequest, pool: Pool, on: date) -> HttpResponse:
    """The list as published, with later corrections."""
    rows = selectors.published_list(pool, on)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    days = selectors.published_days(pool)
    context = {
        "page": page,
        "rows": list(page),
        "leader": _published_leader(rows),
        "readings": tournaments.name_readings(row["player"] for row in page),
        "on": max((day for day in days if day <= on), default=on),
        "corrected": sum(1 for row in rows if _is_corrected(row)),
        "published_days": days,
    }
    return render(
        request, "pages/player/pool_published.html", pool_context(request, pool, "list") | context
    )


def _is_corrected(row: Document) -> bool:
    """Whether a row changed by a whole point, or was added or removed."""
    return row["correction"] is None or round(row["correction"]) != 0


def pool_context(request: HttpRequest, pool: Pool, tab: str) -> Context:
    """The context that all pages of a rating list share."""
    return {
        "section": "ratings",
        "pool": pool,
        "tab": tab,
        "may_flags": permissions.may(actor_of(request), "flags.view", None),
    }


def pool_warning(pool: Pool, *, site_staff: bool) -> str:
    """Why a list is not being updated. Only site staff read about wrong parameters."""
    if site_staff:
        return pool_problem(pool, time_text=zones.local_time_text)
    return rebuild_problem(pool, time_text=zones.local_time_text)


def pools_with_problems(pools: Iterable[Pool]) -> list[tuple[Pool, str]]:
    """Lists that are not being updated, with the reason for site staff."""
    every = [(pool, pool_warning(pool, site_staff=True)) for pool in pools]
    return [(pool, problem) for pool, problem in every if problem]


def listing_rule(bounds: Threshold) -> str:
    """Who is in the leaderboard, in one sentence."""
    games = ngettext("at least %(n)d game", "at least %(n)d games", bounds.games)
    days = ngettext("the last within %(n)d day", "the last within %(n)d days", bounds.days)
    return _("Listed: %(games)s, %(days)s, and a rating known to ±%(deviation)d or better.") % {
        "games": games % {"n": bounds.games},
        "days": days % {"n": bounds.days},
        "deviation": round(bounds.deviation),
    }


def _stamp(pool: Pool, behind: int) -> str:
    """How many changes of the ledger are not in the list yet; empty if none."""
    if not behind:
        return ""
    if selectors.waits_for_night(pool):
        waiting = ngettext(
            "%(n)d change waits for the night", "%(n)d changes wait for the night", behind
        )
    else:
        waiting = ngettext("%(n)d change waits", "%(n)d changes wait", behind)
    return waiting % {"n": behind}


def _day(text: str) -> date | None:
    """The day of a query parameter; None if it is invalid."""
    try:
        return parse_date(text)
    except ValueError:
        return None
