"""What a message in a chat says about a change, in the language of its webhook.

Only actions in TEXTS have a message; the others are for programs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from textwrap import wrap
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.errors import NotFound
from tournaments.state import CANCELLED, DOUBLE_FORFEIT, FORFEIT

Text = str | Promise
TABLES_SHOWN, PLACES_SHOWN = 30, 5
LONGEST_LINE = 200  # a message that is too long is cut at the end of a line
Write = Callable[["Facts"], list[str]]
Escape = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Facts:
    """A change, its event, and who reads it. name: makes a name safe for the chat."""

    change: Document
    event: Any
    reader: Actor
    name: Escape


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """lines: safe for the chat. path: of the page that says more."""

    lines: list[str]
    path: str


def has_message(action: str) -> bool:
    return action in TEXTS


def message_of(facts: Facts) -> ChatMessage:
    """What is said about a change of an event; the first line names the event.

    :raises NotFound: what it is about is gone, or the reader may not see it.
    """
    written = TEXTS[facts.change["action"]](facts)
    return ChatMessage([facts.name(facts.event.name), *written], _path(facts.change))


def _path(change: Document) -> str:
    page = f"/events/{change['event']}/"
    if change["game"]:
        return f"/games/{change['game']}/"
    if change["kind"] == "standings":
        return f"{page}standings/"
    return f"{page}rounds/{change['round']}/" if change["round"] else page


def _sentence(text: Text) -> Write:
    return lambda facts: [str(text)]


def _about_round(text: Text) -> Write:
    return lambda facts: [str(text).format(round=facts.change["round"])]


def _about_player(text: Text) -> Write:
    def write(facts: Facts) -> list[str]:
        names = [facts.name(selectors.get_player(each).name) for each in facts.change["players"]]
        return [str(text).format(player=", ".join(names))]

    return write


def _about_pairing(text: Text) -> Write:
    return lambda facts: [str(text).format(players=_names(facts, _pairing(facts)))]


def _paired(facts: Facts) -> list[str]:
    """The tables of a round."""
    number = facts.change["round"]
    tables = selectors.round_view(facts.event, number, facts.reader)["pairings"]
    lines = [_("Round {round} is paired.").format(round=number)]
    for pairing in tables[:TABLES_SHOWN]:
        table = f"{pairing['table']}: " if pairing["table"] is not None else ""
        bye = f" ({_('bye')})" if len(pairing["seats"]) == 1 else ""
        lines.append(f"{table}{_names(facts, pairing)}{bye}")
    more = len(tables) - TABLES_SHOWN
    if more > 0:
        lines.append(ngettext("and {count} more", "and {count} more", more).format(count=more))
    return lines


def _result(facts: Facts) -> list[str]:
    pairing = _pairing(facts)
    slot = _slot(facts, pairing)
    names = _names(facts, pairing, first=slot["first_seat"])
    return [f"{names}: {_outcome(facts, pairing, slot)}"]


def _outcome(facts: Facts, pairing: Document, slot: Document) -> str:
    """How a slot ended: by codes of results, or in words."""
    kind, result = slot["kind"], str(slot["result"] or "")
    if kind == FORFEIT:
        winner = result.removeprefix("seat-")
        names = {str(seat["order"]): seat["name"] for seat in pairing["seats"]}
        return _("{player} wins by forfeit").format(player=facts.name(names[winner]))
    return str(OUTCOMES[kind]) if kind in OUTCOMES else facts.name(result)


def _time(facts: Facts) -> list[str]:
    pairing = _pairing(facts)
    slot = _slot(facts, pairing)
    if slot["play_at"] is None:
        return [_("{players}: the time is open again").format(players=_names(facts, pairing))]
    at = datetime.fromisoformat(slot["play_at"])
    when = f"{date_format(at, 'DATE_FORMAT')}, {at:%H:%M} ({facts.event.time_zone})"
    return [_("{players} play at {when}").format(players=_names(facts, pairing), when=when)]


def _standings(facts: Facts) -> list[str]:
    """The first places; nothing if nobody entered."""
    rows = selectors.standings_document(facts.event)["rows"][:PLACES_SHOWN]
    lines = [f"{row['rank']}. {facts.name(row['name'])} {row['points']}" for row in rows]
    return [_("Standings:"), *lines] if lines else []


def _finished(facts: Facts) -> list[str]:
    return [_("The event is over."), *_standings(facts)]


def _announcement(facts: Facts) -> list[str]:
    """The text, wrapped to lines that fit into a message.

    :raises NotFound: the announcement was withdrawn.
    """
    rows = selectors.visible_announcements(facts.event, facts.reader)
    made = rows.filter(pk=facts.change["data"]["announcement"], withdrawn_at=None).first()
    if made is None:
        raise NotFound(what="announcement", key=facts.change["data"]["announcement"])
    lines = (part for line in made.text.splitlines() for part in wrap(line, LONGEST_LINE))
    return [facts.name(line) for line in lines]


def _pairing(facts: Facts) -> Document:
    """:raises NotFound: it is gone, or of a draft."""
    if facts.change["pairing"] is None:
        raise NotFound(what="pairing", key="")
    return selectors.pairing_view(facts.change["pairing"], facts.reader)


def _slot(facts: Facts, pairing: Document) -> Document:
    number = facts.change["number"] or 1
    return next(slot for slot in pairing["slots"] if slot["number"] == number)


def _names(facts: Facts, pairing: Document, *, first: int = 1) -> str:
    """Names by seat; of a game of two, who moves first comes first."""
    seats = sorted(pairing["seats"], key=lambda seat: (seat["order"] != first, seat["order"]))
    return " – ".join(facts.name(seat["name"]) for seat in seats)


OUTCOMES: dict[str, Text] = {
    DOUBLE_FORFEIT: gettext_lazy("forfeit by both"),
    CANCELLED: gettext_lazy("cancelled"),
}
TEXTS: dict[str, Write] = {
    "event.registration": _sentence(gettext_lazy("Registration is open.")),
    "event.running": _sentence(gettext_lazy("The event has begun.")),
    "event.finished": _finished,
    "event.reopened": _sentence(gettext_lazy("The event goes on: a result is corrected.")),
    "announcement.made": _announcement,
    "stage.begun": _sentence(gettext_lazy("The next stage begins.")),
    "entry.added": _about_player(gettext_lazy("{player} enters.")),
    "entry.approved": _about_player(gettext_lazy("{player} enters.")),
    "entry.promoted": _about_player(gettext_lazy("{player} enters from the waiting list.")),
    "entry.cancelled": _about_player(gettext_lazy("{player} does not take part.")),
    "entry.withdrawn": _about_player(gettext_lazy("{player} withdraws.")),
    "entry.returned": _about_player(gettext_lazy("{player} plays again.")),
    "round.published": _paired,
    "round.unpublished": _about_round(gettext_lazy("The pairings of round {round} are withdrawn.")),
    "round.withdrawn": _about_round(gettext_lazy("The pairings of round {round} are withdrawn.")),
    "round.closed": _about_round(gettext_lazy("Round {round} is over.")),
    "round.reopened": _about_round(gettext_lazy("Round {round} is open again.")),
    "time.agreed": _time,
    "time.set": _time,
    "game.submitted": _about_pairing(gettext_lazy("{players}: a game is reported.")),
    "game.voided": _about_pairing(gettext_lazy("{players}: a game is void.")),
    "result.recorded": _result,
    "result.withdrawn": _about_pairing(gettext_lazy("{players}: the result is withdrawn.")),
    "standings.refreshed": _standings,
}
