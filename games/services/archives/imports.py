"""Take the archive of an event in, as an equal event."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.archive.comparison import differing_parts
from games.archive.format import canonical
from games.archive.verify import MALFORMED
from games.models import TakenArchive
from games.services.archives import evidence
from games.services.archives.exports import evidence_parts
from games.services.archives.reading import ArchiveDiffers, ProvedArchive
from games.services.count import rated_input, slot_source
from games.services.records.copies import void_copies_of_slots
from games.stakes.check import check_event_stakes
from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.selectors.events.archive import event_facts
from tournaments.services import journal
from tournaments.services.archives import entries as archived_entries
from tournaments.services.archives import ladders, offers, rounds, settings
from tournaments.services.archives.people import Person, choose_players, people_of
from tournaments.services.rounds import first_moves
from tournaments.services.rounds.results import bump_results

if TYPE_CHECKING:
    from tournaments.models import Event, GameSlot

VERB = "event.take_in"


class AlreadyTaken(DomainError):
    code = "archive_already_taken"
    message = _("This archive is here already: as the event {event}.")


class NotEqual(DomainError):
    code = "archive_not_equal"
    message = _("The event would not be the same here: {parts} would differ. Nothing was stored.")


@dataclass(frozen=True, slots=True)
class Choices:
    """How an archive is taken in. slug: empty: the one it has. club: the slug of one, or empty.

    people: public ids of players, or "new", by the number of their entry; who is not named is new.
    rated: its games go into the ledger, as far as they were rated there. for_hall: it is run here
    for the installation that it comes from: event, people and games keep their ids.
    """

    slug: str = ""
    club: str = ""
    people: Mapping[str, str] = field(default_factory=dict)
    rated: bool = False
    for_hall: bool = False


class Taking(NamedTuple):
    """What would be taken in, for who decides about it."""

    archive: ProvedArchive
    people: list[Person]


def preview_archive(*, actor: Actor, archive: ProvedArchive, club: str = "") -> Taking:
    """Who the people of an archive may be here. Writes nothing.

    :raises AlreadyTaken: an event here was made from it.
    """
    require_taking(actor, club)
    _refuse_second(archive)
    return Taking(archive, people_of(archive.facts))


def take_archive(*, actor: Actor, archive: ProvedArchive, choices: Choices) -> "Event":
    """Make an event from a proved archive, whole or not at all; the actor organises it.

    Its journal here begins with `event.imported`; the one of the archive is kept as it was.

    :raises AlreadyTaken: an event here was made from this archive.
    :raises SlugTaken: another event has this address.
    :raises NotEqual: the event here would say something else than the archive.
    :raises ArchiveDiffers: the archive is signed, and still makes no sense.
    """
    require_taking(actor, choices.club)
    try:
        return _take(actor, archive, choices)
    except DomainError:
        raise
    except (*MALFORMED, OverflowError, DataError, IntegrityError) as error:
        _refuse_second(archive)
        said = f"{type(error).__name__} {error}".splitlines()[0]
        raise ArchiveDiffers(differences=said) from error


def require_taking(actor: Actor, club: str) -> None:
    """Organisers may for their club, site staff without one. :raises NotAllowed: others."""
    permissions.require(actor, VERB, selectors.get_club(club) if club else None)


def _refuse_second(archive: ProvedArchive) -> None:
    found = TakenArchive.objects.filter(sha256=archive.sha256).select_related("event").first()
    if found is not None:
        raise AlreadyTaken(event=found.event.slug)


@in_transaction
def _take(actor: Actor, archive: ProvedArchive, choices: Choices) -> "Event":
    _refuse_second(archive)
    facts, slug = archive.facts, choices.slug or archive.slug
    same_ids = choices.for_hall
    club = selectors.get_club(choices.club) if choices.club else None
    event = settings.store_event(actor, facts, slug=slug, club=club, same_ids=same_ids)
    _keep(actor, event, archive, choices)
    players, notes = choose_players(actor, event, facts, choices.people, same_ids=same_ids)
    stages = settings.store_stages(event, facts)
    entries = archived_entries.store_entries(event, facts, players, stages)
    slots = rounds.store_rounds(event, facts, entries, stages)
    ladders.store_ladders(event, facts, entries, stages)
    offers.store_prizes(event, facts, entries)
    offers.store_announcements(event, facts, entries)
    games = evidence.store_games(facts, slots, entries, same_ids=same_ids)
    rounds.store_results(facts, slots, {old: game.public_id for old, game in games.items()})
    rounds.store_publications(event, facts)
    evidence.store_rulings(facts, slots, games)
    evidence.store_disputes(facts, slots, games)
    evidence.store_stakes(event, facts, slots, entries, games)
    _require_equal(event, archive)
    begun = _begin_journal(event, archive, slots, rated=choices.rated)
    journal.write_all(actor, [*begun, *notes])
    if choices.rated:
        void_copies_of_slots(actor, [slot.pk for slot in slots.values()])
        ratings.post_results(_rated(facts.parts["rated_games.ndjson"], slots))
    bump_results(event.pk)
    event.refresh_from_db()
    return event


def _keep(actor: Actor, event: "Event", archive: ProvedArchive, choices: Choices) -> None:
    """Keep the foreign journal. :raises AlreadyTaken: somebody else took the archive meanwhile."""
    try:
        with transaction.atomic():
            TakenArchive.objects.create(
                event=event,
                sha256=archive.sha256,
                public=archive.public,
                head=archive.head,
                journal=archive.journal,
                is_rated=choices.rated,
                for_hall=choices.for_hall,
                actor=actor.as_json(),
            )
    except IntegrityError:
        _refuse_second(archive)
        raise


def _require_equal(event: "Event", archive: ProvedArchive) -> None:
    """Write the event as an archive again and compare; check the books of its stakes."""
    again = event_facts(event)
    parts = {**again.parts, **evidence_parts(event, dict(again.sealed))}
    found = differing_parts(archive.facts.parts, json.loads(canonical(parts)))
    if not found and check_event_stakes(event.pk):
        found = ["stakes.json"]
    if found:
        raise NotEqual(parts=", ".join(found))


def _begin_journal(
    event: "Event", archive: ProvedArchive, slots: "Mapping[int, GameSlot]", *, rated: bool
) -> list[journal.Note]:
    """The first line, and the first moves that bids decided: proofs are checked with them."""
    scope = f"event:{event.slug}"
    taken = {"sha256": archive.sha256, "key": archive.key, "head": archive.head, "rated": rated}
    notes = [journal.Note("event.imported", scope, event.slug, after=taken)]
    here = {f"slot:{old}": slot.pk for old, slot in slots.items()}
    for line in archive.facts.parts["journal.ndjson"]:
        if line["action"] == first_moves.ACTION and line["subject"] in here:
            subject = f"slot:{here[line['subject']]}"
            notes.append(
                journal.Note(line["action"], scope, subject, line["before"], line["after"])
            )
    return notes


def _rated(
    rows: list[dict[str, Any]], slots: "Mapping[int, GameSlot]"
) -> dict[str, ratings.RatedInput]:
    """What was rated there, as the ledger has it here."""
    found = {}
    for row in rows:
        slot = slots[int(row["source"].removeprefix("slot:"))]
        context = selectors.slot_context_by_id(slot.pk)
        current = context.current
        end = outcomes.counted_result(current.outcome, current.facts) if current else None
        if current is None or end is None:
            raise ValueError(f"{row['source']} is rated and was not played")
        found[slot_source(slot.pk)] = rated_input(
            context,
            end=end,
            played_on=date.fromisoformat(row["played_on"]),
            public_id=current.source.removeprefix("game:"),
        )
    return found
