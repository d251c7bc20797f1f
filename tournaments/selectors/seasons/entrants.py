"""Who of an event's players is in, and who said no."""

from tournaments.choices import EntryStatus
from tournaments.models import Event
from tournaments.selectors.people.people import resolve

OUT = (EntryStatus.CANCELLED, EntryStatus.REFUSED)


def entered_and_declined(event: Event) -> tuple[set[str], set[str]]:
    """Public ids of players who are in, and of those who cancelled or were refused. One query."""
    entered, declined = set[str](), set[str]()
    for entry in event.entries.select_related("player__merged_into"):
        player = resolve(entry.player).public_id
        if entry.state == EntryStatus.IN:
            entered.add(player)
        elif entry.state in OUT:
            declined.add(player)
    return entered, declined
