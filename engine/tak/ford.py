"""FORD, the tie-break of a tied match: flats, opponent's reserve, difference of flats.

The facts of a game are those that `engine.tak.scoring` describes.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.tak.players import OTHER_SIDE
from engine.tak.results import WINNERS
from engine.tak.scoring import Facts, count_pieces, to_winner


@dataclass(frozen=True, slots=True)
class Ford:
    """The FORD parts of a game. lead: the winner's flats minus the loser's.

    The lead is negative if the winner has a road and fewer flats.
    """

    winner: str | None = None
    flats: int = 0
    opponents_left: int = 0
    lead: int = 0

    @property
    def points(self) -> dict[str, int]:
        return to_winner(self.winner, self.flats + self.opponents_left + self.lead)


def ford_of_game(facts: Facts) -> Ford | None:
    """Flats, Opponent's Reserve, Difference; empty for a draw, None if facts are missing.

    Source: tie-break of the US Tak Association, rules of its Open finals of 2018 (article 4):
    the winner's flat count + the opponent's reserve + the difference of flats. Our reading: flats
    are those on top at the end, without komi; the reserve is stones and capstones (TAK-2.1).
    """
    player = WINNERS.get(facts["result"])
    if player is None:
        return Ford()
    winner = player.side
    flats = facts.get("flats")
    left = facts.get("reserves", {}).get(OTHER_SIDE[winner])
    if flats is None or left is None:
        return None
    lead = flats[winner] - flats[OTHER_SIDE[winner]]
    return Ford(winner, flats[winner], count_pieces(left, "all_pieces"), lead)
