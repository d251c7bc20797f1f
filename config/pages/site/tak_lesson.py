"""The Tak lesson: chapters with boards, and the options of events."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Context
from config.pages.site.glossary import TERMS
from config.pages.site.lesson_boards import draw_series
from config.pages.site.rule_texts import tak
from config.pages.site.rule_texts.parts import parts_with_choices, ruleset_names
from engine.tak.ruleset import SETS


class Chapter(NamedTuple):
    """anchor: names the template lesson/tak_<anchor>.html. words: keys of glossary terms."""

    anchor: str
    title: str | Promise
    words: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        return f"pages/site/lesson/tak_{self.anchor}.html"


CHAPTERS = (
    Chapter("aim", _("The aim"), ("road", "flat-win")),
    Chapter("board", _("The board and the sets"), ("piece", "flat", "wall", "capstone")),
    Chapter("start", _("Who begins"), ("first-player", "second-player")),
    Chapter("opening", _("The opening"), ("set-up",)),
    Chapter("turn", _("A turn"), ("place", "move", "control", "reach")),
    Chapter("stacks", _("Moving a stack"), ("stack", "carry-limit", "captive", "stack-reserve")),
    Chapter("walls", _("Flattening a wall"), ("flatten", "guard", "hard-cap", "soft-cap")),
    Chapter("roads", _("Roads"), ("road", "road-win", "double-road")),
    Chapter("flats", _("The end without a road"), ("flat-win", "draw", "komi", "resign")),
    Chapter("calls", _("Calling Tak, and taking back"), ("calling-tak", "touch-move", "take-back")),
    Chapter("scores", _("Several games and their score"), ("scoring", "reserve", "downing")),
    Chapter("stakes", _("Playing for stakes"), ("ante", "bid", "pot", "coin")),
    Chapter("places", _("Boards, places and customs"), ("combined-board", "nomads-game")),
    Chapter("advice", _("First advice"), ("hard-stack", "soft-stack", "hoovering")),
    Chapter("writing", _("Writing a game down"), ("game-record", "ply")),
)


class PieceSetRow(NamedTuple):
    size: int
    stones: int
    capstones: str


def tak_lesson(request: HttpRequest) -> HttpResponse:
    context: Context = {
        "section": "rules",
        "chapters": [(chapter, _linked(chapter.words)) for chapter in CHAPTERS],
        "figures": draw_series(),
        "sets": piece_sets(),
        "parts": parts_with_choices("tak", tak.OF_ANY_SIZE),
        "rulesets": ruleset_names("tak"),
    }
    return render(request, "pages/site/tak_lesson.html", context)


def piece_sets() -> list[PieceSetRow]:
    """The pieces of each player by board size; the books leave the capstones of 7×7 open."""
    return [
        PieceSetRow(size, stones, "?" if capstones is None else str(capstones))
        for size, (stones, capstones) in SETS.items()
        if stones is not None
    ]


def _linked(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Keys of glossary terms with the word in the current language."""
    return [(key, TERMS[key].localized()) for key in words]
