"""The settings of the tests: the real ones, with nothing shared with a running service."""

import os

# What a `.env` says is for the service; the processes that tests start inherit this.
os.environ["ENV_FILE"] = ""

from config.settings import *  # noqa: F403
from config.settings import CACHES, CELERY_BROKER_TRANSPORT_OPTIONS, DATABASES, ENV

# What pytest-django puts in the place of a variable that is not there is no string: it fails.
SILENCED_SYSTEM_CHECKS = ["templates.E002"]

# Fast and as weak as a test may be.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # pytest-django asks for the name, because it knows Django's own SQLite only.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}

# Each process of `pytest -n` has its own keys; it has its own database by pytest-django.
OWN_KEYS = f"roadhouse-test-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"

if ENV.redis_url:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        **CELERY_BROKER_TRANSPORT_OPTIONS,
        "global_keyprefix": f"{OWN_KEYS}-",
    }
    CACHES = {
        "default": {
            **CACHES["default"],
            "BACKEND": "tests.processes.cache.OwnKeysCache",
            "KEY_PREFIX": OWN_KEYS,
        }
    }
else:
    # A broker inside the process: messages are sent, and nobody has to answer.
    CELERY_BROKER_URL = "memory://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# There is no worker to wait for: who asks for a round pairs it.
PAIRING_PATIENCE_SECONDS = 0.0

# The fewest samples, and so the same ones however busy the machine is.
OUTLOOK_SECONDS = 0.0
