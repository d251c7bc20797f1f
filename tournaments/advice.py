"""What an event is told of its own settings: nothing is refused, but something is worth knowing."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.gamnon.endings import SHARES
from tournaments.state import PairingOptions

SELDOM_ENDS_FROM = 4  # players; of three nearly every game ends
GAMNON_SELDOM_ENDS = _(
    "Tables of {size}: few games of Gamnon end by themselves within 200 turns, {chance} of 100 "
    "played at random and {sensible} of 100 played with a little sense. The others are decided by "
    "the cards in hand. At tables of three nearly all end."
)


def advice_of(game: str, stages: Iterable[Any]) -> list[str]:
    """A sentence for each table size of an event of Gamnon at which games seldom end."""
    if game != "gamnon":
        return []
    said = []
    for size in sorted(set(table_sizes(stages))):
        if size >= SELDOM_ENDS_FROM:
            by_chance, sensible = SHARES[min(size, max(SHARES))]
            said.append(GAMNON_SELDOM_ENDS.format(size=size, chance=by_chance, sensible=sensible))
    return said


def table_sizes(stages: Iterable[Any]) -> list[int]:
    """The sizes of tables that the stages of an event ask for, the preferred first."""
    return [
        size
        for stage in stages
        if stage.system == "tables"
        for size in stage.options.get("sizes") or PairingOptions().sizes
    ]
