"""What seats have of a game at a card table, as plain text: the place, with the points beside.

In HTML it is the tag `seat_score`, with the same text.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from config.pages.names import isolate
from games.places import SeatScore, end_scores
from tournaments.standings.points import points_text


def score_text(score: SeatScore) -> str:
    """2–3 (½); without points the place, without a place the points."""
    points = "" if score.points_x2 is None else isolate(points_text(score.points_x2))
    if not score.place:
        return points
    return f"{isolate(score.place)} ({points})" if points else isolate(score.place)


def placed_names(
    names: Sequence[str], places_x2: Sequence[int], match: Mapping[str, Any] | None
) -> list[str]:
    """Each name with its place and points, the best first. names: by seat. match: of the event."""
    scores = end_scores(places_x2, match)
    best_first = sorted(range(len(places_x2)), key=lambda at: places_x2[at])
    return [f"{isolate(names[at])} {score_text(scores[at])}" for at in best_first]
