"""What is noted about tests, and when it has to be noted again."""

import builtins
import importlib.util
import sys

import pytest

from tests.mutants import notes as module
from tests.mutants import noting
from tests.mutants.notes import Notes
from tests.mutants.noting import NotedStatements
from tests.mutants.recorder import noted_lines
from tournaments.name_folding import fold_name


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of two modules and a test, of which nothing is known."""
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "KEPT_IN", tmp_path / "var")
    for name in ("a.py", "b.py", "test_a.py"):
        (tmp_path / name).write_text("")
    module.digest.cache_clear()
    yield tmp_path
    module.digest.cache_clear()


def known(project):
    notes = Notes(["a.py", "b.py"])
    notes.add("test_a.py::test", {"a.py": [3]}, 0.5, starts_process=False)
    notes.write()
    return notes


def test_the_lines_are_kept_for_the_next_command(project):
    known(project)
    again = Notes(["b.py", "a.py"])
    assert again.tests["test_a.py::test"]["lines"] == {"a.py": [3]}
    assert again.holds("test_a.py::test")
    assert not again.holds("test_a.py::test_of_today")
    assert not Notes(["a.py"]).tests


@pytest.mark.parametrize(
    ("changed", "holds"), [("a.py", False), ("test_a.py", False), ("b.py", True)]
)
def test_a_test_is_noted_again_when_its_file_or_what_it_ran_has_changed(project, changed, holds):
    known(project)
    (project / changed).write_text("x = 1\n")
    module.digest.cache_clear()
    assert Notes(["a.py", "b.py"]).holds("test_a.py::test") is holds


def test_tests_whose_file_is_gone_are_forgotten(project):
    known(project)
    (project / "test_a.py").unlink()
    assert not Notes(["a.py", "b.py"]).tests


def test_the_tests_of_a_folder_and_of_a_file(project):
    notes = known(project)
    assert notes.within(["test_a.py"]) == ["test_a.py::test"]
    assert notes.within(["test_"]) == []


def test_lines_that_run_inside_functions_are_noted():
    path = "tournaments/name_folding.py"
    with noted_lines([path, "tournaments/limits.py"]) as lines:
        fold_name("Åse")
    first = fold_name.__code__.co_firstlineno
    assert set(lines) == {path}
    assert first not in lines[path]
    assert {line for *_, line in fold_name.__code__.co_lines() if line != first} <= {*lines[path]}


SOURCE = """\
def outer(value):
    \"\"\"What it does.\"\"\"

    def inner():
        return value

    if value > 2:
        return inner()
    elif value:
        with open(__file__):
            pass
    try:
        raise ValueError
    except ValueError:
        return [each for each in range(value)]
    finally:
        value += 1
"""


@pytest.mark.parametrize(
    ("value", "given", "lines"),
    [
        (3, 3, {2, 4, 5, 7, 8}),
        (1, [0], {2, 4, 7, 9, 10, 11, 12, 13, 15, 17}),
        (0, [], {2, 4, 7, 9, 12, 13, 15, 17}),
    ],
)
def test_statements_of_functions_that_were_imported_are_noted(
    tmp_path, monkeypatch, value, given, lines
):
    """The function keeps its text, its answers and the lines that tracebacks name."""
    monkeypatch.setattr(noting, "ROOT", tmp_path)
    monkeypatch.setattr(builtins, noting.NOTE, None, raising=False)
    (tmp_path / "followed.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("followed", tmp_path / "followed.py")
    assert spec
    assert spec.loader
    followed = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "followed", followed)
    spec.loader.exec_module(followed)
    outer = followed.outer
    statements = NotedStatements(["followed.py", "other.py"])
    statements.begin()
    assert outer(value) == given
    assert statements.lines() == {"followed.py": sorted(lines)}
    assert outer.__doc__ == "What it does."
    statements.begin()
    assert statements.lines() == {}
