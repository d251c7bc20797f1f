"""Children that are copies of this process: they share the memory of all that it has loaded."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

PR_SET_PDEATHSIG = 1
LONGEST_SLEEP = 0.05
# Their handlers here are not those of the child.
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STANDARD_FILES = (0, 1, 2)


class Forked:
    """A child that runs a function. It is waited for and stopped as a subprocess.Popen is."""

    def __init__(self, run: Callable[[], object], title: str) -> None:
        if threading.active_count() > 1:
            raise RuntimeError("The child would lack the threads of this process.")
        self.returncode: int | None = None
        parent = os.getpid()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()  # else the child writes it too
        # A signal in between would run our handler in the child.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        self.pid = os.fork()
        if self.pid == 0:
            _run_in_child(run, title, parent, blocked)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """:raises subprocess.TimeoutExpired: it still runs."""
        end = None if timeout is None else time.monotonic() + timeout
        sleep = 0.001
        while (code := self.poll()) is None:
            if end is not None and timeout is not None and time.monotonic() >= end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(sleep)
            sleep = min(2 * sleep, LONGEST_SLEEP)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def die_with(parent: int) -> None:
    """The kernel terminates this process when its parent ends. For Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)  # it ended before


def _run_in_child(
    run: Callable[[], object], title: str, parent: int, mask: set[int | signal.Signals]
) -> NoReturn:
    """Whatever happens, the caller's code, which belongs to the parent, is not returned to."""
    code = 1
    try:
        for number in HANDLED:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        die_with(parent)
        os.setsid()  # so that Ctrl-C does not reach it
        _leave_files()
        _set_title(title)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        run()
        code = 0
    except SystemExit as end:
        code = _code_of(end)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _code_of(end: SystemExit) -> int:
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)
    return 1


def _leave_files() -> None:
    """Read nothing from the terminal, and hold no file of the parent open."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for name in os.listdir("/dev/fd"):
        if int(name) not in STANDARD_FILES:
            with suppress(OSError):  # such as that of the list itself
                os.close(int(name))


def _set_title(title: str) -> None:
    """What `ps` shows, in the place of the command of the parent. For Linux only."""
    if sys.platform == "linux":
        fields = Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()
        start, end = int(fields[45]), int(fields[46])  # arg_start and arg_end of proc(5)
        ctypes.memset(start, 0, end - start)
        shown = title.encode()[: end - start - 1]
        ctypes.memmove(start, shown, len(shown))
