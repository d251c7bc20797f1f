"""Cards in HTML: the code of the record on a small card, with its name for screen readers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Words = dict[str, str | Promise]

# Cards per row; more than any hand of a usual game.
MOST_DRAWN, MOST_CODES = 60, 40

COLOURS: Words = {
    "R": gettext_lazy("red"),
    "G": gettext_lazy("green"),
    "B": gettext_lazy("blue"),
    "Y": gettext_lazy("yellow"),
}
FIGURES: Words = {
    "D": gettext_lazy("2+"),
    "S": gettext_lazy("stop"),
    "V": gettext_lazy("change direction"),
    "P": gettext_lazy("plus"),
    "T": gettext_lazy("taki"),
}
COLOURLESS: Words = {
    "*T": gettext_lazy("super taki"),
    "*K": gettext_lazy("king"),
    "*3": gettext_lazy("three-plus"),
    "*B": gettext_lazy("3-breaker"),
    "*C": gettext_lazy("change colour"),
    "*Z": gettext_lazy("crazy card"),
}
SUITS: Words = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}
RANKS: Words = {
    "T": "10",
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Face(NamedTuple):
    """text: shown on the card. tone: its CSS class. name: read out."""

    text: str
    tone: str
    name: str


def face(card: str, game: str) -> Face:
    if game == "gamnon":
        rank, suit = card[0], card[1]
        name = _("%(rank)s of %(suit)s") % {"rank": RANKS.get(rank, rank), "suit": SUITS[suit]}
        text = ("10" if rank == "T" else rank) + SIGNS[suit]
        return Face(text, "red" if suit in "HD" else "black", name)
    if card[0] == "*":
        return Face(card, "none", str(COLOURLESS[card]))
    colour, figure = card[0], card[1]
    named = {"colour": COLOURS[colour], "figure": FIGURES.get(figure, figure)}
    tone = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}[colour]
    return Face(card, tone, _("%(colour)s %(figure)s") % named)


def draw_card(card: str, game: str) -> SafeString:
    found = face(card, game)
    return format_html(
        '<span class="card {}" role="img" aria-label="{}" title="{}">{}</span>',
        found.tone,
        found.name,
        found.name,
        found.text,
    )


def draw_row(cards: Sequence[str], game: str, *, most: int = MOST_DRAWN) -> SafeString:
    """Cards left to right; above `most` the rest is a number."""
    pieces = format_html_join(" ", "{}", ((draw_card(card, game),) for card in cards[:most]))
    rest = _rest(cards, most)
    return format_html('<span class="cards ltr">{}{}</span>', pieces, rest)


def card_codes(cards: Sequence[str], game: str, *, most: int = MOST_CODES) -> SafeString:
    """Cards as short text for long lists; above `most` the rest is a number."""
    text = " ".join(face(card, game).text for card in cards[:most])
    return format_html('<span class="ptn">{}{}</span>', text, _rest(cards, most))


def _rest(cards: Sequence[str], most: int) -> str:
    return f" +{len(cards) - most}" if len(cards) > most else ""


def sort_hand(cards: Iterable[str], game: str) -> list[str]:
    """Sort a hand by colour or suit, then by figure."""
    ranks = "23456789TJQKA" if game == "gamnon" else "13456789DSVPTK3BCZ"
    suits = "SHCD" if game == "gamnon" else "RGBY*"
    at, by = (1, 0) if game == "gamnon" else (0, 1)
    return sorted(cards, key=lambda card: (suits.index(card[at]), ranks.index(card[by])))


def taki_legend() -> list[tuple[SafeString, str]]:
    """The codes of Taki that are not plain numbers, with their names."""
    codes = [*(f"G{figure}" for figure in FIGURES), *COLOURLESS]
    return [
        (draw_card(code, "taki"), str(FIGURES.get(code[1]) if code[0] == "G" else COLOURLESS[code]))
        for code in codes
    ]
