"""Become one process of the service: `python -m config.running web`, `beat`, `follow`, or
`worker [QUEUE ...]`, by default of all queues. For containers and systemd (docs/operations.md)."""

import argparse
import os
import sys
from collections.abc import Sequence

from config import environment
from config.environment import QUEUES, BadEnvironment, Environment
from config.running import commands

PROCESSES = ("web", "worker", "beat", "follow")
FOLLOW_PORT = 8100


def main(arguments: Sequence[str]) -> None:
    try:
        settings = environment.read_environment()
    except BadEnvironment as error:
        sys.exit(f"roadhouse: {error}")
    command = command_of(arguments, settings)
    os.chdir(environment.ROOT)
    # The program is our own interpreter, with arguments made here.
    os.execve(command[0], command, {**os.environ, **commands.PROCESS_ENV})  # nosec


def command_of(arguments: Sequence[str], settings: Environment) -> list[str]:
    parser = argparse.ArgumentParser(prog="python -m config.running", description=__doc__)
    parser.add_argument("process", choices=PROCESSES)
    parser.add_argument("queues", nargs="*", metavar="QUEUE", help=f"of {', '.join(QUEUES)}")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.queues) - set(QUEUES))
    if unknown or (given.queues and given.process != "worker"):
        parser.error(f"there is no queue {unknown[0]}" if unknown else "a worker has queues")
    if given.process == "worker":
        return commands.worker_command(settings, given.queues or QUEUES)
    if given.process == "beat":
        return commands.beat_command(settings)
    if given.process == "follow":
        return commands.follow_command(settings, settings.follow_port or FOLLOW_PORT)
    return commands.web_command()


if __name__ == "__main__":
    main(sys.argv[1:])
