"""Give changes their positions in the feed.

Transactions commit in another order than they take ids, so a reader who goes on from the highest
id would miss changes that are committed later. A position is given after the commit, by one
process at a time: whoever sees a position sees all before it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from celery import shared_task
from django.db.models import F, Min
from django.utils import timezone

from tournaments.execution.transactions import in_transaction
from tournaments.models import Change, FeedState
from tournaments.services.feed.reading import wake_readers

KEPT = timedelta(days=90)
BATCH = 1_000


@shared_task(name="tournaments.tasks.number_changes")
def number_changes() -> int:
    """Number the committed changes; returns how many. Beat sends it too."""
    numbered = 0
    while count := _number_batch():
        numbered += count
    if numbered:
        wake_readers()
    return numbered


@shared_task(name="tournaments.tasks.forget_old_changes")
def forget_old_changes() -> int:
    """Delete the changes that are no longer kept; returns how many."""
    return forget_changes_before(timezone.now() - KEPT)


@in_transaction
def forget_changes_before(moment: datetime) -> int:
    """Delete the beginning of the feed, up to the first change that is not older."""
    state = _lock_state()
    kept = Change.objects.filter(position__isnull=False, at__gte=moment)
    first = kept.aggregate(first=Min("position"))["first"] or state.last + 1
    if first <= state.forgotten + 1:
        return 0
    gone, _by_model = Change.objects.filter(position__lt=first).delete()
    state.forgotten = first - 1
    state.save(update_fields=["forgotten"])
    return gone


@in_transaction
def _number_batch() -> int:
    """Number some changes, in the order in which each event wrote them. Locks the FeedState."""
    if not Change.objects.filter(position__isnull=True).exists():
        return 0  # without a lock: the usual answer to beat
    state = _lock_state()
    waiting = Change.objects.filter(position__isnull=True).only("pk").order_by("pk")
    changes = list(waiting[:BATCH])
    for position, change in enumerate(changes, start=state.last + 1):
        change.position = position
    for first, last, ahead in _runs(changes):
        Change.objects.filter(pk__range=(first, last)).update(position=F("pk") + ahead)
    state.last += len(changes)
    state.save(update_fields=["last"])
    return len(changes)


def _runs(changes: Sequence[Change]) -> Iterator[tuple[int, int, int]]:
    """Changes without a gap between their ids: the first, the last, and how far their positions are
    ahead of them. Mostly all are one.
    """
    for ahead, run in groupby(changes, key=lambda change: (change.position or 0) - change.pk):
        ids = [change.pk for change in run]
        yield ids[0], ids[-1], ahead


def _lock_state() -> FeedState:
    state, _created = FeedState.objects.select_for_update().get_or_create(pk=1)
    return state
