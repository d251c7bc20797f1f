"""Addresses of the pages for people."""

from django.urls import path

from config.pages import (
    account,
    clubs,
    crosstable,
    derivations,
    events,
    games,
    home,
    language,
    me,
    players,
    proofs,
    ratings,
    standings,
)
from config.pages import verify as verify_page

app_name = "pages"

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", account.about, name="about"),
    path("login/", account.Login.as_view(), name="login"),
    path("logout/", account.Logout.as_view(), name="logout"),
    path("language/<str:code>/", language.language, name="language"),
    path("verify/", verify_page.verify, name="verify"),
    path("events/", events.event_list, name="events"),
    path("events/<slug:slug>/", events.event, name="event"),
    path("events/<slug:slug>/players/", events.event_players, name="event-players"),
    path("events/<slug:slug>/rounds/<int:number>/", events.event_round, name="event-round"),
    path(
        "events/<slug:slug>/rounds/<int:number>/standings/",
        standings.published_standings,
        name="published",
    ),
    path("events/<slug:slug>/rounds/<int:number>/proof/", proofs.event_proof, name="event-proof"),
    path("events/<slug:slug>/standings/", standings.event_standings, name="event-standings"),
    path("events/<slug:slug>/standings/<int:entry>/", derivations.derivation, name="derivation"),
    path("events/<slug:slug>/crosstable/", crosstable.event_crosstable, name="event-crosstable"),
    path("events/<slug:slug>/crosstable.csv", crosstable.crosstable_csv, name="crosstable-csv"),
    path("events/<slug:slug>/games/", events.event_games, name="event-games"),
    path("games/<str:public_id>/", games.game, name="game"),
    path("games/<str:public_id>/answer/", games.answer, name="answer"),
    path("players/", players.player_list, name="players"),
    path("players/<str:public_id>/", players.player, name="player"),
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("series/<slug:slug>/", clubs.season, name="series"),
    path("ratings/", ratings.pool_list, name="ratings"),
    path("ratings/<slug:slug>/", ratings.pool, name="pool"),
    path("me/", me.me, name="me"),
    path("me/slots/<int:slot_id>/", me.submit, name="submit"),
]
