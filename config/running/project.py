"""The project, loaded once for `make`: the programs are forked from it and share its memory.

Needs the environment that they are to have. Nothing here starts a thread or opens a connection.
"""

import gc
import os
import sys
from importlib import import_module

import django
from billiard import util as billiard
from django.conf import settings
from django.core.management import execute_from_command_line
from django.urls import reverse
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# What the programs import when they run, at their first request or at their first task.
LATE_MODULES = (
    "billiard.popen_fork",
    "billiard.sharedctypes",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.prefork",
    "celery.worker.autoscale",
    "celery.worker.consumer",
    "celery.worker.control",
    "config.cache",
    "config.logs.gunicorn_log",
    "config.worker.beat",
    "django.contrib.auth.context_processors",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.backends.db",
    "django.db.models.sql.compiler",
    "django.template.loaders.cached",
    "gunicorn.arbiter",
    "gunicorn.workers.gthread",
    "kombu.transport.redis",
    "uvicorn.lifespan.on",
    "uvicorn.loops.asyncio",
    "uvicorn.protocols.http.h11_impl",
)


def manage(*command: str) -> None:
    """Run a manage.py command."""
    execute_from_command_line(["manage.py", *command])


def load() -> None:
    """Load what all programs need. Not before the static files are there: modules may read them."""
    gc.disable()  # what it frees would leave holes
    for name in ("web", "worker", "follow"):
        import_module(f"config.running.{name}")
    app = import_module("config.celery").app
    app.loader.import_default_modules()
    app.finalize()
    for name in settings.MIDDLEWARE:
        import_string(name)
    for name in LATE_MODULES:
        import_module(name)
    reverse("pages:home")  # loads the pages, and prepares the table of addresses
    if sys.platform == "linux":
        # Changes nothing here. The first call loads a parser of C, 7 MB in each child of a worker.
        billiard.set_pdeathsig(0)  # type: ignore[attr-defined]
    gc.enable()
    gc.freeze()
