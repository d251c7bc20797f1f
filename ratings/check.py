"""Check that stored ratings match the ledger bit for bit, and published lists their hashes."""

from collections.abc import Iterator

from ratings import differences, recompute, replay, selectors, systems
from ratings.models import Pool, RatedGame
from tournaments.selectors.events import approval
from tournaments.services.events import published_lists


def check_pools() -> list[str]:
    """One sentence for each derived table that differs from a full replay.

    A stale pool is rated first.
    """
    found = list(check_approval())
    for pool_id in Pool.objects.order_by("pk").values_list("pk", flat=True):
        recompute.replay_pool(pool_id, wait=True)
        pool = Pool.objects.get(pk=pool_id)
        try:
            found += check_pool(pool)
        except systems.ParameterRefused as refused:
            found.append(f"pool {pool.slug} cannot be rated: {refused}")
        found += published_lists.altered_lists(f"pool:{pool.slug}")
    return found


def check_approval() -> Iterator[str]:
    """Event games that count without approval of their event, or are held despite it.

    Casual games are not checked: they are judged once, when they are confirmed.
    """
    counting = approval.counting_events().values("pk")
    of_events = RatedGame.objects.filter(event__isnull=False).order_by("pk")
    live = of_events.filter(voided_at__isnull=True).exclude(event__in=counting)
    for source in live.values_list("source", flat=True):
        yield f"{source}: counts, and its event is not approved for rating"
    held = of_events.filter(held=True, event__in=counting)
    for source in held.values_list("source", flat=True):
        yield f"{source}: is held, and its event is approved for rating"


def check_pool(pool: Pool) -> list[str]:
    """Compare a pool with a replay of its whole ledger, without checkpoints."""
    replayed = replay.replay(
        selectors.ledger(pool.counts),
        recompute.system_of(pool),
        checkpoint_every=recompute.CHECKPOINT_EVERY,
    )
    return [
        f"pool {pool.slug}: {len(found.add)} rows missing, {len(found.change)} different, "
        f"{len(found.remove)} too many in {found.table.model._meta.db_table}"
        for found in differences.compare(pool.pk, pool.epoch, replayed, after="")
        if found
    ]
