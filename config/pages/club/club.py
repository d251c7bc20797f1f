"""The page of a club: what it says of itself, its events, ratings, season and members."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club, Context, Event
from config.pages.desk.staff import ROLE_WORDS
from config.pages.event.event_rows import EventRow, event_rows
from config.pages.forms import Text
from config.pages.labels import FINISHED
from config.pages.live import stored_page
from config.pages.long_lists import list_page
from config.pages.markdown import render_markdown
from config.pages.season.score_texts import score_text
from config.pages.site_facts import rating_facts
from ratings import selectors as ratings
from ratings.selectors import seasons
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.clubs.maps import map_url

# Of the past events, the lists, and the players of a list and of a season: the rest has a page.
PAST, LISTS, BEST = 10, 3, 5


class Named(NamedTuple):
    """Somebody who runs the club. player: a public id."""

    player: str
    name: str
    role: Text


class AboutClub(NamedTuple):
    """What a club says of itself. map_host: whose map the link leads to."""

    place: str
    map_url: str
    map_host: str
    meets: str
    joining: SafeString
    description: SafeString
    run_by: list[Named]

    @property
    def has_facts(self) -> bool:
        return any((self.place, self.map_url, self.meets, self.run_by))


def club_facts(request: HttpRequest, *, slug: str) -> Iterable[object]:
    """Change with the rating lists and the table of the last season as well."""
    last = selectors.last_series(slug)
    return (*rating_facts(request), *(seasons.series_versions(last) if last else ()))


@stored_page(club_facts)
def club(request: HttpRequest, slug: str) -> HttpResponse:
    actor, found = actor_of(request), selectors.get_club(slug)
    may_edit = permissions.may(actor, "club.edit", found)
    members = list_page(selectors.members_of(found), request.GET.get("page"))
    context = {
        "section": "clubs",
        "club": found,
        "about": about_club(found),
        **_events(selectors.visible_events(actor).filter(club=found).select_related("club")),
        **_seasons(found),
        "ratings": ratings.club_ratings(found.slug, lists=LISTS, players=BEST),
        "may_season": permissions.may(actor, "series.edit", found),
        "may_describe": permissions.may(actor, "club.describe", found),
        "may_edit": may_edit,
        "may_ask": _may_ask(actor, found),
        "waiting": selectors.requests_to_join(found).count() if may_edit else 0,
        "page": members,
        "members": [selectors.resolve(each.player) for each in members],
    }
    return render(request, "pages/club/club.html", context)


def about_club(club: Club) -> AboutClub:
    url = map_url(club.map)
    return AboutClub(
        place=club.place,
        map_url=url,
        map_host=urlsplit(url).hostname or "",
        meets=club.meets,
        joining=render_markdown(club.joining, https_only=True),
        description=render_markdown(club.description, https_only=True),
        run_by=[
            Named(each["player"], each["name"], ROLE_WORDS[each["role"]])
            for each in selectors.named_staff(club)
        ],
    )


def _events(events: "QuerySet[Event]") -> dict[str, list[EventRow] | bool]:
    """Those that are not over, the next first; and the last of those that are."""
    ahead = events.exclude(state=FINISHED).order_by(F("starts_on").asc(nulls_last=True), "pk")
    over = events.filter(state=FINISHED).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    past = event_rows(over[: PAST + 1])
    return {"ahead": event_rows(ahead), "past": past[:PAST], "has_more": len(past) > PAST}


def _seasons(club: Club) -> Context:
    """All seasons, the last first, and the head of the last one."""
    series = list(selectors.series_of(club))
    if not series:
        return {"series": []}
    scoring = selectors.season_scoring(series[0])
    rows = seasons.series_document(series[0])["rows"][:BEST]
    head = [{**row, "total": score_text(scoring, row["total"])} for row in rows]
    return {"series": series, "season": series[0], "head": head}


def _may_ask(actor: Actor, club: Club) -> bool:
    """Whether the reader is a player whom the club does not list, and who has not asked it."""
    player = selectors.player_of(actor.user_id or 0)
    if player is None:
        return False
    rows = (selectors.memberships_of(player), selectors.requests_of_player(player))
    return not any(each.filter(club=club).exists() for each in rows)
