"""Why a player's rating in a list is what it is: a graph, the games that moved it, corrections."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from config.pages.game.game_links import game_links
from config.pages.player.graph import Point, graph
from ratings import selectors as ratings
from ratings.selectors import HistoryEntry, RatingMovement
from tournaments.actor import Actor
from tournaments.wording import in_a_row

STEPS = 100  # the newest games of a history


class Step(NamedTuple):
    """A game in a history, and its page ("" if there is none to see)."""

    line: HistoryEntry
    url: str


class History(NamedTuple):
    """steps: the last first. movement: what was published, and corrected since. foretold: whether
    of any step it is known what was expected."""

    pool: str
    slug: str
    svg: SafeString | str
    steps: list[Step]
    movement: RatingMovement
    since: float | None
    foretold: bool


def history(actor: Actor, player: Any, pool_slug: str) -> History:
    pool = ratings.pool_by_slug(pool_slug)
    lines = ratings.player_history(player.pk, pool, actor)[-STEPS:]
    urls = game_links(actor, [line.source for line in lines])
    steps = [Step(line, urls.get(line.source, "")) for line in lines]
    movement = ratings.movement(player, pool)
    return History(
        pool=pool.name or pool.slug,
        slug=pool.slug,
        svg=graph([_point(step) for step in steps]),
        steps=steps[::-1],
        movement=movement,
        since=_since(movement),
        foretold=any(line.expected is not None for line in lines),
    )


def _point(step: Step) -> Point:
    line = step.line
    opponents = in_a_row(person.name for person in line.opponents)
    return Point(line.played_on, line.after, line.deviation, step.url, opponents)


def _since(movement: RatingMovement) -> float | None:
    """What the games since the published list changed; None without both ends."""
    if movement.now is None or movement.corrected is None:
        return None
    return movement.now - movement.corrected
