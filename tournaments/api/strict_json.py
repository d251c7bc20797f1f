"""JSON bodies without values that cannot be stored.

Refused are null characters and lone surrogates in keys and values, numbers beyond the limits of
databases (1e400, NaN, more than 64 bits), and deep nesting.
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
        parser_context: Mapping[str, object] | None = None,
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


def require_storable(body: object) -> None:
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
    # Python refuses thousands of digits; 64 bits have at most twenty.
    value = int(text) if len(text) <= 20 else limits.MAX_ID + 1
    if abs(value) > limits.MAX_ID:
        _no_number(text)
    return value


def _no_number(text: str) -> float:
    message = str(_("The number {number} is too large, or none."))
    raise ParseError(message.format(number=text[:20]))
