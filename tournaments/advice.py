"""What an event is told of its own settings: nothing is refused, but something is worth knowing."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.gamnon.endings import finished_percent
from engine.gamnon.ruleset import ruleset_from_dict
from tournaments.state import PairingOptions

SELDOM_ENDS_FROM = 4  # players; of three nearly every game ends
GAMNON_SELDOM_ENDS = _(
    "Tables of {size}: few games of Gamnon end by themselves within 200 turns, {chance} of 100 "
    "played at random and {sensible} of 100 played with a little sense. The others are decided by "
    "the cards in hand. At tables of three nearly all end."
)


GAMNON_MAY_GO_ON = _(
    "Tables of {size}: of 100 games of Gamnon {chance} played at random and {sensible} played with "
    "a little sense end by themselves within 200 turns. At tables of three nearly all end."
)
GAMNON_NO_LIMIT = _(
    "These rules have no turn limit. Agree before the first round how a game ends that goes on."
)


def advice_of(game: str, stages: Iterable[Any], ruleset: Mapping[str, Any]) -> list[str]:
    """A sentence for each table size of an event of Gamnon at which a game may not end."""
    if game != "gamnon":
        return []
    rules = ruleset_from_dict(ruleset)
    large = [size for size in sorted(set(table_sizes(stages))) if size >= SELDOM_ENDS_FROM]
    few = rules.max_turns and rules.multi_empty != "active_wins"
    sentence = GAMNON_SELDOM_ENDS if few else GAMNON_MAY_GO_ON
    said = []
    for size in large:
        by_chance, sensible = finished_percent(size, rules)
        said.append(sentence.format(size=size, chance=by_chance, sensible=sensible))
    return [*said, str(GAMNON_NO_LIMIT)] if large and not rules.max_turns else said


def table_sizes(stages: Iterable[Any]) -> list[int]:
    """The sizes of tables that the stages of an event ask for, the preferred first."""
    return [
        size
        for stage in stages
        if stage.system == "tables"
        for size in stage.options.get("sizes") or PairingOptions().sizes
    ]
