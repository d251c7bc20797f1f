"""What each test is known to run, kept from one command to the next."""

import hashlib
import json
import os
from collections.abc import Iterable
from functools import cache

from tests.paths import ROOT

KEPT_IN = ROOT / "var" / "mutants"
# So many tests are noted again at most, where the command is stopped.
WRITTEN_AFTER = 200


class Notes:
    """The lines of some modules that each test runs.

    The notes on a test hold until its file changes, or one of the modules that it runs. Other
    changes can mislead: `rm -r var/mutants` forgets all.

    in_process: whether tests that only start a process are left out.
    """

    def __init__(self, modules: Iterable[str], *, in_process: bool = False) -> None:
        self.in_process = in_process
        self.modules = {path: digest(path) for path in modules}
        name = hashlib.sha256("\n".join(sorted(self.modules)).encode()).hexdigest()[:16]
        self.file = KEPT_IN / f"{name}.json"
        self.tests: dict[str, dict] = {}
        self.unwritten = 0
        self.read()

    def read(self) -> None:
        if self.file.exists():
            known = json.loads(self.file.read_text())
            self.tests = {name: test for name, test in known.items() if _exists(file_of(name))}

    def within(self, folders: Iterable[str]) -> list[str]:
        """The names of the tests in some folders or files."""
        places = tuple(place for each in folders for place in (f"{each.rstrip('/')}/", f"{each}::"))
        return [name for name in self.tests if name.startswith(places)]

    def holds(self, name: str) -> bool:
        """Whether a test and what it runs are as they were when it was noted."""
        test = self.tests.get(name)
        return (
            test is not None
            and test["digest"] == digest(file_of(name))
            and all(self.modules.get(path) == was for path, was in test["modules"].items())
        )

    def add(
        self, name: str, lines: dict[str, list[int]], seconds: float, starts_process: bool
    ) -> None:
        """Note what a test ran of these modules: path → lines."""
        self.tests[name] = {
            "digest": digest(file_of(name)),
            "modules": {path: self.modules[path] for path in lines},
            "lines": lines,
            "seconds": round(seconds, 3),
            "starts_process": starts_process,
        }
        self.unwritten += 1
        if self.unwritten >= WRITTEN_AFTER:
            self.write()

    def write(self) -> None:
        """Write all at once, so that who reads beside finds the old or the new."""
        KEPT_IN.mkdir(parents=True, exist_ok=True)
        partial = self.file.with_suffix(f".{os.getpid()}")
        partial.write_text(json.dumps(self.tests))
        partial.replace(self.file)
        self.unwritten = 0


def _exists(path: str) -> bool:
    return (ROOT / path).exists()


def file_of(name: str) -> str:
    """The path of the file that a test is in."""
    return name.partition("::")[0]


@cache
def digest(path: str) -> str:
    """The same for the same text; remembered, for a mutant is planted later."""
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()[:16]
