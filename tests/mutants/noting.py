"""Functions that note which of their statements run.

Their code is replaced by one that has a call before each statement. Tracing (`sys.settrace`) would
slow down every other function of the process too: each test took four times as long.
"""

import ast
import builtins
import gc
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType

from tests.paths import ROOT

NOTE = "__note__"  # the builtin that the calls find
MOST_LINES = 100_000  # of a module: a line is noted as the number of its module times this, plus it
BLOCKS = ("body", "orelse", "finalbody")


class NotedStatements:
    """The first lines of the statements that run in the functions of some modules."""

    def __init__(self, modules: Iterable[str]) -> None:
        self.paths = list(modules)
        self.waiting = {str(ROOT / path): number for number, path in enumerate(self.paths)}
        self.known = 0
        self.noted: set[int] = set()
        setattr(builtins, NOTE, self.noted.add)

    def begin(self) -> None:
        """Forget what was noted, and follow the modules that were imported since."""
        if self.known != len(sys.modules):
            self.known = len(sys.modules)
            files = {str(getattr(module, "__file__", None)) for module in [*sys.modules.values()]}
            self._follow({file: self.waiting.pop(file) for file in files & self.waiting.keys()})
        self.noted.clear()

    def lines(self) -> dict[str, list[int]]:
        """What was noted: path → lines."""
        found: dict[str, list[int]] = {}
        for noted in sorted(self.noted):
            number, line = divmod(noted, MOST_LINES)
            found.setdefault(self.paths[number], []).append(line)
        return found

    def _follow(self, numbers: dict[str, int]) -> None:
        codes = {file: noting_codes(file, number) for file, number in numbers.items()}
        gc.unfreeze()
        for each in gc.get_objects() if codes else ():
            if type(each) is not FunctionType or each.__code__.co_filename not in codes:
                continue
            code = codes[each.__code__.co_filename].get(_key(each.__code__))
            if code is not None and code.co_freevars == each.__code__.co_freevars:
                each.__code__ = code
        gc.freeze()


def noting_codes(file: str, number: int) -> dict[tuple[str, int], CodeType]:
    """The code of each function of a file, by name and line, with the calls."""
    with open(file, encoding="utf-8") as opened:
        tree = ast.parse(opened.read())
    for node in _inside_functions(tree):
        for block in BLOCKS:
            statements = getattr(node, block, None)
            if isinstance(statements, list):
                setattr(node, block, list(_with_notes(statements, number * MOST_LINES)))
    module = compile(ast.fix_missing_locations(tree), file, "exec")
    return {_key(code): code for code in codes_in(module)}


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code, and those of what is defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _inside_functions(tree: ast.Module) -> list[ast.AST]:
    """Every function, and every node inside one, each once."""
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    return list({id(node): node for each in functions for node in ast.walk(each)}.values())


def _with_notes(statements: list[ast.stmt], base: int) -> Iterator[ast.stmt]:
    for statement in statements:
        call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(base + statement.lineno)], [])
        yield ast.copy_location(ast.Expr(call), statement)
        yield statement
