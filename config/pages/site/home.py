"""The first page: what this is for, and where to go."""

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.event.event_lines import OVER, RUNNING, SOON, event_lines
from config.pages.game.game_lines import game_lines
from config.pages.site.featured import featured_board
from games import selectors as games
from tournaments import selectors

EVENTS, GAMES = 6, 5  # shown of each list


def home(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    listed = selectors.visible_events(actor).select_related("club")
    latest = listed.order_by(F("starts_on").desc(nulls_last=True), "-pk")
    coming = listed.filter(state__in=SOON).order_by(F("starts_on").asc(nulls_last=True), "pk")
    confirmed = games.visible_games(actor, state="confirmed")
    context = {
        "running": event_lines(latest.filter(state=RUNNING)[:EVENTS]),
        "coming": event_lines(coming[:EVENTS]),
        "over": event_lines(latest.filter(state=OVER)[:EVENTS]),
        "games": game_lines(games.for_display(confirmed)[:GAMES]),
    }
    return render(request, "pages/site/home.html", context | featured_board(confirmed))
