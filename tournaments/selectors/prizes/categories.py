"""Categories of an event, who is in them, and their standings."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from tournaments.choices import EntryStatus
from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import Category, CategoryMember, Entry, Event
from tournaments.prizes import categories as pure
from tournaments.prizes.texts import MESSAGES
from tournaments.selectors.events.tables import standings_document
from tournaments.selectors.people.people import resolve

# The number of rated games of each player (by id) before the event.
Games = Callable[[Event, Collection[int]], Mapping[int, int]]


def categories_of(event: Event, *, staff: bool) -> list[Category]:
    """By id; those that are not published only for staff."""
    rows = event.categories.order_by("pk")
    return list(rows if staff else rows.filter(published=True))


def own_choices(event: Event) -> list[Category]:
    """What people may say of themselves, published or not; by id."""
    return list(event.categories.filter(kind__in=pure.SELF_GIVEN).order_by("pk"))


def own_categories(entry_id: int) -> set[int]:
    """The ids of the categories that an entry said to be in, or was chosen for."""
    rows = CategoryMember.objects.filter(entry=entry_id)
    return set(rows.values_list("category_id", flat=True))


def get_category(event: Event, category_id: int, *, staff: bool) -> Category:
    """:raises NotFound: the event has none with this id that the reader may see."""
    rows = event.categories.all() if staff else event.categories.filter(published=True)
    return get_row(rows, "category", pk=category_id)


def members_by_category(
    event: Event, rows: Collection[Category], games: Games
) -> dict[int, tuple[pure.Member, ...]]:
    """The members by the id of the category, under the ids of entries. Three queries."""
    entries = list(
        event.entries.filter(state=EntryStatus.IN)
        .select_related("player__merged_into")
        .order_by("number", "pk")
    )
    players = {entry.pk: resolve(entry.player) for entry in entries}
    asks_games = any(row.kind == pure.NEWCOMER and row.limit for row in rows)
    counted = games(event, [each.pk for each in players.values()]) if asks_games else {}
    candidates = [
        pure.Candidate(
            entry.pk,
            entry.rating,
            players[entry.pk].birth_year,
            counted.get(players[entry.pk].pk, 0),
        )
        for entry in entries
    ]
    listed: dict[int, set[int]] = {}
    for category_id, entry_id in CategoryMember.objects.filter(category__event=event).values_list(
        "category_id", "entry_id"
    ):
        listed.setdefault(category_id, set()).add(entry_id)
    return {
        row.pk: pure.members_of(
            pure.Category(row.kind, row.limit, frozenset(listed.get(row.pk, ()))), candidates
        )
        for row in rows
    }


def people_of(event: Event) -> dict[int, Entry]:
    """The entries of an event by id, with their players. One query."""
    return {each.pk: each for each in event.entries.select_related("player__merged_into")}


def category_view(
    row: Category,
    members: Collection[pure.Member],
    people: Mapping[int, Entry],
    translate: Callable[[str], str],
) -> Document:
    """A category with its members by name. people: of `people_of`."""
    return {
        "id": row.pk,
        "name": row.name,
        "kind": row.kind,
        "limit": row.limit,
        "published": row.published,
        "members": [
            {
                "entry_id": each.entry,
                "entry": people[each.entry].number,
                "player": resolve(people[each.entry].player).public_id,
                "name": resolve(people[each.entry].player).name,
                "reason": each.reason,
                "text": translate(MESSAGES[each.reason]).format(value=each.value, limit=row.limit),
            }
            for each in members
        ],
    }


def category_standings(event: Event, members: Collection[pure.Member]) -> Document:
    """The order of the event among some entries, with places of their own.

    rank: the place in the category, shared as in the event; event_rank: that in the event. Of
    earlier stages nothing is shown.
    """
    table = standings_document(event)
    ids = dict(event.entries.filter(number__isnull=False).values_list("number", "pk"))
    inside = {each.entry for each in members}
    rows: list[Document] = []
    for row in table["rows"]:
        if ids.get(row["entry"]) in inside:
            rows.append(_placed(row, rows))
    return {
        **{name: table[name] for name in ("event", "version", "fresh", "after_round", "rank_by")},
        "rows": rows,
    }


def _placed(row: Mapping[str, Any], before: list[Document]) -> Document:
    rank = len(before) + 1
    if before and before[-1]["event_rank"] == row["rank"] and not row.get("decided"):
        rank = before[-1]["rank"]
    names = ("entry", "player", "name", "points", "primary_x2")
    return {"rank": rank, "event_rank": row["rank"], **{name: row[name] for name in names}}
