"""Boards on their own: as SVG files, and as a page for frames of other sites."""

import hashlib
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.text import capfirst
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context
from config.pages.game.captions import final_caption, make_caption
from config.pages.game.games import make_replay
from config.pages.game.verdict_card import requested_step
from engine.errors import RecordError
from games import selectors
from games.drawing.board import board_svg
from games.models import Game
from games.positions import final_road, game_frames, read_move, read_position
from tournaments.actor import ANONYMOUS
from tournaments.wording import refusal_sentence

A_DAY = 24 * 60 * 60  # seconds


@require_safe
def game_svg(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board of a game after `?move=n` plies, or at its end."""
    game = selectors.get_game(public_id, actor_of(request))
    verdict = _tak_verdict_or_404(game)
    frames = game_frames(game.record, game.ruleset, verdict)
    at = requested_step(request.GET.get("move"), len(frames) - 1)
    frame = frames[at]
    caption = make_caption(frame) if at < len(frames) - 1 else final_caption(frame, verdict)
    svg = board_svg(
        frame.position, last=caption.last, road=caption.road, title=caption.title, standalone=True
    )
    # Visibility depends on the reader, so shared caches must not store it.
    return _svg_response(request, svg, private=True, no_cache=True)


@require_safe
def position_svg(request: HttpRequest) -> HttpResponse:
    """The board of any position: `?tps=`, `&last=` the move before it, `&first=black` if the first
    player has the dark pieces.
    """
    try:
        position = read_position(request.GET.get("tps", ""))
        if request.GET.get("first") == "black":
            position = replace(position, ruleset=replace(position.ruleset, first_colour="black"))
        token = request.GET.get("last", "")
        last = read_move(token, position.size) if token else None
    except RecordError as error:
        sentence = capfirst(refusal_sentence(error))
        return HttpResponse(sentence + "\n", status=400, content_type="text/plain; charset=utf-8")
    svg = board_svg(position, last=last, road=final_road(position), standalone=True)
    return _svg_response(request, svg, public=True, max_age=A_DAY)


@require_safe
@xframe_options_exempt
def embedded(request: HttpRequest, public_id: str) -> HttpResponse:
    """A public game for a frame of another site; rendered as for anonymous readers."""
    game = selectors.get_game(public_id, ANONYMOUS)
    verdict = _tak_verdict_or_404(game)
    names = [player["name"] for player in selectors.game_view(game)["players"]] + ["", ""]
    replay = make_replay(game, verdict, names, asked=request.GET.get("move"))
    context: Context = {
        "public_id": public_id,
        "first": names[0],
        "second": names[1],
        "replay": replay,
    }
    return render(request, "pages/game/game_embed.html", context)


def _tak_verdict_or_404(game: Game) -> Context:
    """The verdict of a game of Tak with a record; card games and claims have no board."""
    if game.game != "tak" or not game.verdict:
        raise Http404
    return dict(game.verdict)


def _svg_response(request: HttpRequest, svg: str, **cache: Any) -> HttpResponse:
    """An SVG response with an ETag; 304 if the client has it."""
    response = HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")
    etag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:32]}"'
    response["ETag"] = etag
    patch_cache_control(response, **cache)
    patch_vary_headers(response, ("Cookie",))  # language of the reader
    return get_conditional_response(request, etag=etag, response=response) or response
