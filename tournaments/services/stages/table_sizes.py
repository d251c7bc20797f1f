"""How many sit at a table: what the game of an event allows, and what its stages ask for.

Tak is played by two everywhere; of the games of cards the rules say how many may play.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.games import SEAT_BOUNDS
from tournaments.errors import InvalidInput
from tournaments.models import Event
from tournaments.services.events.settings import CARDS
from tournaments.wording import join_with_commas

TWO = 2
NAMES = {"taki": _("Taki"), "gamnon": _("Gamnon")}
# Systems whose tables may hold more than two; all others pair.
OF_TABLES = ("tables", "manual")


def seat_bounds(game: str, ruleset: Mapping[str, Any]) -> tuple[int, int] | None:
    """The fewest and the most at a table of this game; None: the game does not say."""
    return SEAT_BOUNDS[game](ruleset) if game in SEAT_BOUNDS else None


def least_players(event: Event) -> int:
    """As many must play, or there is no table."""
    bounds = seat_bounds(event.game, event.ruleset)
    return bounds[0] if bounds else TWO


def check_stage(
    game: str, ruleset: Mapping[str, Any], *, system: str, options: Mapping[str, Any]
) -> None:
    """:raises InvalidInput: the game cannot be played by as many as the stage puts together."""
    bounds = seat_bounds(game, ruleset)
    if bounds is None:
        return
    least, most = bounds
    if least > TWO and system not in OF_TABLES:
        problem = _(
            "{system} makes pairs, and {game} needs at least {least} at a table: take {systems}"
        ).format(system=system, game=NAMES[game], least=least, systems=join_with_commas(OF_TABLES))
        raise InvalidInput(field="stages", problem=problem)
    for size in options.get("sizes") or ():
        if not least <= size <= most:
            problem = _("{game} is for {least} to {most} at a table, not {size}").format(
                game=NAMES[game], least=least, most=most, size=size
            )
            raise InvalidInput(field="stages.options.sizes", problem=problem)
    places = options.get("places")
    if places is not None and places + options.get("best_of_rest", 0) < least:
        problem = _("at least {least}, as many as sit at a table").format(least=least)
        raise InvalidInput(field="stages.options.places", problem=problem)


def check_stages(game: str, ruleset: Mapping[str, Any], stages: Iterable[Any]) -> None:
    """:raises InvalidInput: as `check_stage`, of any of these stages."""
    if game in CARDS:
        for stage in stages:
            check_stage(game, ruleset, system=stage.system, options=stage.options)
