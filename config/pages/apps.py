from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The website: pages for players, organisers and the public."""

    name = "config.pages"
