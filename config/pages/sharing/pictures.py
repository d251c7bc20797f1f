"""Pictures of an event, its standings and a game, for links in chats and feeds."""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Event
from config.pages.conditional import asked_language
from config.pages.event.events import open_event
from config.pages.labels import GAME_NAMES
from config.pages.sharing.cards import WIDTH, Card, Row, card_svg
from games import selectors as games
from games.drawing.board import board_svg
from games.drawing.png import png_of
from games.models import Game
from games.positions import final_road, game_frames
from tournaments import selectors

A_DAY = 24 * 60 * 60  # seconds
MOST_ROWS = 8  # of a table
MOST_NAMES = 4  # of the seats of a table
DRAWING = "1"  # changes with the drawing or its fonts


@require_safe
def event_picture(request: HttpRequest, slug: str) -> HttpResponse:
    with translation.override(asked_language(request)):
        event, context = open_event(request, slug, "now")
        head = context["head"]
        return _answer(request, _card(head["kicker"], event.name, lines=[*_facts(event, head)]))


@require_safe
def standings_picture(request: HttpRequest, slug: str) -> HttpResponse:
    with translation.override(asked_language(request)):
        event, _context = open_event(request, slug, "standings")
        rows = [
            Row(str(row["rank"]), row["name"], row["points"])
            for row in selectors.standings_document(event)["rows"][:MOST_ROWS]
        ]
        return _answer(request, _card(_("Standings"), event.name, rows=rows))


@require_safe
def game_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    with translation.override(asked_language(request)):
        game = games.get_game(public_id, actor_of(request))
        view = games.game_view(game)
        slot = game.slot
        name = slot.pairing.round.event.name if slot else str(GAME_NAMES[game.game])
        players = [str(player["name"]) for player in view["players"]][:MOST_NAMES]
        lines = [str(view["result"])] if view.get("result") else []
        return _answer(request, _card(name, *players, lines=lines, board=_last_board(game)))


def _facts(event: Event, head: Context) -> Iterator[str]:
    if head["club"]:
        yield head["club"].name
    if event.starts_on:
        yield date_format(event.starts_on, "DATE_FORMAT")
    if event.venue:
        yield event.venue
    count = head["players"]
    yield ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    yield str(head["state"])


def _last_board(game: Game) -> str:
    """The board at the end of a game of Tak; empty for others and for claimed results."""
    if game.game != "tak" or not game.verdict:
        return ""
    frames = game_frames(game.record, game.ruleset, dict(game.verdict))
    position = frames[-1].position
    return str(board_svg(position, road=final_road(position), standalone=True))


def _card(kicker: str, *titles: str, **more: Any) -> Card:
    return Card(str(kicker), titles, is_rtl=translation.get_language_bidi(), **more)


def _answer(request: HttpRequest, card: Card) -> HttpResponse:
    """A PNG with an ETag, drawn once while the card is the same; 304 if the client has it."""
    svg = card_svg(card)
    digest = hashlib.sha256(f"{DRAWING} {svg}".encode()).hexdigest()[:32]
    etag = f'"{digest}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    key = f"picture:{digest}"
    content = cache.get(key)
    if content is None:
        content = png_of(svg, width=WIDTH, has_text=True)
        cache.set(key, content, A_DAY)
    response = HttpResponse(content, content_type="image/png")
    response["ETag"] = etag
    # Visibility depends on the reader, so shared caches must not store it.
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response
