"""The words of the document: `operations/` and `fields.toml`, read once."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class OperationWords:
    operation_id: str
    tag: str
    summary: str
    description: str


@dataclass(frozen=True, slots=True)
class Tag:
    name: str
    about: str


@cache
def operations() -> dict[tuple[str, str], OperationWords]:
    """By the name of the address in `config/api/urls.py` and the method, in small letters."""
    found: dict[tuple[str, str], OperationWords] = {}
    for file in _files():
        for operation_id, words in file.items():
            if not isinstance(words, dict):
                continue
            name, method = words["address"].split()
            if (name, method) in found:
                raise ValueError(f"{name} {method} has two operations")
            description = " ".join(words["description"].split())
            found[name, method] = OperationWords(
                operation_id, file["tag"], words["summary"], description
            )
    return found


@cache
def tags() -> list[Tag]:
    return [Tag(file["tag"], file["about"]) for file in _files()]


@cache
def fields() -> dict[str, dict[str, str]]:
    """By component, and in `any` by the name of the field alone."""
    return tomllib.loads((HERE / "fields.toml").read_text())


@cache
def _files() -> list[dict[str, Any]]:
    return [tomllib.loads(path.read_text()) for path in sorted(HERE.glob("operations/*.toml"))]
