"""The app of the admin, with our site in place of Django's."""

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default_site = "config.admin_pages.site.RoadhouseAdmin"
