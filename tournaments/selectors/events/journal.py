"""The journal of an event as its staff read it: the lines, and the names that ids stand for now.

Names are looked up when a line is shown: the chain itself holds none.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Entry, Event, GameSlot, JournalHead, JournalLine, Pairing, User
from tournaments.selectors.people.people import resolve


class SlotPlace(NamedTuple):
    """Where a game is played. table is None where the pairing has none."""

    round: int
    table: int | None
    game: int


def journal_of(event: Event, *, about: str = "") -> "QuerySet[JournalLine]":
    """The lines of an event, the latest first; `about`: only actions that begin with it."""
    lines = JournalLine.objects.filter(scope=f"event:{event.slug}").order_by("-seq")
    return lines.filter(action__startswith=f"{about}.") if about else lines


def journal_length(event: Event) -> int:
    """How many lines the journal of an event has: another number for every change."""
    heads = JournalHead.objects.filter(scope=f"event:{event.slug}")
    return heads.values_list("seq", flat=True).first() or 0


def site_journal(action: str, *, subject: str) -> "QuerySet[JournalLine]":
    """The lines about somebody in the journal of the site, the oldest first."""
    lines = JournalLine.objects.filter(scope="site", action=action, subject=subject)
    return lines.order_by("seq")


def journal_since(event: Event, seq: int) -> "QuerySet[JournalLine]":
    """The lines from one on, the oldest first."""
    return journal_of(event).filter(seq__gte=seq).order_by("seq")


class EntryAccounts(NamedTuple):
    """An entry as it is, with the accounts of its player; merging may have made them two."""

    row: Entry
    accounts: set[int]


def entries_with_accounts(event: Event) -> dict[int, EntryAccounts]:
    """Every entry of an event by its id. One query."""
    rows = Entry.objects.filter(event=event).select_related("player__merged_into")
    return {row.pk: EntryAccounts(row, _accounts(row)) for row in rows}


def _accounts(row: Entry) -> set[int]:
    both = row.player.user_id, resolve(row.player).user_id
    return {pk for pk in both if pk is not None}


def journal_of_slot(event_slug: str, slot_id: int) -> "QuerySet[JournalLine]":
    """The lines about one game of an event, the oldest first."""
    lines = JournalLine.objects.filter(scope=f"event:{event_slug}", subject=f"slot:{slot_id}")
    return lines.order_by("seq")


def journal_lengths(events: Iterable[Event]) -> dict[str, int]:
    """`journal_length` of several events, by scope. One query."""
    scopes = [f"event:{event.slug}" for event in events]
    heads = JournalHead.objects.filter(scope__in=scopes).order_by("scope")
    return dict(heads.values_list("scope", "seq"))


def journal_topics(event: Event) -> list[str]:
    """The first words of the actions that an event has lines of, by name."""
    actions = journal_of(event).order_by("action").values_list("action", flat=True).distinct()
    return sorted({action.partition(".")[0] for action in actions})


def names_of_users(user_ids: Iterable[int]) -> dict[int, str]:
    """The player's name of an account, else its own."""
    users = User.objects.filter(pk__in=set(user_ids)).select_related("player__merged_into")
    return {
        user.pk: resolve(user.player).name if hasattr(user, "player") else user.get_username()
        for user in users
    }


def names_of_entries(event: Event, entry_ids: Iterable[int]) -> dict[int, str]:
    entries = Entry.objects.filter(event=event, pk__in=set(entry_ids))
    return {
        entry.pk: resolve(entry.player).name
        for entry in entries.select_related("player__merged_into")
    }


def places_of_slots(event: Event, slot_ids: Iterable[int]) -> dict[int, SlotPlace]:
    slots = GameSlot.objects.filter(pairing__round__event=event, pk__in=set(slot_ids))
    rows = slots.values_list("pk", "pairing__round__number", "pairing__table", "number")
    return {pk: SlotPlace(round_, table, game) for pk, round_, table, game in rows}


def places_of_pairings(
    event: Event, pairing_ids: Iterable[int]
) -> dict[int, tuple[int, int | None]]:
    """The round of each pairing, and its table where it has one."""
    rows = Pairing.objects.filter(round__event=event, pk__in=set(pairing_ids))
    found = rows.values_list("pk", "round__number", "table")
    return {pk: (round_, table) for pk, round_, table in found}
