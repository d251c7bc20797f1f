"""The proof of a pairing: what the pairing saw, what it said, and how to say it again.

Entries are numbers in it, never names, so that a person can be anonymised and it still holds.
"""

import json
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from tournaments import state as pure
from tournaments.pairing import SYSTEMS, PairedRound
from tournaments.state import EventState

VERSION = 1
ERA = "2026"  # the edition of the rules that the systems follow


def build(*, system: str, seed: int, state: EventState, paired: PairedRound) -> dict[str, Any]:
    """All that is needed to pair the round again, as plain JSON values."""
    document = {
        "engine": system,
        "version": VERSION,
        "era": ERA,
        "seed": seed,
        "input": asdict(state),
        "pairs": pairs_of(paired),
        "edits": [],
    }
    plain: dict[str, Any] = json.loads(json.dumps(document))
    return plain


def digest(document: dict[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


def pairs_of(paired: PairedRound) -> list[dict[str, Any]]:
    """The engine's pairs in its own order."""
    return [
        {
            "seats": list(pairing.seats),
            "table": pairing.table,
            "leg": pairing.leg,
            "kind": pairing.kind,
            "first_seat": pairing.first_seat,
        }
        for pairing in paired.pairings
    ]


def pair_again(document: dict[str, Any]) -> PairedRound:
    """Pair the stored input with the stored seed.

    :raises PairingRefused: the stored input has no such round.
    """
    return SYSTEMS[document["engine"]](read_state(document["input"]), seed=document["seed"])


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
        options=pure.PairingOptions(**stored["options"]),
    )


def _entrant(row: dict[str, Any]) -> pure.Entrant:
    absences = tuple(pure.Absence(**absence) for absence in row["absences"])
    adjustments = tuple(pure.Adjustment(**change) for change in row["adjustments"])
    return pure.Entrant(**{**row, "absences": absences, "adjustments": adjustments})


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
