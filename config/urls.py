"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from config import health

urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("api/v1/", include("config.api.urls")),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    # One page changes one's own password, with one brake on guesses at the present one.
    path("admin/password_change/", RedirectView.as_view(pattern_name="pages:password")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("config.pages.urls")),
]
handler500 = "config.api.problems.server_error"
