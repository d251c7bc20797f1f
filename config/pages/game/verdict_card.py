"""What a verdict is on a page: the values that pages/game/parts/verdict.html sets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from engine.games import WARNINGS
from tournaments.wording import in_words


class RecordRow(NamedTuple):
    number: int
    first: str
    second: str
    fault: str = ""


class PlaceRow(NamedTuple):
    """A seat of a card game; `cards` still in hand, None where nobody said."""

    place: str
    name: str
    cards: int | None
    won: bool


MOST_WARNINGS = 20  # of a verdict that a page shows


def requested_step(text: str | None, last: int) -> int:
    """The step of a game that is asked for, from 0; the last where none is, or none such."""
    asked = int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else last
    return min(asked, last)


def nearest_first(at: int, last: int) -> Iterator[int]:
    """`at`, then its neighbours on both sides in turn, from 0 to `last`: wherever a caller stops,
    nothing is missing between two others."""
    yield at
    for away in range(1, last + 1):
        if at + away <= last:
            yield at + away
        if at - away >= 0:
            yield at - away


def warning_sentences(warnings: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """What a verdict remarks, in sentences; one whose code is gone keeps the words it had."""
    every = list(warnings)
    told = tuple(
        capfirst(in_words(WARNINGS[each["code"]]).format(**each["params"]))
        if each.get("code") in WARNINGS and "params" in each
        else capfirst(str(each.get("message") or each.get("code", "")))
        for each in every[:MOST_WARNINGS]
    )
    return told if len(every) <= MOST_WARNINGS else (*told, _("More remarks are left out here."))


@dataclass(frozen=True, slots=True)
class VerdictCard:
    """A verdict as a page shows it. `kind` is proved, claimed or refused.

    `guide`: the card game whose rules say how a record is written, where a refusal is about that.
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
