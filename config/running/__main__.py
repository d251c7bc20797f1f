"""Run one process of the service: `python -m config.running web`, `beat`, `follow`, or
`worker [QUEUE ...]`, by default of all queues. For containers and systemd (docs/operations.md)."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module

from config import environment
from config.environment import QUEUES, BadEnvironment, Environment
from config.running.own_process import set_up_process

PROCESSES = ("web", "worker", "beat", "follow")
FOLLOW_PORT = 8100


def main(arguments: Sequence[str]) -> None:
    try:
        settings = environment.read_environment()
    except BadEnvironment as error:
        sys.exit(f"roadhouse: {error}")
    process, queues = read_arguments(arguments)
    # What gunicorn and celery execute when a signal restarts them.
    sys.argv = ["-m", "config.running", *arguments]
    set_up_process()
    program_of(process, queues, settings)()


def read_arguments(arguments: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The process, and the queues of a worker."""
    parser = argparse.ArgumentParser(prog="python -m config.running", description=__doc__)
    parser.add_argument("process", choices=PROCESSES)
    parser.add_argument("queues", nargs="*", metavar="QUEUE", help=f"of {', '.join(QUEUES)}")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.queues) - set(QUEUES))
    if unknown or (given.queues and given.process != "worker"):
        parser.error(f"there is no queue {unknown[0]}" if unknown else "a worker has queues")
    return given.process, given.queues or QUEUES


def program_of(process: str, queues: Sequence[str], settings: Environment) -> partial[None]:
    """Loads what this process needs, and no more."""
    if process == "worker":
        return partial(import_module("config.running.worker").work, settings, queues)
    if process == "beat":
        return partial(import_module("config.running.worker").run_beat, settings)
    if process == "follow":
        port = settings.follow_port or FOLLOW_PORT
        return partial(import_module("config.running.follow").serve, settings, port)
    return partial(import_module("config.running.web").serve)


if __name__ == "__main__":
    main(sys.argv[1:])
