"""The project: settings, processes and URLs. The website is `config.pages`."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
