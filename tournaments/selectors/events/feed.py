"""Read the feed of changes: what a reader may see of it now, in one order for all."""

import base64
import binascii
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.actor import Actor
from tournaments.choices import ChangeKind, RoundStatus
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Change, Entry, Event, FeedState, GameSlot, Pairing, Round, Seat
from tournaments.selectors.events.events import readable_events, staffed_events, visible_events
from tournaments.selectors.people.accounts import accounts_of_entries
from tournaments.selectors.people.people import is_site_staff, resolve

API = "/api/v1"
LATEST = "latest"
CURSOR_PREFIX = b"change:"


class UnknownCursor(DomainError):
    code = "invalid_cursor"
    kind = "invalid"
    message = _("This cursor is not of this list. Begin again without it.")


class ChangesForgotten(DomainError):
    code = "changes_forgotten"
    kind = "gone"
    message = _(
        "The changes after this cursor are no longer kept. Read again what you need, then go on "
        "from {oldest}."
    )


@dataclass(frozen=True, slots=True)
class FeedFilter:
    """kinds: empty for all. event, club: slugs. player: a public id."""

    kinds: frozenset[str] = frozenset()
    event: str = ""
    club: str = ""
    player: str = ""

    def matches(self, change: Document) -> bool:
        """Whether a change, as `describe_changes` gives it, is asked for."""
        return (
            (not self.kinds or change["kind"] in self.kinds)
            and (not self.event or change["event"] == self.event)
            and (not self.club or change["club"] == self.club)
            and (not self.player or self.player in change["players"])
        )


class FeedPage(NamedTuple):
    """next: the position to go on from; everything before it has been read or filtered out."""

    changes: list[Document]
    next: int


def read_kinds(text: str) -> frozenset[str]:
    """Kinds with commas between them; empty for all. :raises InvalidInput: there is no such one."""
    kinds = frozenset(filter(None, text.split(",")))
    if unknown := kinds - set(ChangeKind.values):
        problem = _("There is no kind {kind}.").format(kind=min(unknown))
        raise InvalidInput(field="kind", problem=problem)
    return kinds


def write_cursor(position: int) -> str:
    return base64.urlsafe_b64encode(CURSOR_PREFIX + b"%d" % position).decode().rstrip("=")


def read_cursor(cursor: str) -> int:
    """:raises UnknownCursor: it is not one of `write_cursor`."""
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        position = int(text.removeprefix(CURSOR_PREFIX)) if text.isascii() else -1
    except (binascii.Error, ValueError):
        raise UnknownCursor from None
    if not 0 <= position <= limits.MAX_ID or write_cursor(position) != cursor:
        raise UnknownCursor
    return position


def feed_position(since: str) -> int:
    """Where a reader goes on. since: a cursor, LATEST, or empty for the oldest change kept.

    :raises UnknownCursor: it is none.
    :raises ChangesForgotten: what follows is no longer kept.
    """
    state = _feed_state()
    if since == LATEST:
        return state.last
    position = read_cursor(since) if since else state.forgotten
    if not state.forgotten <= position <= state.last:  # a backup may have been restored
        raise ChangesForgotten(oldest=write_cursor(state.forgotten))
    return position


def read_changes(actor: Actor, wanted: FeedFilter, *, after: int, limit: int) -> FeedPage:
    """The changes after a position that the actor may see, the oldest first."""
    last = _feed_state().last  # before the changes, so that none is passed over
    rows = _matching(visible_changes(actor, wanted.event), wanted)
    rows = rows.filter(position__gt=after, position__lte=last).order_by("position")
    found = list(rows[:limit])
    full = len(found) == limit
    return FeedPage(describe_changes(found), found[-1].position or 0 if full else max(after, last))


def all_changes(*, after: int, limit: int) -> FeedPage:
    """The changes after a position, whoever may see them."""
    last = _feed_state().last
    rows = Change.objects.filter(position__gt=after, position__lte=last).order_by("position")
    found = list(rows[:limit])
    return FeedPage(describe_changes(found), found[-1].position or 0 if found else after)


def visible_positions(
    actor: Actor, positions: Sequence[int], *, event_slug: str = ""
) -> frozenset[int]:
    """Those of these changes that the actor may see now."""
    rows = visible_changes(actor, event_slug).filter(position__in=positions)
    return frozenset(rows.values_list("position", flat=True))  # type: ignore[arg-type]  # numbered


def public_positions(positions: Sequence[int]) -> frozenset[int]:
    """Those of these changes that are not for staff alone."""
    rows = Change.objects.filter(position__in=positions, public=True)
    return frozenset(rows.values_list("position", flat=True))  # type: ignore[arg-type]  # numbered


def authors(positions: Sequence[int]) -> dict[int, int]:
    """By position the account whose act a change was, also by the link of its player. Two queries.

    Those of programs, and of players without an account, have none.
    """
    rows = Change.objects.filter(position__in=positions)
    acts = list(rows.values_list("position", "by_user", "by_entry"))
    accounts = accounts_of_entries(entry for _at, _user, entry in acts if entry is not None)
    found = {at: user or accounts.get(entry or 0) for at, user, entry in acts}
    return {at: user for at, user in found.items() if at is not None and user is not None}


def changes_at(
    actor: Actor, positions: Sequence[int], *, event_slug: str = ""
) -> dict[int, Document]:
    """The changes at these positions, but those that are forgotten or hidden from the actor now."""
    rows = visible_changes(actor, event_slug).filter(position__in=positions)
    return {read_cursor(change["cursor"]): change for change in describe_changes(rows)}


def last_position() -> int:
    """The position of the latest change."""
    return _feed_state().last


def visible_changes(actor: Actor, event_slug: str = "") -> "QuerySet[Change]":
    """Public changes of the events that are listed to the actor; all of those they are staff of.

    event_slug: of this event, which may be an unlisted one.
    """
    changes = Change.objects.all()
    if event_slug:
        changes = changes.filter(event=event_slug)
    if actor.kind == "system" or is_site_staff(actor.user_id):
        return changes
    events = readable_events(actor) if event_slug else visible_events(actor)
    visible = Q(public=True) & (Q(event="") | Q(event__in=events.values("slug")))
    if actor.user_id is not None:
        visible |= Q(event__in=staffed_events(actor).order_by().values("slug"))
    return changes.filter(visible)


def _matching(changes: "QuerySet[Change]", wanted: FeedFilter) -> "QuerySet[Change]":
    if wanted.kinds:
        changes = changes.filter(kind__in=wanted.kinds)
    if wanted.club:
        of_club = Event.objects.filter(club__slug=wanted.club)
        changes = changes.filter(event__in=of_club.values("slug"))
    if wanted.player:
        theirs = Entry.objects.filter(
            Q(player__public_id=wanted.player) | Q(player__merged_into__public_id=wanted.player)
        )
        pairings = _published_pairings().filter(seats__entry__in=theirs)
        slots = GameSlot.objects.filter(pairing__in=pairings)
        changes = changes.filter(
            Q(entry__in=theirs.values("pk"))
            | Q(pairing__in=pairings.values("pk"))
            | Q(slot__in=slots.values("pk"))
        )
    return changes


def describe_changes(changes: "Sequence[Change] | QuerySet[Change]") -> list[Document]:
    """Changes with public ids, as the feed shows them. Five queries at most."""
    changes = list(changes)
    lookup = _Lookup(changes)
    return [lookup.describe(change) for change in changes]


class _Lookup:
    """The public ids behind the ids in some changes.

    Pairings of drafts are left out: those of a round that was published may be others now.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self._clubs = dict(
            Event.objects.filter(slug__in={change.event for change in changes if change.event})
            .exclude(club=None)
            .values_list("slug", "club__slug")
        )
        self._slots = {
            pk: (pairing, number)
            for pk, pairing, number in GameSlot.objects.filter(pk__in=_ids(changes, "slot"))
            .exclude(pairing__round__state=RoundStatus.DRAFT)
            .values_list("pk", "pairing_id", "number")
        }
        wanted = _ids(changes, "pairing") | {pairing for pairing, _number in self._slots.values()}
        rounds = _published_pairings().filter(pk__in=wanted)
        self._rounds = dict(rounds.values_list("pk", "round__number"))
        self._players = _players_by_pairing(self._rounds)
        self._entries = {
            entry.pk: resolve(entry.player).public_id
            for entry in Entry.objects.filter(pk__in=_ids(changes, "entry")).select_related(
                "player__merged_into"
            )
        }
        self._published = _published_rounds(changes)

    def describe(self, change: Change) -> Document:
        pairing, number = self._slots.get(change.slot or 0, (change.pairing, None))
        if pairing not in self._rounds:
            pairing, number = None, None
        players = self._players.get(pairing or 0, [])
        if change.entry is not None:
            players = [self._entries[change.entry]] if change.entry in self._entries else []
        found: Document = {
            "cursor": write_cursor(change.position or 0),
            "at": change.at.isoformat(),
            "kind": change.kind,
            "action": change.action,
            "event": change.event or None,
            "club": self._clubs.get(change.event),
            "pool": change.pool or None,
            "round": self._rounds[pairing] if pairing else change.round,
            "pairing": pairing,
            "number": number,
            "game": change.game or None,
            "entry_id": change.entry,
            "players": players,
            "data": change.data,
        }
        return {**found, "subject": self._address(change, found)}

    def _address(self, change: Change, found: Document) -> str:
        """An address that says how the subject of a change is now."""
        if found["game"]:
            return f"{API}/games/{found['game']}/"
        if found["pool"]:
            return f"{API}/pools/{found['pool']}/ratings/"
        if found["pairing"]:
            return f"{API}/pairings/{found['pairing']}/"
        if change.entry is not None and found["players"]:
            return f"{API}/players/{found['players'][0]}/"
        event = f"{API}/events/{change.event}/"
        if (change.event, change.round) in self._published:
            return f"{event}rounds/{change.round}/"
        return f"{event}standings/" if change.kind == ChangeKind.STANDINGS else event


def _ids(changes: Iterable[Change], column: str) -> set[int]:
    return {pk for change in changes if (pk := getattr(change, column)) is not None}


def _published_pairings() -> "QuerySet[Pairing]":
    return Pairing.objects.exclude(round__state=RoundStatus.DRAFT)


def _players_by_pairing(pairings: Iterable[int]) -> dict[int, list[str]]:
    """The public ids of who sits in pairings, by seat."""
    seats = Seat.objects.filter(pairing__in=list(pairings)).order_by("pairing_id", "order")
    players = defaultdict(list)
    for seat in seats.select_related("entry__player__merged_into"):
        players[seat.pairing_id].append(resolve(seat.entry.player).public_id)
    return players


def _published_rounds(changes: Iterable[Change]) -> set[tuple[str, int]]:
    wanted = {(change.event, change.round) for change in changes if change.round is not None}
    if not wanted:
        return set()
    rounds = Round.objects.exclude(state=RoundStatus.DRAFT).filter(
        event__slug__in={event for event, _round in wanted},
        number__in={number for _event, number in wanted},
    )
    return set(rounds.values_list("event__slug", "number")) & wanted


def _feed_state() -> FeedState:
    return FeedState.objects.filter(pk=1).first() or FeedState()
