"""Form fields of stakes: bids and Tak calls.

Tak calls are entered as two numbers: how many calls of each player cost coins. Nobody pays twice in
a row, so the calls alternate and two numbers determine their order.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from engine.tak.wagers import FIRST, MAX_BIDS, SECOND
from games.outcomes import MAX_CALLS
from games.stakes.dues import pays_for_calls
from tournaments.errors import InvalidInput
from tournaments.selectors import SlotContext

TURNS = range(1, MAX_BIDS + 1)


class CallField(NamedTuple):
    """The typed number of calls of a seat."""

    order: int
    name: str
    calls: str


def parse_whole(text: str, field: str) -> int:
    """A whole number from 0.

    :raises InvalidInput: anything else.
    """
    typed = text.strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 6):
        raise InvalidInput(field=field, problem=_("a whole number, 0 or more"))
    return int(typed)


def parse_bids(form: Mapping[str, str], one: str, two: str) -> list[list[int]]:
    """Pairs of bids from the fields `one1`, `two1` and so on; empty pairs are skipped.

    :raises InvalidInput: a pair is half empty or not numeric.
    """
    pairs = []
    for turn in TURNS:
        typed = [form.get(f"{name}{turn}", "") for name in (one, two)]
        if any(text.strip() for text in typed):
            pairs.append([parse_whole(text, str(_("Bid"))) for text in typed])
    return pairs


def parse_calls(first: str, second: str) -> list[str]:
    """Who called, in order, from the numbers of the first and the second player.

    :raises InvalidInput: not a number, or one player would pay twice in a row.
    """
    label = str(_("Tak calls that cost coins"))
    made = {FIRST: _count(first, label), SECOND: _count(second, label)}
    if abs(made[FIRST] - made[SECOND]) > 1:
        problem = _("nobody pays twice in a row, so the two numbers differ by one at most")
        raise InvalidInput(field=label, problem=problem)
    total = sum(made.values())
    if total > MAX_CALLS:
        raise InvalidInput(field=label, problem=_("a smaller number"))
    turns = (FIRST, SECOND) if made[FIRST] >= made[SECOND] else (SECOND, FIRST)
    return [turns[number % 2] for number in range(total)]


def _count(text: str, label: str) -> int:
    return parse_whole(text, label) if text.strip() else 0


def call_fields(slot: SlotContext, typed: Mapping[str, str]) -> list[CallField]:
    """The fields of both seats at the desk; none if calls cost nothing."""
    if not pays_for_calls(slot):
        return []
    return [
        CallField(seat.order, seat.name, typed.get(f"calls-{seat.order}", "")[:6])
        for seat in slot.seats
    ]


def calls_by_seat(form: Mapping[str, str], slot: SlotContext) -> list[str]:
    """Who called, in order, from the fields of `call_fields`.

    :raises InvalidInput: as `parse_calls`.
    """
    second_seat = 3 - slot.first_seat
    return parse_calls(
        form.get(f"calls-{slot.first_seat}", ""), form.get(f"calls-{second_seat}", "")
    )
