"""Form fields of stakes: bids and Tak calls.

Tak calls are entered as two numbers: how many calls of each player cost coins. Nobody pays twice in
a row, so the calls alternate and two numbers determine their order.
"""

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from config.pages.forms import Form, NumberField
from engine.tak.wagers import FIRST, MAX_BIDS, SECOND
from games.outcomes import MAX_CALLS
from tournaments.errors import InvalidInput

TURNS = range(1, MAX_BIDS + 1)
MOST_COINS = 999_999
WHOLE_NUMBER = _("a whole number, 0 or more")


class CountField(NumberField):
    """A number of coins or calls; it may stay empty."""

    defaults = {
        "required": False,
        "min_value": 0,
        "max_value": MOST_COINS,
        "error_messages": dict.fromkeys(("invalid", "min_value", "max_value"), WHOLE_NUMBER),
    }


class BidsForm(Form):
    """The bids of both players, a row for each turn: equal bids are made again."""

    names = ("one", "two")

    def add_row(self, turn: int, *fields: CountField) -> None:
        self.fields |= {f"{name}{turn}": one for name, one in zip(self.names, fields, strict=True)}

    @property
    def bid_rows(self) -> list[list[BoundField]]:
        rows = [[f"{name}{turn}" for name in self.names] for turn in TURNS]
        return [[self[name] for name in row] for row in rows if row[0] in self.fields]

    def bids(self) -> list[list[int]]:
        """Pairs of bids; empty rows are skipped.

        :raises InvalidInput: a field is not a number, or a row is half empty.
        """
        self.require_valid()
        rows = [[self.cleaned_data[field.name] for field in row] for row in self.bid_rows]
        if any(row.count(None) == 1 for row in rows):
            raise InvalidInput(field=_("Bid"), problem=WHOLE_NUMBER)
        return [row for row in rows if None not in row]


def order_calls(first: int | None, second: int | None) -> list[str]:
    """Who called, in order, from the numbers of the first and the second player.

    :raises InvalidInput: one player would pay twice in a row, or there are too many.
    """
    label = str(_("Tak calls that cost coins"))
    made = {FIRST: first or 0, SECOND: second or 0}
    if abs(made[FIRST] - made[SECOND]) > 1:
        problem = _("nobody pays twice in a row, so the two numbers differ by one at most")
        raise InvalidInput(field=label, problem=problem)
    total = sum(made.values())
    if total > MAX_CALLS:
        raise InvalidInput(field=label, problem=_("a smaller number"))
    turns = (FIRST, SECOND) if made[FIRST] >= made[SECOND] else (SECOND, FIRST)
    return [turns[number % 2] for number in range(total)]
