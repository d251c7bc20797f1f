"""Atom feeds (RFC 4287) of an event and of a club: what begins, rounds with their results."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.conditional import asked_language, conditional_file
from config.pages.event.rounds import round_page
from config.pages.forms import Text
from config.pages.markdown import render_markdown
from config.pages.sharing.texts import table_lines
from tournaments import selectors
from tournaments.selectors.events.news import (
    ANNOUNCED,
    BEGUN,
    CLOSED,
    FINISHED,
    PAIRED,
    REGISTRATION,
    News,
    news_of_events,
)

TYPE = "application/atom+xml; charset=utf-8"
ENTRIES, EVENTS, PLACES = 30, 50, 10
# An id by RFC 4151, so that it is the same whatever the address of the service is.
TAG = "tag:roadhouse,2026:"
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
TITLES: dict[str, Text] = {
    REGISTRATION: gettext_lazy("{event}: registration is open"),
    BEGUN: gettext_lazy("{event} has begun"),
    FINISHED: gettext_lazy("{event} is over"),
    PAIRED: gettext_lazy("{event}: round {round} is paired"),
    CLOSED: gettext_lazy("{event}: results of round {round}"),
    ANNOUNCED: gettext_lazy("{event}: announcement"),
}


class NewsFeed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Not the clock where there is no news, so that the file stays the same."""
        return max((item["updateddate"] for item in self.items), default=LONG_AGO)


@require_safe
def event_feed(request: HttpRequest, slug: str) -> HttpResponse:
    event = selectors.get_event(slug, actor_of(request))
    page = reverse("pages:event", args=[slug])
    return _answer(request, event.name, f"event/{event.public_id}", page, [event])


@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Of the events that are listed to the reader."""
    club = selectors.get_club(slug)
    listed = selectors.visible_events(actor_of(request)).filter(club=club)
    events = list(listed.order_by("-starts_on", "-pk")[:EVENTS])
    page = reverse("pages:club", args=[slug])
    return _answer(request, club.name, f"club/{club.slug}", page, events)


def _answer(
    request: HttpRequest, name: str, key: str, page: str, events: Sequence[Event]
) -> HttpResponse:
    language = asked_language(request)
    with translation.override(language):
        feed = NewsFeed(
            title=name,
            link=request.build_absolute_uri(page),
            description="",
            subtitle=_("Events and results"),
            language=language,
            author_name="Roadhouse",
            feed_url=request.build_absolute_uri(request.get_full_path()),
            feed_guid=f"{TAG}{key}",
        )
        for news in news_of_events(events, most=ENTRIES):
            _add(feed, request, news)
        body = feed.writeString("utf-8").encode()
    return conditional_file(request, body, TYPE)


def _add(feed: NewsFeed, request: HttpRequest, news: News) -> None:
    words = {"event": news.event.name, "round": news.round}
    feed.add_item(
        title=str(TITLES[news.action]).format(**words),
        link=request.build_absolute_uri(_page(news)),
        description=_content(news),
        unique_id=f"{TAG}{news.key}",
        pubdate=news.at,
        updateddate=news.changed_at,
    )


def _page(news: News) -> str:
    if news.round is not None:
        return reverse("pages:event-round", args=[news.event.slug, news.round])
    name = "pages:event-standings" if news.action == FINISHED else "pages:event"
    return reverse(name, args=[news.event.slug])


def _content(news: News) -> str:
    """As HTML. The pairings are without results, so that they stay as they were announced."""
    if news.action == ANNOUNCED:
        return render_markdown(news.text)
    if news.round is not None:
        shown = round_page(news.event, news.round)
        return _list(table_lines(shown, with_results=news.action == CLOSED))
    if news.action == FINISHED:
        rows = selectors.standings_document(news.event)["rows"][:PLACES]
        return _list(f"{row['rank']}. {row['name']} – {row['points']}" for row in rows)
    return format_html("<p>{}</p>", news.event.name)


def _list(lines: Iterable[str]) -> str:
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((x,) for x in lines)))
