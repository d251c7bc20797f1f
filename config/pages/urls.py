"""URLs of the pages for people."""

from django.urls import include, path

app_name = "pages"

urlpatterns = [
    path("", include("config.pages.site.urls")),
    path("", include("config.pages.account.urls")),
    path("", include("config.pages.application.urls")),
    path("", include("config.pages.event.urls")),
    path("", include("config.pages.game.urls")),
    path("", include("config.pages.player.urls")),
    path("", include("config.pages.season.urls")),
    path("", include("config.pages.club.urls")),
    path("", include("config.pages.calendar.urls")),
    path("", include("config.pages.sharing.urls")),
    path("", include("config.pages.me.urls")),
    path("", include("config.pages.notices.urls")),
    path("", include("config.pages.desk.urls")),
    path("", include("config.pages.paper.urls")),
    path("", include("config.pages.webhook.urls")),
    path("", include("config.pages.offline.urls")),
]
