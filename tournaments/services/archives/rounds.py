"""The rounds of an event from its archive: pairings, slots, results and published tables."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.models import (
    Entry,
    Event,
    GameSlot,
    Pairing,
    Publication,
    Result,
    Round,
    Seat,
    SeatResult,
    Stage,
    TeamMatch,
)
from tournaments.selectors.events.archive import ROUND_TIMES, SLOT_TIMES, EventFacts
from tournaments.services.archives.entries import REMOVED, reason_of
from tournaments.services.archives.storing import store
from tournaments.services.rounds.results import KINDS

IMPORTED = Actor("import").as_json()  # accounts of another installation are nobody here
SHOWN_STATES = (RoundStatus.PUBLISHED, RoundStatus.CLOSED)
PAIRING_COLUMNS = ("leg", "table", "group", "kind", "bracket")
SLOT_COLUMNS = ("number", "kind", "first_seat", "ruleset", "time_control", "proposed_by")


class _Paired(NamedTuple):
    """A pairing that is not stored yet, and its row."""

    pairing: Pairing
    row: Mapping[str, Any]


def moments(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, datetime | None]:
    return {name: row[name] and datetime.fromisoformat(row[name]) for name in names}


def store_rounds(
    event: Event, facts: EventFacts, entries: Mapping[int, Entry], stages: Mapping[int, Stage]
) -> dict[Any, GameSlot]:
    """The slots by the ids that the rows give them."""
    rows = facts.parts["rounds.ndjson"]
    rounds = store(_round(event, row, facts, stages) for row in rows)
    paired = [
        _Paired(Pairing(round=round_, **{name: each[name] for name in PAIRING_COLUMNS}), each)
        for round_, row in zip(rounds, rows, strict=True)
        for each in row["pairings"]
    ]
    store(each.pairing for each in paired)
    store(
        Seat(
            pairing=pairing, order=order, entry=entries[number], round=pairing.round,
            leg=pairing.leg, berserk_at=_berserk_at(row, order),
        )
        for pairing, row in paired
        for order, number in enumerate(row["seats"], start=1)
    )  # fmt: skip
    slots = {
        slot["id"]: GameSlot(
            pairing=pairing,
            state=SlotStatus(slot["state"]),
            **moments(slot, SLOT_TIMES),
            **{name: slot[name] for name in SLOT_COLUMNS},
        )
        for pairing, row in paired
        for slot in row["slots"]
    }
    store(slots.values())
    _store_matches(event, facts, rounds)
    return slots


def _berserk_at(row: Mapping[str, Any], seat: int) -> datetime | None:
    at = dict(row.get("berserk", ())).get(seat)
    return datetime.fromisoformat(at) if at else None


def _store_matches(event: Event, facts: EventFacts, rounds: list[Round]) -> None:
    teams = {team.number: team for team in event.teams.all()}
    store(
        TeamMatch(
            round=round_,
            number=number,
            first=teams[first],
            second=teams[second[0]] if second else None,
            **decision_columns(row, number, facts.sealed),
        )
        for round_, row in zip(rounds, facts.parts["rounds.ndjson"], strict=True)
        for number, (first, *second) in enumerate(row.get("matches", ()), start=1)
    )


def decision_columns(
    row: Mapping[str, Any], match: int, sealed: Mapping[str, Any]
) -> dict[str, Any]:
    """What staff decided of a match of teams, from its round."""
    team = row.get("decisions", {}).get(str(match))
    if team is None:
        return {"decided_for": None, "decided_why": ""}
    seat = 1 + row["matches"][match - 1].index(team)
    reason = reason_of(sealed, f"match:{row['round']}:{match}")
    return {"decided_for": seat, "decided_why": reason or REMOVED}


def _round(
    event: Event, row: Mapping[str, Any], facts: EventFacts, stages: Mapping[int, Stage]
) -> Round:
    state = RoundStatus(row["state"])
    if state not in SHOWN_STATES:
        raise ValueError(f"round {row['round']} is {state}")
    return Round(
        event=event,
        stage=stages[row["stage"]],
        number=row["round"],
        legs=row["legs"],
        kind=row["kind"],
        state=state,
        proof=row["proof"],
        proof_hash=row["proof_hash"],
        proof_staff=facts.sealed.get(f"staff:{row['round']}"),
        **moments(row, ROUND_TIMES),
    )


def store_results(
    facts: EventFacts, slots: Mapping[Any, GameSlot], games: Mapping[str, str]
) -> None:
    """All revisions. games: the public ids here by those of the archive."""
    rows = facts.parts["results.ndjson"]
    results = store(_result(row, facts, slots, games) for row in rows)
    store(
        SeatResult(result=result, order=order, points_x2=points, place_x2=place)
        for result, row in zip(results, rows, strict=True)
        for order, (points, place) in enumerate(
            zip(row["points_x2"], row["places_x2"], strict=True), start=1
        )
    )


def _result(
    row: Mapping[str, Any],
    facts: EventFacts,
    slots: Mapping[Any, GameSlot],
    games: Mapping[str, str],
) -> Result:
    if row["kind"] not in KINDS:
        raise ValueError(f"a result is {row['kind']}")
    reason = reason_of(facts.sealed, f"result:{row['slot']}:{row['revision']}")
    source = row["source"] and f"game:{games[row['source'].removeprefix('game:')]}"
    return Result(
        slot=slots[row["slot"]],
        revision=row["revision"],
        current=row["current"],
        kind=row["kind"],
        outcome=row["outcome"],
        facts=row["facts"],
        source=source,
        actor=IMPORTED,
        reason=reason or (REMOVED if row["revision"] > 1 else ""),
        at=datetime.fromisoformat(row["at"]),
    )


def store_publications(event: Event, facts: EventFacts) -> None:
    columns = ("kind", "after_round", "version", "document", "sha256")
    store(
        Publication(
            event=event, scope=f"event:{event.slug}", **{name: row[name] for name in columns}
        )
        for row in facts.parts["publications.ndjson"]
    )
