"""Processes that are started together, watched, and stopped together.

A process that ends by itself while the service is open is started again: at once, or, if it keeps
ending soon after its start, after pauses that double.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from config import environment
from config.running.forks import Forked, die_with
from config.running.grace import STOP_SECONDS

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 60.0
# So many ends in a row may be a hand that kills, or a moment without memory; more are a fault.
WITHOUT_DOUBLING = 3
# A process that ends sooner has failed at its start.
SETTLED_SECONDS = 10.0
PR_SET_CHILD_SUBREAPER = 36


class CannotRun(Exception):
    """The service cannot start."""


@dataclass(frozen=True, slots=True)
class Program:
    """command: what to run, or a function that a copy of this process runs.

    stdin, log: of a command, what is written to it at its start, and where its output goes.
    stops_last: the others need it until they have stopped.
    """

    name: str
    command: Sequence[str] | Callable[[], object]
    stdin: str = ""
    log: Path | None = None
    stops_last: bool = False


Process = subprocess.Popen[bytes] | Forked


@dataclass(slots=True)
class Watched:
    """A program and its process; times on the monotonic clock. restart_at: it has ended."""

    program: Program
    process: Process
    started_at: float
    failed_starts: int = 0
    restart_at: float | None = None


@dataclass(slots=True)
class Service:
    """The processes of one run, in start order.

    adopts_orphans: what they leave behind became our child (see adopt_orphans), so each child of
    this process that ends is waited for.
    """

    adopts_orphans: bool = False
    watched: list[Watched] = field(default_factory=list)

    def start(self, program: Program) -> None:
        self.watched.append(Watched(program, self._spawn(program), time.monotonic()))

    def complete(self, program: Program) -> None:
        """Run a program to its end.

        :raises CannotRun: it failed.
        """
        self.start(program)
        code = self.watched[-1].process.wait()
        self.watched.pop()
        if code:
            raise CannotRun(f"{program.name} failed.")

    def require_alive(self) -> None:
        """:raises CannotRun: a process has ended."""
        for each in self.watched:
            if each.process.poll() is not None:
                code = each.process.returncode
                raise CannotRun(f"The {each.program.name} ended by itself (exit code {code}).")

    def restart_ended(self) -> None:
        """Start again what has ended; call it again and again. Never waits."""
        for each in self.watched:
            if each.process.poll() is None:
                continue
            if each.restart_at is None:
                self._plan_restart(each)
            elif time.monotonic() >= each.restart_at:
                each.process = self._spawn(each.program)
                each.started_at, each.restart_at = time.monotonic(), None
        if self.adopts_orphans:
            self._reap_orphans()

    def stop(self) -> None:
        """Stop all processes and their children; each may first finish what it does."""
        _stop([each.process for each in self.watched if not each.program.stops_last])
        _stop([each.process for each in self.watched if each.program.stops_last])
        self.watched.clear()
        if self.adopts_orphans:
            _wait_for_orphans()

    def _reap_orphans(self) -> None:
        """Reap ended orphans, which have become our children (see adopt_orphans)."""
        ours = {each.process.pid for each in self.watched}
        with suppress(ChildProcessError):
            while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if ended.si_pid in ours:
                    return  # it ended just now: the next call looks at it first
                os.waitpid(ended.si_pid, 0)

    def _plan_restart(self, each: Watched) -> None:
        now = time.monotonic()
        _kill_group(each.process.pid)  # its children, which nobody leads any more
        soon = now - each.started_at < SETTLED_SECONDS
        each.failed_starts = each.failed_starts + 1 if soon else 0
        pause = pause_before(each.failed_starts)
        each.restart_at = now + pause
        again = f", {each.failed_starts} times in a row soon after its start" if soon else ""
        print(
            f"\nroadhouse: THE {each.program.name.upper()} ENDED BY ITSELF "
            f"(exit code {each.process.returncode}){again}; it is started again in {pause:g} s.",
            file=sys.stderr,
            flush=True,
        )

    def _spawn(self, program: Program) -> Process:
        """Start a process in its own group, so that Ctrl-C does not reach it."""
        if callable(program.command):
            return Forked(program.command, f"roadhouse: {program.name}")
        with ExitStack() as stack:
            process = subprocess.Popen(
                program.command,
                cwd=environment.ROOT,
                stdin=subprocess.PIPE if program.stdin else subprocess.DEVNULL,
                stdout=stack.enter_context(program.log.open("ab")) if program.log else None,
                stderr=subprocess.STDOUT if program.log else None,
                start_new_session=True,
                preexec_fn=partial(die_with, os.getpid()),
            )
        if program.stdin and process.stdin:
            with suppress(BrokenPipeError), process.stdin as pipe:
                pipe.write(program.stdin.encode())
        return process


def pause_before(failed_starts: int) -> float:
    """Seconds until a process that has ended is started again."""
    doublings = min(max(0, failed_starts - WITHOUT_DOUBLING), 10)
    doubled = FIRST_PAUSE_SECONDS * float(2**doublings)
    return min(doubled, LONGEST_PAUSE_SECONDS)


def _stop(processes: Sequence[Process]) -> None:
    """Terminate processes at once, wait for them, then kill what is left of their groups."""
    end = time.monotonic() + STOP_SECONDS
    for process in processes:
        if process.poll() is None:
            process.terminate()
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, end - time.monotonic()))
        _kill_group(process.pid)
        process.wait()


def _kill_group(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _wait_for_orphans() -> None:
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def adopt_orphans() -> None:
    """Become the parent of orphaned descendants, so that we can wait for them. For Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
