"""Bodies of requests with hostile values in some places, by the paths that problem documents
write: `stages.0.system`.
"""

import io
import json
from collections.abc import Container, Iterator
from copy import copy
from typing import Any

from rest_framework.exceptions import ParseError

from tests.flows.hostile.sending import Sent, Together
from tournaments.api.strict_json import StrictJson

MARK = "a mark that stands for a value"


def is_read(value: str) -> bool:
    """Whether the parser of JSON takes a value."""
    try:
        StrictJson().parse(io.BytesIO(f'{{"name": {value}}}'.encode()))
    except ParseError:
        return False
    return True


def with_leaves(method: str, path: str, body: Any, value: str) -> Together:
    def fill(places: tuple[str, ...]) -> Sent:
        text = json.dumps(marked(body, places)).replace(f'"{MARK}"', value)
        return Sent(method, path, text.encode())

    return Together(tuple(leaves(body)), fill)


def leaves(body: Any, path: str = "") -> Iterator[str]:
    """The paths of values that hold no others, as problem documents write them."""
    inner = body.items() if isinstance(body, dict) else enumerate(body)
    for name, value in inner:
        at = f"{path}.{name}".lstrip(".")
        if isinstance(value, dict | list) and value:
            yield from leaves(value, at)
        else:
            yield at


def marked(body: Any, places: Container[str], path: str = "") -> Any:
    """The body with a mark at each of these paths."""
    if path and path in places:
        return MARK
    if isinstance(body, dict):
        return {n: marked(each, places, f"{path}.{n}".lstrip(".")) for n, each in body.items()}
    if isinstance(body, list):
        return [marked(each, places, f"{path}.{n}".lstrip(".")) for n, each in enumerate(body)]
    return body


def marks(body: Any) -> Iterator[Any]:
    """The body with each object and list inside it replaced by a mark, one at a time."""
    inner = body.items() if isinstance(body, dict) else enumerate(body or ())
    for name, value in inner:
        if isinstance(value, dict | list) and value:
            for replaced in [MARK, *marks(value)]:
                whole = copy(body)
                whole[name] = replaced
                yield whole
