"""Numbers that identify what rating lists show, so that an unchanged answer is not made again."""

from django.utils import timezone

from ratings.models import Pool
from ratings.selectors.lists import list_scope
from ratings.selectors.pools import pool_by_slug
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.selectors.events.versions import Versions, journal_versions

COLUMNS = ("slug", "name", "epoch", "ledger_version", "ratings_version")


def pool_versions(slug: str) -> Versions:
    """They change with everything that a list shows, and with the day: who is listed depends on it.

    Two queries. :raises NotFound: there is no such rating list.
    """
    pool = pool_by_slug(slug)
    columns = (getattr(pool, column) for column in COLUMNS)
    return (timezone.now().date(), *columns, *journal_versions(list_scope(pool)))


def versions_of_pools() -> Versions:
    """They change with every rating in any list. Two queries."""
    return (timezone.now().date(), *_POOLS.rows(), *journal_versions())


_POOLS = CompiledQuery(lambda: Pool.objects.order_by("pk").values_list("pk", *COLUMNS))
