"""The brackets of an event as plain values."""

from collections.abc import Mapping

from tournaments.documents import Document
from tournaments.models import Event
from tournaments.selectors.events.state import event_stages, event_states
from tournaments.selectors.events.tables import players_by_number
from tournaments.selectors.rounds.pairings import bracket_views
from tournaments.standings.bracket import (
    DOUBLE_ELIMINATION,
    BracketMatch,
    EntrySource,
    build_bracket,
)
from tournaments.standings.start_numbers import is_undrawn
from tournaments.state import EventState

ELIMINATION = ("knockout", DOUBLE_ELIMINATION)


def bracket_document(event: Event) -> Document:
    """Every match of each bracket that has begun, the first stage first."""
    states, version = event_states(event.pk)
    people = players_by_number(event)
    pairings = {(view["round"], view["bracket"]): view["id"] for view in bracket_views(event)}
    return {
        "event": event.slug,
        "version": version,
        "brackets": [
            {
                "stage": stage.number,
                "system": state.system,
                "drawn": not is_undrawn(state),
                "matches": _matches(state, people, pairings),
            }
            for stage, state in zip(event_stages(event), states, strict=False)
            if state.system in ELIMINATION and state.entrants
        ],
    }


def _matches(
    state: EventState,
    people: Mapping[int, Document],
    pairings: Mapping[tuple[int, str], int],
) -> list[Document]:
    if is_undrawn(state):
        return []
    return [
        {
            "bracket": match.label,
            "state": match.status,
            "round": match.round or None,
            "pairing": pairings.get((match.round, match.label)),
            "winner": match.winner,
            "sides": [
                _side(entry, source, people)
                for entry, source in zip(match.entries, match.plan.sources, strict=True)
            ],
        }
        for match in build_bracket(state).matches.values()
        if _is_shown(match)
    ]


def _is_shown(match: BracketMatch) -> bool:
    """Not a match that nobody reaches."""
    return match.expected > 0


def _side(entry: int | None, source: EntrySource, people: Mapping[int, Document]) -> Document:
    who = people.get(entry, {}) if entry is not None else {}
    return {
        "entry": entry,
        "player": who.get("player"),
        "name": who.get("name", ""),
        "comes_from": source.kind,
        "seed": source.seed or None,
        "match": source.match or None,
    }
