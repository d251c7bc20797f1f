"""Publish rating lists."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from ratings import recompute, selectors
from ratings.models import Pool
from ratings.selectors.lists import KIND, day_number, list_scope
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.events import published_lists


class ListNotReady(DomainError):
    code = "list_not_ready"
    message = _("The ratings of {slug} are being made again; publish the list in a moment.")


def publish_list(*, actor: Actor, slug: str, on: date) -> bool:
    """Publish the list of a day, which contains the games of the days before.

    Returns False if that day's list was already published; it is never changed.

    :raises ListNotReady: the ratings changed meanwhile.
    """
    permissions.require(actor, "pool.edit", None)
    pool = selectors.pool_by_slug(slug)
    if on in selectors.published_days(pool):
        return False
    recompute.replay_pool(pool.pk, wait=True)
    pool.refresh_from_db()
    document = selectors.list_document(pool, on)
    return _keep(actor, pool, on, document)


@in_transaction
def _keep(actor: Actor, pool: Pool, on: date, document: dict[str, object]) -> bool:
    """Store a list unless the ratings changed while it was computed."""
    now = Pool.objects.get(pk=pool.pk)
    made_of = (pool.epoch, pool.ratings_version, pool.ratings_version)
    if (now.epoch, now.ratings_version, now.ledger_version) != made_of:
        raise ListNotReady(slug=pool.slug)
    scope = list_scope(pool)
    kept = published_lists.save_published_list(
        scope=scope, kind=KIND, version=day_number(on), document=document
    )
    if kept:
        after = {"on": on.isoformat()}
        journal.write(actor, "list.published", scope=scope, subject=pool.slug, after=after)
    return kept


def publish_monthly_lists(*, actor: Actor, today: date) -> int:
    """Publish every pool's list of the first of this month; returns the number of new lists.

    A list that is not ready is left to the next call.
    """
    first = today.replace(day=1)
    published = 0
    for slug in Pool.objects.order_by("pk").values_list("slug", flat=True):
        try:
            published += publish_list(actor=actor, slug=slug, on=first)
        except ListNotReady:
            continue
    return published
