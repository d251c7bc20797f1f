"""Texts as files: an `Accept` of text/plain is taken."""

from rest_framework.renderers import JSONRenderer


class TextRenderer(JSONRenderer):
    """The views make their texts themselves; what this renders are problems, as JSON."""

    media_type = "text/plain"
    format = "txt"


TEXT_RENDERERS = [JSONRenderer, TextRenderer]
