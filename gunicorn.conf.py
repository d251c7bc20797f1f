"""Read by gunicorn when it starts in this folder, whoever starts it."""

import gc
import importlib
from typing import Any

logger_class = "config.logs.gunicorn_log.MaskingLogger"
# The project is loaded once, and the workers share its memory.
preload_app = True


def when_ready(server: Any) -> None:
    """Load the pages too, and keep the collector from touching, and so copying, what is shared."""
    importlib.import_module("config.urls")
    gc.collect()
    gc.freeze()
