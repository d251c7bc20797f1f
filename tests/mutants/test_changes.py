"""Mutants: what is changed, what is left alone, which tests run, and the sample."""

from pathlib import Path

import pytest

from tests.mutants.changes import mutants_of
from tests.mutants.choice import chosen_tests
from tests.mutants.sampling import modules, sample
from tests.mutants.targets import TESTS, responsible_tests
from tests.paths import ROOT


def changed(source: str) -> set[str]:
    """What each mutant of a source differs in, as before → after."""
    return {f"{mutant.before} → {mutant.after}" for mutant in mutants_of("a.py", source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a < b → a <= b", "a < b → a >= b"}),
        ("a == b", {"a == b → a != b"}),
        ("a in b", {"a in b → a not in b"}),
        ("x = a and b", {"a and b → a or b"}),
        ("x = a + b", {"a + b → a - b"}),
        ("x = not a", {"not a → a"}),
        ("x = 2", {"2 → 3", "2 → 1"}),
        ("x = True", {"True → False"}),
        ("x = 'code'", {"'code' → 'codex'"}),
        ("x = y if a else z", {"a → not a"}),
        ("x = [y for y in z if y]", {"[y for y in z if y] → [y for y in z]"}),
        ("x = f(a, b)", {"f(a, b) → f(b, a)"}),
        ("x = f(a=b)", {"f(a=b) → f()"}),
        ("x = min(a)", {"min(a) → max(a)"}),
        ("def f():\n    return a", {"return a → return None"}),
        ("f(a)", {"f(a) → pass"}),
        ("x.y = a", {"x.y = a → pass"}),
        ("for a in b:\n    continue", {"continue → break", "continue → pass"}),
    ],
)
def test_what_is_changed(source, expected):
    assert changed(source) >= expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "assert a < 2",
        "x = 'a sentence for readers'",
        "x = f'{a + 1}'",
        "import a",
        "def f(a: 'b') -> 'c': ...",
        "if TYPE_CHECKING:\n    x = 1",
        "x = TypeVar('x')",
    ],
)
def test_what_no_test_could_see_is_left_alone(source):
    assert changed(source) <= {"... → pass"}


def test_a_mutant_differs_in_one_place_only():
    source = (
        "def f(a):\n    if a < 2:  # é\n        return 'é', a\n    return g(a,\n             1)\n"
    )
    texts = {mutant.text for mutant in mutants_of("a.py", source)}
    assert source.replace("a < 2", "(a <= 2)") in texts
    assert source.replace("return 'é', a", "return None") in texts
    assert source.replace("1)", "0)") in texts
    assert source not in texts
    lines = {mutant.line for mutant in mutants_of("a.py", source)}
    assert lines == {2, 3, 4, 5}


def test_the_body_of_a_function_is_known_by_its_lines():
    """A decorator and a default are made when the module is imported."""
    source = "X = 1\n\n@deco(2)\ndef f(a=3):\n    return 4\n"
    spans = {(m.line, m.first, m.last) for m in mutants_of("a.py", source)}
    assert spans == {(1, 0, 0), (3, 0, 0), (4, 0, 0), (5, 3, 5)}


def test_a_sample_takes_as_much_from_every_part():
    mutants = mutants_of("a.py", "\n".join(f"x = {number}" for number in range(2, 102)))
    drawn = sample(mutants, 10, seed=1)
    assert [mutants.index(each) // 20 for each in drawn] == list(range(10))
    assert drawn == sample(mutants, 10, seed=1) != sample(mutants, 10, seed=2)
    assert sample(mutants, 0, seed=1) == sample(mutants, 1000, seed=1) == mutants


def test_the_lines_that_have_to_run_are_those_of_the_innermost_statement():
    source = (
        "def f(a):\n    if (g(1)\n            and a):\n        return (2,\n                3)\n"
        "    match a:\n        case 4:\n            x.y = [\n                5 for b in a]\n"
    )
    lines = {m.before: (m.first_run, m.last_run) for m in mutants_of("a.py", source)}
    assert lines["1"] == lines["g(1) and a"] == (2, 3)
    assert lines["2"] == lines["3"] == (4, 5)
    assert lines["4"] == (6, 6)
    assert lines["5"] == (8, 9)


def test_the_tests_that_run_a_line_come_first_and_the_quick_ones_before_the_slow():
    (mutant,) = mutants_of("a.py", "def f():\n    return a\n")
    tests = {
        "slow": {"lines": {"a.py": [2]}, "seconds": 2, "starts_process": False},
        "other": {"lines": {"a.py": [9]}, "seconds": 0, "starts_process": False},
        "process": {"lines": {}, "seconds": 0, "starts_process": True},
        "quick": {"lines": {"a.py": [2]}, "seconds": 1, "starts_process": False},
        "far": {"lines": {"b.py": [2]}, "seconds": 0, "starts_process": False},
    }
    assert chosen_tests(tests, mutant) == ["quick", "slow", "process"]
    assert chosen_tests(tests, mutant, in_process=True) == ["quick", "slow"]
    (table,) = mutants_of("a.py", "X = True\n")
    assert chosen_tests(tests, table) == ["other", "quick", "slow", "process", "far"]


def test_the_longest_path_says_which_tests_find_a_mutant():
    assert responsible_tests("tournaments/trf/read.py") == TESTS["tournaments/trf"]
    of_keizer = responsible_tests("tournaments/standings/tiebreaks/keizer.py")
    assert "tests/tournaments/pairing/test_keizer.py" in of_keizer
    assert responsible_tests("tournaments/standingsx.py") == ()


def test_every_path_of_the_table_exists():
    assert all((ROOT / path).exists() for path in TESTS)
    assert all((ROOT / path).exists() for paths in TESTS.values() for path in paths)


def test_modules_are_named_from_the_project():
    assert "engine/tak/board.py" in modules(["engine"])
    assert modules(["engine/tak/board.py", "engine/tak/board.py"]) == ["engine/tak/board.py"]
    assert not any(Path(name).is_absolute() for name in modules(["tournaments/trf"]))
