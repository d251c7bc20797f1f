"""Typed result slips: matching them with the games of a round, describing and saving them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import get_language_bidi, gettext_lazy, ngettext_lazy
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.desk.base import Desk
from config.pages.desk.results.slip_parser import GameEnd, ParsedSlip, parse_slip
from config.pages.names import isolate
from config.pages.seat_scores import placed_names, score_text
from games import outcomes
from games.outcomes import Claim
from games.places import slot_scores, sum_scores
from games.services import record_no_show
from games.services.desk import dispute_differing, enter_slip
from tournaments import selectors
from tournaments.choices import FINISHED_SLOTS
from tournaments.errors import DomainError
from tournaments.selectors import SlotContext

WIN_TEXTS = {
    "R": gettext_lazy("{name} wins by road"),
    "F": gettext_lazy("{name} wins by flats"),
    "1": gettext_lazy("{name} wins in another way"),
}
ABSENT_TEXT = gettext_lazy("%(name)s did not come.")
NOBODY_TEXT = gettext_lazy("Nobody came: every open game is forfeited by all.")


class NoSuchTable(DomainError):
    code = "no_such_table"
    kind = "missing"
    message = gettext_lazy("Round {round} has no table {table} with games.")


class TableComplete(DomainError):
    code = "table_is_in"
    message = gettext_lazy("Table {table} has all its results. Open it below to correct one.")


class TooManyGames(DomainError):
    code = "too_many_games"
    kind = "invalid"
    message = ngettext_lazy(
        "Table {table} waits for {waiting} game; the line has {results}.",
        "Table {table} waits for {waiting} games; the line has {results}.",
        "waiting",
    )


class TableChanged(DomainError):
    code = "table_changed"
    message = gettext_lazy(
        "Table {table} got a result after this was typed, so it is not clear which game is meant. "
        "Look at the table and type what is missing."
    )


class LateSlip(NamedTuple):
    """A slip that a device kept. is_disputed: it differs from the results that count."""

    text: str
    is_disputed: bool = False


class SlipEntry(NamedTuple):
    """games: those of the table that the slip is about, in their order."""

    slip: ParsedSlip
    games: list[SlotContext]


def read_line(desk: Desk, number: int, typed: str) -> SlipEntry:
    """:raises DomainError: the line cannot be parsed, or does not fit the tables of the round."""
    slip = parse_slip(typed, game=desk.event.game)
    return fit_games(slip, _undecided_games(desk, number, slip))


def fit_games(slip: ParsedSlip, games: list[SlotContext]) -> SlipEntry:
    """The slip with those of the waiting games that it is about. :raises TooManyGames:"""
    if slip.absent or slip.nobody:
        return SlipEntry(slip, games)
    count = len(slip.ends) or 1
    if count > len(games):
        raise TooManyGames(table=slip.table, waiting=len(games), results=count)
    return SlipEntry(slip, games[:count])


def save_line(desk: Desk, entry: SlipEntry) -> str:
    """Save the results. Returns the score of the table as text."""
    slip, games = entry
    pairing = games[0].pairing_id
    if slip.absent or slip.nobody:
        seats = slip.absent or [seat.order for seat in games[0].seats]
        record_no_show(actor=desk.actor, pairing_id=pairing, seats=seats)
    else:
        enter_slip(actor=desk.actor, pairing_id=pairing, claims=claims_of(slip, games))
    return _table_text(desk, games[0])


def save_late_line(desk: Desk, number: int, typed: str) -> LateSlip:
    """Save a slip that was typed some time ago, without a network.

    A table that has its results by now keeps them: a slip that says the same changes nothing, and
    another one opens a dispute.

    :raises DomainError: as `read_line`; or the slip does not say which games it is about.
    """
    slip = parse_slip(typed, game=desk.event.game)
    games = _last_leg(_slots_at(desk, number, slip))
    is_decided = [slot.slot_state in FINISHED_SLOTS for slot in games]
    is_whole = len(games) == (len(slip.ends) or 1) and not (slip.absent or slip.nobody)
    if not any(is_decided):
        return LateSlip(save_line(desk, read_line(desk, number, typed)))
    if not all(is_decided) or not is_whole:
        raise TableChanged(table=slip.table)
    text = _("Typed on a device without a connection: %(line)s") % {"line": typed}
    differing = dispute_differing(
        actor=desk.actor,
        pairing_id=games[0].pairing_id,
        claims=claims_of(slip, games),
        text=text,
    )
    table = _table_text(desk, games[0])
    if not differing:
        return LateSlip(_("This was entered already. %(table)s") % {"table": table})
    text = _("Another result counts, and an arbiter decides. %(table)s") % {"table": table}
    return LateSlip(text, is_disputed=True)


def describe_line(entry: SlipEntry) -> list[str]:
    """The names at the table, then a sentence for each game, or for each seat of a card game.

    :raises InvalidInput: the places or cards of a card game are wrong.
    """
    slip, games = entry
    seats = {seat.order: isolate(seat.name) for seat in games[0].seats}
    named = _("Table %(table)s: %(names)s") % {
        "table": slip.table,
        "names": " – ".join(seats.values()),
    }
    return [named, *describe_games(entry)]


def describe_games(entry: SlipEntry) -> list[str]:
    """As `describe_line`, without the names at the table."""
    slip, games = entry
    seats = {seat.order: isolate(seat.name) for seat in games[0].seats}
    if slip.nobody:
        return [str(NOBODY_TEXT)]
    if slip.absent:
        return [str(ABSENT_TEXT) % {"name": seats[slip.absent[0]]}]
    if slip.card_claim is not None:
        end = outcomes.from_claim(
            slip.card_claim,
            game=games[0].event_game,
            seats=len(seats),
            ruleset=games[0].ruleset,
        )
        return card_texts(games[0], end)
    pairs = zip(games, slip.ends, strict=True)
    sentence = _("Game %(number)d: %(how)s")
    return [
        sentence % {"number": slot.number, "how": ending_text(end, seats)} for slot, end in pairs
    ]


def ending_text(end: GameEnd, seats: dict[int, str]) -> str:
    """Who won and how, and what the winner has left if it is known. seats: isolated names."""
    text = (
        _("a draw")
        if end.winner is None
        else str(WIN_TEXTS[end.win_kind]).format(name=seats[end.winner])
    )
    if not end.reserves:
        return text
    return _("%(text)s, stones left: %(stones)d, capstones: %(capstones)d") % {
        "text": text,
        **end.reserves,
    }


def card_texts(slot: SlotContext, end: outcomes.GameEnd) -> list[str]:
    """Each player with place and points, and the cards left if they are known; the best first."""
    places_x2 = end.places_x2 or []
    placed = placed_names([seat.name for seat in slot.seats], places_x2, slot.match)
    cards = end.facts.get("cards_left")
    if not cards:
        return placed
    best_first = sorted(range(len(places_x2)), key=lambda at: places_x2[at])
    text = _("%(name)s: cards left %(n)d")
    return [
        text % {"name": name, "n": cards[at]} for at, name in zip(best_first, placed, strict=True)
    ]


def _undecided_games(desk: Desk, number: int, slip: ParsedSlip) -> list[SlotContext]:
    """The undecided games of the table, of its first leg that has any."""
    slots = _slots_at(desk, number, slip)
    waiting = [slot for slot in slots if slot.slot_state not in FINISHED_SLOTS]
    if not waiting:
        raise TableComplete(table=slip.table)
    leg = min(slot.leg for slot in waiting)
    return [slot for slot in waiting if slot.leg == leg]


def _slots_at(desk: Desk, number: int, slip: ParsedSlip) -> list[SlotContext]:
    """:raises NoSuchTable: the round has no such table."""
    slots = [
        slot for slot in selectors.slots_of_round(desk.event.pk, number) if slot.table == slip.table
    ]
    if not slots:
        raise NoSuchTable(round=number, table=slip.table)
    return slots


def _last_leg(slots: Iterable[SlotContext]) -> list[SlotContext]:
    """The games of the last leg in which one is decided, else of the first leg."""
    found = list(slots)
    decided = [slot.leg for slot in found if slot.slot_state in FINISHED_SLOTS]
    leg = max(decided, default=min(slot.leg for slot in found))
    return [slot for slot in found if slot.leg == leg]


def claims_of(slip: ParsedSlip, games: list[SlotContext]) -> dict[int, Claim]:
    """The claims of a slip, by the number of the game."""
    return {
        slot.number: slip.card_claim
        if slip.card_claim is not None
        else slip.ends[at].claim(slot.first_seat)
        for at, slot in enumerate(games)
    }


def _table_text(desk: Desk, slot: SlotContext) -> str:
    view = selectors.pairing_view(slot.pairing_id, desk.actor)
    names = " – ".join(isolate(seat.name) for seat in slot.seats)
    return _("Table %(table)s: %(names)s %(score)s") % {
        "table": slot.table,
        "names": names,
        "score": table_score_text(view["slots"]),
    }


def table_score_text(games: Iterable[Document]) -> str:
    """What the seats of a table have, in the direction in which the names are read: the points of
    its games, or after one game of cards the places with the points beside.
    """
    made = [scores for game in games if (scores := slot_scores(game))]
    totals = [sum_scores(of_seat) for of_seat in zip(*made, strict=True)]
    separator = " · " if any(score.place for score in totals) else " : "
    start = "\N{RIGHT-TO-LEFT ISOLATE}" if get_language_bidi() else "\N{LEFT-TO-RIGHT ISOLATE}"
    return start + separator.join(map(score_text, totals)) + "\N{POP DIRECTIONAL ISOLATE}"
