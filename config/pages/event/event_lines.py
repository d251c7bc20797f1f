"""Events in the words of the pages."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import selectors

Event = Any  # a row of tournaments.Event: the model is private to its app

STATES = {
    "draft": gettext_lazy("being prepared"),
    "registration": gettext_lazy("open for players"),
    "running": gettext_lazy("being played"),
    "finished": gettext_lazy("finished"),
}
GAMES = {
    "tak": gettext_lazy("Tak"),
    "taki": gettext_lazy("Taki"),
    "gamnon": gettext_lazy("Gamnon"),
}
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
RUNNING, OVER = "running", "finished"
SOON = ("draft", "registration")  # drafts are listed to their staff only


class EventLine(NamedTuple):
    event: Event
    state: str
    club: str
    game: str


def event_lines(events: Iterable[Event]) -> list[EventLine]:
    """One line for each event; one query for the rounds that are played now."""
    listed = list(events)
    now = selectors.current_round_numbers([each for each in listed if each.state == RUNNING])
    return [
        EventLine(
            event=event,
            state=_("round %(round)d is being played") % {"round": now[event.pk]}
            if event.pk in now
            else state_of(event),
            club=event.club.name if event.club else "",
            game=game_of(event),
        )
        for event in listed
    ]


def isolated(name: str) -> str:
    """A name inside a sentence, so that its direction does not stir the words around it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def state_of(event: Event) -> str:
    return str(STATES.get(event.state, event.state))


def game_of(event: Event) -> str:
    """The game and, for Tak, the size of its board."""
    name = str(GAMES.get(event.game, event.game))
    size = event.ruleset.get("size")
    return f"{name} {size}×{size}" if size else name


def time_of(control: Mapping[str, Any]) -> str:
    """The time of a player for a game, and what each move adds."""
    told = {"minutes": f"{control['minutes']:g}", "seconds": control.get("increment_seconds") or 0}
    if told["seconds"]:
        return _("%(minutes)s min + %(seconds)s s") % told
    return _("%(minutes)s min") % told


def kicker(event: Event, systems: Iterable[str]) -> str:
    """Game, systems of the stages, games a match, time, komi."""
    games = int(event.match.get("games", 1))
    parts = [isolated(game_of(event)), *(str(SYSTEMS.get(system, system)) for system in systems)]
    if games > 1:
        parts.append(ngettext("%(n)d game a match", "%(n)d games a match", games) % {"n": games})
    if event.time_control.get("minutes") is not None:
        parts.append(time_of(event.time_control))
    komi = event.ruleset.get("half_komi") or 0
    if komi:
        parts.append(_("komi %(komi)s") % {"komi": f"{komi / 2:g}"})
    return " · ".join(parts)
