"""Bring an event back from a hall: read the file, merge, write, and compare."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import DataError, IntegrityError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.archive.verify import MALFORMED
from games.halls import lines
from games.halls.facts import Facts, facts_of, marks_of
from games.halls.merging import ANSWERS, Merged, Question, Sides, merge
from games.models import HallReturn, HallState, HallTake
from games.services.archives.reading import ProvedArchive
from games.services.halls import counting
from games.services.halls.applying import apply_merge
from games.services.halls.newcomers import PERSON, Newcomers, find_newcomers, store_newcomers
from games.services.halls.reading import facts_here, slots_of_event
from games.services.locks import lock_slots
from games.services.records.copies import void_copies_of_slots
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.chain.links import write_time
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.archives.changes import add_publications
from tournaments.services.events.states import lock_event
from tournaments.services.rounds.results import bump_results

if TYPE_CHECKING:
    from tournaments.models import Event

VERB = "event.edit"


class NotOfATake(DomainError):
    code = "not_of_a_take"
    message = _("This file does not come from a hall that was given an event here.")


class HallEnded(DomainError):
    code = "hall_ended"
    message = _("This hall was released, or the event was taken again: it is too late to return.")


class OtherHall(DomainError):
    code = "other_hall"
    message = _("Another copy of this event has returned already; this one does not go on from it.")


class CannotBeMerged(DomainError):
    code = "cannot_be_merged"
    message = _(
        "The hall changed what cannot be brought back: {actions}. Do it here by hand, then return "
        "with --leave for each of them."
    )


class NoSuchQuestion(DomainError):
    code = "no_such_question"
    kind = "invalid"
    message = _("Nothing is asked under {ids}.")


class NoSuchAnswer(DomainError):
    code = "no_such_answer"
    kind = "invalid"
    message = _("{id} is answered by hall or server.")


class MergeDiffers(DomainError):
    code = "merge_differs"
    message = _("After the merge the event would differ from what was to come of it: {facts}. "
                "Nothing was stored.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answers:
    """answers: "hall" or "server" by question; "new" or a player's id for `person:<entry>`.

    leave: actions of the journal whose changes are given up.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    leave: frozenset[str] = frozenset()


class Returned(NamedTuple):
    """is_known: it was brought back before, nothing was done. is_written: it is here now.

    unanswered: nothing was written because of these. staying: lines of the hall's journal that
    stay there, by action.
    """

    event: "Event"
    is_known: bool
    is_written: bool
    merged: Merged | None = None
    unanswered: tuple[Question, ...] = ()
    staying: Mapping[str, int] = {}


def find_take(archive: ProvedArchive) -> HallTake | None:
    """The take that an archive descends from, if it was made here."""
    own = archive.facts.parts["journal.ndjson"]
    found = HallTake.objects.select_related("event").filter(
        event__public_id=archive.facts.parts["event.json"]["public_id"]
    )
    return next((take for take in found if lines.descends_from(own, take.sha256)), None)


@in_transaction
def return_hall(
    *, actor: Actor, archive: ProvedArchive, answers: Answers | None = None, dry_run: bool = False
) -> Returned:
    """Merge what a hall brings back, whole or not at all. Locks GameSlots, Event, Games.

    Nothing is written while a question has no answer. Repeating it changes nothing.

    :raises NotOfATake, HallEnded, OtherHall: it does not descend from the open take.
    :raises CannotBeMerged: something of it would be lost.
    :raises NoSuchQuestion, NoSuchAnswer: an answer does not fit.
    :raises MergeDiffers: the event would not be what the merge says.
    """
    given = answers or Answers()
    take = find_take(archive)
    if take is None:
        raise NotOfATake
    lock_slots(slots_of_event(take.event))
    event = lock_event(take.event_id)
    permissions.require(actor, VERB, event)
    take = HallTake.objects.select_for_update().get(pk=take.pk)
    if HallReturn.objects.filter(sha256=archive.sha256).exists():
        return Returned(event, is_known=True, is_written=False)
    since = _lines_since(take, archive)
    _require_mergeable(since, archive, given.leave)
    here = facts_here(event)
    hall = facts_of(archive.facts.parts, archive.facts.sealed)
    sides = Sides(take.salt, take.marks, here, hall)
    newcomers = find_newcomers(event, archive.facts, given.answers)
    told = {key: said for key, said in given.answers.items() if not key.startswith(PERSON)}
    merged = merge(sides, told, now=write_time(timezone.now()))
    newcomers = newcomers.only(merged.taken)
    _require_fitting(merged, told)
    unanswered = (*merged.unanswered, *newcomers.questions)
    found = Returned(event, False, False, merged, unanswered, lines.staying(since))
    if unanswered or dry_run:
        return found
    _write(actor, take, archive, here, merged, newcomers, given)
    event.refresh_from_db()
    return found._replace(event=event, is_written=True)


def _lines_since(take: HallTake, archive: ProvedArchive) -> list[Mapping[str, Any]]:
    """What happened in the hall since it was last here.

    :raises HallEnded, OtherHall: it does not go on from there.
    """
    if take.state == HallState.ENDED:
        raise HallEnded
    own = archive.facts.parts["journal.ndjson"]
    last = take.returns.order_by("-pk").first()
    earlier = counting.read_lines(last.journal) if last else []
    if (take.public and take.public != archive.public) or not lines.continues(own, earlier):
        raise OtherHall
    return lines.lines_since(own, after=len(earlier))


def _require_mergeable(
    since: list[Mapping[str, Any]], archive: ProvedArchive, leave: frozenset[str]
) -> None:
    parts = archive.facts.parts
    found = set(lines.not_merged(since))
    if parts["stakes.json"]["transfers"] or parts.get("challenges.ndjson"):
        found.add("stakes")
    lost = sorted(action for action in found if not lines.is_listed(action, leave))
    if lost:
        raise CannotBeMerged(actions=", ".join(lost))


def _require_fitting(merged: Merged, told: Mapping[str, str]) -> None:
    if merged.unknown:
        raise NoSuchQuestion(ids=", ".join(merged.unknown))
    for key, said in told.items():
        if said not in ANSWERS:
            raise NoSuchAnswer(id=key)


def _write(
    actor: Actor,
    take: HallTake,
    archive: ProvedArchive,
    here: Facts,
    merged: Merged,
    newcomers: Newcomers,
    given: Answers,
) -> None:
    event = take.event
    try:
        players = store_newcomers(actor, event, newcomers)
        done = apply_merge(event, here, merged, players)
        add_publications(event, archive.facts.parts["publications.ndjson"])
        _require_equal(event, merged, players)
    except (*MALFORMED, OverflowError, DataError, IntegrityError) as error:
        raise MergeDiffers(facts=f"{type(error).__name__} {error}".splitlines()[0]) from error
    void_copies_of_slots(actor, [slot.pk for slot in done.slots.values()])
    counting.rate_slots(done.slots, counting.days_of(archive.facts.parts))
    answers = dict(sorted(given.answers.items()))
    _keep(actor, take, archive, answers)
    after = {
        "sha256": archive.sha256,
        "key": archive.key,
        "head": archive.head,
        "taken": list(merged.taken),
        "answers": answers,
    }
    journal.write_event(actor, event, "hall.returned", after=after)
    counting.write_lines(actor, event, here, merged.facts, done)
    bump_results(event.pk)


def _require_equal(event: "Event", merged: Merged, players: Mapping[int, Any]) -> None:
    """Read the facts again. :raises MergeDiffers: they are not those of the merge."""
    found, wanted = facts_here(event), dict(merged.facts)
    for number, player in players.items():
        wanted[f"entry:{number}"] = {**wanted[f"entry:{number}"], "player": player.public_id}
    differing = sorted(
        key for key in found.keys() | wanted.keys() if found.get(key) != wanted.get(key)
    )
    if differing:
        raise MergeDiffers(facts=", ".join(differing))


def _keep(actor: Actor, take: HallTake, archive: ProvedArchive, answers: dict[str, str]) -> None:
    HallReturn.objects.create(
        take=take,
        sha256=archive.sha256,
        head=archive.head,
        journal=archive.journal,
        answers=answers,
        actor=actor.as_json(),
    )
    take.state, take.public = HallState.RETURNED, archive.public
    take.marks = marks_of(take.salt, facts_of(archive.facts.parts, archive.facts.sealed))
    take.save(update_fields=["state", "public", "marks"])
