"""Players: the list, and one player's ratings, history and games."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from config.pages.account import actor_of
from config.pages.event_lines import event_lines
from config.pages.game_lines import COUNTED, PAGE, game_lines
from config.pages.graph import Point, graph
from games import selectors as games
from games.models import Game
from ratings import selectors as ratings
from tournaments import selectors as tournaments
from tournaments.errors import NotFound

if TYPE_CHECKING:
    from ratings.selectors import HistoryPoint

LIST_PAGE = 100
EVENTS = 10
GRAPHS = 2  # the lists with most games
STEPS = 100  # the newest games of a history


class Step(NamedTuple):
    """What one game did to the rating."""

    day: date
    opponent: str
    url: str
    after: float
    change: float


class History(NamedTuple):
    pool: str
    svg: SafeString | str
    steps: list[Step]


def player_list(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "").strip()[:200]
    players = tournaments.all_players()
    if asked:
        players = players.filter(name__icontains=asked)
    page = Paginator(players, LIST_PAGE).get_page(request.GET.get("page"))
    context = {"section": "players", "q": asked, "page": page}
    return render(request, "pages/players.html", context)


def player(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        found = tournaments.get_player(public_id)
    except NotFound as error:
        raise Http404(str(error)) from error
    actor = actor_of(request)
    events = tournaments.visible_events(actor).filter(entries__player=found).distinct()
    mine = games.visible_games(actor, player_id=found.public_id)
    page = Paginator(games.for_display(mine), PAGE).get_page(request.GET.get("page"))
    standing = ratings.player_ratings(found.pk)
    context = {
        "section": "players",
        "player": found,
        "ratings": standing,
        "graphs": [_history(found.pk, one.pool) for one in standing[:GRAPHS]],
        "events": event_lines(events.select_related("club").order_by("-starts_on", "pk")[:EVENTS]),
        "page": page,
        "lines": game_lines(page),
    }
    return render(request, "pages/player.html", context)


def _history(player_id: int, pool_slug: str) -> History:
    pool = ratings.pool_by_slug(pool_slug)
    points = ratings.rating_history(player_id, pool)[-STEPS:]
    found = _games(point.source for point in points)
    steps = [_step(point, found.get(point.source)) for point in points]
    drawn = [
        Point(point.played_on, point.after, point.deviation, step.url)
        for point, step in zip(points, steps, strict=True)
    ]
    return History(pool.name or pool.slug, graph(drawn), steps[::-1])


def _games(sources: Iterable[str]) -> dict[str, Game]:
    """The counted game behind each line of the ledger: "slot:<id>" or "game:<public id>"."""
    names = list(sources)
    slots = [int(name[5:]) for name in names if name.startswith("slot:")]
    casual = [name[5:] for name in names if name.startswith("game:")]
    counted = Game.objects.filter(state__in=COUNTED).prefetch_related("players__player")
    found = {f"slot:{game.slot_id}": game for game in counted.filter(slot_id__in=slots)}
    return found | {f"game:{game.public_id}": game for game in counted.filter(public_id__in=casual)}


def _step(point: "HistoryPoint", game: Game | None) -> Step:
    opponent, url = "", ""
    if game is not None:
        others = [seat for seat in game.players.all() if seat.order != point.order]
        opponent = ", ".join(
            seat.player.name if seat.player else seat.name_in_record for seat in others
        )
        url = reverse("pages:game", args=[game.public_id])
    return Step(point.played_on, opponent, url, point.after, point.after - point.before)
