"""The season of the demo: points for places, one event over, one being played, one to come."""

from config.demo.cast import Cast
from config.demo.events import FINISHED, OPEN, SWISS
from ratings.services.seasons import start_season
from tournaments import selectors
from tournaments.services.events import seasons

SLUG = "lantern-season"
SCORING = {
    "by": "places",
    "points_x2": [20, 16, 12, 8, 6, 4, 2],
    "best": 3,
    "bonus_x2": 2,
    "events": 4,
}


def plan_season(cast: Cast) -> int:
    """A season of four events, of which three are known; returns its id."""
    actor = cast.organiser
    series = start_season(
        actor=actor, club_id=cast.club_id, slug=SLUG, name="Lantern Season", scoring=SCORING
    )
    for slug in (FINISHED, SWISS, OPEN):
        event = selectors.get_event(slug, actor)
        seasons.set_event_series(actor=actor, event_id=event.pk, series_id=series.pk)
    return series.pk
