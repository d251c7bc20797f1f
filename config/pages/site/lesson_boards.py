"""The boards of the Tak lesson: a position, moves on it and a caption.

The engine plays the moves, so no picture shows an illegal one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine.tak.moves import format_move, parse_move
from engine.tak.notation.tps import parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from games.drawing.board import board_svg, lowest_rows
from games.positions import final_road


@dataclass(frozen=True, slots=True)
class Figure:
    """A board after `moves` from the position `tps`, by default the empty board.

    rows: how many of the lowest rows are drawn, 0 for all. fault: a space that cannot be entered.
    """

    caption: str | Promise
    size: int = 5
    tps: str = ""
    moves: tuple[str, ...] = ()
    rows: int = 0
    fault: str = ""

    def positions(self) -> Iterator[Position]:
        """The first position and the one after each move."""
        rules = make_ruleset(size=self.size)
        position = parse_tps(self.tps, rules) if self.tps else Position.start(rules)
        yield position
        for token in self.moves:
            position = position.play(parse_move(token, self.size)[0])
            yield position


class DrawnFigure(NamedTuple):
    svg: SafeString
    caption: str
    strip: bool


def draw_series() -> dict[str, list[DrawnFigure]]:
    """Every figure of every series in the current language."""
    return {
        name: [_draw(figure, f"{name}-{number}") for number, figure in enumerate(figures, start=1)]
        for name, figures in SERIES.items()
    }


def _draw(figure: Figure, key: str) -> DrawnFigure:
    *_before, position = figure.positions()
    token = figure.moves[-1] if figure.moves else ""
    svg = board_svg(
        position,
        last=format_move(parse_move(token, figure.size)[0], figure.size) if token else None,
        road=final_road(position),
        fault=figure.fault or None,
        key=key,
    )
    if figure.rows:
        svg = lowest_rows(svg, size=figure.size, rows=figure.rows)
    return DrawnFigure(svg, str(figure.caption), bool(figure.rows))


ONE_PIECE = "x3/1S,2,1/x,2,x 2 5"
FIVE_GO = "x5/x5/x5/x5/21211,2,2,2,x 1 10"
ONE_STAYS = "x5/x5/x5/x5/12211,x4 1 10"
TO_A_WALL = "x5/x5/x5/x5/12212C,x,1S,x2 2 10"
GAP = "x2,1,x2/x2,1,x2/x5/x2,1,x2/x2,1,x2 1 10"
BOTH = "x2,2,1,x/x2,2,1,x/x2,21,x2/x2,2,1,x/x2,2,1,x 1 10"

SERIES: dict[str, tuple[Figure, ...]] = {
    "opening": (
        Figure(_("The first player places a stone of the second."), moves=("a5",)),
        Figure(_("The second player places a stone of the first."), moves=("a5", "d2")),
        Figure(
            _("Now the first player makes an ordinary move, here with a flat stone."),
            moves=("a5", "d2", "c3"),
        ),
    ),
    "one_piece": (
        Figure(_("The second player moves the stone in the middle."), 3, ONE_PIECE),
        Figure(_("Up: onto the empty space."), 3, ONE_PIECE, ("b2+",)),
        Figure(_("To the right: it covers a stone of the first player."), 3, ONE_PIECE, ("b2>",)),
        Figure(_("Down: onto a stone of its own."), 3, ONE_PIECE, ("b2-",)),
        Figure(_("To the left it cannot go: a wall is there."), 3, ONE_PIECE, fault="a2"),
    ),
    "five_go": (
        Figure(
            _("A stone of the first player is on top, so the first player moves this stack."),
            tps=FIVE_GO,
            rows=1,
        ),
        Figure(
            _("All five pieces go one space to the right; five is the limit on this board."),
            tps=FIVE_GO,
            moves=("5a1>",),
            rows=1,
        ),
        Figure(_("Two stay there, three go on."), tps=FIVE_GO, moves=("5a1>23",), rows=1),
        Figure(
            _(
                "Two stay again, and the last stone takes the third space. One move has won "
                "three spaces."
            ),
            tps=FIVE_GO,
            moves=("5a1>221",),
            rows=1,
        ),
    ),
    "one_stays": (
        Figure(_("The first player moves the upper four of these five."), tps=ONE_STAYS, rows=1),
        Figure(
            _("The lowest stone stays and keeps its space."),
            tps=ONE_STAYS,
            moves=("4a1>",),
            rows=1,
        ),
        Figure(
            _("One stone of the second player stays here, three go on."),
            tps=ONE_STAYS,
            moves=("4a1>13",),
            rows=1,
        ),
        Figure(
            _("Two stay, the last goes on: the first player holds three of the four spaces."),
            tps=ONE_STAYS,
            moves=("4a1>121",),
            rows=1,
        ),
    ),
    "crush": (
        Figure(
            _("The second player’s capstone is on top. A wall is two spaces away."),
            tps=TO_A_WALL,
            rows=1,
        ),
        Figure(
            _("Three pieces go on. Two stay, so that the second player keeps the space."),
            tps=TO_A_WALL,
            moves=("3a1>",),
            rows=1,
        ),
        Figure(
            _("The capstone takes the last step alone and flattens the wall."),
            tps=TO_A_WALL,
            moves=("3a1>21*",),
            rows=1,
        ),
    ),
    "road": (
        Figure(
            _(
                "The second player has won: from the left side to the right, over a stack and "
                "a capstone."
            ),
            tps="x,1,x,1,x/1,x,1,2,2/x,12,x,2C,1/2,2,1,1S,x/x,1,x2,1 2 9",
            moves=("c3",),
        ),
    ),
    "no_road": (
        Figure(
            _("No road: these spaces touch at their corners only."),
            tps="x4,1/x3,1,x/x2,1,x2/x,1,x3/x5 1 10",
            moves=("a1",),
        ),
        Figure(_("No road: there is a wall in it."), tps=GAP, moves=("Sc3",)),
        Figure(_("A road: the capstone counts."), tps=GAP, moves=("Cc3",)),
    ),
    "double": (
        Figure(_("The first player is to move the stack in the middle."), tps=BOTH),
        Figure(
            _("The upper stone goes right. Both now have a road, and the first player wins."),
            tps=BOTH,
            moves=("c3>",),
        ),
    ),
    "flats": (
        Figure(
            _(
                "The last space is taken. The first player has eight flats on top, the second "
                "six: the first player wins."
            ),
            size=4,
            tps="1,2,1,1/2,112,1S,2/1,2,221,1/1,2S,2,x 1 9",
            moves=("d1",),
        ),
    ),
    "tak": (
        Figure(
            _("The first player places the fourth stone in the row and says “Tak”."),
            tps="x,2,x,2,x/x,2,x3/1,1,1,x2/x2,2,x2/x5 1 6",
            moves=("d3",),
        ),
    ),
}
