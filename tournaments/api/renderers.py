"""Answers as JSON, lists as NDJSON, one JSON object a line, and texts as files."""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

# As the framework writes them: times by its encoder, dataclasses not at all.
OPTIONS = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
# Line ends in JavaScript before 2019, so the framework escapes them.
ESCAPED = (("\u2028".encode(), rb"\u2028"), ("\u2029".encode(), rb"\u2029"))


class JsonRenderer(JSONRenderer):
    """JSON by orjson: a tenth of the time of Python's encoder.

    What orjson refuses, such as keys that are no text, Python's encoder writes or refuses.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if data is None or self.get_indent(accepted_media_type or "", renderer_context or {}):
            return super().render(data, accepted_media_type, renderer_context)
        try:
            content = orjson.dumps(data, default=_as_framework, option=OPTIONS)
        except orjson.JSONEncodeError:
            return super().render(data, accepted_media_type, renderer_context)
        for character, escape in ESCAPED:
            content = content.replace(character, escape)
        return content


def _as_framework(value: object) -> object:
    """What the framework's encoder makes of a value that is not of JSON."""
    if isinstance(value, Iterator):  # can be read once only, so it is left to that encoder
        raise TypeError
    return JSONEncoder().default(value)


class NdjsonRenderer(JsonRenderer):
    """The rows of a page; the address of the next page is in the Link header.

    Other answers, such as errors, are one line.
    """

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        rows = data.get("results", [data]) if isinstance(data, Mapping) else data
        if rows is None:
            return b""
        render = super().render
        return b"".join(render(row, "application/json") + b"\n" for row in rows)


class FileRenderer(JsonRenderer):
    """Lets `Accept` ask for a file that the view writes itself. It renders problems, as JSON."""


class TextRenderer(FileRenderer):
    media_type = "text/plain"
    format = "txt"


class ZipRenderer(FileRenderer):
    media_type = "application/zip"
    format = "zip"


TEXT_RENDERERS = [JsonRenderer, TextRenderer]
ZIP_RENDERERS = [JsonRenderer, ZipRenderer]
