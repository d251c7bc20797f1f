"""Functions shared by the systems for two players."""

from ratings.systems.ledger import Game, Skipped

MAX_EXPONENT = 300.0  # of ten; a float holds no odds far above


def two_player_skip_reason(game: Game) -> Skipped | None:
    """Why a game is not one of two players whose scores add up to one point; None: it is."""
    if len(game.seats) != 2:
        return Skipped(game.order_key, "not_two_players", {"seats": len(game.seats)})
    first, second = game.seats
    if first.player == second.player:
        return Skipped(game.order_key, "same_player_twice", {"player": first.player})
    if first.score_x2 is None or second.score_x2 is None:
        return Skipped(game.order_key, "score_missing", {})
    if first.score_x2 not in (0, 1, 2) or first.score_x2 + second.score_x2 != 2:
        return Skipped(game.order_key, "scores_do_not_add_up", {})
    return None


def first_score(game: Game) -> float:
    """The first mover's score, 1.0, 0.5 or 0.0."""
    return (game.seats[0].score_x2 or 0) / 2


def logistic_score(difference: float) -> float:
    """Expected score, 0..1, of a player this many rating points stronger (400 are 10:1).

    Source: A. Elo, "The Rating of Chessplayers", logistic form.
    """
    odds: float = 10 ** min(MAX_EXPONENT, -difference / 400)
    return 1 / (1 + odds)
