"""The combined board, and each of the four sizes on it."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.combined_board import SIZES, combined_board_svg


class SizeFigure(NamedTuple):
    size: int
    svg: SafeString
    words: str


def combined_board(request: HttpRequest) -> HttpResponse:
    """The whole board, then one board per size with its spaces lit."""
    words = {
        3: _("The nine large squares in the middle."),
        4: _("The sixteen diamonds inside."),
        5: _("All 25 large squares."),
        6: _("All 36 diamonds, those on the edge too."),
    }
    context = {
        "section": "rules",
        "whole": combined_board_svg(),
        "sizes": [
            SizeFigure(size, combined_board_svg(size, key=f"c{size}"), words[size])
            for size in reversed(SIZES)
        ],
    }
    return render(request, "pages/site/combined_board.html", context)
