"""The tavern's way to play for coins: the score of the winner is paid in coins (TAK-8.3).

There is no ante, bid, call or pot. The loser pays the winner the difference of the scores by board
and stones: one point for each space of the board and for each piece left in the winner's reserve
(TAK-8.1), since the loser scores nothing. Some raise the stake for a win without the capstone
(TAK-7.10): then the factor multiplies the whole payment. A draw moves nothing.
"""

from engine.tak.players import SIDES
from engine.tak.wagers import End, Transfer, WagerRules


def settled_by_score(rules: WagerRules, end: End, *, size: int) -> list[Transfer]:
    """What the loser of a finished game pays the winner. size: spaces along an edge."""
    if end.winner is None:
        return []
    winner, loser = SIDES[end.winner - 1], SIDES[2 - end.winner]
    board, unplayed = rules.point_coins * size * size, rules.point_coins * end.unplayed
    extra = (board + unplayed) * (rules.capless_stake_factor - 1) if end.capless else 0
    parts = (("board", board), ("unplayed", unplayed), ("capless", extra))
    return [Transfer(step, loser, winner, amount) for step, amount in parts if amount]


def most_by_score(rules: WagerRules, *, size: int, pieces: int, capstones: int) -> int:
    """The most that a loser pays. pieces, capstones: of one player's set, pieces in all."""
    factor = rules.capless_stake_factor if capstones else 1
    return rules.point_coins * (size * size + pieces) * factor
