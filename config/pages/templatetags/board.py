"""The legend of board drawings."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Context
from games.drawing.board import read_stack
from games.drawing.stones import stack_svg

register = template.Library()
SIZE = 6  # of the board that the examples stand on: a seventh stone is too deep to lift

# A stack as TPS writes it, and what it is an example of.
_EXAMPLES = (
    ("1", _("first player’s flat")),
    ("2", _("second player’s flat")),
    ("1S", _("first player’s wall")),
    ("2S", _("second player’s wall")),
    ("1C", _("first player’s capstone")),
    ("2C", _("second player’s capstone")),
    ("221", _("a stack of three, two of them captives")),
    ("1221211", _("a stack of seven, one too deep to lift")),
    ("212112C", _("a capstone on a stack")),
    ("1221S", _("a wall on a stack")),
)


@register.inclusion_tag("pages/game/parts/board_legend.html")
def board_legend() -> Context:
    return {"examples": [(_drawn(text), words) for text, words in _EXAMPLES]}


@register.inclusion_tag("pages/site/lesson_pieces.html")
def board_pieces() -> Context:
    return {"pieces": [(_drawn(text), words) for text, words in _EXAMPLES[:6]]}


def _drawn(text: str) -> SafeString:
    stack = read_stack(text)
    return mark_safe(stack_svg(stack.owners, stack.top, SIZE))  # nosec  # numbers
