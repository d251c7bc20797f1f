"""Parts of the service that act on changes, such as webhooks: each reads the feed once, in order.

What a reader makes of some changes and how far it has read are one transaction, so that a process
that dies in between neither loses a change nor takes one twice. `settings.FEED_READERS` names the
tasks that read on; they are sent after changes are numbered, and by beat.
"""

from collections.abc import Callable

from django.conf import settings
from django.db import transaction

from tournaments.enqueue import enqueue_by_name
from tournaments.models import FeedReader
from tournaments.selectors.events.feed import FeedPage, all_changes, feed_position, last_position

BATCH = 200
OLDEST = ""  # as a cursor: the oldest change that is kept


def begin_reading(name: str) -> None:
    """Let a reader that is not there yet begin with what comes now. Repeating it is harmless."""
    FeedReader.objects.get_or_create(name=name, defaults={"position": last_position()})


@transaction.atomic
def read_on(name: str, take: Callable[[FeedPage], None], *, most: int = BATCH) -> int:
    """Let `take` act on the next changes of a reader; returns how many there were.

    Changes that were forgotten before they were read are passed over. Locks the FeedReader.
    """
    reader = _lock(name)
    page = all_changes(after=max(reader.position, feed_position(OLDEST)), limit=most)
    if page.changes:
        take(page)
        reader.position = page.next
        reader.save(update_fields=["position"])
    return len(page.changes)


@transaction.atomic
def pass_over(name: str) -> None:
    """Go on after the last change, where nobody waits for any. Locks the FeedReader."""
    reader, last = _lock(name), last_position()
    if reader.position < last:
        reader.position = last
        reader.save(update_fields=["position"])


def wake_readers() -> None:
    """Send the tasks of all readers."""
    for name in settings.FEED_READERS:
        enqueue_by_name(name)


def _lock(name: str) -> FeedReader:
    begin_reading(name)
    return FeedReader.objects.select_for_update().get(name=name)
