"""Which notices are sent to which devices, and when."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from config.models import Notice, NoticePush
from config.notices.hours import send_at
from config.notices.mail_plan import OLDEST, zone_of
from config.notices.making import NewNotice
from config.notices.own_settings import Chosen
from config.notices.push.devices import devices_of


class PushPlan:
    """What goes to the devices of accounts, of notices that are stored together."""

    def __init__(
        self, user_ids: Iterable[int], *, now: datetime, happened: datetime, event_zone: str
    ) -> None:
        self._now, self._event_zone = now, event_zone
        self._devices = devices_of(user_ids) if now - happened <= OLDEST else {}
        self._due: dict[tuple[int, str], datetime] = {}

    def add(self, notice: NewNotice, account: Any, chosen: Chosen) -> bool:
        """Whether a notice is sent to a device."""
        if account.pk not in self._devices or notice.kind in chosen.off_push:
            return False
        zone = zone_of(account, chosen) or self._event_zone or "UTC"
        self._due[account.pk, notice.source] = send_at(
            self._now, zone, urgent=notice.urgent, quiet=chosen.quiet, digest=False
        )
        return True

    def store(self) -> None:
        """Once the notices are stored."""
        if not self._due:
            return
        rows = Notice.objects.filter(
            user__in={user_id for user_id, _source in self._due},
            source__in={source for _user_id, source in self._due},
        )
        NoticePush.objects.bulk_create(
            (
                NoticePush(device_id=device_id, notice_id=pk, due_at=self._due[user_id, source])
                for pk, user_id, source in rows.values_list("pk", "user_id", "source")
                if (user_id, source) in self._due
                for device_id in self._devices[user_id]
            ),
            ignore_conflicts=True,
        )
