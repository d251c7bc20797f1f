from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConfigConfig(AppConfig):
    name = "config"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Site")

    def ready(self) -> None:
        from config.access import notices  # noqa: F401  (needs the models)
