"""Why a player's rating is what it is: the games since the last published list, and corrections.

What was published, what corrections of earlier results made of it since, and each game after it
add up to the rating of now.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from ratings.models import PlayerRating, Pool
from ratings.selectors.lists import KIND, scope_of
from ratings.selectors.players import HistoryPoint, rating_history
from tournaments.selectors.people import published_lists


@dataclass(frozen=True, slots=True)
class Movement:
    """A player's rating in a pool, rating points; None: not rated then.

    published: in the last published list, which opened `on`. corrected: the same day by today's
    ledger; corrected less published is what corrections of earlier results changed. games: all
    games, in the order they were rated; of each, after less before is what that game changed.
    """

    pool: str
    on: date | None
    published: float | None
    corrected: float | None
    now: float | None
    deviation: float | None
    games: list[HistoryPoint]

    @property
    def correction(self) -> float | None:
        """What corrections of earlier results changed in the published rating since."""
        if self.published is None or self.corrected is None:
            return None
        return self.corrected - self.published


def movement(player: Any, pool: Pool) -> Movement:
    """See `Movement`; of a Player, in three queries."""
    row = PlayerRating.objects.filter(pool=pool, epoch=pool.epoch, player=player.pk).first()
    kept = published_lists.published_list(scope_of(pool), KIND)
    on = published = corrected = None
    games = rating_history(player.pk, pool)
    if kept is not None:
        on = date.fromisoformat(kept.document["on"])
        listed = {one["player"]: one["rating"] for one in kept.document["rows"]}
        published = listed.get(player.public_id)
        before = [game for game in games if game.played_on < on]
        corrected = before[-1].after if before else None
    return Movement(
        pool=pool.slug,
        on=on,
        published=published,
        corrected=corrected,
        now=row.rating if row else None,
        deviation=row.deviation if row else None,
        games=games,
    )
