"""URLs of notices."""

from django.urls import path

from config.pages.notices import notices

urlpatterns = [
    path("me/notices/", notices.own_notices_page, name="own-notices"),
    path("me/notices/settings/", notices.own_settings_page, name="own-notice-settings"),
]
