"""Categories and prizes of an event, which may count rated games."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext

from ratings.models import Posting
from tournaments.documents import Document
from tournaments.prizes.categories import Member
from tournaments.selectors.prizes import categories, prizes

if TYPE_CHECKING:
    from tournaments.models import Category, Event


def games_before(event: "Event", players: Collection[int]) -> Mapping[int, int]:
    """Rated games of players before the event: of other events and casual ones, by day if the
    event has one. One query.
    """
    rows = Posting.objects.filter(rated_game__voided_at__isnull=True, rated_game__game=event.game)
    rows = rows.filter(Q(player__in=players) | Q(player__merged_into__in=players))
    rows = rows.exclude(rated_game__event=event)
    if event.starts_on:
        rows = rows.filter(rated_game__played_on__lt=event.starts_on)
    found = Counter[int]()
    for player, merged in rows.values_list("player_id", "player__merged_into_id"):
        found[merged or player] += 1
    return found


def prizes_document(event: "Event") -> Document:
    """See tournaments.selectors.prizes.prizes, in the active language."""
    return prizes.prizes_document(event, games_before, gettext)


def category_views(event: "Event", *, staff: bool) -> list[Document]:
    rows = categories.categories_of(event, staff=staff)
    members = categories.members_by_category(event, rows, games_before)
    people = categories.people_of(event)
    return [categories.category_view(row, members[row.pk], people, gettext) for row in rows]


def category_view(event: "Event", category_id: int, *, staff: bool) -> Document:
    """:raises NotFound: there is none that the reader may see."""
    row = categories.get_category(event, category_id, staff=staff)
    people = categories.people_of(event)
    return categories.category_view(row, _members(event, row), people, gettext)


def category_standings(event: "Event", category_id: int, *, staff: bool) -> Document:
    """:raises NotFound: there is none that the reader may see."""
    row = categories.get_category(event, category_id, staff=staff)
    standings = categories.category_standings(event, _members(event, row))
    return {"category": row.pk, "name": row.name, **standings}


def _members(event: "Event", row: "Category") -> Collection[Member]:
    return categories.members_by_category(event, [row], games_before)[row.pk]
