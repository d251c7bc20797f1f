"""URLs of what is shown elsewhere."""

from django.urls import path

from config.pages.sharing import feeds, pictures, share

urlpatterns = [
    path("events/<slug:slug>/share/", share.share, name="event-share"),
    path("events/<slug:slug>/share.md", share.share_md, name="event-share-md"),
    path("events/<slug:slug>/share.txt", share.share_txt, name="event-share-txt"),
    path("events/<slug:slug>/picture.png", pictures.event_picture, name="event-picture"),
    path("events/<slug:slug>/standings.png", pictures.standings_picture, name="standings-picture"),
    path("games/<str:public_id>/picture.png", pictures.game_picture, name="game-picture"),
    path("events/<slug:slug>/embed/", share.event_embed, name="event-embed"),
    path("events/<slug:slug>/feed.atom", feeds.event_feed, name="event-feed"),
    path("clubs/<slug:slug>/feed.atom", feeds.club_feed, name="club-feed"),
]
