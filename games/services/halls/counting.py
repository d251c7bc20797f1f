"""What follows from a merge: ratings, and lines of the journal for who follows the event."""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from games import outcomes
from games.halls.facts import Facts, slot_keys
from games.models import COUNTED_STATES, Game
from games.services.count import rate_slot, slot_source
from games.services.halls.applying import Applied
from ratings import services as ratings
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EventStatus, RoundStatus
from tournaments.services import journal

if TYPE_CHECKING:
    from tournaments.models import Event, GameSlot

STATE_ACTIONS = {RoundStatus.PUBLISHED: "round.reopened", RoundStatus.CLOSED: "round.closed"}
RESULT_COLUMNS = ("revision", "kind", "outcome", "facts", "source")


def read_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def days_of(parts: Mapping[str, Any]) -> dict[str, date]:
    """When the rated games of an archive were played, by the key of their slot."""
    keys = slot_keys(parts["rounds.ndjson"])
    return {
        keys[int(row["source"].removeprefix("slot:"))]: date.fromisoformat(row["played_on"])
        for row in parts["rated_games.ndjson"]
    }


def rate_slots(slots: "Mapping[str, GameSlot]", days: Mapping[str, date]) -> None:
    """Put what counts now into the ledger, each slot once, and take the rest out."""
    for key, slot in sorted(slots.items()):
        context = selectors.slot_context_by_id(slot.pk)
        current = context.current
        end = outcomes.counted_result(current.outcome, current.facts) if current else None
        if end is None or current is None:
            ratings.void_posting(source=slot_source(slot.pk))
            continue
        game = Game.objects.filter(slot=slot.pk, state__in=COUNTED_STATES).first()
        day = game.played_on if game else days.get(key) or selectors.today(context.time_zone)
        rate_slot(
            context,
            end=end,
            played_on=day,
            record_hash=game.record_hash if game else "",
            public_id=game.public_id if game else "",
        )


def write_lines(actor: Actor, event: "Event", here: Facts, facts: Facts, done: Applied) -> None:
    """What others follow: rounds, entries and results that changed."""
    notes = [
        *_of_entries(event, done.entries),
        *_of_rounds(event, here, facts, done.rounds),
        *_of_results(event, here, facts, done.slots),
        *_of_event(event, here, facts),
    ]
    journal.write_all(actor, notes)


def _note(event: "Event", action: str, subject: str, before: Any, after: Any) -> journal.Note:
    return journal.Note(action, f"event:{event.slug}", subject, before, after)


def _of_entries(event: "Event", numbers: Iterable[int]) -> Iterable[journal.Note]:
    for entry in event.entries.filter(number__in=numbers).order_by("number"):
        after = {"state": entry.state, "number": entry.number}
        yield _note(event, "entry.added", f"entry:{entry.pk}", None, after)


def _of_rounds(
    event: "Event", here: Facts, facts: Facts, made: Iterable[int]
) -> Iterable[journal.Note]:
    for row in event.rounds.exclude(state=RoundStatus.DRAFT).order_by("number"):
        subject, key = f"round:{row.number}", f"state:{row.number}"
        if row.number in made:
            yield _note(event, "round.published", subject, None, {"proof": row.proof_hash})
        before = {} if row.number in made else here.get(key, {})
        was = before.get("state", RoundStatus.PUBLISHED)
        if was != row.state:
            yield _note(event, STATE_ACTIONS[RoundStatus(row.state)], subject, {"state": was},
                        {"state": row.state})  # fmt: skip


def _of_results(
    event: "Event", here: Facts, facts: Facts, slots: "Mapping[str, GameSlot]"
) -> Iterable[journal.Note]:
    for key, slot in sorted(slots.items()):
        before, after = _counted(here.get(key)), _counted(facts[key])
        if before != after:
            action = "result.recorded" if after else "result.withdrawn"
            yield _note(event, action, f"slot:{slot.pk}", before, after)


def _counted(slot: Mapping[str, Any] | None) -> dict[str, Any] | None:
    rows = [row for row in (slot or {}).get("results", []) if row["current"]]
    return {name: rows[0][name] for name in RESULT_COLUMNS} if rows else None


def _of_event(event: "Event", here: Facts, facts: Facts) -> Iterable[journal.Note]:
    before, after = here["setting:state"], facts["setting:state"]
    if before != after:
        action = "event.finished" if after == EventStatus.FINISHED else "event.reopened"
        yield _note(event, action, event.slug, {"state": before}, {"state": after})
