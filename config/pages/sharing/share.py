"""Texts of an event for chats, the lines that embed its table, and the table itself."""

from collections.abc import Callable, Iterable
from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from config.middleware.page_headers import policy_text
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Event
from config.pages.conditional import asked_language, conditional_file
from config.pages.event.events import open_event
from config.pages.event.rounds import round_page
from config.pages.event.standings_rows import build_standings, standings_stamp
from config.pages.live import facts_of_event, stored_page
from config.pages.sharing.texts import MARKDOWN, PLAIN, Style, round_text, standings_text
from tournaments import selectors
from tournaments.actor import ANONYMOUS
from tournaments.choices import RoundStatus
from tournaments.errors import NotFound

ROUND, STANDINGS = "round", "standings"
PLACES = slice(100)  # of the table to embed


@require_safe
def share_md(request: HttpRequest, slug: str) -> HttpResponse:
    return _text(request, slug, MARKDOWN, "text/markdown; charset=utf-8")


@require_safe
def share_txt(request: HttpRequest, slug: str) -> HttpResponse:
    return _text(request, slug, PLAIN, "text/plain; charset=utf-8")


def _text(request: HttpRequest, slug: str, style: Style, content_type: str) -> HttpResponse:
    """`?show=`: round or standings; else the round while it is played, otherwise the standings."""
    event = selectors.get_event(slug, actor_of(request))
    number, is_running = _last_round(event)
    show = request.GET.get("show") or (ROUND if is_running else STANDINGS)
    if show not in (ROUND, STANDINGS) or (show == ROUND and not number):
        raise Http404
    with translation.override(asked_language(request)):
        text = _writer(request, event, show, number)(style)
    return conditional_file(request, text.encode(), content_type)


def _writer(request: HttpRequest, event: Event, show: str, number: int) -> Callable[[Style], str]:
    """Reads the round or the standings once, for every style."""
    if show == ROUND:
        url = request.build_absolute_uri(reverse("pages:event-round", args=[event.slug, number]))
        return partial(round_text, event.name, round_page(event, number), url)
    url = request.build_absolute_uri(reverse("pages:event-standings", args=[event.slug]))
    return partial(standings_text, event.name, selectors.standings_document(event), url)


def _last_round(event: Event) -> tuple[int, bool]:
    """The number of the last published round, 0 without one, and whether it is being played."""
    last = selectors.event_rounds(event, ANONYMOUS).defer("proof", "proof_staff").last()
    return (last.number, last.state == RoundStatus.PUBLISHED) if last else (0, False)


@stored_page(facts_of_event)
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Each text in a field that can be selected, and with a script copied by one press."""
    found, context = open_event(request, slug, "share")
    number, _is_running = _last_round(found)
    shown = [(STANDINGS, _("Standings"))]
    if number:
        shown.insert(0, (ROUND, _("Round {round}").format(round=number)))
    context["texts"] = [
        _shared(found, show, title, _writer(request, found, show, number)) for show, title in shown
    ]
    context["embed"] = _embed_code(request, found)
    return render(request, "pages/sharing/share.html", context)


def _shared(event: Event, show: str, title: str, write: Callable[[Style], str]) -> Context:
    query = urlencode({"show": show, "language": translation.get_language()})

    def address(page: str) -> str:
        return f"{reverse(page, args=[event.slug])}?{query}"

    return {
        "show": show,
        "title": title,
        "markdown": write(MARKDOWN),
        "markdown_url": address("pages:event-share-md"),
        "plain": write(PLAIN),
        "plain_url": address("pages:event-share-txt"),
    }


def _embed_code(request: HttpRequest, event: Event) -> SafeString | None:
    """The HTML to paste; None if not everybody may see the event."""
    try:
        selectors.get_event(event.slug, ANONYMOUS)
    except NotFound:
        return None
    return format_html(
        '<iframe src="{}" title="{}" width="480" height="640" loading="lazy"></iframe>',
        request.build_absolute_uri(reverse("pages:event-embed", args=[event.slug])),
        event.name,
    )


@xframe_options_exempt
@require_safe
def event_embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The public standings, for other sites to frame; the same for every reader."""
    response = _embedded(request, slug=slug)
    response["Content-Security-Policy"] = policy_text(framed=True, is_inert=True)
    return response


def _facts(_request: HttpRequest, slug: str) -> Iterable[object]:
    return selectors.event_versions(slug, ANONYMOUS)


@stored_page(_facts)
def _embedded(request: HttpRequest, slug: str) -> HttpResponse:
    event = selectors.get_event(slug, ANONYMOUS)
    document = selectors.standings_document(event)
    table = build_standings(
        document,
        stamp=standings_stamp(document, event.time_zone, there=True),
        presence=selectors.presence_by_number(event),
        shown=PLACES,
    )
    context = {"event": event, "table": table, "all_rows": len(document["rows"])}
    return render(request, "pages/sharing/embed.html", context)
