"""Labels of codes that pages show: states, games, pairing systems."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.names import isolate

RUNNING, FINISHED = "running", "finished"
UPCOMING = ("draft", "registration")  # drafts are listed to their staff only
EVENT_STATES = {
    "draft": gettext_lazy("being prepared"),
    "registration": gettext_lazy("open for players"),
    "running": gettext_lazy("being played"),
    "finished": gettext_lazy("finished"),
}
ROUND_STATES = {
    "draft": gettext_lazy("draft"),
    "published": gettext_lazy("being played"),
    "closed": gettext_lazy("closed"),
}
ENTRY_STATES = {
    "applied": gettext_lazy("asked to enter"),
    "waiting": gettext_lazy("on the waiting list"),
    "in": gettext_lazy("plays"),
    "refused": gettext_lazy("refused"),
    "withdrawn": gettext_lazy("withdrew"),
}
# A slot that is waited for; {number} is that of the game.
SLOT_STATES = {
    "disputed": gettext_lazy("game %(number)d is disputed"),
    "reported": gettext_lazy("game %(number)d waits for a confirmation"),
    "postponed": gettext_lazy("game %(number)d is postponed"),
    "open": gettext_lazy("game %(number)d is being played"),
}
GAME_STATES = {
    "submitted": gettext_lazy("waits for a confirmation"),
    "disputed": gettext_lazy("disputed"),
    "evidence": gettext_lazy("evidence"),
    "superseded": gettext_lazy("replaced"),
    "rejected": gettext_lazy("refused"),
    "void": gettext_lazy("void"),
}
GAME_STATE_SENTENCES = {
    "submitted": gettext_lazy("It waits for a confirmation."),
    "disputed": gettext_lazy("The players do not agree. An arbiter decides."),
    "confirmed": gettext_lazy("It is confirmed and counts."),
    "ruled": gettext_lazy("An arbiter decided; it counts."),
    "evidence": gettext_lazy("It came after the result and is kept as evidence."),
    "superseded": gettext_lazy("Another record of this game took its place."),
    "rejected": gettext_lazy("It was refused and does not count."),
    "void": gettext_lazy("It was taken back and does not count."),
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
    "manual": gettext_lazy("Pairings by hand"),
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


def event_state_label(event: Any) -> str:
    return str(EVENT_STATES.get(event.state, event.state))


def game_label(game: str, size: int | None) -> str:
    """The game and, for Tak, the size of its board."""
    name = str(GAME_NAMES.get(game, game))
    return f"{name} {size}×{size}" if size else name


def event_game_label(event: Any) -> str:
    return game_label(event.game, event.ruleset.get("size"))


def time_control_label(control: Mapping[str, Any]) -> str:
    """Minutes per player, and the increment in seconds."""
    values = {
        "minutes": f"{control['minutes']:g}",
        "seconds": control.get("increment_seconds") or 0,
    }
    if values["seconds"]:
        return _("%(minutes)s min + %(seconds)s s") % values
    return _("%(minutes)s min") % values


def event_summary(event: Any, systems: Iterable[str]) -> str:
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
