"""A player's rating in one list, with the games that moved it."""

from typing import NamedTuple

from config.pages.annotations import Event, Player
from config.pages.player.rating_history import HistoryStep, RatingHistory, rating_history
from ratings import selectors as ratings
from ratings.selectors import PoolRating
from tournaments.actor import Actor

LATEST = 5  # games that moved it


class MyRating(NamedTuple):
    """others: ratings in other lists, most games first."""

    standing: PoolRating
    history: RatingHistory
    others: list[PoolRating]

    @property
    def latest(self) -> list[HistoryStep]:
        return self.history.steps[:LATEST]


def my_rating(actor: Actor, player: Player, event: Event | None = None) -> MyRating | None:
    """The list that fits the event, else the one with most games; None if unrated."""
    standing = ratings.player_ratings(player.pk)
    fitting = []
    if event is not None:
        lists = ratings.fitting_pools(game=event.game, size=event.ruleset.get("size"))
        fitting = [pool.slug for pool in lists]
    chosen = next((one for one in standing if one.pool in fitting), next(iter(standing), None))
    if chosen is None:
        return None
    others = [one for one in standing if one is not chosen]
    return MyRating(chosen, rating_history(actor, player, chosen.pool), others)
