"""What stored answers depend on that show an event with ratings, see `stored_answers`."""

from ratings import selectors
from tournaments.api.stored_answers import versions_of_event
from tournaments.api.view import ApiView
from tournaments.selectors.events.versions import Versions


def versions_with_ratings(view: ApiView) -> Versions:
    """They change with what the event in the address shows, and with any rating."""
    return (*versions_of_event(view), *selectors.versions_of_pools())
