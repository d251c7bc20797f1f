"""The tavern scheme of stakes: the loser pays the score of the winner in coins (TAK-8.3).

There is no ante, bid, call or pot. The score has one point for each space of the board and for
each piece left in the winner's reserve (TAK-8.1); the loser scores nothing. For a win without the
capstone, a factor may multiply the whole payment (TAK-7.10). A draw pays nothing.
"""

from engine.tak.players import SIDES
from engine.tak.wagers import End, Transfer, WagerRules


def pay_score(rules: WagerRules, end: End, *, size: int) -> list[Transfer]:
    """The payments of a finished game, from the loser to the winner. size: of the board."""
    if end.winner is None:
        return []
    winner, loser = SIDES[end.winner - 1], SIDES[2 - end.winner]
    board, unplayed = rules.point_coins * size * size, rules.point_coins * end.unplayed
    extra = (board + unplayed) * (rules.capless_stake_factor - 1) if end.capless else 0
    parts = (("board", board), ("unplayed", unplayed), ("capless", extra))
    return [Transfer(step, loser, winner, amount) for step, amount in parts if amount]


def max_score_payment(rules: WagerRules, *, size: int, pieces: int, capstones: int) -> int:
    """The maximum payment of a loser. pieces, capstones: of one set; pieces includes capstones."""
    factor = rules.capless_stake_factor if capstones else 1
    return rules.point_coins * (size * size + pieces) * factor
