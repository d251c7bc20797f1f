"""Result codes of Tak, and what follows from a code alone (TAK-5.9)."""

from engine.tak.players import Player

FIRST_WINS, SECOND_WINS, DRAW = "1-0", "0-1", "1/2-1/2"
UNFINISHED = "*"
# R: by road, F: by flats, 1: any other win.
WINNERS: dict[str, Player | None] = {
    "R-0": Player.FIRST,
    "0-R": Player.SECOND,
    "F-0": Player.FIRST,
    "0-F": Player.SECOND,
    FIRST_WINS: Player.FIRST,
    SECOND_WINS: Player.SECOND,
    DRAW: None,
}
RESULTS = tuple(WINNERS)
ROAD_RESULTS = frozenset({"R-0", "0-R"})
# Results that a record may state although the board does not show them.
CLAIM_RESULTS = (FIRST_WINS, SECOND_WINS, DRAW)
# The reasons of games that were played out; only they earn factors (TAK-8.4, 8.7).
PLAYED_OUT = frozenset({"road", "board_full", "reserves_empty"})
# Half points of the first and the second player.
POINTS_X2 = {
    result: (1, 1) if winner is None else (2, 0) if winner is Player.FIRST else (0, 2)
    for result, winner in WINNERS.items()
}


def winner_of(result: str) -> Player | None:
    """The winner of a finished game; None for a draw."""
    if result == DRAW:
        return None
    return Player.SECOND if result.startswith("0-") else Player.FIRST


def way_of(result: str) -> str:
    """R by road, F by flats, 1 any other win, = a draw."""
    return "=" if result == DRAW else result.strip("0-")


def claim_reason(result: str) -> str:
    """The reason of a result that the board does not show."""
    return "agreement" if result == DRAW else "resignation_or_time"
