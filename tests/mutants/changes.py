"""The changes of one module: each makes a text that still compiles and should fail a test."""

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from itertools import takewhile

# What each operator becomes.
OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.And: (ast.Or,), ast.Or: (ast.And,),
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,), ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.FloorDiv,), ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,), ast.BitXor: (ast.BitOr,),
    ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,),
}  # fmt: skip
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# What these say holds anyway, and no test can see it.
UNSEEN_ARGUMENTS = {"strict", "slots", "frozen"}
# Types, and texts that are built for readers.
SKIPPED_FIELDS = {"annotation", "returns", "type_params"}
SKIPPED_NODES = (ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
SKIPPED_NAMES = {"TYPE_CHECKING", "TypeVar", "cast", "__all__", "__name__"}


@dataclass(frozen=True)
class Mutant:
    """One changed module.

    `first` and `last` are the lines of the function whose body it changes, or 0; `first_run` and
    `last_run` those of its statement: who runs none of these cannot see it.
    """

    path: str
    line: int
    column: int
    before: str
    after: str
    text: str
    first: int
    last: int
    first_run: int
    last_run: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.before} → {self.after}"


@dataclass(frozen=True)
class Around:
    """What a node lies in: the outermost function, and the innermost statement."""

    function: ast.AST | None = None
    statement: ast.stmt | None = None


def _differing(before: str, after: str) -> tuple[str, str]:
    """Two texts without what both begin and end with, except for a few characters."""
    if max(len(before), len(after)) <= 60:
        return before, after
    first = max(_same_letters(before, after) - 20, 0)
    last = max(_same_letters(before[:first:-1], after[:first:-1]) - 20, 0)
    return before[first : len(before) - last], after[first : len(after) - last]


def _same_letters(one: str, other: str) -> int:
    """How many letters two texts begin with that are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of the module at `path`, in the order of its lines."""
    module = ast.parse(source)
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    for node, new, around in _changes(module, Around()):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        whole = source.encode()
        text = (whole[:start] + _written(node, new).encode() + whole[end:]).decode()
        if _compiles(text):
            shown = _differing(ast.unparse(node), "pass" if new is None else ast.unparse(new))
            spans = (*_span(around.function), *_run(around.statement))
            found.append(Mutant(path, node.lineno, node.col_offset + 1, *shown, text, *spans))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.column, mutant.after))


def _written(node, new) -> str:
    """A statement stays unindented: its place in the line is kept. An expression is bracketed."""
    if isinstance(node, ast.stmt):
        return "pass" if new is None else ast.unparse(new)
    text = ast.unparse(new)
    return text if isinstance(new, ast.Constant) else f"({text})"


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _span(function) -> tuple[int, int]:
    if function is None:
        return 0, 0
    return _first_line(function), function.end_lineno


def _run(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement without those of the statements inside it."""
    first = _first_line(statement)
    last = statement.end_lineno or first
    inner = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if inner:
        begins = getattr(inner[0], "lineno", None) or inner[0].pattern.lineno
        last = max(statement.lineno, begins - 1)
    return first, last


def _first_line(statement) -> int:
    decorators = getattr(statement, "decorator_list", [])
    first: int = min([statement.lineno, *(each.lineno for each in decorators)])
    return first


def _changes(node: ast.AST, around: Around) -> Iterator[tuple]:
    """(old node, new node, what is around it) for each change below `node`."""
    if isinstance(node, SKIPPED_NODES) or _is_skipped(node):
        return
    if isinstance(node, ast.stmt):
        around = replace(around, statement=node)
    for new in _replacements(node):
        yield node, new, around
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, ast.UnaryOp(ast.Not(), node.test), around
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for field, value in ast.iter_fields(node):
        if field in SKIPPED_FIELDS:
            continue
        # Decorators and defaults are no part of what runs when the function is called.
        is_outermost = around.function is None and is_function and field == "body"
        within = replace(around, function=node) if is_outermost else around
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _changes(child, within)


def _is_skipped(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword) and node.arg in UNSEEN_ARGUMENTS:
        return True
    named = {
        ast.If: "test", ast.Call: "func", ast.Compare: "left", ast.Assign: "targets",
    }.get(type(node))  # fmt: skip
    if named is None:
        return False
    value = getattr(node, named)
    names = ast.walk(value[0] if isinstance(value, list) else value)
    return any(isinstance(each, ast.Name) and each.id in SKIPPED_NAMES for each in names)


def _replacements(node: ast.AST) -> Iterator[ast.AST | None]:
    """What `node` may become; None for a statement that is left out."""
    make = MAKERS.get(type(node))
    if make is not None:
        yield from make(node)


def _with(node, **fields):
    new = copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _of_comparison(node: ast.Compare):
    for at, operator in enumerate(node.ops):
        for other in OPERATORS[type(operator)]:
            yield _with(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])


def _of_operator(node):
    for other in OPERATORS.get(type(node.op), ()):
        yield _with(node, op=other())


def _of_unary(node: ast.UnaryOp):
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _of_constant(node: ast.Constant):
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, float):
        yield ast.Constant(value * 1.1 if value else 1.0)
    elif isinstance(value, str) and not any(letter.isspace() for letter in value):
        yield ast.Constant(f"{value}x")


def _of_return(node: ast.Return):
    if node.value is not None and not _is_none(node.value):
        yield ast.Return(ast.Constant(None))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _of_call(node: ast.Call):
    if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        yield _with(node, func=ast.Name(FUNCTIONS[node.func.id]))
    first_two = node.args[:2]
    if len(first_two) == 2 and not any(isinstance(each, ast.Starred) for each in first_two):
        yield _with(node, args=[first_two[1], first_two[0], *node.args[2:]])
    for at, given in enumerate(node.keywords):
        if given.arg is not None and given.arg not in UNSEEN_ARGUMENTS:
            yield _with(node, keywords=[*node.keywords[:at], *node.keywords[at + 1 :]])


def _unfiltered(node):
    for at, loop in enumerate(node.generators):
        if loop.ifs:
            bare = _with(loop, ifs=[])
            yield _with(node, generators=[*node.generators[:at], bare, *node.generators[at + 1 :]])


def _left_out(node):
    targets = getattr(node, "targets", [])
    if not any(isinstance(target, ast.Name | ast.Tuple) for target in targets):
        yield None


def _other_jump(node):
    yield ast.Break() if isinstance(node, ast.Continue) else ast.Continue()
    yield None


MAKERS = {
    ast.Compare: _of_comparison, ast.BoolOp: _of_operator, ast.BinOp: _of_operator,
    ast.UnaryOp: _of_unary, ast.Constant: _of_constant,
    ast.Return: _of_return, ast.Call: _of_call, ast.Expr: _left_out, ast.AugAssign: _left_out,
    ast.Assign: _left_out, ast.Raise: _left_out, ast.Delete: _left_out,
    ast.Continue: _other_jump, ast.Break: _other_jump, ast.ListComp: _unfiltered,
    ast.SetComp: _unfiltered, ast.DictComp: _unfiltered, ast.GeneratorExp: _unfiltered,
}  # fmt: skip
