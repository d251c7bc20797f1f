"""Read by gunicorn when it starts in this folder, whoever starts it."""

import gc
import importlib
import sys
from typing import Any

from config.environment import BadEnvironment, read_environment
from config.metrics.folder import count_in_files
from config.running import grace

try:
    _settings = read_environment()
except BadEnvironment as error:
    sys.exit(f"roadhouse: {error}")
_host = _settings.bind_address
bind = f"[{_host}]:{_settings.port}" if ":" in _host else f"{_host}:{_settings.port}"
workers, threads = _settings.web_processes, _settings.web_threads
loglevel = _settings.log_level.lower()
control_socket_disable = True
logger_class = "config.logs.gunicorn_log.MaskingLogger"
# The project is loaded once, and the workers share its memory. A new worker begins with that.
preload_app = True
max_requests, max_requests_jitter = 10_000, 1_000
graceful_timeout = grace.REQUEST_SECONDS

if _settings.metrics:
    count_in_files(_settings.var_dir)


def when_ready(server: Any) -> None:
    """Load the views too; then keep the collector from touching, and so copying, all of it."""
    importlib.import_module("config.urls")
    gc.freeze()
