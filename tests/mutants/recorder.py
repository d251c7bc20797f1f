"""Which functions each test calls, how long it takes, and whether it starts a process."""

import json
import sys
from contextlib import contextmanager

import pytest

from tests.paths import ROOT

APPS = ("config", "engine", "games", "ratings", "tournaments")
RECORDED = ROOT / "recorded.json"


@contextmanager
def noted_calls():
    """The functions of the project that are called inside: path → their first lines."""
    codes = set()

    def note(frame, event, argument):
        if event == "call":
            codes.add(frame.f_code)

    calls: dict[str, list[int]] = {}
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        root = f"{ROOT}/"
        for code in codes:
            if code.co_filename.startswith(root):
                path = code.co_filename.removeprefix(root)
                calls.setdefault(path, []).append(code.co_firstlineno)


class Recorder:
    """A plugin of pytest that writes to a file what it notes about each test."""

    def __init__(self) -> None:
        self.tests: dict[str, dict] = {}
        self.starts_process = False
        sys.addaudithook(self._note_process)

    def _note_process(self, event, arguments):
        self.starts_process |= event in ("subprocess.Popen", "os.fork", "socket.connect")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.starts_process = False
        empty_caches()
        with noted_calls() as calls:
            result = yield
        self.tests[item.nodeid] |= {"calls": calls, "starts_process": self.starts_process}
        return result

    def pytest_runtest_logreport(self, report):
        test = self.tests.setdefault(report.nodeid, {"seconds": 0})
        test["seconds"] += report.duration

    def pytest_sessionfinish(self):
        RECORDED.write_text(json.dumps(self.tests))


def empty_caches() -> None:
    """Forget what functions returned: it hides from a test the functions that it needs."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in APPS:
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and hasattr(value, "cache_info"):
                    value.cache_clear()
