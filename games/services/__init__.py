"""Every result that counts is decided here: by players' agreement, by ruling, at the desk."""

from .casual import submit_casual
from .confirm import confirm_game, dispute_game
from .desk import enter_result
from .imports import import_record
from .rule import rule_slot, void_result
from .submit import submit_game

__all__ = [
    "confirm_game",
    "dispute_game",
    "enter_result",
    "import_record",
    "rule_slot",
    "submit_casual",
    "submit_game",
    "void_result",
]
