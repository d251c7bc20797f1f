"""Makes the notices of games and challenges that are due within a day, and of overdue games.

Beat runs it again and again. Each run looks at every game whose due time is near, and the unique
source of a notice prevents a second one. So a run that is missed, or a clock that was wrong for a
while, loses nothing.
"""

from datetime import datetime, timedelta

from config.notices.making import due_challenge_notices, due_notices, overdue_notices
from config.notices.reading import store_notices
from tournaments import selectors

AHEAD = timedelta(days=1)
# A service that was off for longer does not tell of what is long past.
BACK = timedelta(days=7)


def tell_deadlines(now: datetime) -> None:
    for game in selectors.due_games(now, now + AHEAD):
        store_notices(due_notices(game), event=game.event_slug, at=now)
    for challenge in selectors.challenges_due(now, now + AHEAD):
        store_notices(due_challenge_notices(challenge), event=challenge.event_slug, at=now)
    staff: dict[int, set[int]] = {}
    for game in selectors.due_games(now - BACK, now):
        if game.event_id not in staff:
            staff[game.event_id] = selectors.staff_of(game.event_id)
        made = overdue_notices(game, staff[game.event_id])
        store_notices(made, event=game.event_slug, at=now)
