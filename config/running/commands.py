"""The commands of the processes: `make` starts all of them, other supervisors one each."""

import sys
from collections.abc import Sequence

from config.environment import QUEUES, Environment

# A new child shares its memory with its parent, an old one has its own.
TASKS_PER_CHILD = 500
PROCESS_ENV = {
    "PYTHONUNBUFFERED": "1",
    # For glibc: threads share two heaps, so that memory freed by one is used by others.
    "MALLOC_ARENA_MAX": "2",
    # The checks load every page and view into the worker. `migrate` has just run them.
    "CELERY_SKIP_CHECKS": "1",
}
# Root is fine on a single machine or in a container.
QUIET = ("-W", "ignore:You're running the worker with superuser privileges")
CELERY = (sys.executable, *QUIET, "-m", "celery", "--quiet", "-A", "config")


def web_command() -> list[str]:
    """Its address and processes are in gunicorn.conf.py."""
    return [sys.executable, "-m", "gunicorn", "config.wsgi:application"]


def worker_command(
    settings: Environment, queues: Sequence[str] = QUEUES, *, beat: bool = False
) -> list[str]:
    """beat: it also sends the tasks that run by the clock."""
    return [
        *CELERY,
        "worker",
        *((*("--beat",), f"--schedule={settings.var_dir / 'beat'}") if beat else ()),
        f"--queues={','.join(queues)}",
        f"--concurrency={max(settings.queue_processes[queue] for queue in queues)}",
        f"--max-tasks-per-child={TASKS_PER_CHILD}",
        f"--loglevel={settings.log_level}",
        f"--hostname={'-'.join(queues) if len(queues) < len(QUEUES) else 'roadhouse'}@%h",
        "--without-gossip",
        "--without-mingle",
    ]


def beat_command(settings: Environment) -> list[str]:
    return [
        *CELERY,
        "beat",
        f"--schedule={settings.var_dir / 'beat'}",
        f"--loglevel={settings.log_level}",
        "--pidfile=",
    ]


def follow_command(settings: Environment, port: int) -> list[str]:
    return [
        sys.executable,
        *("-m", "uvicorn", "config.follow.app:application"),
        f"--host={settings.bind_address}",
        f"--port={port}",
        "--loop=asyncio",
        "--http=h11",
        "--ws=none",
        "--no-access-log",
        "--log-level=error",
        "--timeout-graceful-shutdown=1",
    ]
