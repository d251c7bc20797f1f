"""The settings of the tests: the real ones, with nothing shared with a running service."""

from config.settings import *  # noqa: F403
from config.settings import CELERY_BROKER_TRANSPORT_OPTIONS, ENV

# Fast and as weak as a test may be.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if ENV.redis_url:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        **CELERY_BROKER_TRANSPORT_OPTIONS,
        "global_keyprefix": "roadhouse-test-",
    }
else:
    # A broker inside the process: messages are sent, and nobody has to answer.
    CELERY_BROKER_URL = "memory://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# There is no worker to wait for: who asks for a round pairs it.
PAIRING_PATIENCE_SECONDS = 0.0
