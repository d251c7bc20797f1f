"""Checks that headers name no charset but UTF-8, before Django parses them.

Django decodes parameters `name*=codec'language'value` (RFC 2231) and bodies with any Python codec.
Some of them take seconds, others do not produce text.
"""

import re

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters

CHARSETS = frozenset({"utf-8", "utf8"})
# Headers whose parameters Django and REST framework parse.
WITH_PARAMETERS = ("CONTENT_TYPE", "HTTP_ACCEPT", "HTTP_CONTENT_DISPOSITION")
# A star in a parameter name: `name*=`, `name*0=`, `name*0*=`.
_CODED = re.compile(r";[^=;*]*\*")
# The form that browsers use for file names that are not ASCII.
_CODED_NAME = re.compile(r";\s*filename\*=utf-8''[^';\"]*(?=;|$)", re.IGNORECASE)


def is_utf8(header: str) -> bool:
    """Whether a header has no RFC 2231 parameter and no charset but UTF-8."""
    if _CODED.search(header):
        return False
    try:
        charset = parse_header_parameters(header)[1].get("charset", "utf-8")
    except ValueError:  # not a header
        return False
    return charset.lower() in CHARSETS


def is_utf8_list(header: str) -> bool:
    """`is_utf8` for each part of a list, such as `text/html;q=0.9, */*;q=0.8`."""
    return all(is_utf8(each) for each in header.split(","))


def is_utf8_part(line: str) -> bool:
    """`is_utf8` for a header line of a form part, where UTF-8 file names are allowed."""
    return is_utf8(_CODED_NAME.sub("", line))


class Utf8Request(WSGIRequest):
    """Does not parse an unsafe content type: Django does so before any middleware.

    CheckRequests then refuses the request.
    """

    def _set_content_type_params(self, meta: dict[str, str]) -> None:
        if is_utf8(meta.get("CONTENT_TYPE", "")):
            super()._set_content_type_params(meta)  # type: ignore[misc]
        else:
            self.content_type, self.content_params = "", {}
