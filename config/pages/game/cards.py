"""A card game step by step: hands, piles and actions. Works without a script.

The length of a page is limited: it lists the steps around the current one, and shortens each.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.game import card_verdicts
from config.pages.game.card_faces import (
    COLOURS,
    card_codes,
    draw_card,
    draw_row,
    sort_hand,
    taki_legend,
)
from config.pages.game.verdict_card import VerdictCard, nearest_first, requested_step
from engine.errors import RecordError
from engine.games import STEP_MESSAGES, STEP_READERS
from engine.steps import Cards, Step, StepAction
from games.models import Game

# Bytes of the step list; the rest of the page takes up to about 230,000 more.
MOST_BYTES = 40_000
ROW_BYTES = 330  # of a row, without its text
MOST_DESCRIBED, MOST_DESCRIBED_SMALL = 6_000, 1_500  # bytes of the description of one step
MOST_TOKENS = 300  # characters of a line of the record
# Cards in all hands: drawn up to the first number, then as text.
MOST_HELD_DRAWN, MOST_HELD = 250, 1_500
MOST_KNOWN = 8  # games in the cache


class HandRow(NamedTuple):
    name: str
    cards: SafeString
    number: int
    to_move: bool


class StepRow(NamedTuple):
    """counts: cards in the hands, in the order of the record's players."""

    number: int
    who: str
    tokens: str
    description: SafeString
    top: SafeString
    counts: str
    current: bool


class CardTable(NamedTuple):
    """The table at step `number` of `last`. before, after: neighbouring steps, None at the ends.

    steps: those listed on the page. earlier, later: the next ones outside, None if all are listed.
    form: id of the form that is sent again with each step; else empty.
    """

    number: int
    last: int
    before: int | None
    after: int | None
    hands: list[HandRow]
    description: SafeString
    top: SafeString
    open_pile: int
    pile: int | None
    notes: list[str]
    steps: list[StepRow]
    earlier: int | None = None
    later: int | None = None
    form: str = ""


def names_by_seat(players: Sequence[Document], first_seat: int) -> list[str]:
    """Names by seat, from players in the order of moving."""
    count = len(players)
    return [str(players[(seat - first_seat) % count]["name"]) for seat in range(1, count + 1)]


def names_in_record(found: Game, players: Sequence[Document]) -> list[str]:
    """Names in the order of the record, which says who began."""
    count, first = len(players), (found.verdict or {})["facts"]["first"] - 1
    return [str(players[(at - first) % count]["name"]) for at in range(count)]


def make_verdict_card(found: Game, players: Sequence[Document]) -> VerdictCard:
    """The verdict card of a stored card game."""
    if found.verdict:
        names = names_in_record(found, players)
        seats = found.verdict.get("seats") or list(range(1, len(names) + 1))
        by_seat = [name for _seat, name in sorted(zip(seats, names, strict=True))]
    else:
        by_seat = names_by_seat(players, found.slot.first_seat if found.slot else 1)
    return card_verdicts.result_card(
        found.game,
        by_seat,
        verdict=found.verdict,
        claim=found.claim,
        match=found.slot.pairing.round.event.match if found.slot else None,
    )


def card_table(
    game: str,
    record: str,
    rules: Document,
    names: Sequence[str],
    step: str | None = None,
    *,
    form: str = "",
) -> CardTable | None:
    """The table at a step, by default the last; None if the record is refused.

    form: id of the form that requests other steps, if the record has no URL.
    """
    try:
        steps = _steps(game, record, json.dumps(rules, sort_keys=True))
    except RecordError:
        return None
    last = len(steps) - 1
    number = requested_step(step, last)
    now = steps[number]
    rows = _rows_around(steps, number, game, names)
    first, end = (rows[0].number, rows[-1].number) if rows else (1, last)
    return CardTable(
        number=number,
        last=last,
        before=number - 1 if number else None,
        after=number + 1 if number < last else None,
        hands=_hands(now, game, names),
        description=_describe(now, game, names, most=MOST_DESCRIBED),
        top=draw_card(now.top, game) if now.top else SafeString(""),
        open_pile=now.open_pile,
        pile=now.pile,
        notes=_notes(now),
        steps=rows,
        earlier=first - 1 if first > 1 else None,
        later=end + 1 if end < last else None,
        form=form,
    )


@lru_cache(maxsize=MOST_KNOWN)
def _steps(game: str, record: str, rules_json: str) -> tuple[Step, ...]:
    """Cached, as each step of a reader needs all steps."""
    return STEP_READERS[game](record, json.loads(rules_json))


def _rows_around(steps: Sequence[Step], at: int, game: str, names: Sequence[str]) -> list[StepRow]:
    """The row of step `at` and as many neighbours as fit the page."""
    rows: dict[int, StepRow] = {}
    left = MOST_BYTES
    for number in nearest_first(max(at, 1), len(steps) - 1):
        if number < 1 or number >= len(steps):
            continue
        row = _step_row(number, steps[number], game, names, current=number == at)
        left -= _size_of(row)
        if rows and left < 0:
            break
        rows[number] = row
    return [rows[number] for number in sorted(rows)]


def _size_of(row: StepRow) -> int:
    text = f"{row.description}{escape(row.tokens)}{row.top}{row.counts}"
    return len(text.encode(errors="replace")) + ROW_BYTES


def _hands(now: Step, game: str, names: Sequence[str]) -> list[HandRow]:
    """Every hand; as text if there are too many cards to draw."""
    every = sum(map(len, now.hands))
    most = max(MOST_HELD // len(now.hands), 10)

    def held(hand: Cards) -> SafeString:
        ordered = sort_hand(hand, game)
        drawn_all = every <= MOST_HELD_DRAWN
        return (
            draw_row(ordered, game, most=every)
            if drawn_all
            else card_codes(ordered, game, most=most)
        )

    return [
        HandRow(name, held(hand), len(hand), seat == now.to_move)
        for seat, (name, hand) in enumerate(zip(names, now.hands, strict=True))
    ]


def card_legend(game: str) -> list[tuple[SafeString, str]]:
    """What the card codes mean, if they are not the usual ones."""
    return taki_legend() if game == "taki" else []


def _step_row(at: int, step: Step, game: str, names: Sequence[str], *, current: bool) -> StepRow:
    return StepRow(
        number=at,
        who=names[step.seat] if step.seat is not None else "",
        tokens=shortened(" ".join(step.tokens)),
        description=_describe(step, game, names, small=True, most=MOST_DESCRIBED_SMALL),
        top=draw_card(step.top, game) if step.top else SafeString(""),
        counts=" · ".join(str(len(hand)) for hand in step.hands),
        current=current,
    )


def shortened(text: str) -> str:
    return text if len(text) <= MOST_TOKENS else f"{text[:MOST_TOKENS]}…"


def _describe(
    step: Step, game: str, names: Sequence[str], *, small: bool = False, most: int
) -> SafeString:
    """What was done, one sentence per action, in about `most` bytes. small: codes for cards."""
    set_cards = card_codes if small else draw_row
    description: list[SafeString | str] = []
    for action in step.actions:
        if most < 0:
            description.append("…")
            break
        description.append(_sentence(action, game, names, set_cards))
        most -= len(description[-1].encode(errors="replace"))
    return format_html_join(" ", "{}", ((sentence,) for sentence in description))


def _sentence(
    action: StepAction,
    game: str,
    names: Sequence[str],
    set_cards: Callable[[Cards, str], SafeString],
) -> SafeString:
    def name(seat: int | None) -> SafeString | str:
        return format_html("<bdi>{}</bdi>", names[seat]) if seat is not None else ""

    return format_html(
        _(STEP_MESSAGES[game][action.code]),
        player=name(action.seat),
        target=name(action.target),
        cards=set_cards(action.cards, game),
        number=format_html('<span class="num">{}</span>', action.number),
        colour=COLOURS.get(action.colour, action.colour),
    )


def _notes(step: Step) -> list[str]:
    """Rules in force beside the top card."""
    notes = []
    if step.cards_due:
        notes.append(_("%(n)d cards are due for 2+.") % {"n": step.cards_due})
    if step.run:
        notes.append(_("A taki is open: %(colour)s.") % {"colour": COLOURS[step.run]})
    elif step.colour and step.top[:1] == "*":
        notes.append(_("The colour in force is %(colour)s.") % {"colour": COLOURS[step.colour]})
    return notes
