"""How many messages wait in the queues of the broker, and how long the oldest has waited."""

import json
import time
from pathlib import Path
from typing import Any

import redis
from django.conf import settings

from config.environment import QUEUES
from config.worker.request_ids import SENT_AT

SECONDS = 2.0


def queue_lengths() -> dict[str, int]:
    """:raises redis.RedisError, OSError: the broker does not answer."""
    if not settings.REDIS_URL:
        names = [path.name for folder in _folders() for path in folder.iterdir()]
        return {queue: sum(f".{queue}." in name for name in names) for queue in QUEUES}
    with _client() as client:
        return {queue: int(client.llen(_key(queue))) for queue in QUEUES}


def oldest_seconds() -> dict[str, float]:
    """How long the oldest message of each queue has waited; only with Redis.

    :raises redis.RedisError: Redis does not answer.
    """
    if not settings.REDIS_URL:
        return {}
    with _client() as client:
        return {queue: _age(client.lindex(_key(queue), -1)) for queue in QUEUES}


def _age(message: Any) -> float:
    if not message:
        return 0.0
    sent_at = json.loads(message).get("headers", {}).get(SENT_AT)
    return max(0.0, time.time() - float(sent_at)) if sent_at else 0.0


def _client() -> "redis.Redis":
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS
    )


def _key(queue: str) -> str:
    return f"{settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}{queue}"


def _folders() -> list[Path]:
    """Of the broker in files."""
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_in")
    return [Path(str(folder))] if folder else []
