"""URLs of notices."""

from django.urls import path

from config.pages.notices import devices, notices, own_settings, unsubscribe

urlpatterns = [
    path("me/notices/", notices.own_notices_page, name="own-notices"),
    path("me/notices/bell/", notices.own_bell, name="own-bell"),
    path("me/notices/settings/", own_settings.own_settings_page, name="own-notice-settings"),
    path("me/notices/devices/", devices.own_devices_page, name="own-devices"),
    path("notices/stop/<str:token>/", unsubscribe.unsubscribe_page, name="unsubscribe"),
]
