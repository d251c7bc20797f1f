"""Players: the list, and the ratings, history and games of one player."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.event.event_rows import event_rows
from config.pages.game.game_rows import PAGE, player_game_rows
from config.pages.live import stored_page
from config.pages.player.rating_history import rating_history
from config.pages.site_facts import site_facts
from games.player_games import load_player_games, player_games
from ratings import selectors as ratings
from tournaments import selectors as tournaments

LIST_PAGE = 100
EVENTS = 10
GRAPHS = 2  # the lists with most games


@stored_page(site_facts)
def player_list(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "").strip()[:200]
    players = tournaments.search_players(asked) if asked else tournaments.all_players()
    page = Paginator(players, LIST_PAGE).get_page(request.GET.get("page"))
    context = {"section": "players", "q": asked, "page": page}
    return render(request, "pages/player/players.html", context)


def player(request: HttpRequest, public_id: str) -> HttpResponse:
    found = tournaments.get_player(public_id)
    actor = actor_of(request)
    events = tournaments.entered_events(tournaments.visible_events(actor), found.public_id)
    page = Paginator(player_games(actor, found), PAGE).get_page(request.GET.get("page"))
    standing = ratings.player_ratings(found.pk)
    context = {
        "section": "players",
        "player": found,
        "ratings": standing,
        "graphs": [rating_history(actor, found, one.pool) for one in standing[:GRAPHS]],
        "events": event_rows(events.select_related("club").order_by("-starts_on", "pk")[:EVENTS]),
        "page": page,
        "rows": player_game_rows(load_player_games(list(page))),
    }
    return render(request, "pages/player/player.html", context)
