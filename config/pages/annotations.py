"""Types for annotations: rows of models that are private to their apps, documents, contexts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ratings.models import PlayerRating as PlayerRating
    from ratings.models import Pool as Pool
    from tournaments.models import Announcement as Announcement
    from tournaments.models import Club as Club
    from tournaments.models import Entry as Entry
    from tournaments.models import Event as Event
    from tournaments.models import JournalLine as JournalLine
    from tournaments.models import Player as Player
    from tournaments.models import Round as Round
    from tournaments.models import Series as Series
    from tournaments.models import Stage as Stage
    from tournaments.models import User as User
else:
    Announcement = Club = Entry = Event = JournalLine = Player = PlayerRating = Pool = Round = (
        Series
    ) = Stage = User = object

Document = Mapping[str, Any]  # stored JSON, or what a selector makes of it
Context = dict[str, Any]  # of a template
