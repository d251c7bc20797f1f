"""The root URL configuration."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from config.health.views import healthz, readyz
from config.playtak_messages import take_message

urlpatterns = [
    # Answered by the middleware before anything else.
    path("healthz", healthz),
    path("readyz", readyz),
    path("api/v1/", include("config.api.urls")),
    path("", include("config.oauth.urls")),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    # The page limits guesses at the current password; the admin form would not.
    path("admin/password_change/", RedirectView.as_view(pattern_name="pages:password")),
    path("admin/", admin.site.urls),
    path("playtak/<str:secret>/", take_message, name="playtak-messages"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("config.pages.urls")),
]
handler500 = "config.middleware.server_errors.server_error"
