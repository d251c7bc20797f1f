"""Makes the notices of what is new in the feed of changes.

The unique source of a notice keeps it from being made twice, however often the task runs.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.models import Notice, NoticeMail
from config.notices.mail_plan import MailPlan
from config.notices.making import NewNotice, makes_notices, notices_of
from config.notices.own_settings import settings_of
from config.notices.push.plan import PushPlan
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
    """Delete the notices that are older, and their mails; returns how many."""
    gone, _by_model = Notice.objects.filter(at__lt=moment).delete()
    NoticeMail.objects.filter(at__lt=moment).delete()
    return gone


def store_notices(made: Iterable[NewNotice], *, event: str, at: datetime) -> None:
    """Store those that their people want, with what is mailed and sent to devices; one that is
    there stays as it is.

    event: the slug; empty outside events.
    """
    found = _not_stored(list(made))
    if not found:
        return
    accounts = selectors.active_accounts({notice.user_id for notice in found})
    chosen = settings_of(accounts)
    zone = selectors.names_of_events([event]).get(event, ("", ""))[1] if event else ""
    when: Any = {"now": timezone.now(), "happened": at, "event_zone": zone}
    mails, pushes = MailPlan(**when), PushPlan(accounts, **when)
    rows = []
    for notice in found:
        if notice.user_id not in accounts:
            continue
        wanted = chosen[notice.user_id]
        mail = mails.add(notice, accounts[notice.user_id], wanted)
        is_pushed = pushes.add(notice, accounts[notice.user_id], wanted)
        on_page = notice.kind not in wanted.off_page
        if on_page or is_pushed or mail is not None:
            rows.append(_row(notice, event=event, at=at, on_page=on_page, mail=mail))
    mails.store()
    Notice.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE, ignore_conflicts=True)
    pushes.store()


def _not_stored(made: Sequence[NewNotice]) -> list[NewNotice]:
    rows = Notice.objects.filter(source__in={notice.source for notice in made})
    known = set(rows.values_list("user_id", "source"))
    return [notice for notice in made if (notice.user_id, notice.source) not in known]


def _row(notice: NewNotice, **columns: Any) -> Notice:
    return Notice(
        user_id=notice.user_id,
        kind=notice.kind,
        what=notice.what,
        source=notice.source,
        data=notice.data,
        urgent=notice.urgent,
        **columns,
    )


def _tell(page: feed.FeedPage) -> None:
    changes = [change for change in page.changes if makes_notices(change["action"])]
    authors = feed.authors([_position(change) for change in changes])
    for change in changes:
        made = notices_of(change, situation_of(change), author=authors.get(_position(change)))
        if made:
            at = datetime.fromisoformat(change["at"])
            store_notices(made, event=change["event"] or "", at=at)


def _position(change: Document) -> int:
    return feed.read_cursor(change["cursor"])
