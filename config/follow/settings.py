"""The settings, with no more apps than reading the feed needs: this process is to stay small."""

from config.settings import *  # noqa: F403

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "oauth2_provider",
    "tournaments",
    "config.follow.apps.FollowConfig",
]
