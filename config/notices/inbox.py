"""The notices of an account: listed with their words, counted, marked as read."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet
from django.utils import timezone

from config.access.tokens import ScopeNotHeld
from config.models import Notice
from config.notices.words import Known, path_of, sentence_of
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.execution.transactions import in_transaction
from tournaments.permissions.scopes import PLAY, is_within

MOST_MARKED = 200  # ids in one request


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A notice in the words of a reader. path: of the page that says more."""

    id: int
    kind: str
    what: str
    event: str | None
    event_name: str
    text: str
    path: str
    at: datetime
    read_at: datetime | None


def own_notices(actor: Actor) -> "QuerySet[Notice]":
    """The notices on the actor's page, the latest first."""
    return Notice.objects.filter(user=actor.user_id or 0, on_page=True).order_by("-pk")


def zone_of(actor: Actor) -> str:
    """The time zone of the actor's player; empty: not said."""
    player = selectors.player_of(actor.user_id or 0)
    return player.time_zone if player else ""


def count_unread(user_id: int) -> int:
    return _UNREAD.first(user_id=user_id) or 0


_UNREAD = CompiledQuery(
    lambda user_id: (
        Notice.objects.filter(user=user_id, on_page=True, read_at=None)
        .order_by()
        .values("user")
        .annotate(unread=Count("pk"))
        .values_list("unread", flat=True)
    ),
    user_id=int,
)


@in_transaction
def mark_read(*, actor: Actor, ids: Collection[int] | None = None) -> int:
    """Mark notices of the actor as read, by default all; returns how many were not.

    Others' notices are passed over. Repeating it is harmless.

    :raises ScopeNotHeld: the token of the actor may not play.
    """
    if not is_within((PLAY,), actor.scopes):
        raise ScopeNotHeld
    rows = own_notices(actor).order_by().filter(read_at=None)
    if ids is not None:
        rows = rows.filter(pk__in=ids)
    return rows.update(read_at=timezone.now())


def shown(notices: Iterable[Notice], *, zone: str = "") -> list[ShownNotice]:
    """Notices in the language that is active. Four queries at most.

    zone: the reader's, for times; empty: what the reader chose, else that of the event.
    """
    rows = list(notices)
    known = read_names(rows, zone=zone)
    return [
        ShownNotice(
            id=row.pk,
            kind=row.kind,
            what=row.what,
            event=row.event or None,
            event_name=known.events.get(row.event, (row.event, ""))[0],
            text=sentence_of(row.what, row.event, row.data, known),
            path=path_of(row.what, row.event, row.data),
            at=row.at,
            read_at=row.read_at,
        )
        for row in rows
    ]


def read_names(rows: Iterable[Notice], *, zone: str = "") -> Known:
    """The names and texts that these notices need."""
    data = [row.data for row in rows]
    players = {player for each in data for player in each.get("others", ())}
    announcements = {each["announcement"] for each in data if "announcement" in each}
    pools = {each["pool"] for each in data if "pool" in each}
    return Known(
        players=selectors.names_of_players(players) if players else {},
        events=selectors.names_of_events({row.event for row in rows if row.event}),
        announcements=selectors.announcement_texts(announcements) if announcements else {},
        pools=ratings.names_of_pools(pools) if pools else {},
        zone=zone,
    )
