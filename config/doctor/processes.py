"""Broker, workers and beat as the doctor sees them."""

from collections.abc import Callable, Iterator

import redis
from django.conf import settings

from config.doctor.findings import Finding, failure, fine, warning
from config.health import checks
from config.metrics.queues import queue_lengths

MANY_MESSAGES = 1_000
# What answers slowly is told as failing.
ADVICE = {
    "broker": "Look at Redis and REDIS_URL",
    "workers": "Start them: docs/operations.md, Worker gone",
    "beat": "Start it: docs/operations.md, Worker gone",
}


def check_processes() -> Iterator[Finding]:
    """On one machine the service may just not run."""
    parts: dict[str, Callable[[], None]] = {
        "broker": checks.check_broker,
        "workers": checks.check_workers,
        "beat": checks.check_beat,
    }
    say = warning if settings.ON_ONE_MACHINE else failure
    for name, check in parts.items():
        try:
            check()
        except checks.Unfit as unfit:
            yield say(name, str(unfit), ADVICE[name])
        except (redis.RedisError, OSError) as error:
            yield failure(name, f"{type(error).__name__}: {error}", ADVICE[name])
        else:
            yield fine(name, "alive")


def check_queues() -> Iterator[Finding]:
    try:
        lengths = queue_lengths()
    except (redis.RedisError, OSError) as error:
        yield failure("queues", f"{type(error).__name__}: {error}", ADVICE["broker"])
        return
    for name, length in lengths.items():
        if length > MANY_MESSAGES:
            advice = f"More processes: {name.upper()}_PROCESSES, or another worker"
            yield warning("queues", f"{length} messages wait in {name}", advice)
    if max(lengths.values(), default=0) <= MANY_MESSAGES:
        yield fine("queues", ", ".join(f"{name} {length}" for name, length in lengths.items()))


def check_redis() -> Iterator[Finding]:
    """Whether Redis would forget messages."""
    if not settings.REDIS_URL:
        return
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5) as client:
            about = client.info("memory")
    except (redis.RedisError, OSError):
        return  # check_processes says so
    policy, most = about.get("maxmemory_policy", ""), int(about.get("maxmemory", 0))
    if most and policy != "noeviction":
        text = f"Redis deletes what it has no room for ({policy}), messages too"
        yield warning("redis", text, "Set maxmemory-policy to noeviction")
    if most and int(about["used_memory"]) > most * 0.9:
        yield warning("redis", "more than 90 % of its memory is used", "Raise maxmemory")
