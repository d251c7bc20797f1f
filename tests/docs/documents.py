"""Reading the documents, for the tests that compare them with the code."""

import json
import re
from typing import Any

from tests.paths import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """The part of a document under a heading of the second level."""
    _, _, rest = text.partition(f"\n## {heading}\n")
    assert rest, heading
    return rest.partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of each row of tables, without the heads."""
    lines = re.findall(r"^ *\|(.*)\|$", text, re.M)
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)] for line in lines]
    below = [at + 1 for at, line in enumerate(lines) if set(line) <= set("-|: ")]
    heads = {at - 2 for at in below} | {at - 1 for at in below}
    return [row for at, row in enumerate(cells) if at not in heads]


def codes(cell: str) -> list[str]:
    """What stands in code marks."""
    return re.findall(r"`([^`]+)`", cell)


def first_cells(text: str) -> list[str]:
    """What stands in code marks in the first column of tables."""
    return [name for row in rows(text) for name in codes(row[0])]


def value(text: str) -> Any:
    """A value as written in a document: JSON, or a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text
