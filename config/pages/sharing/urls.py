"""URLs of what is shown elsewhere."""

from django.urls import path

from config.pages.sharing import feeds, share

urlpatterns = [
    path("events/<slug:slug>/share/", share.share, name="event-share"),
    path("events/<slug:slug>/share.md", share.share_md, name="event-share-md"),
    path("events/<slug:slug>/share.txt", share.share_txt, name="event-share-txt"),
    path("events/<slug:slug>/embed/", share.event_embed, name="event-embed"),
    path("events/<slug:slug>/feed.atom", feeds.event_feed, name="event-feed"),
    path("clubs/<slug:slug>/feed.atom", feeds.club_feed, name="club-feed"),
]
