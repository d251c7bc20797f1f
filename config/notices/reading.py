"""Makes the notices of what is new in the feed of changes.

The unique source of a notice keeps it from being made twice, however often the task runs.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from config.models import Notice
from config.notices.making import NewNotice, makes_notices, notices_of
from config.notices.own_settings import settings_of
from config.notices.situations import situation_of
from tournaments import selectors
from tournaments.documents import Document
from tournaments.selectors.events import feed
from tournaments.services.feed import reading

READER = "notices"
KEPT = timedelta(days=90)
ROWS_AT_ONCE = 500


def make_notices() -> int:
    """Tell what is new in the feed; returns how many changes were read."""
    read = 0
    while found := reading.read_on(READER, _tell):
        read += found
    return read


@transaction.atomic
def forget_notices_before(moment: datetime) -> int:
    """Delete the notices that are older; returns how many."""
    gone, _by_model = Notice.objects.filter(at__lt=moment).delete()
    return gone


def store_notices(made: Iterable[NewNotice], *, event: str, at: datetime) -> None:
    """Store those that their people want; one that is there already stays as it is."""
    found = list(made)
    accounts = selectors.active_accounts({notice.user_id for notice in found})
    chosen = settings_of(accounts)
    rows = [
        Notice(
            user_id=notice.user_id,
            kind=notice.kind,
            what=notice.what,
            event=event,
            source=notice.source,
            data=notice.data,
            urgent=notice.urgent,
            at=at,
        )
        for notice in found
        if notice.user_id in accounts and notice.kind not in chosen[notice.user_id].off_page
    ]
    Notice.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE, ignore_conflicts=True)


def _tell(page: feed.FeedPage) -> None:
    told = [change for change in page.changes if makes_notices(change["action"])]
    authors = feed.authors([_position(change) for change in told])
    for change in told:
        made = notices_of(change, situation_of(change), author=authors.get(_position(change)))
        if made:
            at = datetime.fromisoformat(change["at"])
            store_notices(made, event=change["event"] or "", at=at)


def _position(change: Document) -> int:
    return feed.read_cursor(change["cursor"])
