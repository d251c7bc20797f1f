"""The top of the project: settings, processes and addresses; the website is `config.pages`."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
