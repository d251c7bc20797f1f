"""Mutants of functions: tried with tests that were imported before."""

import gc
import os
from collections.abc import Callable
from types import CodeType, FunctionType

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.forks import become_leader
from tests.mutants.notes import Notes
from tests.mutants.noting import codes_in
from tests.mutants.recorder import Recorder, empty_caches, noted_lines
from tests.mutants.trial import OUTPUT, Trial, order_items
from tests.paths import ROOT

# Of the tests without a mutant.
LONGEST_SECONDS = 3600


class Collected:
    """A plugin of pytest that runs the collected tests in a fork for each mutant.

    Mutants of what is done when a module is imported are passed over.
    """

    def __init__(
        self, mutants: list[Mutant], notes: Notes, tell: Callable[[Mutant, bool], None]
    ) -> None:
        self.mutants = mutants
        self.notes = notes
        self.tell = tell
        self.is_fork = False
        self.noting = noted_lines(notes.modules)
        self.imported = self.noting.__enter__()

    def pytest_collection_finish(self, session):
        self.noting.__exit__(None, None, None)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """True in the process that tries; None in a fork, where pytest then runs the tests."""
        trial = Trial(self.notes, [item.nodeid for item in session.items])
        process = self._fork()
        if not process:
            session.config.pluginmanager.register(Recorder(self.notes))
            order_items(session.items, trial.unknown_tests())
            return None
        trial.end_recording(process, LONGEST_SECONDS)
        for mutant in self.mutants:
            functions = [] if self._is_imported(mutant) else changed_functions(mutant)
            if not functions:
                continue
            with trial.planted(mutant) as names:
                process = self._fork()
                if not process:
                    _change(functions)
                    order_items(session.items, names)
                    return None
                self.tell(mutant, trial.is_found(process, names))
        return True

    def _fork(self) -> int:
        process = os.fork()
        if not process:
            self.is_fork = True
            become_leader(OUTPUT)
        return process

    def _is_imported(self, mutant: Mutant) -> bool:
        """Whether the change is outside functions, or in one that importing has called."""
        called = self.imported.get(mutant.path, [])
        return not mutant.first or any(mutant.first <= line <= mutant.last for line in called)


def changed_functions(mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
    """The functions that a mutant changes, each with its new code; none where names are double."""
    path = str(ROOT / mutant.path)
    codes: dict[str, list[CodeType]] = {}
    for code in codes_in(compile(mutant.text, path, "exec")):
        codes.setdefault(code.co_qualname, []).append(code)
    gc.unfreeze()
    changed = [
        (each, codes.get(each.__code__.co_qualname, []))
        for each in gc.get_objects()
        if isinstance(each, FunctionType)
        and each.__code__.co_filename == path
        and mutant.first <= each.__code__.co_firstlineno <= mutant.last
        and "<locals>" not in each.__code__.co_qualname
    ]
    if any(len(found) != 1 for _, found in changed):
        return []
    return [(function, code) for function, [code] in changed]


def _change(functions: list[tuple[FunctionType, CodeType]]) -> None:
    for function, code in functions:
        function.__code__ = code
    empty_caches()
