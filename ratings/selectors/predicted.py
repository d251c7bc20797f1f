"""Games of two with their expected scores, for the fair-play rules."""

from dataclasses import dataclass
from datetime import date

from ratings import counting
from ratings.analysis.fair_play import PlayedGame
from ratings.models import Pool, RatedGame
from ratings.selectors.pools import is_provisional
from ratings.selectors.replayed import games_in_range
from ratings.systems import Rating


@dataclass(frozen=True, slots=True)
class SourcedGame:
    """source: "slot:<id>" or "game:<public id>", which leads to the record."""

    source: str
    game: PlayedGame


def predicted_games(pool: Pool, since: date) -> list[SourcedGame]:
    """A pool's games of two from a day on, in rating order.

    `expected` is set if both ratings before the game were settled.
    """
    rows = RatedGame.objects.filter(
        counting.counted_filter(pool.counts), voided_at__isnull=True, played_on__gte=since
    )
    about = {
        key: (source, size) for key, source, size in rows.values_list("order_key", "source", "size")
    }
    if not about:
        return []
    found = []
    for game, before, expected in games_in_range(pool, min(about), max(about)):
        if game.order_key not in about or len(game.seats) != 2 or game.seats[0].score_x2 is None:
            continue
        source, size = about[game.order_key]
        first, second = game.seats
        played = PlayedGame(
            first=first.player,
            second=second.player,
            first_score_x2=game.seats[0].score_x2,
            played_on=game.played_on,
            expected=expected[0] if _settled(before) else None,
            size=size,
        )
        found.append(SourcedGame(source, played))
    return found


def _settled(ratings: tuple[Rating, ...]) -> bool:
    """Whether all players have played and none is provisional."""
    return all(one.games and not is_provisional(one.deviation) for one in ratings)
