"""What calendars hold of events: when they start, rounds, last days, agreed times of games.

An appointment carries the number and the time of the last line of the journal of its event that
may have changed it. So its number rises with each change, and it is the same for every reader.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F, Max, Q, QuerySet

from tournaments.choices import FINISHED_SLOTS, EventStatus, RoundStatus
from tournaments.models import Event, GameSlot, JournalLine, Player, Result, Round
from tournaments.selectors.people.people import resolve
from tournaments.state import CANCELLED, DOUBLE_FORFEIT, FORFEIT

START, ROUND, LAST_DAY, GAME, DUE = "start", "round", "last_day", "game", "due"
NOT_PLAYED = (CANCELLED, FORFEIT, DOUBLE_FORFEIT)
# A round that is open for longer is no sitting: its end is an appointment of its own.
SITTING = timedelta(hours=12)
GAME_MINUTES = 60  # where no time control says how long a game takes


@dataclass(frozen=True, slots=True)
class Change:
    """The last line of a journal about something: its number and its time."""

    number: int = 0
    at: datetime = datetime(1970, 1, 1, tzinfo=UTC)

    def or_later(self, other: "Change | None") -> "Change":
        return other if other is not None and other.number > self.number else self


@dataclass(frozen=True, slots=True)
class Appointment:
    """kind: START, ROUND, LAST_DAY, GAME or DUE. key: the same while it stays the same thing.

    begins: a day if no time of the day is known. names: who plays, by seat; empty unless it is
    about a pairing. cancelled: the game is not played.
    """

    kind: str
    key: str
    event_slug: str
    event_name: str
    place: str
    begins: datetime | date
    ends: datetime | None
    change: Change
    round: int | None = None
    table: int | None = None
    names: tuple[str, ...] = ()
    cancelled: bool = False


def event_appointments(events: Iterable[Event]) -> list[Appointment]:
    """All of events that the reader may see; rounds that are drafts are left out. Seven queries."""
    return _appointments(list(events), Q(), Q())


def player_appointments(player: Player, events: Iterable[Event]) -> list[Appointment]:
    """Those of a player in events that they entered: rounds in which they sit, their own games."""
    own = Q(entry__player=player) | Q(entry__player__merged_into=player)
    seats = _prefixed(own, "seats__")
    return _appointments(list(events), seats, _prefixed(own, "pairing__seats__"))


def _prefixed(own: Q, prefix: str) -> Q:
    found = Q()
    for name, value in own.children:  # type: ignore[misc]  # pairs, as above
        found |= Q(**{f"{prefix}{name}": value})
    return found


def _appointments(events: list[Event], of_rounds: Q, of_slots: Q) -> list[Appointment]:
    shown = {event.pk: event for event in events if event.state != EventStatus.DRAFT}
    rounds = list(
        Round.objects.filter(of_rounds, event__in=shown)
        .exclude(state=RoundStatus.DRAFT)
        .defer("proof", "proof_staff")
        .order_by("event_id", "number")
        .distinct()
    )
    slots = list(_timed_slots(rounds, of_slots))
    changes = _Changes(shown.values(), rounds, slots)
    not_played = set(
        Result.objects.filter(slot__in=slots, current=True, kind__in=NOT_PLAYED).values_list(
            "slot_id", flat=True
        )
    )
    found = [one for event in shown.values() for one in _start(event, changes)]
    found += [one for each in rounds for one in _of_round(shown[each.event_id], each, changes)]
    found += [
        replace(_of_slot(slot, shown, changes), cancelled=slot.pk in not_played) for slot in slots
    ]
    return found


def _timed_slots(rounds: list[Round], of_slots: Q) -> "QuerySet[GameSlot]":
    """Games with an agreed time, and those that are due at another time than their round ends."""
    agreed = Q(play_at__isnull=False, proposed_by__isnull=True)
    due = Q(due_at__isnull=False, play_at__isnull=True) & ~Q(state__in=FINISHED_SLOTS)
    own_due = due & (
        Q(pairing__round__closes_at__isnull=True) | ~Q(due_at=F("pairing__round__closes_at"))
    )
    slots = GameSlot.objects.filter(of_slots, pairing__round__in=rounds).filter(agreed | own_due)
    return (
        slots.select_related("pairing__round")
        .prefetch_related("pairing__seats__entry__player__merged_into")
        .defer("pairing__round__proof", "pairing__round__proof_staff")
        .order_by("pairing__round__event_id", "pk")
        .distinct()
    )


def _start(event: Event, changes: "_Changes") -> list[Appointment]:
    if event.starts_on is None:
        return []
    begins: datetime | date = event.starts_on
    if event.start_time is not None:
        zone = ZoneInfo(event.time_zone)
        begins = datetime.combine(event.starts_on, event.start_time, tzinfo=zone)
    return [_appointment(START, event.public_id, event, begins, changes.of_event(event))]


def _of_round(event: Event, round_: Round, changes: "_Changes") -> list[Appointment]:
    key, change = f"{event.public_id}-{round_.number}", changes.of_round(event, round_)
    opens, closes = round_.opens_at, round_.closes_at
    is_sitting = opens is not None and closes is not None and closes - opens <= SITTING
    found = []
    if opens is not None:
        sitting = _appointment(ROUND, key, event, opens, change)
        found.append(replace(sitting, ends=closes if is_sitting else None, round=round_.number))
    if closes is not None and not is_sitting:
        last = _appointment(LAST_DAY, key, event, closes, change)
        found.append(replace(last, round=round_.number))
    return found


def _of_slot(slot: GameSlot, events: Mapping[int, Event], changes: "_Changes") -> Appointment:
    pairing, round_ = slot.pairing, slot.pairing.round
    event = events[round_.event_id]
    key = f"{event.public_id}-{pairing.pk}-{slot.number}"
    change = changes.of_slot(event, slot)
    if slot.play_at is not None:
        made = _appointment(GAME, key, event, slot.play_at, change)
        made = replace(made, ends=slot.play_at + _length(event, slot))
    else:
        assert slot.due_at is not None
        made = _appointment(DUE, key, event, slot.due_at, change)
    seats = pairing.seats_from(slot.first_seat)
    names = tuple(resolve(seat.entry.player).name for seat in seats)
    return replace(made, round=round_.number, table=pairing.table, names=names)


def _length(event: Event, slot: GameSlot) -> timedelta:
    """How long a game of two takes at most, without increments."""
    control = slot.time_control or event.time_control
    return timedelta(minutes=2 * control.get("minutes", 0) or GAME_MINUTES)


def _appointment(
    kind: str, key: str, event: Event, begins: datetime | date, change: Change
) -> Appointment:
    place = ", ".join(filter(None, (event.venue, event.address)))
    return Appointment(kind, key, event.slug, event.name, place, begins, None, change)


class _Changes:
    """The last lines about events, rounds and slots, by the journals of their events."""

    def __init__(
        self, events: Iterable[Event], rounds: Iterable[Round], slots: Iterable[GameSlot]
    ) -> None:
        scopes = [f"event:{event.slug}" for event in events]
        subjects = [f"round:{each.number}" for each in rounds]
        subjects += [f"slot:{slot.pk}" for slot in slots]
        lines = JournalLine.objects.filter(scope__in=scopes)
        last = {"number": Max("seq"), "last_at": Max("at")}
        about_event = lines.filter(action__startswith="event.").values_list("scope")
        self._events = {
            scope: Change(number, at) for scope, number, at in about_event.annotate(**last)
        }
        about = lines.filter(subject__in=subjects).values_list("scope", "subject")
        self._subjects = {
            (scope, subject): Change(number, at)
            for scope, subject, number, at in about.annotate(**last)
        }

    def of_event(self, event: Event) -> Change:
        return self._events.get(f"event:{event.slug}", Change())

    def of_round(self, event: Event, round_: Round) -> Change:
        return self.of_event(event).or_later(self._about(event, f"round:{round_.number}"))

    def of_slot(self, event: Event, slot: GameSlot) -> Change:
        of_round = self.of_round(event, slot.pairing.round)
        return of_round.or_later(self._about(event, f"slot:{slot.pk}"))

    def _about(self, event: Event, subject: str) -> Change | None:
        return self._subjects.get((f"event:{event.slug}", subject))
