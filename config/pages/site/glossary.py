"""The glossary in three languages."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.site.glossary_words import (
    Term,
    cards,
    events,
    tak_board,
    tak_ends,
)


class TermGroup(NamedTuple):
    anchor: str
    title: str | Promise
    terms: tuple[Term, ...]


GROUPS = (
    TermGroup("tak-board", _("Tak: board and pieces"), tak_board.BOARD),
    TermGroup("tak-moves", _("Tak: turns and moves"), tak_board.MOVES),
    TermGroup("tak-ends", _("Tak: how games end"), tak_ends.ENDS),
    TermGroup("tak-ideas", _("Tak: what players say"), tak_ends.IDEAS),
    TermGroup("tak-customs", _("Tak: customs, scores and stakes"), tak_ends.CUSTOMS),
    TermGroup("tournaments", _("Tournaments"), events.EVENTS),
    TermGroup("taki-cards", _("Taki: its cards and calls"), cards.TAKI),
    TermGroup("gamnon-cards", _("Gamnon: its piles and payments"), cards.GAMNON),
)
TERMS: dict[str, Term] = {term.key: term for group in GROUPS for term in group.terms}


def glossary(request: HttpRequest) -> HttpResponse:
    """Every term in all three languages, with its meaning."""
    return render(request, "pages/site/glossary.html", {"section": "rules", "groups": GROUPS})
