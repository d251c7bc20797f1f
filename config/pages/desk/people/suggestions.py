"""Whom a typed name may mean, with what tells two of one name apart."""

from collections.abc import Iterable
from typing import NamedTuple

from config.pages.annotations import Event, Player
from config.pages.names import needed_reading
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.choices import EntryStatus

MOST = 8
NEW = "new"  # chosen instead of a public id
GONE = (EntryStatus.REFUSED, EntryStatus.CANCELLED)


class Suggestion(NamedTuple):
    """A player beside a typed name. rating: in the list that fits the event."""

    player: Player
    rating: int | None
    clubs: list[str]
    is_entered: bool

    @property
    def text(self) -> str:
        """All of it in one line; the public id tells apart what else would be the same."""
        player, rating = self.player, self.rating
        reading = needed_reading(player.name, player.sort_name)
        parts = [player.name, reading, "" if rating is None else str(rating), *self.clubs]
        return " · ".join(part for part in (*parts, player.public_id) if part)


def suggestions(event: Event, typed: str) -> list[Suggestion]:
    """The first players in whose names a word starts with each typed word."""
    return describe(event, selectors.search_players(typed)[:MOST])


def describe(event: Event, players: Iterable[Player]) -> list[Suggestion]:
    """Players with their ratings, clubs, and whether they are in the event. About five queries."""
    found = list(players)
    if not found:
        return []
    keys = [player.pk for player in found]
    size = event.ruleset.get("size")
    rated = ratings.entry_ratings(game=event.game, size=size, player_ids=keys)
    clubs = selectors.club_names(keys)
    entries = selectors.event_entries(event).exclude(state__in=GONE)
    entered = {selectors.resolve(entry.player).pk for entry in entries}
    return [
        Suggestion(
            player=player,
            rating=rated.get(player.pk, (None, ""))[0],
            clubs=clubs.get(player.pk, []),
            is_entered=player.pk in entered,
        )
        for player in found
    ]
