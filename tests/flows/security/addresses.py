"""Every address of the whole service, found by walking it, and what may stand in its gaps."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.apps import apps
from django.urls import URLPattern, get_resolver
from django.urls.resolvers import RoutePattern

from config.api import urls as api

GAP = re.compile(r"<(?:\w+:)?(\w+)>")
# Patterns that take anything: what they answer to is told by an example.
ANYTHING = {
    r"api/v1/^.*$": "api/v1/nothing/here/",
    r"admin/(?P<url>.*)$": "admin/nothing/here/",
    r"admin/^(?P<app_label>tournaments|auth|ratings|games|config)/$": "admin/tournaments/",
}
ADMIN_MODEL = re.compile(r"^admin/\w+/\w+/")
ADMIN_GAP = re.compile(r"^admin/(\w+)/(\w+)/.*<path:object_id>")


@dataclass(frozen=True)
class Address:
    """A pattern of the service as it is written, and the name of its API view."""

    pattern: str
    name: str
    view: Any

    @property
    def in_api(self) -> bool:
        return self.pattern.startswith("api/v1/")

    @property
    def in_admin(self) -> bool:
        return self.pattern.startswith("admin/")

    def filled(self, values: dict[str, list[Any]]) -> Iterator[str]:
        """Every path of this address with these values in its gaps.

        `values` has lists by "segment/gap", as "rounds/number", or else by the gap alone.

        :raises LookupError: nobody said what fills one of the gaps.
        """
        if self.pattern in ANYTHING:
            yield "/" + ANYTHING[self.pattern]
            return
        model = ADMIN_GAP.match(self.pattern)
        if model:
            rows = apps.get_model(model[1], model[2])._default_manager.order_by("-pk")
            yield "/" + GAP.sub(str(rows.values_list("pk", flat=True).first() or 1), self.pattern)
            return
        gaps = [
            (match[0], _values(self.pattern, match, values)) for match in GAP.finditer(self.pattern)
        ]
        for chosen in product(*(found for _gap, found in gaps)):
            path = self.pattern
            for (gap, _found), value in zip(gaps, chosen, strict=True):
                path = path.replace(gap, str(value), 1)
            yield "/" + path


def _values(pattern: str, match: re.Match[str], values: dict[str, list[Any]]) -> list[Any]:
    segment = pattern[: match.start()].rstrip("/").rpartition("/")[2]
    for key in (f"{segment}/{match[1]}", match[1]):
        if key in values:
            return values[key]
    raise LookupError(f"{pattern}: say in draft_world.py what fills {segment}/{match[1]}")


def every_address() -> list[Address]:
    """Of the API, the pages, the admin and what stands beside them, in their order."""
    names = {id(pattern): str(pattern.name) for pattern in api.urlpatterns}
    return [
        Address(written, names.get(id(pattern), ""), pattern.callback)
        for written, pattern in _walk(get_resolver().url_patterns, "")
    ]


def no_admin_page_twice() -> list[Address]:
    """Every address, of the admin one for each kind of page: Django makes its lists and forms."""
    kinds: dict[str, Address] = {}
    for address in every_address():
        kind = ADMIN_MODEL.sub("admin/app/model/", address.pattern)
        kinds.setdefault(kind, address)
    return list(kinds.values())


def _walk(patterns: Any, before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        written = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            assert isinstance(pattern.pattern, RoutePattern) or written in ANYTHING, (
                f"{written}: say in addresses.py what it answers to"
            )
            yield written, pattern
        else:
            yield from _walk(pattern.url_patterns, written)
