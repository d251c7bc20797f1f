"""URLs of games and boards."""

from django.urls import path

from config.pages.game import boards, games, score_sheets

urlpatterns = [
    path("games/<str:public_id>/", games.game, name="game"),
    path("games/<str:public_id>/answer/", games.answer, name="answer"),
    path("games/<str:public_id>/board.svg", boards.game_board, {"form": "svg"}, name="game-svg"),
    path("games/<str:public_id>/board.png", boards.game_board, {"form": "png"}, name="game-png"),
    path("games/<str:public_id>/embed/", boards.embedded, name="game-embed"),
    path(
        "tables/<int:pairing_id>/<int:number>/sheets/",
        score_sheets.slot_sheets,
        name="slot-sheets",
    ),
    path("sheets/<str:public_id>.jpg", score_sheets.sheet_photo, name="sheet-photo"),
    path("board.svg", boards.position_board, {"form": "svg"}, name="board-svg"),
    path("board.png", boards.position_board, {"form": "png"}, name="board-png"),
]
