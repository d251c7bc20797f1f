"""A row of each table that the admin shows and that no service made in its tests."""

from datetime import UTC, datetime

from config.models import (
    CalendarAddress,
    Notice,
    NoticeMail,
    NoticePush,
    NoticeSettings,
    PushDevice,
)
from games.models import (
    HallReturn,
    HallTake,
    PlaytakEvent,
    PlaytakMessage,
    PlaytakSeek,
    ScoreSheet,
    TakenArchive,
)
from tournaments import models as t

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DESK = {"kind": "user", "user": None, "entry": None, "token": None}


def add_other_rows(event: t.Event, user: t.User, slot: t.GameSlot) -> None:
    """Of an event of four that has begun. Secrets begin with secret-digest."""
    _add_money(event)
    _add_teams(event, slot.pairing.round)
    _add_evidence(event, slot)
    _add_notices(user)
    series = t.Series.objects.get()
    t.SeriesStandings.objects.get_or_create(
        series=series, defaults={"document": {}, "computed_at": NOW}
    )


def _add_money(event: t.Event) -> None:
    entry = event.entries.order_by("pk")[0]
    category = t.Category.objects.create(event=event, name="Juniors", kind="junior", limit=2008)
    t.CategoryMember.objects.create(category=category, entry=entry)
    plan = t.PrizePlan.objects.create(event=event, currency="EUR", fund=None)
    t.Prize.objects.create(plan=plan, category=category, place=1, amount=5_050)
    t.EventFee.objects.create(event=event, currency="EUR", amount=1_000)
    t.EntryFee.objects.create(entry=entry, state="paid", amount=1_000)


def _add_teams(event: t.Event, round_: t.Round) -> None:
    entry = event.entries.order_by("pk")[0]
    team = t.Team.objects.create(event=event, name="Owls", number=1, captain=entry.player)
    t.TeamMember.objects.create(team=team, entry=entry, order=1)
    t.LineUpPlace.objects.create(team=team, round_number=1, entry=entry)
    t.TeamMatch.objects.create(round=round_, number=1, first=team)


def _add_evidence(event: t.Event, slot: t.GameSlot) -> None:
    take = HallTake.objects.create(
        event=event, sha256="a1", salt="secret-digest-salt", marks={}, actor=DESK
    )
    HallReturn.objects.create(take=take, sha256="b2", head="h", journal="j", actor=DESK)
    TakenArchive.objects.create(event=event, sha256="c3", public="p", actor=DESK)
    PlaytakEvent.objects.create(event=event)
    seek = PlaytakSeek.objects.create(slot=slot)
    PlaytakMessage.objects.create(kind="created", number=1, pnt_id=1, seek=seek)
    image = b"secret-digest-image"
    ScoreSheet.objects.create(
        slot=slot, seat=1, actor=DESK, image=image, sha256="d4", width=800, height=600
    )


def _add_notices(user: t.User) -> None:
    mail = NoticeMail.objects.create(user=user, due_at=NOW)
    notice = Notice.objects.create(
        user=user, kind="announcement", what="announced", source="1", mail=mail
    )
    device = PushDevice.objects.create(
        user=user, name="phone", endpoint="secret-digest-6", p256dh="secret-digest-7",
        auth="secret-digest-8",
    )  # fmt: skip
    NoticePush.objects.create(device=device, notice=notice, due_at=NOW)
    NoticeSettings.objects.get_or_create(user=user)
    CalendarAddress.objects.create(user=user, digest="secret-digest-9")
