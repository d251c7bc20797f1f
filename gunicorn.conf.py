"""Read by gunicorn when it starts in this folder, whoever starts it."""

import gc
import importlib
from typing import Any

logger_class = "config.logs.gunicorn_log.MaskingLogger"
# The project is loaded once, and the workers share its memory. A new worker begins with that.
preload_app = True
max_requests, max_requests_jitter = 10_000, 1_000


def when_ready(server: Any) -> None:
    """Load the views too; then keep the collector from touching, and so copying, all of it."""
    importlib.import_module("config.urls")
    gc.freeze()
