"""The services that decide counted results: by agreement, by ruling, or at the desk."""

from games.stakes.bidding import agree_to_bids, place_bids, withdraw_bids

from .casual import submit_casual
from .confirm import confirm_game, dispute_game
from .desk import enter_result
from .imports import import_record
from .no_show import record_no_show
from .postpone import postpone_slots
from .rule import rule_slot, void_result
from .submit import submit_game
from .withdraw import withdraw_player

__all__ = [
    "agree_to_bids",
    "confirm_game",
    "dispute_game",
    "enter_result",
    "import_record",
    "place_bids",
    "postpone_slots",
    "record_no_show",
    "rule_slot",
    "submit_casual",
    "submit_game",
    "void_result",
    "withdraw_bids",
    "withdraw_player",
]
