"""URLs of events."""

from django.urls import path

from config.pages.event import (
    approving,
    bracket,
    entering,
    event_list,
    event_ratings,
    events,
    exports,
    proofs,
    stakes,
    standings,
    wall,
    why,
)
from config.pages.event.parts import prizes_page
from config.pages.event.parts.crosstable_page import event_crosstable
from config.pages.event.parts.line_up_page import event_line_up
from config.pages.event.parts.outlook_page import event_outlook
from config.pages.event.parts.teams_page import event_team, event_teams
from config.pages.event.rolling.arena_page import event_arena
from config.pages.event.rolling.ladder_page import event_ladder

urlpatterns = [
    path("events/", event_list.event_list, name="events"),
    path("events/<slug:slug>/", events.event, name="event"),
    path("events/<slug:slug>/approve/", approving.approve_event, name="approve-event"),
    path("events/<slug:slug>/entering/", entering.change_entry, name="event-entering"),
    path("events/<slug:slug>/players/", events.event_players, name="event-players"),
    path("events/<slug:slug>/rounds/<int:number>/", events.event_round, name="event-round"),
    path(
        "events/<slug:slug>/rounds/<int:number>/standings/",
        standings.published_standings,
        name="published",
    ),
    path("events/<slug:slug>/rounds/<int:number>/proof/", proofs.event_proof, name="event-proof"),
    path("events/<slug:slug>/rounds/<int:number>/why/<int:pairing_id>/", why.event_why, name="why"),
    path("events/<slug:slug>/bracket/", bracket.event_bracket, name="event-bracket"),
    path("events/<slug:slug>/ladder/", event_ladder, name="event-ladder"),
    path("events/<slug:slug>/arena/", event_arena, name="event-arena"),
    path("events/<slug:slug>/wall/", wall.event_wall, name="event-wall"),
    path("events/<slug:slug>/standings/", standings.event_standings, name="event-standings"),
    path("events/<slug:slug>/standings/<int:entry>/", standings.derivation, name="derivation"),
    path(
        "events/<slug:slug>/standings/<int:entry>/outlook/",
        event_outlook,
        name="outlook",
    ),
    path("events/<slug:slug>/teams/", event_teams, name="event-teams"),
    path("events/<slug:slug>/teams/<int:team_id>/", event_team, name="event-team"),
    path("events/<slug:slug>/teams/<int:team_id>/lineup/", event_line_up, name="event-lineup"),
    path("events/<slug:slug>/prizes/", prizes_page.event_prizes, name="event-prizes"),
    path(
        "events/<slug:slug>/categories/<int:category_id>/",
        prizes_page.event_category,
        name="event-category",
    ),
    path("events/<slug:slug>/crosstable/", event_crosstable, name="event-crosstable"),
    path("events/<slug:slug>/crosstable.csv", exports.crosstable_csv, name="crosstable-csv"),
    path("events/<slug:slug>/ratings/", event_ratings.event_ratings, name="event-ratings"),
    path("events/<slug:slug>/players.csv", exports.players_csv, name="players-csv"),
    path("events/<slug:slug>/rounds/<int:number>.csv", exports.round_csv, name="round-csv"),
    path("events/<slug:slug>/standings.csv", exports.standings_csv, name="standings-csv"),
    path("events/<slug:slug>/stakes/", stakes.event_stakes, name="event-stakes"),
    path("events/<slug:slug>/stakes.csv", stakes.winnings_csv, name="stakes-csv"),
    path(
        "events/<slug:slug>/stakes/transfers.csv",
        stakes.transfers_csv,
        name="stakes-transfers-csv",
    ),
    path("events/<slug:slug>/stakes/<int:entry>/", stakes.account, name="stakes-account"),
    path("events/<slug:slug>/stakes/match/<int:pairing_id>/", stakes.match, name="stakes-match"),
    path("events/<slug:slug>/games.csv", exports.games_csv, name="games-csv"),
    path("events/<slug:slug>/games.ptn", exports.games_ptn, name="games-ptn"),
    path("events/<slug:slug>/games/", events.event_games, name="event-games"),
    path("clubs/<slug:slug>/approve/", approving.approve_club, name="approve-club"),
]
