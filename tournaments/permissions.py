"""Who may do what: one table from verb to who, and how an actor gets to be who.

The object of a verb: an Event (event.*, entry.add, stage.rule, round.*, apart.*, journal.view), an
Entry (the other entry.*), (Event, player id) (event.enter), a Club (club.edit, club.add_player,
series.edit, event.create in a club), an Event or a Club (staff.view), a Player (player.*,
member.answer), an account (account.reset), a SlotContext (slot.*, game.void), the ids of the
players of a casual game (casual.submit, game.void), those and the submitter's seat
(casual.confirm), an Event or None for everything (flags.view), else None.

Staff who sit in a game act as players in it: they neither confirm for others nor rule, unless
they are the event's only staff.
"""

from collections.abc import Iterable
from typing import Any

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import Club, ClubRole, Entry, Event, EventRole, Player, User
from tournaments.selectors import SlotContext

ORGANISERS = frozenset({"organiser", "club_organiser", "owner", "site_staff"})
STAFF = ORGANISERS | {"arbiter"}
SITE = frozenset({"site_staff"})
PLAYERS = frozenset({"seat_of_slot"})
# Who vouches for a player, besides the player's own account: see selectors.vouching_ground.
VOUCHERS = frozenset({"voucher", "site_staff"})

TABLE: dict[str, frozenset[str]] = {
    "event.create": frozenset({"user", "club_organiser", "owner", "site_staff"}),
    "event.edit": ORGANISERS,
    "event.view": STAFF | {"anonymous", "user", "player_of_event"},
    "event.enter": STAFF | {"self"},
    "event.start": ORGANISERS,
    "event.finish": ORGANISERS,
    "event.approve": SITE,
    "entry.add": STAFF,
    "entry.judge": STAFF,
    "entry.edit": STAFF,
    "entry.check_in": STAFF,
    "entry.cancel": STAFF | {"self"},
    "entry.withdraw": STAFF | {"self"},
    "entry.return": STAFF | {"self"},
    "entry.view": STAFF | {"self"},
    "entry.bye": STAFF | {"self"},
    "entry.absent": STAFF,
    "entry.adjust": STAFF,
    "apart.edit": STAFF,
    "apart.view": STAFF,
    "round.pair": STAFF,
    "round.publish": STAFF,
    "round.close": STAFF,
    "round.edit": STAFF,
    "round.unpublish": STAFF,
    "round.reopen": STAFF,
    "round.view_draft": STAFF,
    "slot.submit": STAFF | PLAYERS | {"import"},
    "slot.bid": STAFF | PLAYERS,
    "slot.confirm": STAFF | PLAYERS,
    "slot.dispute": STAFF | PLAYERS,
    "stage.rule": STAFF,
    "round.schedule": STAFF,
    "slot.agree_time": PLAYERS,
    "slot.set_time": STAFF,
    "slot.rule": STAFF,
    "slot.desk": STAFF,
    "slot.void": STAFF,
    "game.void": STAFF,
    "staff.view": STAFF,
    "link.issue": STAFF,
    "club.create": frozenset({"user", "site_staff"}),
    "club.edit": frozenset({"owner", "site_staff"}),
    "club.approve": SITE,
    "club.add_player": frozenset({"club_organiser", "owner", "site_staff"}),
    "series.edit": frozenset({"club_organiser", "owner", "site_staff"}),
    "player.create": frozenset({"user", "site_staff", "import"}),
    "player.edit": VOUCHERS | {"self"},
    "player.handle": SITE | {"self", "import"},
    "player.invite": VOUCHERS,
    "player.age": VOUCHERS,
    "player.sort_name": VOUCHERS | {"self"},
    "member.answer": frozenset({"self"}),
    "player.release": SITE,
    "invitation.accept": frozenset({"user"}),
    "account.reset": frozenset({"stronger_account"}),
    "player.merge": SITE,
    "player.forget": SITE,
    "pool.create": SITE,
    "pool.edit": SITE,
    "flags.view": frozenset({"staff_of_approved_club", "site_staff"}),
    "journal.view": STAFF,
    "import.run": SITE | {"import"},
    "casual.submit": SITE | {"self", "import"},
    "casual.confirm": SITE | {"opponent_of_game"},
}

READING = frozenset(
    {
        "event.view",
        "round.view_draft",
        "journal.view",
        "staff.view",
        "apart.view",
        "entry.view",
        "flags.view",
    }
)
# What a seated arbiter may not do; the only staff of an event may.
NOT_WHILE_SEATED = frozenset({"slot.rule", "slot.desk", "slot.void", "slot.set_time", "game.void"})


def may(actor: Actor, verb: str, obj: object) -> bool:
    """:raises KeyError: there is no such verb."""
    allowed = TABLE[verb]
    if actor.kind == "system":
        return True
    if not _in_scope(actor, verb):
        return False
    if verb == "event.view" and isinstance(obj, Event):
        return selectors.readable_events(actor).filter(pk=obj.pk).exists()
    if verb == "event.create" and obj is not None:
        allowed -= {"user"}
    return bool(allowed & _roles(actor, verb, obj))


def require(actor: Actor, verb: str, obj: object) -> None:
    """:raises NotAllowed: the actor may not do that."""
    if not may(actor, verb, obj):
        raise NotAllowed(verb=verb)


def require_seen(actor: Actor, context: SlotContext, *, what: str, key: object) -> None:
    """Answer for a slot of a draft as if it were not there, to all who may not see drafts.

    :raises NotFound: with `what` and `key`, as whoever looks for the slot says it.
    """
    if context.round_state == "draft":
        event = selectors.event_by_id(context.event_id)
        if not may(actor, "round.view_draft", event):
            raise NotFound(what=what, key=key)


def seat_of(actor: Actor, context: SlotContext) -> int | None:
    """The seat in which the actor sits in a slot's pairing."""
    found = _seat_by_account(actor, context)
    return _seat_of_player(context, _player_id(actor)) if found is None else found


def seats_of(actor: Actor, contexts: Iterable[SlotContext]) -> dict[int, int]:
    """As `seat_of`, of many slots by their ids; those in which the actor does not sit are left out.

    One query.
    """
    mine = _player_id(actor)
    seats: dict[int, int] = {}
    for context in contexts:
        seat = _seat_by_account(actor, context) or _seat_of_player(context, mine)
        if seat is not None:
            seats[context.slot_id] = seat
    return seats


def _seat_by_account(actor: Actor, context: SlotContext) -> int | None:
    for seat in context.seats:
        if actor.kind == "link" and seat.entry_id == actor.entry_id:
            return seat.order
        if actor.user_id is not None and seat.user_id == actor.user_id:
            return seat.order
    return None


def _seat_of_player(context: SlotContext, player_id: int | None) -> int | None:
    """By the account of a record that was merged into the player's."""
    return next((seat.order for seat in context.seats if seat.player_id == player_id), None)


def rules_own_game(actor: Actor, context: SlotContext) -> bool:
    """Whether the actor sits in the game and may rule it as the event's only staff."""
    if actor.user_id is None or seat_of(actor, context) is None:
        return False
    staff = selectors.staff_of(context.event_id)
    return (staff <= {actor.user_id}) and bool(staff or selectors.is_site_staff(actor.user_id))


def _in_scope(actor: Actor, verb: str) -> bool:
    """Whether the token, if one is used, is not too narrow."""
    if actor.scopes is None or "write" in actor.scopes:
        return True
    return verb in READING and "read" in actor.scopes


def _roles(actor: Actor, verb: str, obj: object) -> set[str]:
    if actor.kind == "import":
        return {"import"}
    if actor.kind == "link":
        return _in_object(actor, verb, obj, set())
    user_id = actor.user_id
    user = User.objects.filter(pk=user_id, is_active=True).first() if user_id else None
    if user is None:
        return {"anonymous"}
    roles = {"user", "site_staff"} if user.is_staff else {"user"}
    return _in_object(actor, verb, obj, roles)


def _in_object(actor: Actor, verb: str, obj: object, roles: set[str]) -> set[str]:
    if isinstance(obj, SlotContext):
        return _in_slot(actor, verb, obj, roles)
    if isinstance(obj, Event):
        found = _in_event(actor, obj.pk)
        return roles | found | (_of_approved_club(obj, found) if verb == "flags.view" else set())
    if isinstance(obj, Entry):
        return roles | _in_event(actor, obj.event_id) | _if_self(_owns_entry(actor, obj))
    if isinstance(obj, Club):
        return roles | _in_club(actor, obj.pk)
    if isinstance(obj, Player):
        return roles | _over_player(actor, obj)
    if isinstance(obj, User):
        return roles | _over_account(actor, obj, roles)
    if isinstance(obj, tuple):
        return _in_pair(actor, verb, obj, roles)
    return roles


def _in_pair(actor: Actor, verb: str, obj: tuple[Any, ...], roles: set[str]) -> set[str]:
    """(Event, player id), the players of a casual game, or those and the submitter's seat."""
    mine = _player_id(actor)
    if isinstance(obj[0], Event):
        return roles | _in_event(actor, obj[0].pk) | _if_self(mine is not None and mine == obj[1])
    players = obj[0] if verb == "casual.confirm" else obj
    if verb in ("casual.confirm", "game.void") and mine in players:
        roles = roles - SITE
    if verb == "casual.confirm":
        players, submitted = obj
        others = {player for seat, player in enumerate(players, 1) if seat != submitted}
        return roles | ({"opponent_of_game"} if mine is not None and mine in others else set())
    return roles | _if_self(mine is not None and mine in obj)


def _in_slot(actor: Actor, verb: str, context: SlotContext, roles: set[str]) -> set[str]:
    if seat_of(actor, context) is None:
        return roles | _in_event(actor, context.event_id)
    seated = roles - STAFF | PLAYERS | {"player_of_event"}
    if verb in NOT_WHILE_SEATED and rules_own_game(actor, context):
        return seated | roles | _in_event(actor, context.event_id)
    return seated


def _in_event(actor: Actor, event_id: int) -> set[str]:
    if actor.entry_id is not None and actor.kind == "link":
        entered = Entry.objects.filter(pk=actor.entry_id, event_id=event_id).exists()
        return {"player_of_event"} if entered else set()
    if actor.user_id is None:
        return set()
    own = EventRole.objects.filter(event_id=event_id, user_id=actor.user_id)
    of_club = ClubRole.objects.filter(club__events=event_id, user_id=actor.user_id)
    return {*own.values_list("role", flat=True), *map(_club_role, of_club)}


def _of_approved_club(event: Event, roles: set[str]) -> set[str]:
    """Staff of an event see what their players would hide only where their club is approved."""
    trusted = event.club is not None and event.club.approved_at is not None
    return {"staff_of_approved_club"} if trusted and roles & STAFF else set()


def _in_club(actor: Actor, club_id: int) -> set[str]:
    if actor.user_id is None:
        return set()
    return set(map(_club_role, ClubRole.objects.filter(club_id=club_id, user_id=actor.user_id)))


def _over_player(actor: Actor, player: Player) -> set[str]:
    """Owners of accounts are "self" and nothing else, so that nobody states their own age."""
    if actor.user_id is None:
        return set()
    ground = selectors.vouching_ground(actor.user_id, player)
    if ground == "account":
        return {"self"}
    return {"voucher"} if ground in ("club", "event") else set()


def _over_account(actor: Actor, account: User, roles: set[str]) -> set[str]:
    """Only site staff reset accounts, and never one that may do more than they, nor their own."""
    if actor.user_id in (None, account.pk) or not account.is_active:
        return set()
    assert actor.user_id is not None
    outranks = "site_staff" in roles and selectors.outranks(actor.user_id, account)
    return {"stronger_account"} if outranks else set()


def _club_role(row: ClubRole) -> str:
    return "club_organiser" if row.role == "organiser" else row.role


def _player_id(actor: Actor) -> int | None:
    player = selectors.player_of(actor.user_id) if actor.user_id is not None else None
    return player.pk if player else None


def _owns_entry(actor: Actor, entry: Entry) -> bool:
    if actor.kind == "link":
        return entry.pk == actor.entry_id
    mine = _player_id(actor)
    return mine is not None and mine in (entry.player_id, entry.player.merged_into_id)


def _if_self(holds: bool) -> set[str]:
    return {"self"} if holds else set()
