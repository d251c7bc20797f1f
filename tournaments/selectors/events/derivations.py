"""How the numbers in a row of the standings are computed."""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.errors import require_found
from tournaments.models import Event
from tournaments.selectors.events.scoring import game_scores
from tournaments.selectors.events.state import event_states
from tournaments.standings import derive_value
from tournaments.standings.crosstable import GameScores
from tournaments.standings.explain import SCORE, DerivationText, derivation_text
from tournaments.standings.table import ranked_by
from tournaments.state import EventState
from tournaments.wording import translate_marked


class Derived(NamedTuple):
    """lines: the ranking score, then the tie-breaks in their order. version: results_version."""

    version: int
    lines: tuple[DerivationText, ...]


def standings_derivation(
    event: Event, entry: int, names: Mapping[int, str] | None = None
) -> Derived:
    """The numbers of an entry in its last stage, derived from the current results.

    names: by entry number, used in the sentences instead of numbers.

    :raises NotFound: no such entry plays here.
    """
    states, scores, version = _states_and_scores(event.pk)
    state = require_found(
        next((state for state in reversed(states) if entry in state.entry_numbers), None),
        "entry",
        entry,
    )
    codes = (SCORE, *state.rules.tiebreaks)
    return Derived(
        version,
        tuple(
            derivation_text(
                derive_value(state, entry, code, scores),
                rank_by=ranked_by(state),
                translate=translate_marked,
                names=names,
            )
            for code in codes
        ),
    )


def _states_and_scores(event_id: int) -> tuple[list[EventState], GameScores, int]:
    """Stages and game scores of an event, of the same results_version."""
    while True:
        states, version = event_states(event_id)
        event = Event.objects.get(pk=event_id)
        scores = game_scores(event)
        after = Event.objects.values_list("results_version", flat=True).get(pk=event_id)
        if version == after:
            return states, scores, version
