"""How a player's rating came about: the last published one, later corrections, and games since.

The published rating, the corrections and the changes by games add up to the current rating.
"""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ratings.models import PlayerRating, Pool
from ratings.selectors.lists import KIND, list_scope
from ratings.selectors.players import HistoryPoint, rating_history
from tournaments.selectors.people import published_lists

if TYPE_CHECKING:
    from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class RatingMovement:
    """A player's rating in a pool, rating points; None: not rated then.

    published: in the last published list, of the day `on`. corrected: the same day by today's
    ledger. games: all games in rating order.
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
        """The change of the published rating by later corrections of results."""
        if self.published is None or self.corrected is None:
            return None
        return self.corrected - self.published


def movement(player: "Player", pool: Pool) -> RatingMovement:
    """See `RatingMovement`; of a Player, in three queries."""
    row = PlayerRating.objects.filter(pool=pool, epoch=pool.epoch, player=player.pk).first()
    kept = published_lists.published_list(list_scope(pool), KIND)
    on = published = corrected = None
    games = rating_history(player.pk, pool)
    if kept is not None:
        on = date.fromisoformat(kept.document["on"])
        listed = {one["player"]: one["rating"] for one in kept.document["rows"]}
        published = listed.get(player.public_id)
        before = [game for game in games if game.played_on < on]
        corrected = before[-1].after if before else None
    return RatingMovement(
        pool=pool.slug,
        on=on,
        published=published,
        corrected=corrected,
        now=row.rating if row else None,
        deviation=row.deviation if row else None,
        games=games,
    )
