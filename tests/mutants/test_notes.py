"""What is noted about tests, and when it has to be noted again."""

import pytest

from tests.mutants import notes as module
from tests.mutants.notes import Notes
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
