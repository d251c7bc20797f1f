"""Do the names in a record fit the people at the table? Nobody else's game counts here."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from engine.errors import gettext_noop
from tournaments import selectors
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

# What programs write where no name was given; guests of playtak are nobody in particular.
PLACEHOLDERS = frozenset(
    {"", "?", "white", "black", "first", "second", "player 1", "player 2", "player1", "player2"}
    | {"anonymous", "anon", "unknown", "none", "n/a", "no one", "nobody", "guest"}
)
NAME_UNKNOWN = gettext_noop("Nobody here is known as {name}; the table decides who played.")
SITES = ("", "ptn", "playtak")


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


def is_placeholder(name: str) -> bool:
    key = selectors.name_key(name)
    return key in PLACEHOLDERS or (key.startswith("guest") and key[5:].isdigit())


def check_names(context: "SlotContext", verdict: dict[str, Any]) -> None:
    """Refuse a record of other known players or with seats swapped; warn of unknown names.

    The warning is added to the verdict. Names that no player bears prove nothing.
    """
    movers = sorted(context.seats, key=lambda seat: seat.order != context.first_seat)
    seated = [seat.player_id for seat in movers]
    for side, expected in zip(("first", "second"), movers, strict=True):
        name = (verdict.get("players") or {}).get(side) or ""
        if is_placeholder(name) or selectors.name_key(name) == selectors.name_key(expected.name):
            continue
        known = selectors.find_players_by_name(name, sites=SITES)
        if not known:
            params = {"name": name[:80]}
            message = NAME_UNKNOWN.format(**params)
            verdict["warnings"].append(
                {"code": "name_unknown", "params": params, "message": message}
            )
        elif expected.player_id in known:
            continue
        elif known & set(seated):
            raise SeatsSwapped(
                first=verdict["players"]["first"], number=context.number, expected=movers[0].name
            )
        else:
            raise OtherPlayers(name=name[:80])
