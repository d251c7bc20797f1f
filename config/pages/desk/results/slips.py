"""Paper slips at the desk: what a line would enter, said in words before it is, and entering it."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from config.pages.desk.base import Desk
from config.pages.desk.results.slip_line import End, Slip, read_slip
from config.pages.names import isolate
from config.pages.templatetags.roadhouse import plain_points
from games.services import record_no_show
from games.services.slip import enter_slip
from tournaments import selectors
from tournaments.errors import DomainError
from tournaments.selectors import SlotContext

NOT_IN = ("open", "reported", "disputed", "postponed")
# How a game ends, in words; {name} wins.
WAYS = {
    "R": gettext_lazy("{name} wins by road"),
    "F": gettext_lazy("{name} wins by flats"),
    "1": gettext_lazy("{name} wins in another way"),
}


class NoSuchTable(DomainError):
    code = "no_such_table"
    kind = "missing"
    message = gettext_lazy("Round {round} has no table {table} with games.")


class TableIsIn(DomainError):
    code = "table_is_in"
    kind = "conflict"
    message = gettext_lazy("Table {table} has all its results. Open it below to correct one.")


class TooManyGames(DomainError):
    code = "too_many_games"
    kind = "invalid"
    message = ngettext_lazy(
        "Table {table} waits for {waiting} game; the line tells {told}.",
        "Table {table} waits for {waiting} games; the line tells {told}.",
        "waiting",
    )


class Read(NamedTuple):
    """A line that was read. games: those of the table that it tells, in their order."""

    slip: Slip
    games: list[SlotContext]


def read(desk: Desk, number: int, typed: str) -> Read:
    """:raises DomainError: the line cannot be read, or does not fit the tables of the round."""
    slip = read_slip(typed, game=desk.event.game)
    waiting = _waiting(desk, number, slip)
    if slip.absent or slip.nobody:
        return Read(slip, waiting)
    told = len(slip.ends) or 1
    if told > len(waiting):
        raise TooManyGames(table=slip.table, waiting=len(waiting), told=told)
    return Read(slip, waiting[:told])


def enter(desk: Desk, line: Read) -> str:
    """Write down what a line tells; the table in words, as it stands then."""
    slip, games = line
    pairing = games[0].pairing_id
    if slip.absent or slip.nobody:
        seats = slip.absent or [seat.order for seat in games[0].seats]
        record_no_show(actor=desk.actor, pairing_id=pairing, seats=seats)
    else:
        claims = {
            slot.number: slip.told
            if slip.told is not None
            else slip.ends[at].claim(slot.first_seat)
            for at, slot in enumerate(games)
        }
        enter_slip(actor=desk.actor, pairing_id=pairing, claims=claims)
    return _stands(desk, games[0])


def words(line: Read) -> list[str]:
    """What entering a line would write down: who sits there, then a sentence a game."""
    slip, games = line
    seats = {seat.order: isolate(seat.name) for seat in games[0].seats}
    named = _("Table %(table)s: %(names)s") % {
        "table": slip.table,
        "names": " – ".join(seats.values()),
    }
    if slip.nobody:
        return [named, _("Nobody came: every open game is forfeited by all.")]
    if slip.absent:
        return [named, _("%(name)s did not come.") % {"name": seats[slip.absent[0]]}]
    if slip.told is not None:
        return [named, *_of_cards(slip.told, seats)]
    pairs = zip(games, slip.ends, strict=True)
    return [named, *(_game(slot.number, end, seats) for slot, end in pairs)]


def _game(number: int, end: End, seats: dict[int, str]) -> str:
    how = _("a draw") if end.winner is None else str(WAYS[end.way]).format(name=seats[end.winner])
    said = _("Game %(number)d: %(how)s") % {"number": number, "how": how}
    if not end.left:
        return said
    return _("%(said)s, stones left: %(stones)d, capstones: %(capstones)d") % {
        "said": said,
        **end.left,
    }


def _of_cards(told: dict[str, Any], seats: dict[int, str]) -> list[str]:
    """One line a seat; a number too many or too few is refused when it is entered."""
    text = _("%(name)s: cards left %(n)d") if "cards_left" in told else _("%(name)s: place %(n)d")
    numbers = told.get("cards_left") or told.get("places") or []
    named = zip(seats.values(), numbers, strict=False)
    return [text % {"name": name, "n": number} for name, number in named]


def _waiting(desk: Desk, number: int, slip: Slip) -> list[SlotContext]:
    """The games that wait at the table of a slip, of the first match that has any."""
    slots = [
        slot for slot in selectors.slots_of_round(desk.event.pk, number) if slot.table == slip.table
    ]
    if not slots:
        raise NoSuchTable(round=number, table=slip.table)
    waiting = [slot for slot in slots if slot.slot_state in NOT_IN]
    if not waiting:
        raise TableIsIn(table=slip.table)
    leg = min(slot.leg for slot in waiting)
    return [slot for slot in waiting if slot.leg == leg]


def _stands(desk: Desk, slot: SlotContext) -> str:
    view = selectors.pairing_view(slot.pairing_id, desk.actor)
    names = " – ".join(isolate(seat.name) for seat in slot.seats)
    return _("Table %(table)s: %(names)s %(score)s") % {
        "table": slot.table,
        "names": names,
        "score": score_of(view["slots"]),
    }


def score_of(games: list[dict[str, Any]]) -> str:
    """The points of a table so far, by seat, to be read left to right."""
    made = [game["score"]["points_x2"] for game in games if game["score"]]
    points = [plain_points(sum(column)) for column in zip(*made, strict=True)]
    return "\N{LEFT-TO-RIGHT ISOLATE}" + " : ".join(points) + "\N{POP DIRECTIONAL ISOLATE}"
