"""Which headers of a request may be parsed: those that name no codec but UTF-8.

Django's parser decodes a parameter `name*=codec'language'value` (RFC 2231) by any codec that
Python has, and a request takes any `charset`. Some of them take seconds, others are no text.
"""

import re

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters

CHARSETS = frozenset({"utf-8", "utf8"})
# Headers whose parameters Django and the REST framework read.
WITH_PARAMETERS = ("CONTENT_TYPE", "HTTP_ACCEPT", "HTTP_CONTENT_DISPOSITION")
# A star in the name of a parameter: `name*=`, `name*0=`, `name*0*=`.
_CODED = re.compile(r";[^=;*]*\*")
# What browsers write for a file whose name is not ASCII.
_CODED_NAME = re.compile(r";\s*filename\*=utf-8''[^';\"]*(?=;|$)", re.IGNORECASE)


def is_utf8(header: str) -> bool:
    """Whether a header can be parsed: no coded parameter, and no charset but UTF-8."""
    if _CODED.search(header):
        return False
    try:
        charset = parse_header_parameters(header)[1].get("charset", "utf-8")
    except ValueError:  # what it says to some that are no header
        return False
    return charset.lower() in CHARSETS


def is_utf8_list(header: str) -> bool:
    """The same of each part of a list, such as `text/html;q=0.9, */*;q=0.8`."""
    return all(is_utf8(each) for each in header.split(","))


def is_utf8_part(line: str) -> bool:
    """The same of a header line of one part of a form, where a name may be coded in UTF-8."""
    return is_utf8(_CODED_NAME.sub("", line))


class Utf8Request(WSGIRequest):
    """A request whose type is not parsed, nor its charset looked up, where that is not safe.

    It is refused by the first middleware; Django parses the type before any middleware runs.
    """

    def _set_content_type_params(self, meta: dict[str, str]) -> None:
        if is_utf8(meta.get("CONTENT_TYPE", "")):
            super()._set_content_type_params(meta)  # type: ignore[misc]
        else:
            self.content_type, self.content_params = "", {}
