"""Advice on an event's settings: allowed, but the organiser should know the consequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from engine.gamnon.endings import finished_percent
from engine.gamnon.ruleset import ruleset_from_dict
from tournaments.state import PairingOptions

if TYPE_CHECKING:
    from tournaments.models import Stage

RARELY_ENDS_FROM_SIZE = 4  # players at a table; nearly every game of three ends
GAMNON_RARELY_ENDS = _(
    "Tables of {size}: few games of Gamnon end by themselves within 200 turns, {chance} of 100 "
    "played at random and {sensible} of 100 played with a little sense. The others are decided by "
    "the cards in hand. At tables of three nearly all end."
)


GAMNON_MAY_NOT_END = _(
    "Tables of {size}: of 100 games of Gamnon {chance} played at random and {sensible} played with "
    "a little sense end by themselves within 200 turns. At tables of three nearly all end."
)
GAMNON_NO_LIMIT = _(
    "These rules have no turn limit. Agree before the first round how a game ends that goes on."
)


def game_length_advice(
    game: str, stages: Iterable[Stage], ruleset: Mapping[str, object]
) -> list[str]:
    """A sentence for each table size at which a game of Gamnon may not end by itself."""
    if game != "gamnon":
        return []
    rules = ruleset_from_dict(ruleset)
    large = [size for size in sorted(set(table_sizes(stages))) if size >= RARELY_ENDS_FROM_SIZE]
    few = rules.max_turns and rules.multi_empty != "active_wins"
    sentence = GAMNON_RARELY_ENDS if few else GAMNON_MAY_NOT_END
    advice = []
    for size in large:
        by_chance, sensible = finished_percent(size, rules)
        advice.append(sentence.format(size=size, chance=by_chance, sensible=sensible))
    return [*advice, str(GAMNON_NO_LIMIT)] if large and not rules.max_turns else advice


def table_sizes(stages: Iterable[Stage]) -> list[int]:
    """Table sizes in the options of an event's stages, the preferred size first."""
    return [
        size
        for stage in stages
        if stage.system == "tables"
        for size in stage.options.get("sizes") or PairingOptions().sizes
    ]
