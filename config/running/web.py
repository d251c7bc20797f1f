"""The web server: gunicorn, without its command line. Its settings are in gunicorn.conf.py."""

from importlib import import_module
from typing import Any

from gunicorn.app.base import Application  # type: ignore[import-untyped]

from config import environment


class WebServer(Application):  # type: ignore[misc]
    def load_config(self) -> None:
        self.load_config_from_file(str(environment.ROOT / "gunicorn.conf.py"))

    def load(self) -> Any:
        """Not before the settings were read: they say where requests are counted."""
        return import_module("config.wsgi").application


def serve() -> None:
    WebServer().run()
