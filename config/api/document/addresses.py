"""The addresses of the API, by their paths as the document writes them."""

import re
from functools import cache

from django.urls import get_resolver
from django.urls.resolvers import URLPattern

ROOT = "/api/v1/"
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@cache
def address_at(path: str) -> URLPattern:
    """The address of a path of the document. :raises KeyError: there is none."""
    return _addresses()[path]


@cache
def _addresses() -> dict[str, URLPattern]:
    # Looked up late: the module of the addresses imports the views, which this package serves.
    _prefix, resolver = get_resolver().namespace_dict["api"]
    return {
        ROOT + PARAMETER.sub(r"{\1}", str(address.pattern)): address
        for address in resolver.url_patterns
        if isinstance(address, URLPattern)
    }
