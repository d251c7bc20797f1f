"""Swiss: FIDE's Dutch system, rules of 2026, paired by an external engine.

Source: FIDE Handbook C.04.3 (in force from 1 February 2026), C.04.1 and C.04.2. The engine gets a
report file (`report.py`) and answers with player numbers of that file; `reasons.py` explains the
pairs. Several legs are paired one after the other on the scores before the round, with earlier
legs as played rounds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.pairing.first_move import is_unplayed
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.pairing.pairing_score import score_reasons
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.swiss.reasons import explain_bye, explain_match, is_quick
from tournaments.pairing.swiss.report import EngineInput
from tournaments.standings.points import proof_points_text
from tournaments.state import (
    BY_LOT,
    BYE_ALLOCATED,
    BYE_ASKED,
    TOP_FIRST,
    EventState,
    Played,
    Slot,
)
from tournaments.trf.write import write_report

MESSAGES: dict[str, str] = {
    "swiss_rounds_done": ngettext_lazy(
        "The only round of this stage is paired.",
        "All {rounds} rounds of this stage are paired.",
        "rounds",
    ),
    "no_legal_pairing": gettext_noop(
        "Round {round} cannot be paired: whoever meets whom, somebody would meet an opponent "
        "again or one that is kept apart, have the same first move too often, or have a second "
        "bye (FIDE C.04.3 art. 2.1). Allow rematches from round {round}, pair by hand, or end "
        "the stage."
    ),
    "no_legal_pairing_at_all": gettext_noop(
        "Round {round} cannot be paired even though rematches are allowed: too many are kept "
        "apart, must have the same first move or have had a bye (FIDE C.04.3 art. 2.1). Pair by "
        "hand, or end the stage."
    ),
    "swiss_dutch": gettext_noop("Paired by the Dutch system, FIDE C.04.3 in the rules of 2026."),
    "swiss_rematches": ngettext_lazy(
        "Rematches are allowed from round {round}, and without them nobody could pair "
        "this round; there are as few as possible, and nobody meets more than once.",
        "Rematches are allowed from round {round}, and without them nobody could pair "
        "this round; there are as few as possible, and nobody meets more than "
        "{meetings} times.",
        "meetings",
    ),
    "swiss_legs": gettext_noop(
        "The {legs} matches of this round are paired at once, all on the scores before it; a "
        "later one counts as if the earlier were drawn."
    ),
    "swiss_virtual": gettext_noop(
        "The scores of this round count the virtual points of an accelerated pairing (FIDE C.04.7)."
    ),
    "swiss_quick": gettext_noop(
        "From a score of {points} down, the exact method would take too long: the {entries} "
        "entries not paired yet are paired by a quicker method. It keeps FIDE C.04.3 art. 2.1 "
        "(meetings, byes, same moves) and pairs each group half against half, but does not look "
        "for the best pairing by C6 to C21."
    ),
    "swiss_alone": gettext_noop("{entry} has no opponent: nobody else is in its group."),
}

QUICK_SINCE = 4  # PAIRING_RULES; before, every group was paired by the exact method


@dataclass(frozen=True, slots=True)
class _EngineAnswer:
    """The engine's answer for one leg of one group, with its input."""

    engine_input: EngineInput
    answer: Mapping[str, Any]
    meetings: int


def pair_swiss(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; the seed only draws the first move of the top table in round 1.

    Groups are paired separately, with tables numbered through. run_engine is required.

    :raises PairingRefused: too_few_entries, swiss_rounds_done, no_legal_pairing,
        no_legal_pairing_at_all.
    """
    if run_engine is None:
        raise ValueError("a Swiss needs an engine")
    number, here = state.next_round, state.present_entries(state.next_round)
    if len(here) < 2:
        raise PairingRefused("too_few_entries", entries=len(here))
    if 0 < state.rounds_total < number:
        raise PairingRefused("swiss_rounds_done", rounds=state.rounds_total - state.rounds_before)
    legs = state.legs_of_round(state.stage_round)
    pairings: list[Pairing] = []
    answers: list[_EngineAnswer] = []
    for group in sorted({entrant.group for entrant in state.entrants}):
        group_state = with_provisional_results(state.of_group(group))
        earlier: list[Pairing] = []
        for leg in range(1, legs + 1):
            engine_input = _engine_input(group_state, earlier, seed)
            if answer := _ask_engine(engine_input, run_engine):
                answers.append(answer)
                earlier += _read_pairings(answer, leg=leg, group=group)
            else:
                earlier += _lone_byes(engine_input, leg=leg, group=group)
        pairings += earlier
    return PairedRound(
        number,
        _number_tables(pairings),
        legs=legs,
        explanation=tuple(_round_reasons(state, legs, answers)),
        engine=answers[0].answer["engine"] if answers else "",
    )


def _engine_input(state: EventState, earlier: list[Pairing], seed: int) -> EngineInput:
    """The engine's input for a group after the earlier legs."""
    played = tuple(_as_played(pairing, state.next_round) for pairing in earlier)
    return EngineInput(state, played, "w" if _top_moves_first(state, seed) else "b")


def _top_moves_first(state: EventState, seed: int) -> bool:
    """Whether odd numbers without a preference move first (C.04.3 art. 5.2.5).

    By the option; for a lot, as drawn in round 1 of the stage.
    """
    if state.options.top_moves != BY_LOT:
        return state.options.top_moves == TOP_FIRST
    ranks = {entry: rank for rank, entry in enumerate(state.entries_by_seed)}
    first_round = [p for p in state.played if p.round == state.rounds_before + 1 and p.leg == 1]
    matches = [played for played in first_round if not played.is_bye]
    if not matches:
        return random.Random(seed).random() < 0.5
    top = min(matches, key=lambda played: min(map(ranks.__getitem__, played.seats)))
    high = min(top.seats, key=ranks.__getitem__)
    numbered = {e for played in first_round if played.kind != BYE_ASKED for e in played.seats}
    above = sum(entry in numbered for entry in state.entries_by_seed[: ranks[high]])
    first = top.seats[(top.slots[0].first_seat if top.slots else 1) - 1]
    return (first == high) == (above % 2 == 0)


def _ask_engine(engine_input: EngineInput, run_engine: RunEngine) -> _EngineAnswer | None:
    """The engine's round with as few rematches as possible; None: nobody to pair."""
    state = engine_input.state
    if len(state.present_entries(state.next_round)) < 2:
        return None
    allowed = state.options.rematches_from
    rematches = allowed is not None and allowed <= state.next_round
    report = write_report(engine_input.build_report())
    exact = {"exact": True} if state.pairing_rules < QUICK_SINCE else {}
    for meetings in range(1, _most_meetings(engine_input) + 2 if rematches else 2):
        answer = run_engine(report, meetings=meetings, **exact)
        if "refused" not in answer:
            return _EngineAnswer(engine_input, answer, meetings)
    code = "no_legal_pairing_at_all" if rematches else "no_legal_pairing"
    raise PairingRefused(code, round=state.next_round)


def _most_meetings(engine_input: EngineInput) -> int:
    """The largest number of meetings of any two over the board."""
    played = (*engine_input.state.played, *engine_input.earlier_legs)
    met = Counter(frozenset(p.seats) for p in played if not p.is_bye and not is_unplayed(p))
    return max(met.values(), default=0)


def _read_pairings(answer: _EngineAnswer, *, leg: int, group: str) -> list[Pairing]:
    """The engine's pairs as pairings of entries, in table order."""
    entries, pairings = answer.engine_input.entries, []
    for first, second in sorted(
        answer.answer["pairs"], key=partial(_table_order, answer.engine_input)
    ):
        if second == 0:
            why = explain_bye(answer.engine_input, answer.answer, first)
            bye = Pairing.bye(entries[first - 1], why=why)
            pairings.append(replace(bye, leg=leg, group=group))
            continue
        seats = (entries[first - 1], entries[second - 1])
        why = explain_match(answer.engine_input, answer.answer, (first, second))
        pairings.append(Pairing(seats, None, leg=leg, explanation=why, group=group))
    return pairings


def _table_order(engine_input: EngineInput, pair: tuple[int, int]) -> tuple[int, ...]:
    """Sort key: score of the higher, score of the other, rank of the higher; the bye last.

    Source: FIDE C.04.2, order of published pairings. Virtual points do not count.
    """
    scores_x2 = engine_input.scores_x2[engine_input.state.next_round]
    high, *low = sorted((-scores_x2[engine_input.entries[rank - 1]], rank) for rank in pair if rank)
    return (1 - len(low), high[0], *(score for score, _rank in low), high[1])


def _lone_byes(engine_input: EngineInput, *, leg: int, group: str) -> list[Pairing]:
    """A bye for an entry that is alone in its group; empty if nobody is present."""
    return [
        replace(
            Pairing.bye(entry, why=(Reason("swiss_alone", {"entry": entry}),)), leg=leg, group=group
        )
        for entry in engine_input.state.present_entries(engine_input.state.next_round)
    ]


def _as_played(pairing: Pairing, number: int) -> Played:
    slots = () if pairing.kind == BYE_ALLOCATED else (Slot(1),)
    return Played(number, pairing.seats, slots, leg=pairing.leg, kind=pairing.kind)


def _number_tables(pairings: list[Pairing]) -> tuple[Pairing, ...]:
    """Matches by leg with tables from 1 through all groups; then byes."""
    legs = sorted({pairing.leg for pairing in pairings})
    matches = [
        replace(pairing, table=table)
        for leg in legs
        for table, pairing in enumerate(
            (p for p in pairings if p.leg == leg and len(p.seats) == 2), start=1
        )
    ]
    byes = sorted((p for p in pairings if len(p.seats) == 1), key=lambda p: p.leg)
    return (*matches, *byes)


def _round_reasons(state: EventState, legs: int, answers: list[_EngineAnswer]) -> list[Reason]:
    why = [Reason("swiss_dutch", {}), *score_reasons(state)]
    if legs > 1:
        why.append(Reason("swiss_legs", {"legs": legs}))
    at = state.stage_round - 1
    if any(any(entrant.virtual_x2[at : at + 1]) for entrant in state.entrants):
        why.append(Reason("swiss_virtual", {}))
    why += [
        Reason(
            "swiss_quick",
            {
                "points": proof_points_text(bracket["score_x2"]),
                "entries": sum(number > 0 for number in bracket["competitors"]),
            },
        )
        for answer in answers
        for bracket in answer.answer["brackets"]
        if is_quick(bracket)
    ]
    meetings = max((answer.meetings for answer in answers), default=1)
    if meetings > 1:
        allowed = state.options.rematches_from or state.next_round
        why.append(Reason("swiss_rematches", {"round": allowed, "meetings": meetings}))
    return why
