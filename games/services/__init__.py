"""The services that decide counted results: by agreement, by ruling, or at the desk."""

from games.stakes.bidding import agree_to_bids, place_bids, withdraw_bids

from .casual import submit_casual
from .confirm import confirm_game, dispute_game
from .desk import enter_result
from .records.imports import import_record, import_records
from .rulings.no_show import record_no_show
from .rulings.postpone import postpone_slots
from .rulings.rule import rule_slot, void_result
from .rulings.withdraw import withdraw_player
from .submit import submit_game
