"""Say whether two archives hold the same event, whatever each installation calls its rows. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from tournaments.proof import proof

Parts = Mapping[str, Any]  # JSON values by the name of the part
Names = dict[Any, Any]

# Columns that belong to one installation: who acted, and ids that name people and events.
OWN = {
    "event.json": ("slug", "public_id", "journal"),
    "entries.ndjson": ("player", "forgotten"),
    "results.ndjson": ("actor",),
    "games.ndjson": ("actor",),
    "rulings.ndjson": ("actor",),
    "disputes.ndjson": ("actor",),
}
AS_THEY_ARE = (
    "stages.ndjson", "absences.ndjson", "adjustments.ndjson", "publications.ndjson",
    "standings.json",
)  # fmt: skip
# Of events that have such.
OF_SOME = ("challenges.ndjson", "rung_drops.ndjson", "prizes.json", "announcements.ndjson")
LAST = 10**9  # after every table


def differing_parts(one: Parts, other: Parts) -> list[str]:
    """The names of the parts that do not say the same."""
    first, second = comparable(one), comparable(other)
    names = first.keys() | second.keys()
    return sorted(name for name in names if first.get(name) != second.get(name))


def comparable(parts: Parts) -> dict[str, Any]:
    """The facts with slots and games named by their place in the event."""
    slots = _places_of_slots(parts["rounds.ndjson"])
    games = _places_of_games(parts["games.ndjson"], slots)
    rows = {
        name: [_without(row, columns) for row in parts[name]]
        for name, columns in OWN.items()
        if name.endswith(".ndjson")
    }
    return {
        **{name: parts[name] for name in AS_THEY_ARE},
        **{name: parts[name] for name in OF_SOME if name in parts},
        "event.json": _without(parts["event.json"], OWN["event.json"]),
        "entries.ndjson": rows["entries.ndjson"],
        "rounds.ndjson": [_round(row, slots) for row in parts["rounds.ndjson"]],
        "results.ndjson": _by_slot(
            {**row, "slot": slots[row["slot"]], "source": _source(row["source"], games)}
            for row in rows["results.ndjson"]
        ),
        "games.ndjson": _by_slot(
            {**row, "slot": slots[row["slot"]], "game": games[row["game"]]}
            for row in rows["games.ndjson"]
        ),
        "rulings.ndjson": [_decision(row, slots, games) for row in rows["rulings.ndjson"]],
        "disputes.ndjson": [_decision(row, slots, games) for row in rows["disputes.ndjson"]],
        "stakes.json": _stakes(parts["stakes.json"], slots, games),
        "states.json": [_state(state) for state in parts["states.json"]],
    }


def _without(row: Mapping[str, Any], columns: Iterable[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in columns}


def _places_of_slots(rounds: Iterable[Mapping[str, Any]]) -> Names:
    return {
        slot["id"]: [row["round"], pairing["leg"], pairing["seats"], slot["number"]]
        for row in rounds
        for pairing in row["pairings"]
        for slot in pairing["slots"]
    }


def _places_of_games(games: Iterable[Mapping[str, Any]], slots: Names) -> Names:
    """Each game by its slot and its number there, from 1."""
    found: Names = {}
    sent: dict[Any, int] = {}
    for row in games:
        sent[row["slot"]] = sent.get(row["slot"], 0) + 1
        found[row["game"]] = [*slots[row["slot"]], sent[row["slot"]]]
    return found


def _round(row: Mapping[str, Any], slots: Names) -> dict[str, Any]:
    pairings = [
        {**pairing, "slots": [{**slot, "id": slots[slot["id"]]} for slot in pairing["slots"]]}
        for pairing in row["pairings"]
    ]
    return {**row, "pairings": pairings}


def _source(source: str, games: Names) -> Any:
    return games[source.removeprefix("game:")] if source.startswith("game:") else source


def _decision(row: Mapping[str, Any], slots: Names, games: Names) -> dict[str, Any]:
    return {**row, "slot": slots[row["slot"]], "game": row["game"] and games[row["game"]]}


def _by_slot(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """In the order of the slots; what one slot has keeps its order."""
    return sorted(rows, key=lambda row: row["slot"])


def _stakes(books: Mapping[str, Any], slots: Names, games: Names) -> dict[str, Any]:
    return {
        "accounts": books["accounts"],
        "transfers": [_decision(row, slots, games) for row in books["transfers"]],
        "bids": _by_slot({**row, "slot": slots[row["slot"]]} for row in books["bids"]),
    }


def _state(state: Mapping[str, Any]) -> dict[str, Any]:
    """Databases put pairings without a table first or last; older archives lack some fields."""
    whole = asdict(proof.read_state(dict(state)))
    played = sorted(
        whole["played"],
        key=lambda each: (each["round"], each["leg"], each["table"] or LAST, each["seats"]),
    )
    return {**whole, "played": played}
