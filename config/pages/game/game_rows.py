"""Rows of game lists."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.game import cards
from config.pages.labels import GAME_STATES
from config.pages.names import isolate
from engine.games import CARD_GAMES
from games.models import COUNTED_STATES, Game, GameState
from games.places import end_scores
from games.player_games import EnteredGame
from games.selectors import game_view
from tournaments.selectors import SlotContext
from tournaments.standings.points import Points
from tournaments.state import ADJUDICATED

PAGE = 50
_MARKS = {"submitted": "waits", "disputed": "disputed", "rejected": "refused", "void": "refused"}


class TablePlace(NamedTuple):
    """points_x2: None for a casual game."""

    name: str
    place: str
    points_x2: Points | None = None


class GameRow(NamedTuple):
    """kind: class of the mark: proved, claimed, waits, disputed, refused or empty.

    table: players of a card game, the best place first; empty for Tak.
    """

    url: str
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
        url=reverse("pages:game", args=[game.public_id]),
        first=names[0],
        second=names[1],
        result=view["result"] or "" if game.game not in CARD_GAMES else "",
        kind=kind,
        word=word,
        where=game_location(game, with_event=with_event),
        played_on=game.played_on,
        table=_at_table(game, view) if game.game in CARD_GAMES else (),
    )


def player_game_rows(games: Iterable[Game | EnteredGame]) -> list[GameRow]:
    return [_entered_row(one) if isinstance(one, EnteredGame) else game_row(one) for one in games]


def _entered_row(game: EnteredGame) -> GameRow:
    """A result that staff entered; it leads to its table, since there is no record."""
    slot, result = game.slot, game.result
    movers = sorted(slot.seats, key=lambda seat: (seat.order < slot.first_seat, seat.order))
    places = result.facts.get("places_x2")
    ruled = result.kind == ADJUDICATED
    round_url = reverse("pages:event-round", args=[slot.event_slug, slot.round_number])
    return GameRow(
        url=f"{round_url}#pairing-{slot.pairing_id}",
        first=movers[0].name,
        second=movers[1].name,
        result="" if places else result.outcome,
        kind="claimed",
        word=_("decided by the arbiter") if ruled else _("entered by staff"),
        where=_location(slot.event_name, slot.round_number, slot.table, slot.number),
        played_on=game.entered_on,
        table=_places_of(slot, places) if places else (),
    )


def _places_of(slot: SlotContext, places_x2: Sequence[int]) -> tuple[TablePlace, ...]:
    scores = end_scores(places_x2, slot.match)
    placed = sorted(zip(places_x2, slot.seats, scores, strict=True), key=lambda one: one[0])
    return tuple(TablePlace(seat.name, *score) for _place, seat, score in placed)


def _at_table(game: Game, view: Document) -> tuple[TablePlace, ...]:
    card = cards.make_verdict_card(game, view["players"])
    if card.places:
        return tuple(TablePlace(row.name, row.place, row.points_x2) for row in card.places)
    return tuple(TablePlace(player["name"], "") for player in view["players"])


def game_location(game: Game, *, with_event: bool = True) -> str:
    """Round, table and number of the game, with the event unless the page is its own."""
    slot = game.slot
    if slot is None:
        return _("Casual game")
    pairing = slot.pairing
    event = pairing.round.event.name if with_event else ""
    return _location(event, pairing.round.number, pairing.table, slot.number)


def _location(event: str, round_number: int, table: int | None, number: int) -> str:
    text = _("round %(round)d, table %(table)s, game %(number)d") % {
        "round": round_number,
        "table": table or "–",
        "number": number,
    }
    return f"{isolate(event)}: {text}" if event else text
