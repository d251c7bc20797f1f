"""What every web process needs sooner or later, loaded before the fork, so that they share it."""

import gc
import importlib
from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation

TEMPLATES = ("config/templates", "config/pages/templates")


def preload() -> None:
    """Load views, translations and templates, and keep the collector from copying them."""
    importlib.import_module(settings.ROOT_URLCONF)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")
    for folder in TEMPLATES:
        root = Path(settings.BASE_DIR, folder)
        for path in sorted(root.rglob("*.html")):
            get_template(path.relative_to(root).as_posix())
    gc.collect()
    gc.freeze()
