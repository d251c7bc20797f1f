"""The lists of events and players, by the rating list that counts or has them."""

from typing import TYPE_CHECKING

from ratings import selectors
from tournaments.api import events, people
from tournaments.serializers.base import IdField
from tournaments.serializers.events import EventQuery
from tournaments.serializers.people import PlayerQuery

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Event, Player


class RatedEventQuery(EventQuery):
    pool = IdField(required=False, help_text="The slug of a rating list that counts games of it.")


class RatedPlayerQuery(PlayerQuery):
    pool = IdField(required=False, help_text="The slug of a rating list that has the player.")


class EventList(events.EventList):
    asks = RatedEventQuery

    def rows(self) -> "QuerySet[Event]":
        rows = super().rows()
        if "pool" in self.asked:
            counted = selectors.games_counted_by(selectors.pool_by_slug(self.asked["pool"]))
            rows = rows.filter(pk__in=counted.values("event"))
        return rows


class PlayerList(people.PlayerList):
    asks = RatedPlayerQuery

    def rows(self) -> "QuerySet[Player]":
        rows = super().rows()
        if "pool" in self.asked:
            rated = selectors.ratings_of(selectors.pool_by_slug(self.asked["pool"]))
            rows = rows.filter(pk__in=rated.values("player"))
        return rows
