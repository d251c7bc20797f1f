"""A Redis for one measurement, as `make` has one."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from config.broker import choose_broker

START_SECONDS = 10


@contextmanager
def own_redis(folder: Path) -> Iterator[str]:
    """Its URL; empty if none can be started here."""
    broker = choose_broker(redis_url="", var_dir=folder)
    if not broker.command:
        yield ""
        return
    with subprocess.Popen(
        broker.command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as server:
        assert server.stdin
        server.stdin.write(broker.config.encode())
        server.stdin.close()
        try:
            _wait(broker.url)
            yield broker.url
        finally:
            server.terminate()


def _wait(url: str) -> None:
    ends = time.monotonic() + START_SECONDS
    with Redis.from_url(url) as redis:
        while True:
            try:
                redis.ping()
                return
            except RedisError:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.05)
