"""Permissions: the roles an actor has on an object, and whether a verb is allowed to them.

Staff who play in a game act as players there: they cannot confirm for others, and they cannot
rule unless they are the event's only staff.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import Club, ClubRole, Entry, Event, EventRole, Player, User
from tournaments.permissions import scopes
from tournaments.permissions.verbs import ROLES_BY_VERB, SEATED_PLAYERS, SITE_STAFF, STAFF
from tournaments.selectors import SlotContext
from tournaments.selectors.people.accounts import AccountRoles, account_roles, role_names

# Forbidden to an arbiter who plays in the game, unless they are the event's only staff.
NOT_WHILE_SEATED = frozenset({"slot.rule", "slot.desk", "slot.void", "slot.set_time", "game.void"})


def may(actor: Actor, verb: str, obj: object) -> bool:
    """:raises KeyError: there is no such verb."""
    allowed, _player_id = _judge(actor, verb, obj)
    return allowed


def _judge(actor: Actor, verb: str, obj: object) -> tuple[bool, int | None]:
    """Whether the actor may, and the id of the actor's player if the account was read for that."""
    allowed = ROLES_BY_VERB[verb] - scopes.roles_out_of_scope(actor.scopes, verb)
    if actor.kind == "system":
        return True, None
    if not scopes.covers(actor.scopes, verb):
        return False, None
    if verb == "event.view" and isinstance(obj, Event):
        return selectors.readable_events(actor).filter(pk=obj.pk).exists(), None
    if verb == "event.create" and obj is not None:
        allowed -= {"user"}
    account = _account(actor, obj)
    mine = account.player_id if account else None
    return bool(allowed & _roles(actor, verb, obj, account)), mine


def require(actor: Actor, verb: str, obj: object) -> None:
    """:raises NotAllowed: the actor may not do that."""
    if not may(actor, verb, obj):
        raise NotAllowed(verb=verb)


def require_for_game(actor: Actor, verb: str, context: SlotContext) -> int | None:
    """As `require`; returns the actor's seat in the game, if any. One query.

    :raises NotAllowed: the actor may not do that.
    """
    allowed, mine = _judge(actor, verb, context)
    if not allowed:
        raise NotAllowed(verb=verb)
    return _seat(actor, context, mine)


def require_draft_access(actor: Actor, context: SlotContext, *, what: str, key: object) -> None:
    """Hide slots of a draft round from actors who may not see drafts.

    :raises NotFound: with `what` and `key`, as if the slot did not exist.
    """
    if context.round_state == RoundStatus.DRAFT:
        event = selectors.event_by_id(context.event_id)
        if not may(actor, "round.view_draft", event):
            raise NotFound(what=what, key=key)


def seat_of(actor: Actor, context: SlotContext) -> int | None:
    """The actor's seat in a slot's pairing, if any."""
    found = _seat_by_account(actor, context)
    return _seat_of_player(context, _player_id(actor)) if found is None else found


def _seat(actor: Actor, context: SlotContext, mine: int | None) -> int | None:
    """As `seat_of`. mine: the id of the actor's player."""
    found = _seat_by_account(actor, context)
    return _seat_of_player(context, mine) if found is None else found


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


def can_rule_own_game(actor: Actor, context: SlotContext) -> bool:
    """Whether the actor plays in the game and may rule it as the event's only staff."""
    if actor.user_id is None or seat_of(actor, context) is None:
        return False
    staff = selectors.staff_of(context.event_id)
    return (staff <= {actor.user_id}) and bool(staff or selectors.is_site_staff(actor.user_id))


def _roles(actor: Actor, verb: str, obj: object, account: AccountRoles | None) -> set[str]:
    if actor.kind == "import":
        return {"import"}
    if actor.kind == "link":
        in_event = _roles_of_link(actor, obj)
        return _object_roles(actor, verb, obj, set(), mine=None, in_event=in_event)
    if account is None:
        return {"anonymous"}
    return _object_roles(
        actor, verb, obj, account.roles, mine=account.player_id, in_event=account.in_event
    )


def _account(actor: Actor, obj: object) -> AccountRoles | None:
    if actor.kind in ("import", "link") or not actor.user_id:
        return None
    return account_roles(actor.user_id, _event_of(obj))


def _event_of(obj: object) -> int | None:
    """The event of an object whose verbs roles in an event may allow."""
    if isinstance(obj, SlotContext | Entry):
        return obj.event_id
    event = obj[0] if isinstance(obj, tuple) else obj
    return event.pk if isinstance(event, Event) else None


def _roles_of_link(actor: Actor, obj: object) -> set[str]:
    """A personal link is that of an entry; a seat needs no query."""
    event_id = _event_of(obj)
    if event_id is None or actor.entry_id is None:
        return set()
    if isinstance(obj, SlotContext) and _seat_by_account(actor, obj) is not None:
        return set()
    entered = Entry.objects.filter(pk=actor.entry_id, event_id=event_id).exists()
    return {"player_of_event"} if entered else set()


def _object_roles(
    actor: Actor,
    verb: str,
    obj: object,
    roles: set[str],
    *,
    mine: int | None,
    in_event: set[str],
) -> set[str]:
    """mine: the id of the actor's player. in_event: the roles in the event of the object."""
    if isinstance(obj, SlotContext):
        return _slot_roles(actor, verb, obj, roles, mine=mine, in_event=in_event)
    if isinstance(obj, Event):
        seen = _approved_club_roles(obj, in_event) if verb == "flags.view" else set()
        return roles | in_event | seen
    if isinstance(obj, Entry):
        return roles | in_event | _if_self(_owns_entry(actor, obj, mine))
    if isinstance(obj, Club):
        return roles | _club_roles(actor, obj.pk)
    if isinstance(obj, Player):
        judge = _unmerge_roles if verb == "player.unmerge" else _player_roles
        return roles | judge(actor, obj)
    if isinstance(obj, User):
        return roles | _account_roles(actor, obj, roles)
    if isinstance(obj, tuple):
        return _tuple_roles(actor, verb, obj, roles | in_event, mine)
    return roles


def _tuple_roles(
    actor: Actor, verb: str, obj: tuple[Any, ...], roles: set[str], mine: int | None
) -> set[str]:
    """(Event, player id), two Players, the players of a casual game, or those and the submitter's
    seat.
    """
    if isinstance(obj[0], Player):
        judge = _merge_roles if verb == "player.merge" else _distinction_roles
        return roles | judge(actor, *obj)
    if isinstance(obj[0], Event):
        return roles | _if_self(mine is not None and mine == obj[1])
    players = obj[0] if verb == "casual.confirm" else obj
    if verb in ("casual.confirm", "game.void") and mine in players:
        roles = roles - SITE_STAFF
    if verb == "casual.confirm":
        players, submitted = obj
        others = {player for seat, player in enumerate(players, 1) if seat != submitted}
        return roles | ({"opponent_of_game"} if mine is not None and mine in others else set())
    return roles | _if_self(mine is not None and mine in obj)


def _slot_roles(
    actor: Actor,
    verb: str,
    context: SlotContext,
    roles: set[str],
    *,
    mine: int | None,
    in_event: set[str],
) -> set[str]:
    if _seat(actor, context, mine) is None:
        return roles | in_event
    seated = roles - STAFF | SEATED_PLAYERS | {"player_of_event"}
    if verb in NOT_WHILE_SEATED and can_rule_own_game(actor, context):
        return seated | roles | in_event
    return seated


def _approved_club_roles(event: Event, roles: set[str]) -> set[str]:
    """Event staff see flags on their players only if the event's club is approved."""
    trusted = event.club is not None and event.club.approved_at is not None
    return {"staff_of_approved_club"} if trusted and roles & STAFF else set()


def _club_roles(actor: Actor, club_id: int) -> set[str]:
    if actor.user_id is None:
        return set()
    return set(role_names(ClubRole.objects.filter(club_id=club_id, user_id=actor.user_id)))


def _player_roles(actor: Actor, player: Player) -> set[str]:
    """An account owner is only "self", so that nobody confirms their own age."""
    if actor.user_id is None:
        return set()
    ground = selectors.vouching_ground(actor.user_id, player)
    if ground == "account":
        return {"self"}
    return {"voucher"} if ground in ("club", "event") else set()


def _merge_roles(actor: Actor, merged: Player, kept: Player) -> set[str]:
    """Those who vouch for both, or for the first and are the other. The first has no account.

    Otherwise staff of a club could give the account of a member to somebody else.
    """
    if selectors.accounts_of(merged) or "voucher" not in _player_roles(actor, merged):
        return set()
    return {"voucher"} if _player_roles(actor, kept) else set()


def _distinction_roles(actor: Actor, one: Player, other: Player) -> set[str]:
    """Those who vouch for one of the two, and the roles in the events that one of them entered."""
    roles = _player_roles(actor, one) | _player_roles(actor, other)
    entered = Event.objects.filter(
        Q(entries__player__in=(one, other)) | Q(entries__player__merged_into__in=(one, other))
    )
    own = EventRole.objects.filter(event__in=entered, user_id=actor.user_id)
    of_club = ClubRole.objects.filter(club__events__in=entered, user_id=actor.user_id)
    return roles.union(own.values_list("role", flat=True).union(role_names(of_club), all=True))


def _unmerge_roles(actor: Actor, merged: Player) -> set[str]:
    """Those who merged the player, while they may act for the one who stayed."""
    merged_it = actor.user_id is not None and selectors.merged_by(merged) == actor.user_id
    return {"voucher"} if merged_it and _player_roles(actor, merged) else set()


def _account_roles(actor: Actor, account: User, roles: set[str]) -> set[str]:
    """Site staff reset other accounts, unless the account has more rights than they have."""
    if actor.user_id in (None, account.pk) or not account.is_active:
        return set()
    assert actor.user_id is not None
    outranks = "site_staff" in roles and selectors.outranks(actor.user_id, account)
    return {"stronger_account"} if outranks else set()


def _player_id(actor: Actor) -> int | None:
    player = selectors.player_of(actor.user_id) if actor.user_id is not None else None
    return player.pk if player else None


def _owns_entry(actor: Actor, entry: Entry, mine: int | None) -> bool:
    if actor.kind == "link":
        return entry.pk == actor.entry_id
    return mine is not None and mine in (entry.player_id, entry.player.merged_into_id)


def _if_self(holds: bool) -> set[str]:
    return {"self"} if holds else set()
