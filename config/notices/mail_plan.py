"""Which mail tells a notice, and when it is sent."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from config.models import NoticeMail
from config.notices.choices import SendState
from config.notices.hours import send_at
from config.notices.making import NewNotice
from config.notices.own_settings import Chosen
from config.pages.zones import known_zone

# What happened longer ago is on the page alone: the service was off meanwhile.
OLDEST = timedelta(days=2)


class MailPlan:
    """The mails of notices that are stored together.

    What waits for the morning, or for the mail of a day, goes into one mail for each account.
    """

    def __init__(self, *, now: datetime, happened: datetime, event_zone: str) -> None:
        self._now, self._event_zone = now, event_zone
        self._is_late = now - happened > OLDEST
        self._made: list[NoticeMail] = []
        self._together: dict[tuple[int, datetime], NoticeMail] = {}

    def add(self, notice: NewNotice, account: Any, chosen: Chosen) -> NoticeMail | None:
        """The mail of a notice, stored by `store`; None: it is not mailed."""
        if not settings.MAIL or self._is_late or notice.kind in chosen.off_email:
            return None
        if not chosen.mails_to(account.email):
            return None
        due_at = send_at(
            self._now,
            zone_of(account, chosen) or self._event_zone or "UTC",
            urgent=notice.urgent,
            quiet=chosen.quiet,
            digest=chosen.digest,
        )
        if due_at <= self._now:
            return self._make(account.pk, due_at)
        key = account.pk, due_at
        if key not in self._together:
            self._together[key] = _waiting(*key) or self._make(*key)
        return self._together[key]

    def store(self) -> None:
        NoticeMail.objects.bulk_create(self._made)

    def _make(self, user_id: int, due_at: datetime) -> NoticeMail:
        mail = NoticeMail(user_id=user_id, due_at=due_at)
        self._made.append(mail)
        return mail


def zone_of(account: Any, chosen: Chosen) -> str:
    """The zone that an account chose for mails, else that of its player; empty: neither."""
    player = getattr(account, "player", None)
    return known_zone(chosen.time_zone or (player.time_zone if player else ""))


def _waiting(user_id: int, due_at: datetime) -> NoticeMail | None:
    rows = NoticeMail.objects.filter(user=user_id, due_at=due_at, state=SendState.WAITING)
    return rows.filter(attempts=0).first()
