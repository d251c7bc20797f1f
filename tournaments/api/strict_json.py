"""JSON bodies: refused as a whole where any part of them could not be stored or computed with.

That are null characters and halves of surrogate pairs, in keys and values; numbers that no
database holds (1e400, NaN, ids beyond 64 bits); and nesting that no body of ours needs.
"""

import json
import math
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer

from tournaments import limits

DEEPEST = 20  # objects and lists inside each other


class StrictJson(JSONParser):
    renderer_class = JSONRenderer

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            text = stream.read().decode("utf-8-sig")
            body = json.loads(
                text, parse_float=_number, parse_int=_whole, parse_constant=_no_number
            )
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None
        except UnicodeDecodeError:
            raise ParseError(_("The body is not UTF-8.")) from None
        except json.JSONDecodeError as error:
            raise ParseError(f"JSON: {error}") from None
        require_storable(body)
        return body


def require_storable(body: Any) -> None:
    """:raises ParseError: the JSON has text that cannot be stored, or is nested too deeply."""
    level, depth = [body], 0
    while level:
        if depth > DEEPEST:
            raise ParseError(_("The JSON is nested too deeply."))
        depth += 1
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                _require_text(value)
            elif isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
        level = inner


def _require_text(text: str) -> None:
    if "\0" in text:
        raise ParseError(_("Null characters are not allowed."))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ParseError(_("The text has half of a surrogate pair.")) from None


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _no_number(text)
    return value


def _whole(text: str) -> int:
    # Python converts no number of thousands of digits; twenty are more than 64 bits have.
    value = int(text) if len(text) <= 20 else limits.MAX_ID + 1
    if abs(value) > limits.MAX_ID:
        _no_number(text)
    return value


def _no_number(text: str) -> float:
    said = str(_("The number {number} is too large, or none."))
    raise ParseError(said.format(number=text[:20]))
