"""Verdict cards: the values of pages/game/parts/verdict.html."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from engine.games import WARNINGS
from tournaments.standings.points import Points
from tournaments.wording import translate_marked


class RecordRow(NamedTuple):
    number: int
    first: str
    second: str
    fault: str = ""


class PlaceRow(NamedTuple):
    """A seat of a card game. cards: left in hand, None if unknown. points_x2: None if the game
    counts in no standings.
    """

    place: str
    name: str
    cards: int | None
    won: bool
    points_x2: Points | None = None


MOST_WARNINGS = 20  # per card


def requested_step(text: str | None, last: int) -> int:
    """The requested step from 0; `last` if none or an invalid one is given."""
    asked = int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else last
    return min(asked, last)


def nearest_first(at: int, last: int) -> Iterator[int]:
    """`at`, then its neighbours on both sides in turn, from 0 to `last`.

    A prefix of them has no gaps.
    """
    yield at
    for away in range(1, last + 1):
        if at + away <= last:
            yield at + away
        if at - away >= 0:
            yield at - away


def warning_sentences(warnings: Iterable[Document]) -> tuple[str, ...]:
    """The warnings of a verdict; unknown codes keep their stored message."""
    every = list(warnings)
    sentences = tuple(
        capfirst(translate_marked(WARNINGS[each["code"]]).format(**each["params"]))
        if each.get("code") in WARNINGS and "params" in each
        else capfirst(str(each.get("message") or each.get("code", "")))
        for each in every[:MOST_WARNINGS]
    )
    return (
        sentences
        if len(every) <= MOST_WARNINGS
        else (*sentences, _("More remarks are left out here."))
    )


@dataclass(frozen=True, slots=True)
class VerdictCard:
    """kind: proved, claimed or refused.

    guide: the card game whose record format a refusal is about.
    """

    kind: str
    heading: str
    subheading: str
    result: str = ""
    move: str = ""
    sentences: tuple[str, ...] = ()
    board: SafeString | str = ""
    caption: str = ""
    moves_before: tuple[RecordRow, ...] = ()
    warnings: tuple[str, ...] = ()
    places: tuple[PlaceRow, ...] = ()
    guide: str = ""

    @property
    def without_board(self) -> "VerdictCard":
        return replace(self, board="", caption="")
