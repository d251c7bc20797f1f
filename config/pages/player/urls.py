"""URLs of players and rating lists."""

from django.urls import path

from config.pages.player import fair_play, head_to_head, players, ratings, statistics

urlpatterns = [
    path("players/", players.player_list, name="players"),
    path("players/<str:public_id>/", players.player, name="player"),
    path("players/<str:public_id>/vs/<str:other>/", head_to_head.head_to_head, name="head-to-head"),
    path("ratings/", ratings.pool_list, name="ratings"),
    path("ratings/<slug:slug>/", ratings.pool, name="pool"),
    path("ratings/<slug:slug>/statistics/", statistics.pool_statistics, name="pool-statistics"),
    path("ratings/<slug:slug>/flags/", fair_play.pool_flags, name="pool-flags"),
]
