"""Labels of codes that pages show: states, games, pairing systems."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Document, Event
from config.pages.names import isolate
from games.models import GameState
from tournaments.choices import EventStatus, SlotStatus

RUNNING, FINISHED = EventStatus.RUNNING, EventStatus.FINISHED
# A slot that is waited for; {number} is that of the game.
SLOT_STATES = {
    SlotStatus.DISPUTED: gettext_lazy("game %(number)d is disputed"),
    SlotStatus.REPORTED: gettext_lazy("game %(number)d waits for a confirmation"),
    SlotStatus.POSTPONED: gettext_lazy("game %(number)d is postponed"),
    SlotStatus.OPEN: gettext_lazy("game %(number)d is being played"),
}
GAME_STATES = {
    GameState.SUBMITTED: gettext_lazy("waits for a confirmation"),
    GameState.DISPUTED: gettext_lazy("disputed"),
    GameState.EVIDENCE: gettext_lazy("evidence"),
    GameState.SUPERSEDED: gettext_lazy("replaced"),
    GameState.REJECTED: gettext_lazy("refused"),
    GameState.VOID: gettext_lazy("void"),
}
GAME_STATE_SENTENCES = {
    GameState.SUBMITTED: gettext_lazy("It waits for a confirmation."),
    GameState.DISPUTED: gettext_lazy("The players do not agree. An arbiter decides."),
    GameState.CONFIRMED: gettext_lazy("It is confirmed and counts."),
    GameState.RULED: gettext_lazy("An arbiter decided; it counts."),
    GameState.EVIDENCE: gettext_lazy("It came after the result and is kept as evidence."),
    GameState.SUPERSEDED: gettext_lazy("Another record of this game took its place."),
    GameState.REJECTED: gettext_lazy("It was refused and does not count."),
    GameState.VOID: gettext_lazy("It was taken back and does not count."),
}
GAME_NAMES = {
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
    "ladder": gettext_lazy("Ladder"),
    "arena": gettext_lazy("Arena"),
    "manual": gettext_lazy("Pairings by hand"),
    "team_round_robin": gettext_lazy("Round robin of teams"),
    "team_swiss": gettext_lazy("Swiss of teams"),
    "team_knockout": gettext_lazy("Knockout of teams"),
    "scheveningen": gettext_lazy("Scheveningen"),
}

RATING_SYSTEMS = {
    "glicko": "Glicko",
    "glicko2": "Glicko-2",
    "elo": "Elo",
    "playtak": "playtak.com",
    "tables": gettext_lazy("Elo for tables of several"),
    "plackett_luce": "Plackett–Luce",
    "whr": "Whole-History Rating",
    "fide": "FIDE",
}


def game_label(game: str, size: int | None) -> str:
    """The game and, for Tak, the size of its board."""
    name = str(GAME_NAMES.get(game, game))
    return f"{name} {size}×{size}" if size else name


def event_game_label(event: Event) -> str:
    return game_label(event.game, event.ruleset.get("size"))


def time_control_label(control: Document) -> str:
    """Minutes per player, and the increment in seconds."""
    values = {
        "minutes": f"{control['minutes']:g}",
        "seconds": control.get("increment_seconds") or 0,
    }
    if values["seconds"]:
        return _("%(minutes)s min + %(seconds)s s") % values
    return _("%(minutes)s min") % values


def event_summary(event: Event, systems: Iterable[str]) -> str:
    """Game, pairing systems, games per match, time control and komi."""
    games = int(event.match.get("games", 1))
    parts = [
        isolate(event_game_label(event)),
        *(str(SYSTEMS.get(system, system)) for system in systems),
    ]
    if games > 1:
        parts.append(ngettext("%(n)d game a match", "%(n)d games a match", games) % {"n": games})
    if event.time_control.get("minutes") is not None:
        parts.append(time_control_label(event.time_control))
    komi = event.ruleset.get("half_komi") or 0
    if komi:
        parts.append(_("komi %(komi)s") % {"komi": f"{komi / 2:g}"})
    return " · ".join(parts)


# Of an entry, by the words of `tournaments.standings.presence`.
PRESENCE = {
    "withdrawn": gettext_lazy("withdrawn"),
    "absent": gettext_lazy("absent"),
    "late": gettext_lazy("entered late"),
}
# Rounds without an opponent, by outcome of the cell.
LONE_OUTCOMES = {
    "bye_allocated": gettext_lazy("bye"),
    "bye_full": gettext_lazy("bye"),
    "bye_asked": gettext_lazy("bye asked for"),
    **PRESENCE,
}
