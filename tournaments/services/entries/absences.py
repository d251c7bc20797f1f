"""Rounds that an entry misses: requested byes, absences, withdrawals; and returns.

Each is a row of Absence, which is ended or cancelled and never deleted. `games.services` rules the
open games of an entry that withdraws.
"""

from collections.abc import Mapping

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus, EventStatus, RoundStatus
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Absence, Entry, Event
from tournaments.services import journal
from tournaments.services.entries.registration import registration_settings
from tournaments.services.events.states import WrongState, lock_event
from tournaments.services.rounds.results import bump_results
from tournaments.standings.presence import ABSENT, LATE, WITHDRAWN

ASKED = "asked"
KINDS = (ASKED, ABSENT, WITHDRAWN, LATE)
NOT_TAKING_PART = (EntryStatus.REFUSED, EntryStatus.CANCELLED)


class RoundIsPaired(DomainError):
    code = "round_is_paired"
    message = _(
        "Round {round} is paired already, so nobody can be taken out of it or put into it here. "
        "Have the game ruled, or withdraw."
    )


class AwayAlready(DomainError):
    code = "away_already"
    message = _("This entry is away in round {round} already ({why}).")


class NotAway(DomainError):
    code = "not_away"
    message = _("This entry is not away in round {round}.")


class NotTakingPart(DomainError):
    code = "not_taking_part"
    message = _("This entry does not take part: it is {state}.")


class TooManyByes(DomainError):
    code = "too_many_byes"
    message = ngettext_lazy(
        "A player may ask for {limit} bye here, and this one has. Staff may give more.",
        "A player may ask for {limit} byes here, and this one has. Staff may give more.",
        "limit",
    )


class ByeTooLate(DomainError):
    code = "bye_too_late"
    message = _("Byes may be asked for up to round {last_round}. Staff may give later ones.")


class WithdrawnByStaff(DomainError):
    code = "withdrawn_by_staff"
    kind = "forbidden"
    message = _("The staff of the event withdrew this entry, so they alone take it back.")


@in_transaction
def withdraw_entry(*, actor: Actor, entry_id: int, from_round: int, reason: str = "") -> Absence:
    """Withdraw an entry from a round on. Locks Event.

    Its byes and absences from then on end. Repeating it is harmless; an earlier `from_round`
    replaces a later one. The caller rules its open games.
    """
    event, entry = lock_playing_entry(actor, "entry.withdraw", entry_id)
    last = _last_round(event, published=True)
    if from_round < max(1, last):
        problem = _("a round from {last} on").format(last=max(1, last))
        raise InvalidInput(field="from_round", problem=problem)
    known = _active(entry).filter(to_round=None).first()
    if known is not None and known.from_round <= from_round:
        return known
    ended = list(_active(entry).filter(Q(to_round=None) | Q(to_round__gte=from_round)))
    until = [[earlier.pk, earlier.to_round] for earlier in ended]
    for earlier in ended:
        _end_absence(earlier, before=from_round)
    made = Absence.objects.create(entry=entry, from_round=from_round, kind=WITHDRAWN)
    journal_absence(actor, event, "entry.withdrawn", made, text=reason, more={"ended": until})
    bump_results(event.pk)
    return made


@in_transaction
def return_entry(*, actor: Actor, entry_id: int, from_round: int, reason: str = "") -> Absence:
    """Let an entry play again from a round on that is not paired yet. Locks Event.

    A withdrawal, and an absence in that round, end with the round before, or are cancelled if they
    have not begun. Repeating it is harmless.

    :raises NotAway: the entry is not away in that round.
    :raises WithdrawnByStaff: staff withdrew the entry, and the actor is the player.
    """
    event, entry = lock_playing_entry(actor, "entry.return", entry_id)
    away = _active(entry).exclude(kind=ASKED)
    held = [*away.filter(to_round=None), *away.filter(_covers(from_round))]
    if not held:
        ended = entry.absences.exclude(kind=ASKED).filter(
            Q(to_round=from_round - 1) | Q(cancelled_at__isnull=False, from_round__gte=from_round)
        )
        if (before := ended.last()) is not None:
            return before
        raise NotAway(round=from_round)
    for each in held:
        _require_own_withdrawal(actor, entry, each)
    _require_unpaired(event, from_round)
    for each in held:
        _end_absence(each, before=from_round)
        more = {"back": from_round}
        journal_absence(actor, event, "entry.returned", each, text=reason, more=more)
    bump_results(event.pk)
    return held[0]


@in_transaction
def ask_bye(
    *, actor: Actor, entry_id: int, round_number: int, points_x2: int | None = None
) -> Absence:
    """Give an entry a bye with points in a round that is not paired yet. Locks Event.

    points_x2: match points in half points; None: those of `Event.registration["byes"]`, which
    limits what a player may request. Staff may give more. Repeating it is harmless.

    :raises TooManyByes: the player has had the allowed number.
    :raises ByeTooLate: byes end with an earlier round.
    """
    event, entry = lock_playing_entry(actor, "entry.bye", entry_id)
    given = (
        registration_settings(event.registration)["byes"]["points_x2"]
        if points_x2 is None
        else points_x2
    )
    known = _active(entry).filter(kind=ASKED, from_round=round_number, points_x2=given).first()
    if known is not None:
        return known
    most = selectors.match_rules(event.match).won_x2
    if not permissions.may(actor, "entry.absent", entry):
        most = min(most, _most_for_player(event, entry, round_number))
    if not 0 <= given <= most:
        problem = _("half points from 0 to {most}").format(most=most)
        raise InvalidInput(field="points_x2", problem=problem)
    made = _create_absence(event, entry, ASKED, (round_number, round_number), points_x2=given)
    journal_absence(actor, event, "entry.bye_asked", made)
    bump_results(event.pk)
    return made


@in_transaction
def cancel_bye(*, actor: Actor, entry_id: int, round_number: int) -> Absence:
    """Cancel a requested bye whose round is not paired yet. Locks Event.

    Repeating it is harmless.

    :raises NotAway: there is no requested bye in that round.
    """
    event, entry = lock_playing_entry(actor, "entry.bye", entry_id)
    asked = entry.absences.filter(kind=ASKED, from_round=round_number).order_by("pk")
    found = asked.filter(cancelled_at=None).first()
    if found is None:
        if (cancelled := asked.last()) is not None:
            return cancelled
        raise NotAway(round=round_number)
    _require_unpaired(event, round_number)
    _end_absence(found, before=round_number)
    journal_absence(actor, event, "entry.bye_cancelled", found)
    bump_results(event.pk)
    return found


@in_transaction
def add_absence(
    *, actor: Actor, entry_id: int, from_round: int, to_round: int, reason: str = ""
) -> Absence:
    """Let staff mark an entry as absent, without points. Locks Event.

    `return_entry` ends the absence earlier. Repeating it is harmless.
    """
    event, entry = lock_playing_entry(actor, "entry.absent", entry_id)
    rounds = (from_round, to_round)
    known = _active(entry).filter(kind=ABSENT, from_round=from_round, to_round=to_round).first()
    if known is not None:
        return known
    made = _create_absence(event, entry, ABSENT, rounds, points_x2=0)
    journal_absence(actor, event, "entry.absent", made, text=reason)
    bump_results(event.pk)
    return made


def lock_playing_entry(actor: Actor, verb: str, entry_id: int) -> tuple[Event, Entry]:
    """Lock the event of an entry that is neither refused nor cancelled."""
    entry = get_row(Entry.objects.select_related("player"), "entry", pk=entry_id)
    event = lock_event(entry.event_id)
    permissions.require(actor, verb, entry)
    if event.state == EventStatus.FINISHED or (
        event.state == EventStatus.DRAFT and not permissions.may(actor, "entry.absent", entry)
    ):
        raise WrongState(state=event.state)
    entry.refresh_from_db(fields=["state"])
    if entry.state in NOT_TAKING_PART:
        raise NotTakingPart(state=entry.state)
    return event, entry


def _require_own_withdrawal(actor: Actor, entry: Entry, absence: Absence) -> None:
    """:raises WithdrawnByStaff: staff withdrew the entry, and the actor is not staff."""
    staff = permissions.may(actor, "entry.absent", entry)
    if absence.kind == WITHDRAWN and not staff and selectors.is_withdrawn_by_staff(absence):
        raise WithdrawnByStaff


def _most_for_player(event: Event, entry: Entry, round_number: int) -> int:
    """The most half points that a player may request for a bye in this round."""
    byes = registration_settings(event.registration)["byes"]
    if _active(entry).filter(kind=ASKED).count() >= byes["limit"]:
        raise TooManyByes(limit=byes["limit"])
    if byes["last_round"] is not None and round_number > byes["last_round"]:
        raise ByeTooLate(last_round=byes["last_round"])
    return int(byes["points_x2"])


def _create_absence(
    event: Event, entry: Entry, kind: str, rounds: tuple[int, int], *, points_x2: int
) -> Absence:
    """:raises AwayAlready: another absence covers one of these rounds."""
    first, last = rounds
    if not 1 <= first <= last:
        raise InvalidInput(field="round", problem=_("round numbers, the first one first"))
    _require_unpaired(event, first)
    overlapping = _active(entry).filter(from_round__lte=last)
    other = overlapping.filter(Q(to_round=None) | Q(to_round__gte=first)).first()
    if other is not None:
        raise AwayAlready(round=max(first, other.from_round), why=other.kind)
    return Absence.objects.create(
        entry=entry, from_round=first, to_round=last, kind=kind, points_x2=points_x2
    )


def _end_absence(absence: Absence, *, before: int) -> None:
    """End an absence with the round before this one, or cancel it if it has not begun."""
    if absence.from_round < before:
        absence.to_round = before - 1
    else:
        absence.cancelled_at = timezone.now()
    absence.save(update_fields=["to_round", "cancelled_at"])


def _active(entry: Entry) -> "QuerySet[Absence]":
    return entry.absences.filter(cancelled_at=None).order_by("pk")


def _covers(round_number: int) -> Q:
    return Q(from_round__lte=round_number, to_round__gte=round_number)


def _require_unpaired(event: Event, first: int) -> None:
    """:raises RoundIsPaired: this or a later round exists, if only as a draft."""
    last = _last_round(event)
    if first <= last:
        raise RoundIsPaired(round=first)  # not `last`, which may be a draft


def _last_round(event: Event, *, published: bool = False) -> int:
    """The number of the last paired round; 0 for none."""
    rounds = event.rounds.exclude(state=RoundStatus.DRAFT) if published else event.rounds.all()
    return int(rounds.aggregate(last=Max("number"))["last"] or 0)


def journal_absence(
    actor: Actor,
    event: Event,
    action: str,
    absence: Absence,
    *,
    text: str = "",
    more: Mapping[str, object] | None = None,
) -> None:
    """more: further keys of `after`."""
    after = {
        "kind": absence.kind,
        "from_round": absence.from_round,
        "to_round": absence.to_round,
        "points_x2": absence.points_x2,
        "cancelled": absence.cancelled_at is not None,
        **(more or {}),
    }
    subject = f"entry:{absence.entry_id}"
    journal.write_event(actor, event, action, subject=subject, after=after, text=text)
