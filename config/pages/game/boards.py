"""Boards on their own: as SVG and PNG files, and as a page for frames of other sites."""

import hashlib
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context
from config.pages.game.captions import final_caption, make_caption
from config.pages.game.games import make_replay
from config.pages.game.verdict_card import requested_step
from engine.errors import RecordError
from games import selectors
from games.drawing import png
from games.drawing.board import board_svg
from games.models import Game
from games.positions import final_road, game_frames, read_move, read_position
from tournaments.actor import ANONYMOUS
from tournaments.wording import refusal_sentence

A_DAY = 24 * 60 * 60  # seconds


@require_safe
def game_board(request: HttpRequest, public_id: str, form: str) -> HttpResponse:
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
    return _image_response(request, svg, form, private=True, no_cache=True)


@require_safe
def position_board(request: HttpRequest, form: str) -> HttpResponse:
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
        return _sentence(sentence)
    svg = board_svg(position, last=last, road=final_road(position), standalone=True)
    return _image_response(request, svg, form, public=True, max_age=A_DAY)


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


def _image_response(request: HttpRequest, svg: str, form: str, **cache: Any) -> HttpResponse:
    """An SVG, or a PNG `?width=` pixels wide, with an ETag; 304 if the client has it."""
    content, content_type = svg.encode(), "image/svg+xml; charset=utf-8"
    if form == "png":
        width = _width(request.GET.get("width", ""))
        if width is None:
            problem = _("The width is a number of pixels from {least} to {most}.")
            return _sentence(str(problem).format(least=png.LEAST_WIDTH, most=png.MOST_WIDTH))
        content, content_type = png.png_of(svg, width=width), "image/png"
    response = HttpResponse(content, content_type=content_type)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["ETag"] = etag
    patch_cache_control(response, **cache)
    patch_vary_headers(response, ("Cookie",))  # language of the reader
    return get_conditional_response(request, etag=etag, response=response) or response


def _width(text: str) -> int | None:
    """None: it is no width that is drawn."""
    if not text:
        return png.WIDTH
    is_number = text.isascii() and text.isdigit() and len(text) <= 4
    return int(text) if is_number and png.LEAST_WIDTH <= int(text) <= png.MOST_WIDTH else None


def _sentence(text: str) -> HttpResponse:
    return HttpResponse(text + "\n", status=400, content_type="text/plain; charset=utf-8")
