"""The top of the project: settings, processes, addresses, tokens and the pages' frame."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
