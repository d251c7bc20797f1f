"""How a player's rating changed: a graph, the games and later corrections."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from config.pages.annotations import Player
from config.pages.game.game_links import game_links
from config.pages.player.graph import RatingPoint, draw_rating_graph
from ratings import selectors as ratings
from ratings.selectors import HistoryEntry, RatingMovement
from tournaments.actor import Actor
from tournaments.wording import join_with_commas

MOST_STEPS = 100  # of a history, the newest


class HistoryStep(NamedTuple):
    """A game of a history. url: its page, empty if hidden."""

    line: HistoryEntry
    url: str


class RatingHistory(NamedTuple):
    """steps: newest first. movement: the published rating and its corrections.

    has_forecasts: whether any step has an expected score.
    """

    pool: str
    slug: str
    svg: SafeString | str
    steps: list[HistoryStep]
    movement: RatingMovement
    since: float | None
    has_forecasts: bool


def rating_history(actor: Actor, player: Player, pool_slug: str) -> RatingHistory:
    pool = ratings.pool_by_slug(pool_slug)
    lines = ratings.player_history(player.pk, pool, actor)[-MOST_STEPS:]
    urls = game_links(actor, [line.source for line in lines])
    steps = [HistoryStep(line, urls.get(line.source, "")) for line in lines]
    movement = ratings.movement(player, pool)
    return RatingHistory(
        pool=pool.name or pool.slug,
        slug=pool.slug,
        svg=draw_rating_graph(rating_points(steps, movement)),
        steps=steps[::-1],
        movement=movement,
        since=_since(movement),
        has_forecasts=any(line.expected is not None for line in lines),
    )


def rating_points(steps: Sequence[HistoryStep], movement: RatingMovement) -> list[RatingPoint]:
    """The points of the chart; the last one is the player's rating, as the page says above it.

    They differ from the games while a voided or merged game waits to be recomputed.
    """
    points = [_point(step) for step in steps]
    now, deviation = movement.now, movement.deviation
    if points and now is not None and deviation is not None:
        last = points[-1]
        if round(last.rating) != round(now):
            points.append(RatingPoint(last.day, now, deviation))
    return points


def _point(step: HistoryStep) -> RatingPoint:
    line = step.line
    opponents = join_with_commas(person.name for person in line.opponents)
    return RatingPoint(line.played_on, line.after, line.deviation, step.url, opponents)


def _since(movement: RatingMovement) -> float | None:
    """The change by games since the published list; None if either end is unknown."""
    if movement.now is None or movement.corrected is None:
        return None
    return movement.now - movement.corrected
