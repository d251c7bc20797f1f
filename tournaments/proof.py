"""The proof of a pairing: what the pairing saw, what it said, and how to say it again.

Entries are numbers in it, never names, so that a person can be anonymised and it still holds.
"""

import json
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from tournaments import state as pure
from tournaments.pairing import SYSTEMS, PairedRound, Reason, RunEngine
from tournaments.state import EventState

VERSION = 2
ERA = "2026"  # the edition of the rules that the systems follow


def build(*, system: str, seed: int, state: EventState, paired: PairedRound) -> dict[str, Any]:
    """All that is needed to pair the round again, as plain JSON values.

    `engine` is the code of the system, `program` the version of the program it runs, `why` the
    reasons of the round and of each of its pairs, in their order.
    """
    document = {
        "engine": system,
        "program": paired.engine,
        "version": VERSION,
        "era": ERA,
        "seed": seed,
        "input": asdict(state),
        "pairs": pairs_of(paired),
        "why": {
            "round": _reasons(paired.explanation),
            "pairs": [_reasons(pairing.explanation) for pairing in paired.pairings],
        },
        "edits": [],
    }
    plain: dict[str, Any] = json.loads(json.dumps(document))
    return plain


def digest(document: dict[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


def pairs_of(paired: PairedRound) -> list[dict[str, Any]]:
    """The engine's pairs in its own order; a group and a bracket only where there is one."""
    return [
        {
            "seats": list(pairing.seats),
            "table": pairing.table,
            "leg": pairing.leg,
            "kind": pairing.kind,
            "first_seat": pairing.first_seat,
            **({"group": pairing.group} if pairing.group else {}),
            **({"bracket": pairing.bracket} if pairing.bracket else {}),
        }
        for pairing in paired.pairings
    ]


def reasons_of(document: dict[str, Any], seats: tuple[int, ...], leg: int) -> list[Reason]:
    """Why these seats sit together: the round's reasons, then the pairing's own.

    Empty where the engine did not put them together: an edit by hand did.
    """
    why = document.get("why")
    if not why:
        return []
    for pair, own in zip(document["pairs"], why["pairs"], strict=True):
        if tuple(pair["seats"]) == seats and pair["leg"] == leg:
            return [Reason(code, params) for code, params in (*why["round"], *own)]
    return []


def pair_again(document: dict[str, Any], *, run_engine: RunEngine | None = None) -> PairedRound:
    """Pair the stored input with the stored seed.

    :raises PairingRefused: the stored input has no such round.
    """
    pair = SYSTEMS[document["engine"]]
    return pair(read_state(document["input"]), seed=document["seed"], run_engine=run_engine)


def _reasons(reasons: tuple[Reason, ...]) -> list[list[Any]]:
    return [[reason.code, dict(reason.params)] for reason in reasons]


def read_state(stored: dict[str, Any]) -> EventState:
    """The EventState that `build` wrote."""
    rules = dict(stored["rules"])
    table = rules["match_table"]
    rules["match_table"] = pure.MatchTable(**table) if table else None
    rules["tiebreaks"] = tuple(rules["tiebreaks"])
    return EventState(
        entrants=tuple(_entrant(row) for row in stored["entrants"]),
        rounds_total=stored["rounds_total"],
        current_round=stored["current_round"],
        played=tuple(_played(row) for row in stored["played"]),
        rules=pure.MatchRules(**rules),
        # Version 1 knew no such option: it always changed the two rounds over.
        options=pure.PairingOptions.from_dict({"swap_last_rounds": True, **stored["options"]}),
        system=stored.get("system", ""),
        rounds_before=stored.get("rounds_before", 0),
        forbidden=tuple(pure.Forbidden(**row) for row in stored.get("forbidden", ())),
        by_hand=tuple(tuple(seats) for seats in stored.get("by_hand", ())),
    )


def _entrant(row: dict[str, Any]) -> pure.Entrant:
    absences = tuple(pure.Absence(**absence) for absence in row["absences"])
    adjustments = tuple(pure.Adjustment(**change) for change in row["adjustments"])
    plain = {**row, "virtual_x2": tuple(row.get("virtual_x2", ()))}
    return pure.Entrant(**{**plain, "absences": absences, "adjustments": adjustments})


def _played(row: dict[str, Any]) -> pure.Played:
    slots = tuple(_slot(slot) for slot in row["slots"])
    return pure.Played(**{**row, "seats": tuple(row["seats"]), "slots": slots})


def _slot(row: dict[str, Any]) -> pure.Slot:
    result = row["result"]
    if result is not None:
        bpr = result["bpr"]
        result = pure.SlotResult(
            kind=result["kind"],
            outcome=result["outcome"],
            points_x2=tuple(result["points_x2"]),
            bpr=None if bpr is None else tuple(bpr),
        )
    return pure.Slot(**{**row, "result": result})
