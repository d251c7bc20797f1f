"""URLs of seasons."""

from django.urls import path

from config.pages.season import seasons

urlpatterns = [
    path("series/<slug:slug>.csv", seasons.season_csv, name="series-csv"),
    path("series/<slug:slug>/", seasons.season, name="series"),
    path(
        "series/<slug:slug>/players/<slug:public_id>/", seasons.season_player, name="series-player"
    ),
]
