"""Rating systems by code; each is a frozen dataclass of parameters.

SYSTEMS rate game by game and can continue from a checkpoint; BATCHES rate whole periods.
"""

from collections.abc import Callable, Mapping

from ratings.systems.batch import Batch, is_batch, is_periodic, is_whole_history
from ratings.systems.bounds import BOUNDS, ParameterRefused, check_parameters, valid_parameters
from ratings.systems.elo import Elo
from ratings.systems.fide import Fide
from ratings.systems.glicko import Glicko
from ratings.systems.glicko2 import Glicko2
from ratings.systems.learned import Learned
from ratings.systems.ledger import (
    Game,
    Learner,
    Rating,
    Seat,
    Skipped,
    System,
    expected_score,
    expected_scores,
    first_move_edge,
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
NOTHING_LEARNED: Mapping[str, float] = {
    "first_move_deviation": 0.0,
    "learn_initial_deviation": 0.0,
    "learn_growth": 0.0,
}


def build(code: str, parameters: Mapping[str, float]) -> AnySystem:
    """A system of either kind; missing parameters have their defaults. Bounds are not checked.

    If any parameter of `glicko` is given, it learns only those that are named as learned.

    :raises KeyError: there is none of this code.
    """
    makers: dict[str, Callable[..., AnySystem]] = {**SYSTEMS, **BATCHES}
    if code == Glicko.code and parameters:
        parameters = {**NOTHING_LEARNED, **parameters}
    return makers[code](**parameters)


def build_checked(code: str, parameters: Mapping[str, object]) -> AnySystem:
    """`build`, after the parameters were checked against `bounds.BOUNDS`.

    :raises KeyError: there is none of this code.
    :raises ParameterRefused: a parameter is out of bounds.
    """
    return build(code, check_parameters(code, parameters))
