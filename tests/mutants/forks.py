"""Runs in processes of their own."""

import os
import resource
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

NEVER_ENDED = 124
# A mutant that never ends may fill the memory before its time is up.
MOST_MEMORY = 3 * 2**30


def forked(run, output: Path) -> int:
    """The number of a new process, and of its group, that exits with what `run` returns."""
    process = os.fork()
    if process:
        return process
    status = 70
    try:
        become_leader(output)
        status = int(run())
    except BaseException:
        traceback.print_exc()
    finally:
        leave(status)
    return status


def become_leader(output: Path) -> None:
    """Lead a group of processes with little memory, and print to a file."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    writing = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(writing, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


def leave(status: int) -> None:
    """End this process without what its parent has planned for its own end."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def status_within(process: int, seconds: float) -> int:
    """The exit status of a forked process, which is killed with its group when time is up."""
    until = time.monotonic() + seconds
    done = status = 0
    try:
        while not done and time.monotonic() < until:
            done, status = os.waitpid(process, os.WNOHANG)
            time.sleep(0.0 if done else 0.02)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
    if done:
        return os.waitstatus_to_exitcode(status)
    os.waitpid(process, 0)
    return NEVER_ENDED
