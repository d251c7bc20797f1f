"""Events in the words of the pages."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Event = Any  # a row of tournaments.Event: the model is private to its app

STATES = {
    "draft": gettext_lazy("being prepared"),
    "registration": gettext_lazy("open for players"),
    "running": gettext_lazy("being played"),
    "finished": gettext_lazy("finished"),
}
GAMES = {"tak": "Tak", "taki": "Taki", "gamnon": "Gamnon"}
SYSTEMS = {
    "round_robin": gettext_lazy("Round robin"),
    "swiss": gettext_lazy("Swiss"),
    "knockout": gettext_lazy("Knockout"),
    "double_elimination": gettext_lazy("Double elimination"),
    "mcmahon": gettext_lazy("McMahon"),
    "monrad": gettext_lazy("Monrad"),
    "keizer": gettext_lazy("Keizer"),
    "tables": gettext_lazy("Tables"),
    "manual": gettext_lazy("Pairings by hand"),
}
RUNNING = "running"


class EventLine(NamedTuple):
    event: Event
    state: str
    club: str
    game: str


def event_lines(events: Iterable[Event]) -> list[EventLine]:
    return [
        EventLine(
            event=event,
            state=state_of(event),
            club=event.club.name if event.club else "",
            game=game_of(event),
        )
        for event in events
    ]


def isolated(name: str) -> str:
    """A name inside a sentence, so that its direction does not stir the words around it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def state_of(event: Event) -> str:
    return str(STATES.get(event.state, event.state))


def game_of(event: Event) -> str:
    """The game and, for Tak, the size of its board."""
    name = GAMES.get(event.game, event.game)
    size = event.ruleset.get("size")
    return f"{name} {size}×{size}" if size else name


def kicker(event: Event, systems: Iterable[str]) -> str:
    """Game, systems of the stages, games a match."""
    games = int(event.match.get("games", 1))
    parts = [isolated(game_of(event)), *(str(SYSTEMS.get(system, system)) for system in systems)]
    if games > 1:
        parts.append(ngettext("%(n)d game a match", "%(n)d games a match", games) % {"n": games})
    komi = event.ruleset.get("half_komi") or 0
    if komi:
        parts.append(_("komi %(komi)s") % {"komi": f"{komi / 2:g}"})
    return " · ".join(parts)
