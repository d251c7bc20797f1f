"""Which lines each test runs, how long it takes, and whether it starts a process."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from types import CodeType

import pytest

from tests.mutants.notes import Notes
from tests.paths import ROOT

APPS = ("config", "engine", "games", "ratings", "tournaments")
FOLDERS = tuple(f"{ROOT / app}/" for app in APPS)


@contextmanager
def noted_lines() -> Iterator[dict[str, list[int]]]:
    """The lines inside functions of the project that run: path → lines, known at the end."""
    noted: dict[CodeType, set[int]] = {}

    def enter(frame, event, argument):
        code = frame.f_code
        if code in noted or _is_noted(code):
            noted.setdefault(code, set())
            return follow
        return None

    def follow(frame, event, argument):
        noted[frame.f_code].add(frame.f_lineno)
        return follow

    lines: dict[str, list[int]] = {}
    threading.settrace(enter)
    sys.settrace(enter)
    try:
        yield lines
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        for code, numbers in [*noted.items()]:
            lines.setdefault(code.co_filename.removeprefix(f"{ROOT}/"), []).extend(sorted(numbers))


def _is_noted(code: CodeType) -> bool:
    """Whether it is a function of the project: the body of a module or a class is none."""
    return bool(code.co_flags & CO_OPTIMIZED) and code.co_filename.startswith(FOLDERS)


class Recorder:
    """A plugin of pytest that notes each test."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.seconds: dict[str, float] = {}
        self.starts_process = False
        sys.addaudithook(self._note_process)

    def _note_process(self, event, arguments):
        self.starts_process |= event in ("subprocess.Popen", "os.fork", "socket.connect")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.starts_process = False
        empty_caches()
        with noted_lines() as lines:
            result = yield
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
