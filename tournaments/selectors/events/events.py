"""Events: visibility, entries, rounds."""

from collections.abc import Iterable
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import CharField, F, Q, QuerySet, Value
from django.utils import timezone

from tournaments.actor import Actor
from tournaments.choices import EntryStatus, EventStatus, RoundStatus
from tournaments.errors import NotFound, get_row, require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import ClubRole, Entry, Event, EventRole, JournalLine, Round
from tournaments.selectors.people.people import is_site_staff, of_account, staff_of

# Journal action: staff undo their decision on an entry.
JUDGEMENT_UNDONE = "entry.judgement_undone"
# Visibilities of events that everybody may read who has the address.
READ_BY_ALL = ("public", "unlisted")


def _mine(user_id: int) -> Q:
    """Events that a user is staff of, or entered; the latter without drafts."""
    mine = Q(pk__in=EventRole.objects.filter(user_id=user_id).values("event_id"))
    mine |= Q(club_id__in=ClubRole.objects.filter(user_id=user_id).values("club_id"))
    entered = Entry.objects.filter(of_account(user_id))
    return mine | (Q(pk__in=entered.values("event_id")) & ~Q(state=EventStatus.DRAFT))


def _events_for(actor: Actor, visibilities: tuple[str, ...]) -> "QuerySet[Event]":
    events = Event.objects.all()
    if actor.kind in ("system", "import") or is_site_staff(actor.user_id):
        return events
    visible = Q(visibility__in=visibilities) & ~Q(state=EventStatus.DRAFT)
    if actor.user_id is not None:
        visible |= _mine(actor.user_id)
    if actor.entry_id is not None:
        entered = Entry.objects.filter(pk=actor.entry_id)
        visible |= Q(pk__in=entered.values("event_id")) & ~Q(state=EventStatus.DRAFT)
    return events.filter(visible)


def visible_events(actor: Actor) -> "QuerySet[Event]":
    """Events for lists: public ones and the actor's own; drafts only for their staff."""
    return _events_for(actor, ("public",))


def readable_events(actor: Actor) -> "QuerySet[Event]":
    """Events that the actor may read: as `visible_events`, and unlisted ones."""
    return _events_for(actor, READ_BY_ALL)


def staffed_events(actor: Actor) -> "QuerySet[Event]":
    """Events that a user is staff of, by a role in the event or its club; latest first."""
    if actor.user_id is None:
        return Event.objects.none()
    mine = Q(pk__in=EventRole.objects.filter(user_id=actor.user_id).values("event_id"))
    mine |= Q(club_id__in=ClubRole.objects.filter(user_id=actor.user_id).values("club_id"))
    events = Event.objects.filter(mine).select_related("club")
    return events.order_by(F("starts_on").desc(nulls_first=True), "-pk")


def is_staff_anywhere(actor: Actor) -> bool:
    """Whether a user has a role in an event or a club. One query."""
    if actor.user_id is None:
        return False
    return _STAFF.first(user_id=actor.user_id) is not None


_STAFF = CompiledQuery(
    lambda user_id: (
        EventRole.objects.filter(user_id=user_id)
        .values_list("user_id", flat=True)
        .union(ClubRole.objects.filter(user_id=user_id).values_list("user_id", flat=True))
    ),
    user_id=int,
)


def get_event(slug: str, actor: Actor) -> Event:
    """One query, of an event that all may read. :raises NotFound: there is none, or it is hidden.

    Which events are the actor's own takes longer to ask than to read one.
    """
    found = require_found(_BY_SLUG.first(slug=slug), "event", slug)
    read_by_all = found.visibility in READ_BY_ALL and found.state != EventStatus.DRAFT
    if not read_by_all and not readable_events(actor).filter(pk=found.pk).exists():
        raise NotFound(what="event", key=slug)
    return found


def event_by_id(event_id: int) -> Event:
    """Without a check of visibility. :raises NotFound: there is no such event."""
    return require_found(_BY_ID.first(event_id=event_id), "event", event_id)


_BY_ID = CompiledQuery(lambda event_id: Event.objects.filter(pk=event_id), event_id=int)
_BY_SLUG = CompiledQuery(
    lambda slug: Event.objects.select_related("club", "planners_club", "series").filter(slug=slug),
    slug=str,
)


def event_entries(event: Event) -> "QuerySet[Entry]":
    """Entries with players, by number, then by name."""
    entries = event.entries.select_related("player__merged_into")
    return entries.order_by("number", "player__name", "pk")


def visible_entries(event: Event, actor: Actor) -> "QuerySet[Entry]":
    """Entries that the actor may see: those that are in, and their own; staff see all.

    Annotated with `family_for_staff`, which is null for others.
    """
    entries = event_entries(event)
    if is_staff_of(actor, event.pk):
        return entries.annotate(family_for_staff=F("family"))
    visible = Q(state=EntryStatus.IN)
    if actor.user_id is not None:
        visible |= of_account(actor.user_id)
    if actor.entry_id is not None:
        visible |= Q(pk=actor.entry_id)
    return entries.filter(visible).annotate(family_for_staff=Value(None, output_field=CharField()))


def get_entry(event: Event, entry_id: int, actor: Actor) -> Entry:
    """:raises NotFound: the event has no such entry, or the actor may not see it."""
    return get_row(visible_entries(event, actor), "entry", pk=entry_id)


def waiting_list(event: Event) -> list[Entry]:
    """Waiting entries in the order in which they joined the list; two queries.

    The order comes from the journal: an entry that is cancelled and made again is last; an entry
    that staff refused by mistake keeps its place.
    """
    joined = JournalLine.objects.filter(
        scope=f"event:{event.slug}", subject__startswith="entry:", after__state=EntryStatus.WAITING
    ).exclude(action=JUDGEMENT_UNDONE)
    since = dict(joined.order_by("seq").values_list("subject", "seq"))
    waiting = event_entries(event).filter(state=EntryStatus.WAITING)
    return sorted(waiting, key=lambda e: (since.get(f"entry:{e.pk}", 0), e.pk))


def entered_events(events: "QuerySet[Event]", player: str) -> "QuerySet[Event]":
    """Keep events in which the player with this public id is in."""
    entered = Entry.objects.filter(state=EntryStatus.IN)
    mine = Q(player__public_id=player) | Q(player__merged_into__public_id=player)
    return events.filter(pk__in=entered.filter(mine).values("event_id"))


def event_rounds(event: Event, actor: Actor) -> "QuerySet[Round]":
    """Rounds in order; drafts only for staff."""
    rounds = event.rounds.order_by("number")
    return rounds if is_staff_of(actor, event.pk) else rounds.exclude(state=RoundStatus.DRAFT)


def current_round_numbers(events: Iterable[Event]) -> dict[int, int]:
    """The number of the latest published, not closed round by event id; one query."""
    rounds = Round.objects.filter(event__in=events, state=RoundStatus.PUBLISHED).order_by("number")
    return dict(rounds.values_list("event_id", "number"))


def is_staff_of(actor: Actor, event_id: int) -> bool:
    if actor.kind == "system":
        return True
    if actor.user_id is None:
        return False
    return is_site_staff(actor.user_id) or actor.user_id in staff_of(event_id)


def today(time_zone: str) -> date:
    """The current date in a time zone."""
    return timezone.now().astimezone(ZoneInfo(time_zone)).date()


def names_of_events(slugs: Iterable[str]) -> dict[str, tuple[str, str]]:
    """The name and the time zone of events by slug."""
    rows = Event.objects.filter(slug__in=set(slugs)).values_list("slug", "name", "time_zone")
    return {slug: (name, zone) for slug, name, zone in rows}
