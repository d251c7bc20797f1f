"""How the numbers in a row of the standings are computed."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tournaments.errors import require_found
from tournaments.models import Event
from tournaments.selectors.events.scoring import game_scores
from tournaments.selectors.events.state import event_states
from tournaments.standings import derive_values
from tournaments.standings.crosstable import GameScores
from tournaments.standings.explain import SCORE, DerivationText, derivation_text
from tournaments.standings.table import ranked_by
from tournaments.standings.team_knockout import IN_ROUND, TEAM, decision_text
from tournaments.standings.teams import decision, pairings_by_entry, played_match, team_state
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
    return Derived(version, _lines(state, entry, names, scores))


def team_derivation(event: Event, team: int, names: Mapping[int, str] | None = None) -> Derived:
    """The numbers of a team in the last stage of teams, derived from the current results.

    team: its number. names: by the number of the team. The last lines say how drawn matches of a
    knockout were decided.

    :raises NotFound: no such team plays here.
    """
    states, version = event_states(event.pk)
    state = require_found(
        next((s for s in reversed(states) if team in [t.number for t in s.teams]), None),
        "team",
        team,
    )
    lines = _lines(team_state(state), team, names)
    return Derived(version, (*lines, *_decided_matches(state, team, names or {})))


def _decided_matches(
    state: EventState, team: int, names: Mapping[int, str]
) -> Iterator[DerivationText]:
    seated = pairings_by_entry(state)
    for match in state.matches:
        if team not in match.teams:
            continue
        decided = decision(state, match, played_match(state, match, seated))
        if decided is None:
            continue
        number = match.teams[decided.seat - 1]
        name = names.get(number) or translate_marked(TEAM).format(number=number)
        text = decision_text(decided, name, translate=translate_marked)
        label = translate_marked(IN_ROUND).format(round=match.round, text=text)
        yield DerivationText(f"decided_by_{decided.by}", label, "")


def _lines(
    state: EventState,
    entry: int,
    names: Mapping[int, str] | None,
    scores: GameScores | None = None,
) -> tuple[DerivationText, ...]:
    return tuple(
        derivation_text(value, rank_by=ranked_by(state), translate=translate_marked, names=names)
        for value in derive_values(state, entry, (SCORE, *state.rules.tiebreaks), scores)
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
