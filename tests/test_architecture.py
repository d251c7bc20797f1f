"""The rules of who may import whom, as tests. `.importlinter` states them."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.paths import ROOT

CONTRACTS = ConfigParser()
CONTRACTS.read(ROOT / ".importlinter")
# The packages and modules that a contract of `.importlinter` calls pure.
PURE = [
    name
    for contract in ("pure-engine", "pure-algorithms")
    for name in CONTRACTS[f"importlinter:contract:{contract}"]["source_modules"].split()
]
# Reading the clock, or the generator that everybody shares; random.Random(seed) is allowed.
CLOCKS = {
    ("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"),
    ("time", "time"), ("time", "time_ns"), ("time", "monotonic"), ("time", "perf_counter"),
    ("time", "process_time"), ("timezone", "now"), ("os", "urandom"), ("uuid", "uuid1"),
    ("uuid", "uuid4"), ("random", "SystemRandom"),
}  # fmt: skip
IMPURE_MODULES = {"secrets"}


def pure_files() -> list[Path]:
    found: list[Path] = []
    for name in PURE:
        path = ROOT.joinpath(*name.split("."))
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return found


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def impurities(source: str) -> Iterator[str]:
    """What a pure module may not do, one sentence each."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            if IMPURE_MODULES & set(names):
                yield f"line {node.lineno}: imports {names}"
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if node.module in IMPURE_MODULES | {"random", "time"} and alias.name != "Random":
                    yield f"line {node.lineno}: from {node.module} import {alias.name}"
        elif isinstance(node, ast.Attribute):
            owner = node.value
            name = getattr(owner, "id", getattr(owner, "attr", ""))
            if (name, node.attr) in CLOCKS or (name == "random" and node.attr != "Random"):
                yield f"line {node.lineno}: {name}.{node.attr}"
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute | ast.Name)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) == "Random"
            and not node.args
        ):
            yield f"line {node.lineno}: Random() without a seed"


def test_the_import_contracts_hold():
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_no_contract_has_an_exception():
    text = (ROOT / ".importlinter").read_text()
    assert "ignore_imports =" not in text


def test_every_pure_module_can_be_imported_without_django():
    blocked = ("django", "rest_framework", "celery", "kombu", "redis")
    modules = [module_of(path) for path in pure_files() if path.name != "__main__.py"]
    program = (
        "import importlib, sys\n"
        f"sys.modules.update(dict.fromkeys({blocked!r}))\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", pure_files(), ids=lambda path: module_of(path))
def test_pure_code_has_no_clock_and_no_shared_chance(path):
    assert list(impurities(path.read_text())) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random\nx = random.random()",
        "import random\ndef f(x):\n    random.shuffle(x)",
        "from random import shuffle",
        "import random\nr = random.Random()",
        "from random import Random\nr = Random()",
        "import datetime\nx = datetime.datetime.now()",
        "from datetime import date\nx = date.today()",
        "import time\nx = time.monotonic()",
        "from time import time",
        "import secrets",
        "from uuid import uuid4\nimport uuid\nx = uuid.uuid4()",
    ],
)
def test_the_scan_finds(source):
    assert list(impurities(source))


def test_the_scan_lets_a_seeded_generator_pass():
    assert not list(impurities("import random\ndef f(seed):\n    return random.Random(seed)"))


SIZE_LIMIT = 500


def test_no_file_outgrows_its_reader():
    for package in ("config", "games", "ratings", "tournaments", "engine", "tests"):
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                length = len(path.read_text().splitlines())
                assert length <= SIZE_LIMIT, f"{path.relative_to(ROOT)}: {length} lines"


def test_no_file_is_named_for_nothing():
    empty = {"utils.py", "helpers.py", "common.py", "manager.py"}
    found = [path for path in ROOT.glob("*/**/*.py") if path.name in empty]
    assert [path for path in found if not {".venv", "var"} & set(path.parts)] == []
