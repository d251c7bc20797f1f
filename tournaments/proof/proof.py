"""The proof of a pairing: its input, its result, and how to reproduce it.

Documents here are complete; `parts` splits them into a public and a staff part. Entries are
numbers, so a proof still holds after a player is anonymised.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from tournaments import state as pure
from tournaments.documents import Document
from tournaments.pairing import ENGINES, PairedRound, Pairing, Reason, RunEngine
from tournaments.pairing.drafts.check import entries_of
from tournaments.pairing.drafts.edit_kinds import Edit, describe_edit, edit_as_dict, read_edits
from tournaments.pairing.drafts.edits import EDITED_BY_HAND, apply_edits
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.state import AS_DRAW, AS_NOTHING, EventState
from tournaments.state.teams import LineUp, Team, TeamMatch

TEAM_FIELDS = frozenset({"teams", "matches", "lineups"})
VERSION = 4  # stored proofs have two parts since version 4, see parts.py
RULES_EDITION = "2026"  # of FIDE's rules
# Behaviour before these options existed: the last two rounds of a cycle were always swapped,
# undecided seats went in a fixed order, and tables counted whether players met, not how often.
LEGACY_OPTIONS = {"swap_last_rounds": True, "seats_by_lot": False, "by_times": False}


class EditRecord(NamedTuple):
    """An edit as a sentence, and the warnings that the organiser saw."""

    did: Reason
    warnings: list[Reason]


def build(
    *,
    system: str,
    seed: int,
    state: EventState,
    paired: PairedRound,
    warnings: Sequence[Reason] = (),
) -> Document:
    """Everything needed to pair the round again, as plain JSON values.

    `engine` is the code of the system, `program` the version of its program, `why` the reasons of
    the round and of each pair in order. `warnings`: about pairs given by the organiser.
    """
    document: Document = {
        "engine": system,
        "program": paired.engine,
        "version": VERSION,
        "era": RULES_EDITION,
        "seed": seed,
        "input": _input(state),
        "pairs": pairs_of(paired),
        "why": {
            "round": _reasons(paired.explanation),
            "pairs": [_reasons(pairing.explanation) for pairing in paired.pairings],
        },
        "edits": [],
    }
    if paired.matches:
        document["matches"] = matches_of(paired)
    if warnings:
        document["warnings"] = _reasons(warnings)
    return _as_json(document)


def _input(state: EventState) -> Document:
    """A stage without teams has no word of them."""
    plain = asdict(state)
    return plain if state.teams else {k: v for k, v in plain.items() if k not in TEAM_FIELDS}


def matches_of(paired: PairedRound) -> list[list[int]]:
    """The teams of each match, in the order of their numbers; one team is a bye."""
    return [list(match.teams) for match in paired.matches]


def with_seed_origin(document: dict[str, object], origin: str) -> Document:
    """The proof of a round in which lots were drawn.

    origin: "drawn" if the service drew the seed, "given" if staff gave it.
    """
    return {**document, "lot": origin}


def drawn_seed(document: Mapping[str, Any]) -> tuple[str, int] | None:
    """Origin and value of a round's seed; None if nothing was drawn by lot.

    Older proofs have no origin; their seed counts as given.
    """
    old = "seats_by_lot" not in document["input"]["options"]
    origin = document.get("lot", "given" if old and document["engine"] != "manual" else "")
    return (origin, document["seed"]) if origin else None


def with_edits(document: Document, edits: Sequence[Edit], warnings: Sequence[Reason]) -> Document:
    """The proof with more edits; the last added edit stores the warnings of all of them."""
    added = [edit_as_dict(edit) for edit in edits]
    added[-1]["warnings"] = _reasons(warnings)
    return _as_json({**document, "edits": [*document["edits"], *added]})


def without_last_edits(document: Document) -> Document:
    """The proof without the last group of edits that were made together."""
    edits = document.get("edits", [])
    ends = [at for at, edit in enumerate(edits, start=1) if "warnings" in edit]
    kept = ends[-2] if len(ends) > 1 else 0
    return {**document, "edits": edits[:kept]}


def _as_json(document: dict[str, object]) -> Document:
    plain: Document = json.loads(json.dumps(document))
    return plain


def pairs_of(paired: PairedRound) -> list[Document]:
    """The pairs in the engine's order; `group` and `bracket` only if set."""
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


def proposed_round(document: Document) -> PairedRound:
    """The round as stored in the proof, before any edits; nothing is paired again."""
    pairs = document["pairs"]
    why = document.get("why") or {"round": [], "pairs": [[] for _pair in pairs]}
    pairings = (
        Pairing(**{**pair, "seats": tuple(pair["seats"])}, explanation=_read_reasons(reasons))
        for pair, reasons in zip(pairs, why["pairs"], strict=True)
    )
    number = document["input"]["current_round"] + 1
    return PairedRound(
        round=number,
        pairings=tuple(pairings),
        legs=max((pair["leg"] for pair in pairs), default=1),
        explanation=_read_reasons(why["round"]),
        engine=document.get("program", ""),
        matches=tuple(
            TeamMatch(number, at, tuple(teams))
            for at, teams in enumerate(document.get("matches", ()), start=1)
        ),
    )


def edited_round(document: Document) -> PairedRound:
    """The stored round with all edits applied.

    :raises PairingRefused: an edit cannot be applied.
    """
    return apply_edits(proposed_round(document), read_edits(document["edits"]))


def edit_records(document: Document) -> list[EditRecord]:
    edits = document.get("edits", ())
    return [
        EditRecord(describe_edit(edit), list(_read_reasons(plain.get("warnings", ()))))
        for edit, plain in zip(read_edits(edits), edits, strict=True)
    ]


def warnings_of(document: Document) -> list[Reason]:
    """The warnings from when the round last changed."""
    last = document["edits"][-1] if document.get("edits") else document
    return list(_read_reasons(last.get("warnings", ())))


def reasons_of(document: dict[str, object], seats: tuple[int, ...], leg: int) -> list[Reason]:
    """Why these seats meet: the round's reasons, then the pairing's own.

    A pairing made by hand has that as its reason, with the warnings about its entries.
    """
    if not document:
        return []
    paired = edited_round(document)
    for pairing in paired.pairings:
        if (pairing.seats, pairing.leg) != (seats, leg):
            continue
        if EDITED_BY_HAND in pairing.explanation:
            warned = (r for r in warnings_of(document) if entries_of(r) & {*seats})
            return [EDITED_BY_HAND, *warned]
        return [*paired.explanation, *pairing.explanation]
    return []


def pair_again(document: Document, *, run_engine: RunEngine | None = None) -> PairedRound:
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


def read_state(stored: Document) -> EventState:
    """The EventState that `build` wrote."""
    rules = dict(stored["rules"])
    table = rules["match_table"]
    rules["match_table"] = pure.MatchTable(**table) if table else None
    rules["tiebreaks"] = tuple(rules["tiebreaks"])
    # Before this option, only a Swiss counted undecided matches as draws.
    as_before = AS_DRAW if stored.get("system") in ("swiss", "mcmahon") else AS_NOTHING
    rules.setdefault("postponed", as_before)
    return EventState(
        entrants=tuple(_entrant(row) for row in stored["entrants"]),
        rounds_total=stored["rounds_total"],
        current_round=stored["current_round"],
        played=tuple(_played(row) for row in stored["played"]),
        rules=pure.MatchRules(**rules),
        options=pure.PairingOptions.from_dict({**LEGACY_OPTIONS, **stored["options"]}),
        system=stored.get("system", ""),
        rounds_before=stored.get("rounds_before", 0),
        forbidden=tuple(pure.ForbiddenMeeting(**row) for row in stored.get("forbidden", ())),
        by_hand=tuple(tuple(seats) for seats in stored.get("by_hand", ())),
        smallest_table=stored.get("smallest_table", 2),
        largest_table=stored.get("largest_table", 0),
        # Versions 1 and 2 had one edition of the pairing rules.
        pairing_rules=stored.get("pairing_rules", 2),
        draw_seed=stored.get("draw_seed"),
        ladder=tuple(pure.LadderFact(**fact) for fact in stored.get("ladder", ())),
        pool=_free_players(stored.get("pool")),
        teams=tuple(Team(row["number"], tuple(row["members"])) for row in stored.get("teams", ())),
        matches=tuple(
            TeamMatch(row["round"], row["number"], tuple(row["teams"]), row.get("decided_for"))
            for row in stored.get("matches", ())
        ),
        lineups=tuple(
            LineUp(row["team"], tuple(row["entries"])) for row in stored.get("lineups", ())
        ),
    )


def _free_players(rows: list[Document] | None) -> tuple[pure.FreePlayer, ...] | None:
    if rows is None:
        return None
    return tuple(pure.FreePlayer(**{**row, "moves": tuple(row["moves"])}) for row in rows)


def _entrant(row: Document) -> pure.Entrant:
    absences = tuple(pure.Absence(**absence) for absence in row["absences"])
    adjustments = tuple(pure.Adjustment(**change) for change in row["adjustments"])
    plain = {**row, "virtual_x2": tuple(row.get("virtual_x2", ()))}
    return pure.Entrant(**{**plain, "absences": absences, "adjustments": adjustments})


def _played(row: Document) -> pure.Played:
    slots = tuple(_slot(slot) for slot in row["slots"])
    berserk = tuple(row.get("berserk", ()))
    return pure.Played(**{**row, "seats": tuple(row["seats"]), "slots": slots, "berserk": berserk})


def _slot(row: Document) -> pure.Slot:
    result = row["result"]
    if result is not None:
        result = pure.SlotResult(
            kind=result["kind"],
            outcome=result["outcome"],
            points_x2=tuple(result["points_x2"]),
            **{name: _tuple(result.get(name)) for name in ("bpr", "flats", "ford", "cards_left")},
        )
    return pure.Slot(**{**row, "result": result})


def _tuple(values: list[int] | None) -> tuple[int, ...] | None:
    return None if values is None else tuple(values)
