"""Write a merge: the rows of an event and of its evidence that differ. The Event is locked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.halls.facts import Facts, round_of
from games.halls.merging import Merged, renumbered_key
from games.services.halls import evidence
from tournaments.selectors.events.archive import EventFacts
from tournaments.services.archives import changes, rounds

if TYPE_CHECKING:
    from tournaments.models import Event, GameSlot, Player

SlotPlace = tuple[int, int, tuple[int, ...], int]


@dataclass
class Applied:
    """What was written. slots: those whose evidence or result changed, by key. rounds: made."""

    slots: "dict[str, GameSlot]" = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)


def apply_merge(
    event: "Event", here: Facts, merged: Merged, players: "Mapping[int, Player]"
) -> Applied:
    """Bring the rows of the event to the merged facts. players: of the new entries, by number.

    :raises DomainError: something stands in the way; nothing may be kept then.
    """
    here = {renumbered_key(key, merged.renumbered): value for key, value in here.items()}
    changed = {key for key in here.keys() | merged.facts.keys()
               if here.get(key) != merged.facts.get(key)}  # fmt: skip
    done = Applied()
    _write_settings(event, merged.facts, changed)
    _write_entries(event, merged, changed, players)
    done.entries = sorted(players)
    _write_rounds(event, here, merged.facts, changed, done)
    _write_slots(event, here, merged.facts, changed, done)
    return done


def of_kind(keys: Iterable[str], kind: str) -> list[tuple[int, ...]]:
    """The numbers in the keys of one kind."""
    prefix = f"{kind}:"
    found = [key.removeprefix(prefix) for key in keys if key.startswith(prefix)]
    return sorted(tuple(int(word) for word in key.split(":")) for key in found)


def _write_settings(event: "Event", facts: Facts, changed: set[str]) -> None:
    if any(key.startswith("setting:") for key in changed):
        about = {
            key.removeprefix("setting:"): value
            for key, value in facts.items()
            if key.startswith("setting:")
        }
        changes.change_settings(event, about)
    stages = of_kind(changed, "stage")
    changes.write_stages(event, {number: facts[f"stage:{number}"] for (number,) in stages})


def _write_entries(
    event: "Event", merged: Merged, changed: set[str], players: "Mapping[int, Player]"
) -> None:
    facts = merged.facts
    seeds = {place: facts["seat:{}:{}".format(*place)][1] for place in of_kind(facts, "seat")}
    changes.renumber_entries(event, merged.renumbered, seeds)
    numbers = [number for (number,) in of_kind(changed, "entry") if f"entry:{number}" in facts]
    changes.write_entries(event, {number: facts[f"entry:{number}"] for number in numbers}, players)
    places = of_kind(changed, "seat")
    changes.write_stage_entries(
        event, {place: facts.get("seat:{}:{}".format(*place)) for place in places}
    )
    absent = of_kind(changed, "absences")
    changes.write_absences(
        event, {number: facts.get(f"absences:{number}", []) for (number,) in absent}
    )
    adjusted = of_kind(changed, "adjustments")
    changes.write_adjustments(
        event, {place: facts.get("adjustments:{}:{}".format(*place), []) for place in adjusted}
    )


def _write_rounds(
    event: "Event", here: Facts, facts: Facts, changed: set[str], done: Applied
) -> None:
    """Rounds whose pairings differ are replaced whole."""
    numbers = [number for (number,) in of_kind(changed, "round")]
    changes.delete_rounds(event, [number for number in numbers if f"round:{number}" in here])
    done.rounds = [number for number in numbers if f"round:{number}" in facts]
    rows = [_round_row(facts, number) for number in done.rounds]
    sealed = {f"staff:{number}": facts[f"round:{number}"]["staff"] for number in done.rounds}
    stages = {stage.number: stage for stage in event.stages.all()}
    rounds.store_rounds(
        event, EventFacts({"rounds.ndjson": rows}, sealed), changes.entries_by_number(event), stages
    )
    states = [number for (number,) in of_kind(changed, "state") if f"state:{number}" in facts]
    changes.write_round_states(event, {number: facts[f"state:{number}"] for number in states})
    made = {key for key in facts if key.startswith("match:") and round_of(key) in done.rounds}
    decided = [place for place in of_kind(changed | made, "match") if f"round:{place[0]}" in facts]
    changes.write_match_decisions(
        event, {place: facts.get("match:{}:{}".format(*place)) for place in decided}
    )


def _round_row(facts: Facts, number: int) -> dict[str, Any]:
    """The round as a row of `rounds.ndjson`; its slots have their keys as ids."""
    row = {**facts[f"round:{number}"], **facts[f"state:{number}"]}
    slots: dict[Any, list[dict[str, Any]]] = {}
    for key, value in facts.items():
        if key.startswith("slot:") and round_of(key) == number:
            slots.setdefault(place_of(key)[:3], []).append({"id": key, **value["columns"]})
    pairings = [
        {**each, "slots": slots.get((number, each["leg"], tuple(each["seats"])), [])}
        for each in row["pairings"]
    ]
    return {**row, "pairings": pairings}


def place_of(key: str) -> SlotPlace:
    """What the key of a slot says."""
    _kind, number, leg, seats, slot = key.split(":")
    return int(number), int(leg), tuple(int(seat) for seat in seats.split("-")), int(slot)


def _write_slots(
    event: "Event", here: Facts, facts: Facts, changed: set[str], done: Applied
) -> None:
    known = changes.slots_by_place(event)
    before: Facts = {}
    for key in sorted(changed):
        if not key.startswith("slot:"):
            continue
        place = place_of(key)
        if key not in facts:
            if place in known:
                changes.delete_slot(known[place])
            continue
        slot = known.get(place) or changes.add_slot(event, place[:3], facts[key]["columns"])
        changes.write_slot(slot, facts[key]["columns"])
        done.slots[key] = slot
        if key in here and place[0] not in done.rounds:
            before[key] = here[key]
    evidence.write_evidence(event, done.slots, before, facts)
