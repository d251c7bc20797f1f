"""Lists as NDJSON, one JSON object a line, and texts as files."""

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import JSONRenderer


class NdjsonRenderer(JSONRenderer):
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


class FileRenderer(JSONRenderer):
    """Lets `Accept` ask for a file that the view writes itself. It renders problems, as JSON."""


class TextRenderer(FileRenderer):
    media_type = "text/plain"
    format = "txt"


class ZipRenderer(FileRenderer):
    media_type = "application/zip"
    format = "zip"


TEXT_RENDERERS = [JSONRenderer, TextRenderer]
ZIP_RENDERERS = [JSONRenderer, ZipRenderer]
