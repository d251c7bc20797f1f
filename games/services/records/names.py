"""Check that the names in a record fit the players at the table.

A card record names its players in the order of their seats. The names are either those of players
at this table, in any order, or placeholders (A, B, C; p1, p2), which stand for the players in the
order of moving.
"""

import re
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.errors import gettext_noop
from games.outcomes import Verdict
from tournaments import selectors
from tournaments.errors import DomainError
from tournaments.wording import join_with_and

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

# What programs write without a name; "guest" and a number is from playtak.
PLACEHOLDERS = frozenset(
    {"", "?", "white", "black", "first", "second", "player 1", "player 2", "player1", "player2"}
    | {"anonymous", "anon", "unknown", "none", "n/a", "no one", "nobody", "guest"}
)
NAME_UNKNOWN = gettext_noop("Nobody here is known as {name}; the table decides who played.")
SEATED_OTHERWISE = gettext_noop(
    "They did not sit and begin as they were paired; each has the place of the person."
)
SITES = ("", "ptn", "playtak")
# Placeholders in card records: a letter, or p1, player_2, seat3.
PLACEHOLDER_PATTERN = re.compile(r"[^\W\d_]|(p|player|seat)[ _-]?\d{1,2}")


class SeatsSwapped(DomainError):
    code = "seats_swapped"
    kind = "unproven"
    message = _(
        "The record has {first} moving first; in game {number} {expected} moves first. "
        "If the game was played so, ask an arbiter."
    )


class OtherPlayers(DomainError):
    code = "other_players"
    kind = "unproven"
    message = _("The record names {name}, who does not sit at this table.")


class SeatsDiffer(DomainError):
    code = "seats_differ"
    kind = "unproven"
    message = ngettext_lazy(
        "The record has {found} player; {expected} sit at this table.",
        "The record has {found} players; {expected} sit at this table.",
        "found",
    )


class NamedTwice(DomainError):
    code = "named_twice"
    kind = "unproven"
    message = _("{first} and {second} of the record are both {player}.")


class PartlyNamed(DomainError):
    code = "partly_named"
    kind = "unproven"
    message = _(
        "The record names some people of this table, and nobody here is known as {names}. "
        "Name everybody, or nobody."
    )


def is_placeholder(name: str) -> bool:
    key = selectors.name_key(name)
    return key in PLACEHOLDERS or (key.startswith("guest") and key[5:].isdigit())


def check_names(context: "SlotContext", verdict: Verdict) -> None:
    """Refuse a record of other known players or with swapped seats.

    Unknown names are accepted with a warning in the verdict.
    """
    movers = sorted(context.seats, key=lambda seat: seat.order != context.first_seat)
    seated = [seat.player_id for seat in movers]
    for side, expected in zip(("first", "second"), movers, strict=True):
        name = (verdict.get("players") or {}).get(side) or ""
        if is_placeholder(name) or selectors.name_key(name) == selectors.name_key(expected.name):
            continue
        known = selectors.find_players_by_name(name, sites=SITES)
        if not known:
            _warn(verdict, "name_unknown", NAME_UNKNOWN, {"name": name[:80]})
        elif expected.player_id in known:
            continue
        elif known & set(seated):
            raise SeatsSwapped(
                first=verdict["players"]["first"], number=context.number, expected=movers[0].name
            )
        else:
            raise OtherPlayers(name=name[:80])


def assign_seats(context: "SlotContext", verdict: Verdict) -> None:
    """Set `seats` of a card verdict: the table's seat of each player of the record.

    Warnings are added to the verdict.

    :raises SeatsDiffer, OtherPlayers, NamedTwice, PartlyNamed: the record is not of this table.
    """
    names = list(verdict["players"].values())
    if len(names) != len(context.seats):
        raise SeatsDiffer(found=len(names), expected=len(context.seats))
    found = [_seat_named(context, verdict, name) for name in names]
    by_move = _seats_by_move(context, first=verdict["facts"]["first"] - 1)
    _require_distinct_seats(context, names, found)
    unknown = [name for name, seat in zip(names, found, strict=True) if seat is None]
    if len(unknown) == len(names) or all(
        seat in (None, usual) for seat, usual in zip(found, by_move, strict=True)
    ):
        verdict["seats"] = by_move
    elif unknown:
        raise PartlyNamed(names=join_with_and(name[:80] for name in unknown))
    else:
        verdict["seats"] = found
        _warn(verdict, "seated_otherwise", SEATED_OTHERWISE, {})


def _seats_by_move(context: "SlotContext", *, first: int) -> list[int]:
    """The seats of the record's players in order, if the player at index `first` begins."""
    size = len(context.seats)
    return [(context.first_seat - 1 + at - first) % size + 1 for at in range(size)]


def _seat_named(context: "SlotContext", verdict: Verdict, name: str) -> int | None:
    """The seat of the player with this name; None for a placeholder or unknown name.

    :raises OtherPlayers: it is the name of a known player at another table.
    """
    spoken = name.replace("_", " ")
    written = _normalized(spoken)
    for seat in context.seats:
        if written and written in (_normalized(seat.name), _forename(context, seat.name)):
            return seat.order
    if is_placeholder(spoken) or PLACEHOLDER_PATTERN.fullmatch(selectors.name_key(name)):
        return None
    known = {
        player for each in {name, spoken} for player in selectors.find_players_by_name(each, SITES)
    }
    here = [seat.order for seat in context.seats if seat.player_id in known]
    if len(here) == 1:
        return here[0]
    if known and not here:
        raise OtherPlayers(name=name[:80])
    _warn(verdict, "name_unknown", NAME_UNKNOWN, {"name": name[:80]})
    return None


def _require_distinct_seats(
    context: "SlotContext", names: list[str], found: list[int | None]
) -> None:
    for at, seat in enumerate(found):
        if seat is not None and seat in found[:at]:
            player = next(each.name for each in context.seats if each.order == seat)
            other = names[found.index(seat)]
            raise NamedTwice(first=other[:80], second=names[at][:80], player=player)


def _normalized(name: str) -> str:
    """A name without the spaces and marks that some notations cannot write."""
    return re.sub(r"[\s_.’'-]+", "", selectors.name_key(name))


def _forename(context: "SlotContext", name: str) -> str:
    """The first word of a name if it is unique at the table, else ""."""
    words = [_normalized((seat.name.split() or [""])[0]) for seat in context.seats]
    mine = _normalized((name.split() or [""])[0])
    return mine if words.count(mine) == 1 else ""


def _warn(verdict: Verdict, code: str, message: str, params: dict[str, str]) -> None:
    verdict["warnings"].append(
        {"code": code, "params": params, "message": message.format(**params)}
    )
