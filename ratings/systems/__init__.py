"""How strong: families of systems, code -> frozen dataclass of parameters.

SYSTEMS rate one game after another and go on from a checkpoint; BATCHES rate whole periods.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ratings.systems.batch import Batch, is_batch, is_periodic, is_whole
from ratings.systems.bounds import BOUNDS, ParameterRefused, check_parameters, usable
from ratings.systems.elo import Elo
from ratings.systems.fide import Fide
from ratings.systems.glicko import Glicko
from ratings.systems.glicko2 import Glicko2
from ratings.systems.ledger import (
    Game,
    Learner,
    Rating,
    Seat,
    Skipped,
    System,
    edge_of,
    expected_score,
    expected_scores,
    is_learner,
)
from ratings.systems.plackett_luce import PlackettLuce
from ratings.systems.playtak import Playtak
from ratings.systems.tables import Tables
from ratings.systems.whr import WholeHistory

SYSTEMS: dict[str, Callable[..., System]] = {
    "glicko": Glicko,
    "elo": Elo,
    "playtak": Playtak,
    "tables": Tables,
    "plackett_luce": PlackettLuce,
}
BATCHES: dict[str, Callable[..., Batch]] = {
    "glicko2": Glicko2,
    "whr": WholeHistory,
    "fide": Fide,
}

AnySystem = System | Batch


def build(code: str, parameters: Mapping[str, float]) -> AnySystem:
    """A system of either kind; what is not said has its default. Bounds are not checked here.

    Who says what moving first is worth, and not how unsure that is, is sure of it.

    :raises KeyError: there is none of this code.
    """
    makers: dict[str, Callable[..., AnySystem]] = {**SYSTEMS, **BATCHES}
    if code == Glicko.code and "first_move" in parameters:
        parameters = {"first_move_deviation": 0.0, **parameters}
    return makers[code](**parameters)


def build_checked(code: str, parameters: Mapping[str, Any]) -> AnySystem:
    """The same, of parameters that are inside their bounds (`bounds.BOUNDS`).

    :raises KeyError: there is none of this code.
    :raises ParameterRefused: a parameter is not.
    """
    return build(code, check_parameters(code, parameters))


__all__ = [
    "BATCHES",
    "BOUNDS",
    "SYSTEMS",
    "AnySystem",
    "Batch",
    "Game",
    "Learner",
    "ParameterRefused",
    "Rating",
    "Seat",
    "Skipped",
    "System",
    "build",
    "build_checked",
    "check_parameters",
    "edge_of",
    "expected_score",
    "expected_scores",
    "is_batch",
    "is_learner",
    "is_periodic",
    "is_whole",
    "usable",
]
