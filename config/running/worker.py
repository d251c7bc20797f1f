"""Workers and beat: celery, without its command line, which loads a prompt for terminals."""

import sys
import warnings
from collections.abc import Sequence
from typing import Any

from celery.utils.nodenames import default_nodename, host_format

from config.celery import app
from config.environment import QUEUES, Environment

# A new child shares its memory with its parent, an old one has its own.
TASKS_PER_CHILD = 500


def worker_options(
    settings: Environment, queues: Sequence[str], *, beat: bool = False
) -> dict[str, Any]:
    """beat: it also sends the tasks that run by the clock."""
    name = "-".join(queues) if len(queues) < len(QUEUES) else "roadhouse"
    return {
        "queues": list(queues),
        "beat": beat,
        "schedule_filename": _schedule(settings),
        "concurrency": max(settings.queue_processes[queue] for queue in queues),
        "max_tasks_per_child": TASKS_PER_CHILD,
        "loglevel": settings.log_level,
        "hostname": host_format(default_nodename(f"{name}@%h")),
        "without_gossip": True,
        "without_mingle": True,
        "quiet": True,
    }


def work(settings: Environment, queues: Sequence[str], *, beat: bool = False) -> None:
    # Root is fine on a single machine or in a container.
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    worker = app.Worker(**worker_options(settings, queues, beat=beat))
    worker.start()
    sys.exit(worker.exitcode)


def run_beat(settings: Environment) -> None:
    app.Beat(schedule=_schedule(settings), loglevel=settings.log_level, quiet=True).run()


def _schedule(settings: Environment) -> str:
    return str(settings.var_dir / "beat")
