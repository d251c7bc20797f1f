"""Games as lines of a list."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.event.event_lines import isolated
from config.pages.game import cards
from engine.games import CARD_GAMES
from games.models import Game
from games.selectors import game_view

PAGE = 50
COUNTED = ("confirmed", "ruled")

_WORDS: dict[str, tuple[str, str | Promise]] = {
    "submitted": ("waits", gettext_lazy("waits for a confirmation")),
    "disputed": ("disputed", gettext_lazy("disputed")),
    "evidence": ("", gettext_lazy("evidence")),
    "superseded": ("", gettext_lazy("replaced")),
    "rejected": ("refused", gettext_lazy("refused")),
    "void": ("refused", gettext_lazy("void")),
}


class AtTable(NamedTuple):
    name: str
    place: str


class GameLine(NamedTuple):
    """`kind` is a class of the mark: proved, claimed, waits, disputed, refused or nothing.

    `table` are the players of a game of cards, the best place first; of Tak there are none.
    """

    public_id: str
    first: str
    second: str
    result: str
    kind: str
    word: str
    where: str
    played_on: date | None
    table: tuple[AtTable, ...] = ()


def game_lines(games: Iterable[Game], *, with_event: bool = True) -> list[GameLine]:
    return [game_line(game, with_event=with_event) for game in games]


def game_line(game: Game, *, with_event: bool = True) -> GameLine:
    view = game_view(game)
    names = [player["name"] for player in view["players"]] + ["", ""]
    if game.state in COUNTED:
        kind, word = ("proved", _("proved")) if view["proven"] else ("claimed", _("on their word"))
    else:
        kind, shown = _WORDS.get(game.state, ("", game.state))
        word = str(shown)
    return GameLine(
        public_id=game.public_id,
        first=names[0],
        second=names[1],
        result=view["result"] or "" if game.game not in CARD_GAMES else "",
        kind=kind,
        word=word,
        where=where(game, with_event=with_event),
        played_on=game.played_on,
        table=_at_table(game, view) if game.game in CARD_GAMES else (),
    )


def _at_table(game: Game, view: dict[str, Any]) -> tuple[AtTable, ...]:
    shown = cards.shown(game, view["players"])
    if shown.places:
        return tuple(AtTable(line.name, line.place) for line in shown.places)
    return tuple(AtTable(player["name"], "") for player in view["players"])


def where(game: Game, *, with_event: bool = True) -> str:
    """Round, table and number of the game; the event before them where it is not the page's."""
    slot = game.slot
    if slot is None:
        return _("Casual game")
    pairing = slot.pairing
    text = _("round %(round)d, table %(table)s, game %(number)d") % {
        "round": pairing.round.number,
        "table": pairing.table or "–",
        "number": slot.number,
    }
    return f"{isolated(pairing.round.event.name)}: {text}" if with_event else text
