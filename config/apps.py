from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ConfigConfig(AppConfig):
    name = "config"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Site")

    def ready(self) -> None:
        # Not in `config/__init__.py`: `config.run` imports it and needs neither Celery nor Django.
        from config import celery  # noqa: F401  (the application that tasks are sent with)
        from config.access import notices  # noqa: F401  (needs the models)
        from config.database_limits import set_database_limits
        from config.notices import own_settings  # noqa: F401  (it hears of logins)

        post_migrate.connect(set_database_limits, sender=self)
