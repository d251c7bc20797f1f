"""Whether the stored ratings are what the ledger says, bit for bit, and published lists as kept."""

from ratings import differences, recompute, replay, selectors
from ratings.models import Pool
from tournaments.services import kept_lists


def check_pools() -> list[str]:
    """One sentence for each derived table that a full replay would write differently.

    A pool that is only stale is rated first: waiting is not a difference.
    """
    found: list[str] = []
    for pool_id in Pool.objects.order_by("pk").values_list("pk", flat=True):
        recompute.replay_pool(pool_id, wait=True)
        pool = Pool.objects.get(pk=pool_id)
        found += check_pool(pool)
        found += kept_lists.changed_lists(f"pool:{pool.slug}")
    return found


def check_pool(pool: Pool) -> list[str]:
    """Compare a pool with a replay of its whole ledger, from no checkpoint."""
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
