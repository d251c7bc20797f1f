"""Table sizes: what the game allows, and what a stage needs. Only card games have bounds here."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.games import SEAT_BOUNDS
from tournaments.documents import Settings
from tournaments.errors import InvalidInput
from tournaments.models import Event
from tournaments.wording import join_with_commas

TWO = 2
NAMES = {"taki": _("Taki"), "gamnon": _("Gamnon")}
# Systems with tables of more than two.
TABLE_SYSTEMS = ("tables", "manual")


def seat_bounds(game: str, ruleset: Mapping[str, object]) -> tuple[int, int] | None:
    """The fewest and most players at a table; None: the game has no bounds."""
    return SEAT_BOUNDS[game](ruleset) if game in SEAT_BOUNDS else None


def min_players(event: Event) -> int:
    bounds = seat_bounds(event.game, event.ruleset)
    return bounds[0] if bounds else TWO


def check_stage(game: str, ruleset: Settings, *, system: str, options: Settings) -> None:
    """:raises InvalidInput: the stage makes tables of a size that the game does not allow."""
    bounds = seat_bounds(game, ruleset)
    if bounds is None:
        if options.get("partners"):
            for_cards = _("a table of partners is for card games")
            raise InvalidInput(field="stages.options.partners", problem=for_cards)
        return
    least = bounds[0]
    if options.get("partners"):
        _check_size(game, 2 * options.get("boards", 2), bounds, option="boards")
    elif least > TWO and system not in TABLE_SYSTEMS:
        problem = _(
            "{system} makes pairs, and {game} needs at least {least} at a table: take {systems}"
        ).format(
            system=system, game=NAMES[game], least=least, systems=join_with_commas(TABLE_SYSTEMS)
        )
        raise InvalidInput(field="stages", problem=problem)
    for size in options.get("sizes") or ():
        _check_size(game, size, bounds, option="sizes")
    places = options.get("places")
    if places is not None and places + options.get("best_of_rest", 0) < least:
        problem = _("at least {least}, as many as sit at a table").format(least=least)
        raise InvalidInput(field="stages.options.places", problem=problem)


def _check_size(game: str, size: int, bounds: tuple[int, int], *, option: str) -> None:
    least, most = bounds
    if not least <= size <= most:
        problem = _("{game} is for {least} to {most} at a table, not {size}").format(
            game=NAMES[game], least=least, most=most, size=size
        )
        raise InvalidInput(field=f"stages.options.{option}", problem=problem)


def check_stages(game: str, ruleset: Settings, stages: Iterable[Any]) -> None:
    """:raises InvalidInput: as `check_stage`, for any of these stages."""
    for stage in stages:
        check_stage(game, ruleset, system=stage.system, options=stage.options)
