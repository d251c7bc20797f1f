"""The home page."""

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.event.event_rows import event_rows
from config.pages.game.game_rows import game_rows
from config.pages.labels import FINISHED, RUNNING
from config.pages.live import stored_page
from config.pages.site.featured import featured_board
from config.pages.site_facts import site_facts
from games import selectors as games
from games.models import GameState
from tournaments import selectors
from tournaments.choices import BEFORE_START

EVENTS, GAMES = 6, 5  # shown of each list


@stored_page(site_facts)
def home(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    listed = selectors.visible_events(actor).select_related("club")
    latest = listed.order_by(F("starts_on").desc(nulls_last=True), "-pk")
    coming = listed.filter(state__in=BEFORE_START).order_by(
        F("starts_on").asc(nulls_last=True), "pk"
    )
    confirmed = games.visible_games(actor, state=GameState.CONFIRMED)
    context = {
        "running": event_rows(latest.filter(state=RUNNING)[:EVENTS]),
        "coming": event_rows(coming[:EVENTS]),
        "over": event_rows(latest.filter(state=FINISHED)[:EVENTS]),
        "games": game_rows(games.for_display(confirmed)[:GAMES]),
    }
    return render(request, "pages/site/home.html", context | featured_board(confirmed))
