"""A game of cards, step by step: hands, piles, and what each did. Works without a script."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.game import card_verdicts
from config.pages.game.card_faces import (
    COLOURS,
    codes,
    drawn,
    in_order,
    legend,
    row,
)
from config.pages.game.verdict_card import Shown, asked_step
from engine.errors import RecordError
from engine.games import STEP_MESSAGES, STEP_READERS
from engine.steps import Cards, Step, StepAction
from games.models import Game


class HandLine(NamedTuple):
    name: str
    cards: SafeString
    number: int
    to_move: bool


class StepLine(NamedTuple):
    """`counts` are the cards in the hands, in the order of the record's players."""

    number: int
    who: str
    tokens: str
    said: SafeString
    top: SafeString
    counts: str
    current: bool


class TablePage(NamedTuple):
    """The table at step `number` of `last`; `before` and `after` are steps, None at the ends."""

    number: int
    last: int
    before: int | None
    after: int | None
    hands: list[HandLine]
    said: SafeString
    top: SafeString
    open_pile: int
    pile: int | None
    notes: list[str]
    steps: list[StepLine]


def names_by_seat(players: Sequence[Mapping[str, Any]], first_seat: int) -> list[str]:
    """The names at a table by seat, from the players in the order of moving."""
    count = len(players)
    return [str(players[(seat - first_seat) % count]["name"]) for seat in range(1, count + 1)]


def names_in_record(found: Game, players: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names at a table in the order of the record, which says who began."""
    count, first = len(players), (found.verdict or {})["facts"]["first"] - 1
    return [str(players[(at - first) % count]["name"]) for at in range(count)]


def shown(found: Game, players: Sequence[Mapping[str, Any]]) -> Shown:
    """The verdict of a stored game of cards, or the word it stands on."""
    if found.verdict:
        names = names_in_record(found, players)
        seats = found.verdict.get("seats") or list(range(1, len(names) + 1))
        by_seat = [name for _seat, name in sorted(zip(seats, names, strict=True))]
    else:
        by_seat = names_by_seat(players, found.slot.first_seat if found.slot else 1)
    return card_verdicts.shown(found.game, by_seat, verdict=found.verdict, claim=found.claim)


def table_page(
    game: str, record: str, rules: Mapping[str, Any], names: Sequence[str], step: str | None = None
) -> TablePage | None:
    """The table at a step, the last where none is asked for; None for a record that is no game."""
    try:
        told = STEP_READERS[game](record, rules)
    except RecordError:
        return None
    last = len(told) - 1
    number = asked_step(step, last)
    now = told[number]
    return TablePage(
        number=number,
        last=last,
        before=number - 1 if number else None,
        after=number + 1 if number < last else None,
        hands=[
            HandLine(name, row(in_order(hand, game), game), len(hand), seat == now.to_move)
            for seat, (name, hand) in enumerate(zip(names, now.hands, strict=True))
        ],
        said=_said(now, game, names),
        top=drawn(now.top, game) if now.top else SafeString(""),
        open_pile=now.open_pile,
        pile=now.pile,
        notes=_notes(now),
        steps=[
            _line(at, each, game, names, current=at == number) for at, each in enumerate(told) if at
        ],
    )


def card_names(game: str) -> list[tuple[SafeString, str]]:
    """What the codes on the cards mean, where they are not the usual ones."""
    return legend() if game == "taki" else []


def _line(at: int, step: Step, game: str, names: Sequence[str], *, current: bool) -> StepLine:
    return StepLine(
        number=at,
        who=names[step.seat] if step.seat is not None else "",
        tokens=" ".join(step.tokens),
        said=_said(step, game, names, small=True),
        top=drawn(step.top, game) if step.top else SafeString(""),
        counts=" · ".join(str(len(hand)) for hand in step.hands),
        current=current,
    )


def _said(step: Step, game: str, names: Sequence[str], *, small: bool = False) -> SafeString:
    """What was done, one sentence a deed; `small` in lists, where cards are only their codes."""
    set_cards = codes if small else row
    sentences = ((_sentence(deed, game, names, set_cards),) for deed in step.actions)
    return format_html_join(" ", "{}", sentences)


def _sentence(
    deed: StepAction, game: str, names: Sequence[str], set_cards: Callable[[Cards, str], SafeString]
) -> SafeString:
    def name(seat: int | None) -> SafeString | str:
        return format_html("<bdi>{}</bdi>", names[seat]) if seat is not None else ""

    return format_html(
        _(STEP_MESSAGES[game][deed.code]),
        player=name(deed.seat),
        target=name(deed.target),
        cards=set_cards(deed.cards, game),
        number=format_html('<span class="num">{}</span>', deed.number),
        colour=COLOURS.get(deed.colour, deed.colour),
    )


def _notes(step: Step) -> list[str]:
    """What is in force beside the top card."""
    notes = []
    if step.cards_due:
        notes.append(_("%(n)d cards are due for 2+.") % {"n": step.cards_due})
    if step.run:
        notes.append(_("A taki is open: %(colour)s.") % {"colour": COLOURS[step.run]})
    elif step.colour and step.top[:1] == "*":
        notes.append(_("The colour in force is %(colour)s.") % {"colour": COLOURS[step.colour]})
    return notes
