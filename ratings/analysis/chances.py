"""The chances of a win, a draw and a loss from an expected score. Pure.

Only Tak has draws: boards without a road on which both have as many flats, which needs a komi of
whole points. They are rare: `TAK_DRAWS` of the games of equals, our own choice, less between
unequal players as e(1 - e) shrinks. The expected score is kept: a draw is half a win.
"""

TAK_DRAWS = 0.02


def result_chances(expected: float, draws: float) -> tuple[float, float, float]:
    """Of the first mover's win, of a draw, and of a loss.

    expected: the first mover's score, 0..1. draws: the share of draws between equals, up to 1/2.
    """
    drawn = draws * 4 * expected * (1 - expected)
    return expected - drawn / 2, drawn, 1 - expected - drawn / 2


def share_of_draws(game: str, half_komi: int) -> float:
    """The share of draws between equals in games of this kind."""
    return TAK_DRAWS if game == "tak" and half_komi % 2 == 0 else 0.0
