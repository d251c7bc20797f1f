"""The board of the newest proved game."""

from typing import TYPE_CHECKING

from config.pages.annotations import Context
from config.pages.game import verdicts
from config.pages.game.game_rows import game_row
from games.selectors import for_display

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Game


def featured_board(games: "QuerySet[Game]") -> Context:
    """`board`, `board_caption` and `board_game`; empty if no game is proved."""
    game = for_display(games.filter(game="tak", verdict__proven=True)).first()
    if game is None or not game.verdict:
        return {}
    line = game_row(game)
    title = f"{line.first} – {line.second}"
    return {
        "board": verdicts.final_board(game.verdict, title=title, key="featured"),
        "board_caption": f"{verdicts.accepted_card(game.verdict).heading} · {line.where}.",
        "board_game": game.public_id,
    }
