"""Lines of journals, and the current names for the ids in them; the lines hold no names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.models import Count, F, QuerySet, Sum

from tournaments.chain.witness import Witness
from tournaments.models import Entry, Event, GameSlot, JournalHead, JournalLine, Pairing, User
from tournaments.selectors.people.people import resolve


class SlotPlace(NamedTuple):
    """Where a game is played. game: its number in the pairing."""

    round: int
    table: int | None
    game: int
    pairing: int


def journal_of(event: Event, *, about: str = "") -> "QuerySet[JournalLine]":
    """The lines of an event, the latest first. about: the first word of the action."""
    lines = JournalLine.objects.filter(scope=f"event:{event.slug}").order_by("-seq")
    return lines.filter(action__startswith=f"{about}.") if about else lines


def all_journals() -> tuple[int, int]:
    """The number of journals and of all their lines; one of them grows with every change."""
    found = JournalHead.objects.aggregate(journals=Count("pk"), lines=Sum("seq"))
    return found["journals"], found["lines"] or 0


def journal_head(event: Event) -> Witness | None:
    """The signed end of the journal of an event; None before its first line."""
    head = JournalHead.objects.filter(scope=f"event:{event.slug}", signed_seq=F("seq")).first()
    return Witness(head.scope, head.seq, head.hash, head.key, head.signature) if head else None


def site_journal(action: str, *, subject: str) -> "QuerySet[JournalLine]":
    """Lines about a subject in the journal of the site, the oldest first."""
    lines = JournalLine.objects.filter(scope="site", action=action, subject=subject)
    return lines.order_by("seq")


def journal_since(event: Event, seq: int) -> "QuerySet[JournalLine]":
    """The lines from `seq` on, the oldest first."""
    return journal_of(event).filter(seq__gte=seq).order_by("seq")


class EntryAccounts(NamedTuple):
    """accounts: user ids of the player; after a merge there may be two."""

    row: Entry
    accounts: set[int]


def entries_with_accounts(event: Event) -> dict[int, EntryAccounts]:
    """All entries of an event by id. One query."""
    rows = Entry.objects.filter(event=event).select_related("player__merged_into")
    return {row.pk: EntryAccounts(row, _accounts(row)) for row in rows}


def _accounts(row: Entry) -> set[int]:
    both = row.player.user_id, resolve(row.player).user_id
    return {pk for pk in both if pk is not None}


def journal_of_slot(event_slug: str, slot_id: int) -> "QuerySet[JournalLine]":
    """Lines about one game, the oldest first."""
    lines = JournalLine.objects.filter(scope=f"event:{event_slug}", subject=f"slot:{slot_id}")
    return lines.order_by("seq")


def journal_lengths(events: Iterable[Event]) -> dict[str, int]:
    """The number of lines in the journals of events, by scope. One query."""
    scopes = [f"event:{event.slug}" for event in events]
    heads = JournalHead.objects.filter(scope__in=scopes).order_by("scope")
    return dict(heads.values_list("scope", "seq"))


def journal_topics(event: Event) -> list[str]:
    """The first words of the actions in the journal of an event, sorted."""
    actions = journal_of(event).order_by("action").values_list("action", flat=True).distinct()
    return sorted({action.partition(".")[0] for action in actions})


def names_of_users(user_ids: Iterable[int]) -> dict[int, str]:
    """The name of the player of each account, else its username."""
    users = User.objects.filter(pk__in=set(user_ids)).select_related("player__merged_into")
    return {
        user.pk: resolve(user.player).name if hasattr(user, "player") else user.get_username()
        for user in users
    }


def names_of_applications(actors: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """The names of the applications that acted for accounts. One query if there is one."""
    ids = {actor["application"] for actor in actors if "application" in actor}
    # The model is the library's, which asks for it in the settings.
    model = apps.get_model(settings.OAUTH2_PROVIDER_APPLICATION_MODEL)
    rows = model._default_manager.filter(pk__in=ids)
    return dict(rows.values_list("pk", "name")) if ids else {}


@dataclass(frozen=True, slots=True)
class ActorNames:
    """Names of today, of accounts, of entries and of applications by their ids."""

    users: Mapping[int, str]
    entries: Mapping[int, str]
    applications: Mapping[int, str]

    def name_of(self, actor: Mapping[str, Any]) -> str | None:
        """The name behind a stored actor; None for the service and for who was deleted."""
        if actor["user"] is not None:
            return self.users.get(actor["user"])
        return self.entries.get(actor["entry"])

    def application_of(self, actor: Mapping[str, Any]) -> str | None:
        """The name of the application that acted for the account, if one did."""
        return self.applications.get(actor.get("application", 0))


def actor_names(
    event: Event, actors: Iterable[Mapping[str, Any]], users: Iterable[int] = ()
) -> ActorNames:
    """The names behind stored actors, and of more accounts. Three queries."""
    stored = list(actors)
    accounts = {actor["user"] for actor in stored if actor["user"] is not None}
    entries = {actor["entry"] for actor in stored if actor["entry"] is not None}
    return ActorNames(
        users=names_of_users(accounts | set(users)),
        entries=names_of_entries(event, entries),
        applications=names_of_applications(stored),
    )


def names_of_entries(event: Event, entry_ids: Iterable[int]) -> dict[int, str]:
    entries = Entry.objects.filter(event=event, pk__in=set(entry_ids))
    return {
        entry.pk: resolve(entry.player).name
        for entry in entries.select_related("player__merged_into")
    }


def places_of_slots(event: Event, slot_ids: Iterable[int]) -> dict[int, SlotPlace]:
    slots = GameSlot.objects.filter(pairing__round__event=event, pk__in=set(slot_ids))
    rows = slots.values_list("pk", "pairing__round__number", "pairing__table", "number", "pairing")
    return {
        pk: SlotPlace(round_, table, game, pairing) for pk, round_, table, game, pairing in rows
    }


def places_of_pairings(
    event: Event, pairing_ids: Iterable[int]
) -> dict[int, tuple[int, int | None]]:
    """(round, table) by pairing id."""
    rows = Pairing.objects.filter(round__event=event, pk__in=set(pairing_ids))
    found = rows.values_list("pk", "round__number", "table")
    return {pk: (round_, table) for pk, round_, table in found}
