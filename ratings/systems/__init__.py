"""How strong: families of systems, code -> frozen dataclass of parameters.

SYSTEMS rate one game after another and go on from a checkpoint; BATCHES rate whole periods.
"""

from collections.abc import Callable

from ratings.systems.batch import Batch
from ratings.systems.elo import Elo
from ratings.systems.fide import Fide
from ratings.systems.glicko import Glicko
from ratings.systems.glicko2 import Glicko2
from ratings.systems.ledger import Game, Rating, Seat, Skipped, System
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

__all__ = ["BATCHES", "SYSTEMS", "Batch", "Game", "Rating", "Seat", "Skipped", "System"]
