"""Rows of game lists."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.game import cards
from config.pages.labels import GAME_STATES
from config.pages.names import isolate
from engine.games import CARD_GAMES
from games.models import COUNTED_STATES, Game, GameState
from games.selectors import game_view

PAGE = 50
_MARKS = {"submitted": "waits", "disputed": "disputed", "rejected": "refused", "void": "refused"}


class TablePlace(NamedTuple):
    name: str
    place: str


class GameRow(NamedTuple):
    """kind: class of the mark: proved, claimed, waits, disputed, refused or empty.

    table: players of a card game, the best place first; empty for Tak.
    """

    public_id: str
    first: str
    second: str
    result: str
    kind: str
    word: str
    where: str
    played_on: date | None
    table: tuple[TablePlace, ...] = ()


def game_rows(games: Iterable[Game], *, with_event: bool = True) -> list[GameRow]:
    return [game_row(game, with_event=with_event) for game in games]


def game_row(game: Game, *, with_event: bool = True) -> GameRow:
    view = game_view(game)
    names = [player["name"] for player in view["players"]] + ["", ""]
    if game.state in COUNTED_STATES:
        kind, word = ("proved", _("proved")) if view["proven"] else ("claimed", _("on their word"))
    else:
        kind, word = _MARKS.get(game.state, ""), str(GAME_STATES[GameState(game.state)])
    return GameRow(
        public_id=game.public_id,
        first=names[0],
        second=names[1],
        result=view["result"] or "" if game.game not in CARD_GAMES else "",
        kind=kind,
        word=word,
        where=game_location(game, with_event=with_event),
        played_on=game.played_on,
        table=_at_table(game, view) if game.game in CARD_GAMES else (),
    )


def _at_table(game: Game, view: Document) -> tuple[TablePlace, ...]:
    card = cards.make_verdict_card(game, view["players"])
    if card.places:
        return tuple(TablePlace(row.name, row.place) for row in card.places)
    return tuple(TablePlace(player["name"], "") for player in view["players"])


def game_location(game: Game, *, with_event: bool = True) -> str:
    """Round, table and number of the game, with the event unless the page is its own."""
    slot = game.slot
    if slot is None:
        return _("Casual game")
    pairing = slot.pairing
    text = _("round %(round)d, table %(table)s, game %(number)d") % {
        "round": pairing.round.number,
        "table": pairing.table or "–",
        "number": slot.number,
    }
    return f"{isolate(pairing.round.event.name)}: {text}" if with_event else text
