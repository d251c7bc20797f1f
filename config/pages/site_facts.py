"""Facts of stored pages that are of no single event: lists, clubs, ratings, the front page."""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils import timezone

from config.pages.live import facts_of_event
from ratings import selectors as ratings
from tournaments import selectors


def site_facts(_request: HttpRequest, **_address: object) -> Iterable[object]:
    """Change with every journal of the site, and with the day."""
    return (*selectors.all_journals(), timezone.now().date())


def rating_facts(request: HttpRequest, **address: object) -> Iterable[object]:
    """Change with the rating lists as well."""
    return (*site_facts(request, **address), *rating_versions())


def event_and_rating_facts(request: HttpRequest, **address: str) -> Iterable[object]:
    """Change with the event in the address and with the rating lists."""
    return (*facts_of_event(request, **address), *rating_versions())


def rating_versions() -> Iterable[object]:
    return ratings.pools().values_list("pk", "ledger_version", "ratings_version")
