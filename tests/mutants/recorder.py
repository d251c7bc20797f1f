"""Which lines each test runs, how long it takes, and whether it starts a process."""

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED

import pytest

from tests.mutants.notes import Notes
from tests.mutants.noting import NotedStatements
from tests.paths import ROOT

APPS = ("config", "engine", "games", "ratings", "tournaments")


@contextmanager
def noted_lines(modules: Iterable[str]) -> Iterator[dict[str, list[int]]]:
    """The lines inside functions of these modules that run: path → lines, known at the end.

    For modules that are imported meanwhile; `noting` is quicker for those that are.
    """
    noted: dict[str, set[int]] = {path: set() for path in modules}
    followers = {str(ROOT / path): _follower(lines) for path, lines in noted.items()}

    def enter(frame, event, argument):
        """Called for each call in the process: what is not noted has to cost little."""
        follow = followers.get(frame.f_code.co_filename)
        # The body of a module or a class is no function.
        return follow if follow and frame.f_code.co_flags & CO_OPTIMIZED else None

    ran: dict[str, list[int]] = {}
    threading.settrace(enter)
    sys.settrace(enter)
    try:
        yield ran
    finally:
        sys.settrace(None)
        threading.settrace(None)
        ran |= {path: sorted(lines) for path, lines in noted.items() if lines}


def _follower(lines: set[int]) -> Callable:
    def follow(frame, event, argument):
        lines.add(frame.f_lineno)
        return follow

    return follow


class Recorder:
    """A plugin of pytest that notes each test."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.statements = NotedStatements(notes.modules)
        self.seconds: dict[str, float] = {}
        self.starts_process = False
        sys.addaudithook(self._note_process)

    def _note_process(self, event, arguments):
        self.starts_process |= event in ("subprocess.Popen", "os.fork", "socket.connect")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.starts_process = False
        empty_caches()
        self.statements.begin()
        result = yield
        lines = self.statements.lines()
        self.notes.add(item.nodeid, lines, self.seconds[item.nodeid], self.starts_process)
        return result

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self):
        self.notes.write()


def empty_caches() -> None:
    """Forget what functions returned: it hides from a test the functions that it needs."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in APPS:
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and hasattr(value, "cache_info"):
                    value.cache_clear()
