"""Points of a game for summing over several games (TAK-8).

The variants of TAK-8.6 (downing, middletown, tarway) are not here yet.
"""

from engine.errors import RecordError, gettext_noop
from engine.tak.ruleset import Ruleset

SCORINGS = ("board_plus_reserve",)


class ScoringUnknown(RecordError):
    code = "scoring_unknown"
    message = gettext_noop("there is no scoring called {name}.")


def parse_scoring(text: str) -> tuple[str, ...]:
    """Names of a comma-separated choice such as `board_plus_reserve`."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in SCORINGS:
            raise ScoringUnknown(name=name[:80])
    return names


def board_plus_reserve(
    ruleset: Ruleset, *, winner: int | None, reserves: dict[str, dict[str, int]]
) -> dict[str, int]:
    """Points of both: the winner's spaces of the board plus pieces left; everybody else 0.

    A resignation is scored with the reserve at that time. Source: TAK-8.1 to 8.4; whether
    capstones are pieces left is TAK-8.2, `reserve_counts`.
    """
    score = {"first": 0, "second": 0}
    if winner is None:
        return score
    side = "first" if winner == 1 else "second"
    left = reserves[side]["stones"]
    if ruleset.reserve_counts == "all_pieces":
        left += reserves[side]["capstones"]
    # A record accepted with an overdrawn reserve has no pieces left, not fewer than none.
    score[side] = ruleset.size**2 + max(left, 0)
    return score
