from django.apps import AppConfig


class FollowConfig(AppConfig):
    """The models of `config`, without its tasks and signals."""

    name = "config"
    default_auto_field = "django.db.models.BigAutoField"
