"""How strong: a family of systems, code -> frozen dataclass of parameters."""

from collections.abc import Callable

from ratings.systems.glicko import Glicko
from ratings.systems.ledger import Game, Rating, Seat, Skipped, System

SYSTEMS: dict[str, Callable[..., System]] = {"glicko": Glicko}

__all__ = ["SYSTEMS", "Game", "Rating", "Seat", "Skipped", "System"]
