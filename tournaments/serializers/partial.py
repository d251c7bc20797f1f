"""`?fields=id,seats.name`: an answer with some of its fields.

A name that nothing in the answer has is refused. Of a list the fields are those of its rows.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ErrorDetail, ValidationError

PARAMETER = "fields"
MOST_LETTERS = 1000
PAGE = frozenset({"next", "previous", "results"})
_NAMES = re.compile(r"\w+(\.\w+)*(,\w+(\.\w+)*)*", re.ASCII)
# The names that are kept, each with those inside it; empty: all of them.
Kept = Mapping[str, Any]


def parse_fields(text: str) -> Kept:
    """:raises ValidationError: these are no names."""
    if len(text) > MOST_LETTERS or not _NAMES.fullmatch(text):
        problem = _("Names of fields with commas, such as id,seats.name.")
        raise ValidationError({PARAMETER: [ErrorDetail(str(problem), code="invalid")]})
    kept: dict[str, Any] = {}
    for path in text.split(","):
        inside = kept
        for name in path.split("."):
            inside = inside.setdefault(name, {})
    return kept


def keep_fields(data: Any, kept: Kept) -> Any:
    """The fields of an answer, or of the rows of a page, that are kept.

    :raises ValidationError: nothing in it has one of these fields.
    """
    is_page = isinstance(data, Mapping) and isinstance(data.get("results"), list)
    if is_page and data.keys() <= PAGE:
        return {**data, "results": _kept(data["results"], kept, "")}
    return _kept(data, kept, "")


def _kept(data: Any, kept: Kept, path: str) -> Any:
    if not kept:
        return data
    objects = _objects(data)
    for name in kept:
        if objects and not any(name in each for each in objects):
            raise _unknown(f"{path}{name}")
    parts = {
        name: _kept([each[name] for each in objects if name in each], inside, f"{path}{name}.")
        for name, inside in kept.items()
    }
    return _rebuilt(data, kept, {name: iter(values) for name, values in parts.items()})


def _objects(data: Any) -> list[Mapping[str, Any]]:
    """The objects in a value or in a list of values."""
    if isinstance(data, Mapping):
        return [data]
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [each for inner in data for each in _objects(inner)]
    return []


def _rebuilt(data: Any, kept: Kept, values: Mapping[str, Any]) -> Any:
    """The value with the kept fields of its objects, in the order of `_objects`."""
    if isinstance(data, Mapping):
        return {name: next(values[name]) for name in data if name in kept}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_rebuilt(inner, kept, values) for inner in data]
    return data


def _unknown(path: str) -> ValidationError:
    problem = str(_("There is no field {name}.")).format(name=path)
    return ValidationError({PARAMETER: [ErrorDetail(problem, code="unknown_field")]})
