"""The proof of a pairing: what the pairing saw, what it said, and how to say it again.

Documents here are whole; `proof_parts` splits them into what everybody and what staff read.
Entries are numbers in it, never names, so that a person can be anonymised and it still holds.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from tournaments import state as pure
from tournaments.pairing import ENGINES, PairedRound, Pairing, Reason, RunEngine
from tournaments.pairing.drafts.check import entries_of
from tournaments.pairing.drafts.edit_kinds import Edit, describe_edit, edit_as_dict, read_edits
from tournaments.pairing.drafts.edits import EDITED_BY_HAND, apply_edits
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.state import AS_DRAW, AS_NOTHING, EventState

VERSION = 4  # from 4 on a stored proof has two parts, see proof_parts.py
ERA = "2026"  # the edition of the rules that the systems follow
# What rounds were paired by before there was an option for it: version 1 always changed the last
# two rounds of a cycle over, seats that nothing decided went in a fixed order, and tables counted
# only whether people had met, not how often.
AS_BEFORE = {"swap_last_rounds": True, "seats_by_lot": False, "by_times": False}


class ToldEdit(NamedTuple):
    """An edit as a sentence, and what the organiser was warned of when it was made."""

    did: Reason
    warnings: list[Reason]


def build(
    *,
    system: str,
    seed: int,
    state: EventState,
    paired: PairedRound,
    warnings: Sequence[Reason] = (),
) -> dict[str, Any]:
    """All that is needed to pair the round again, as plain JSON values.

    `engine` is the code of the system, `program` the version of the program it runs, `why` the
    reasons of the round and of each of its pairs, in their order. `warnings`: what was told of
    pairs that the organiser gave.
    """
    document: dict[str, Any] = {
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
    if warnings:
        document["warnings"] = _reasons(warnings)
    return _plain(document)


def with_lot(document: dict[str, Any], origin: str) -> dict[str, Any]:
    """The proof of a round in which lots were drawn.

    origin: where the seed is from: "drawn" by the service, or "given" by staff.
    """
    return {**document, "lot": origin}


def lot_of(document: Mapping[str, Any]) -> tuple[str, int] | None:
    """Where the seed of a round is from, and the seed; None where nothing was left to the lot.

    Proofs from before lots were drawn do not say, and their seed counts as given.
    """
    old = "seats_by_lot" not in document["input"]["options"]
    origin = document.get("lot", "given" if old and document["engine"] != "manual" else "")
    return (origin, document["seed"]) if origin else None


def with_edits(
    document: dict[str, Any], edits: Sequence[Edit], warnings: Sequence[Reason]
) -> dict[str, Any]:
    """The proof with more edits; the last of them keeps what all of them were warned of."""
    added = [edit_as_dict(edit) for edit in edits]
    added[-1]["warnings"] = _reasons(warnings)
    return _plain({**document, "edits": [*document["edits"], *added]})


def without_last_edits(document: dict[str, Any]) -> dict[str, Any]:
    """The proof before the edits that were last made together; as it is where there are none."""
    edits = document.get("edits", [])
    ends = [at for at, edit in enumerate(edits, start=1) if "warnings" in edit]
    kept = ends[-2] if len(ends) > 1 else 0
    return {**document, "edits": edits[:kept]}


def _plain(document: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(document))
    return plain


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


def engine_round(document: dict[str, Any]) -> PairedRound:
    """The round as the engine said it, with its reasons; nothing is paired again."""
    pairs = document["pairs"]
    why = document.get("why") or {"round": [], "pairs": [[] for _pair in pairs]}
    pairings = (
        Pairing(**{**pair, "seats": tuple(pair["seats"])}, explanation=_read_reasons(reasons))
        for pair, reasons in zip(pairs, why["pairs"], strict=True)
    )
    return PairedRound(
        round=document["input"]["current_round"] + 1,
        pairings=tuple(pairings),
        legs=max((pair["leg"] for pair in pairs), default=1),
        explanation=_read_reasons(why["round"]),
        engine=document.get("program", ""),
    )


def edited_round(document: dict[str, Any]) -> PairedRound:
    """The round as it is played: the engine's, and the edits done again.

    :raises PairingRefused: an edit that cannot be done.
    """
    return apply_edits(engine_round(document), read_edits(document["edits"]))


def told_edits(document: dict[str, Any]) -> list[ToldEdit]:
    edits = document.get("edits", ())
    return [
        ToldEdit(describe_edit(edit), list(_read_reasons(plain.get("warnings", ()))))
        for edit, plain in zip(read_edits(edits), edits, strict=True)
    ]


def warnings_of(document: dict[str, Any]) -> list[Reason]:
    """What the organiser was warned of when the round last changed."""
    last = document["edits"][-1] if document.get("edits") else document
    return list(_read_reasons(last.get("warnings", ())))


def reasons_of(document: dict[str, Any], seats: tuple[int, ...], leg: int) -> list[Reason]:
    """Why these seats sit together: the round's reasons, then the pairing's own.

    Where a hand put them together it says so, and what it was warned of.
    """
    if not document:
        return []
    paired = edited_round(document)
    for pairing in paired.pairings:
        if (pairing.seats, pairing.leg) != (seats, leg):
            continue
        if EDITED_BY_HAND in pairing.explanation:
            told = warnings_of(document)
            return [EDITED_BY_HAND, *(reason for reason in told if entries_of(reason) & {*seats})]
        return [*paired.explanation, *pairing.explanation]
    return []


def pair_again(document: dict[str, Any], *, run_engine: RunEngine | None = None) -> PairedRound:
    """Pair the stored input with the stored seed.

    :raises PairingRefused: the stored input has no such round.
    """
    state = read_state(document["input"])
    paired = ENGINES[document["engine"]](state, seed=document["seed"], run_engine=run_engine)
    return with_fixed_tables(state, paired)


def _reasons(reasons: Sequence[Reason]) -> list[list[Any]]:
    return [[reason.code, dict(reason.params)] for reason in reasons]


def _read_reasons(stored: Iterable[list[Any]]) -> tuple[Reason, ...]:
    return tuple(Reason(code, params) for code, params in stored)


def read_state(stored: dict[str, Any]) -> EventState:
    """The EventState that `build` wrote."""
    rules = dict(stored["rules"])
    table = rules["match_table"]
    rules["match_table"] = pure.MatchTable(**table) if table else None
    rules["tiebreaks"] = tuple(rules["tiebreaks"])
    # Before events could say so, only a Swiss saw undecided matches as draws.
    as_before = AS_DRAW if stored.get("system") in ("swiss", "mcmahon") else AS_NOTHING
    rules.setdefault("postponed", as_before)
    return EventState(
        entrants=tuple(_entrant(row) for row in stored["entrants"]),
        rounds_total=stored["rounds_total"],
        current_round=stored["current_round"],
        played=tuple(_played(row) for row in stored["played"]),
        rules=pure.MatchRules(**rules),
        options=pure.PairingOptions.from_dict({**AS_BEFORE, **stored["options"]}),
        system=stored.get("system", ""),
        rounds_before=stored.get("rounds_before", 0),
        forbidden=tuple(pure.Forbidden(**row) for row in stored.get("forbidden", ())),
        by_hand=tuple(tuple(seats) for seats in stored.get("by_hand", ())),
        smallest_table=stored.get("smallest_table", 2),
        largest_table=stored.get("largest_table", 0),
        # Versions 1 and 2 knew one edition of the pairing rules.
        pairing_rules=stored.get("pairing_rules", 2),
        draw_seed=stored.get("draw_seed"),
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
