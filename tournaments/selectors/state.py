"""From rows to the frozen value that pairing and standings are computed from."""

from collections import defaultdict
from typing import Any

from django.db.models import Prefetch

from tournaments import state as pure
from tournaments.models import (
    Absence,
    Event,
    GameSlot,
    Pairing,
    Result,
    Seat,
    SeatResult,
    Stage,
    StageEntry,
)
from tournaments.pairing.round_robin import rounds_needed
from tournaments.state import EventState, MatchRules, MatchTable


def event_state(event_id: int) -> tuple[EventState, int]:
    """An event at one moment, and the results_version it is of; about ten queries.

    The version is read before and after: a change in between starts it over.
    """
    while True:
        event = Event.objects.get(pk=event_id)
        state = _state(event)
        after = Event.objects.values_list("results_version", flat=True).get(pk=event_id)
        if after == event.results_version:
            return state, after


def current_stage(event: Event) -> Stage | None:
    """The stage of the latest round, else the first one."""
    latest = event.stages.filter(rounds__isnull=False).order_by("-rounds__number").first()
    return latest or event.stages.order_by("number").first()


def match_rules(match: dict[str, Any]) -> MatchRules:
    """The event's `match` as the pure packages see it; what it lacks is the default."""
    points = match.get("points") or {}
    table = None if points.get("per_game") else MatchTable(**points)
    plain = MatchRules()
    return MatchRules(
        games_per_match=match.get("games", plain.games_per_match),
        match_table=table,
        bye_allocated_x2=match.get("bye_allocated_x2", plain.bye_allocated_x2),
        bye_asked_x2=match.get("bye_asked_x2", plain.bye_asked_x2),
        forfeit_won_x2=match.get("forfeit_win_x2", plain.forfeit_won_x2),
        forfeit_lost_x2=match.get("forfeit_loss_x2", plain.forfeit_lost_x2),
        double_forfeit_x2=match.get("double_forfeit_x2", plain.double_forfeit_x2),
        cancelled_x2=match.get("cancelled_x2", plain.cancelled_x2),
        rank_by=match.get("rank_by", plain.rank_by),
        tiebreaks=tuple(match.get("tiebreaks", ())),
    )


def _state(event: Event) -> EventState:
    stage = current_stage(event)
    rules = match_rules(event.match)
    if stage is None:
        return EventState(entrants=(), rounds_total=0, rules=rules)
    cycles = stage.options.get("cycles", 1)
    entrants = tuple(_entrants(stage))
    published = stage.rounds.exclude(state="draft").order_by("number")
    numbers = list(published.values_list("number", flat=True))
    total = stage.options.get("rounds")
    return EventState(
        entrants=entrants,
        rounds_total=rounds_needed(len(entrants), cycles) if total is None else total,
        current_round=numbers[-1] if numbers else 0,
        played=tuple(_played(stage)),
        rules=rules,
        options=pure.PairingOptions(cycles=cycles),
    )


def _entrants(stage: Stage) -> list[pure.Entrant]:
    rows = (
        StageEntry.objects.filter(stage=stage, entry__number__isnull=False)
        .select_related("entry")
        .prefetch_related(
            "adjustments",
            Prefetch(
                "entry__absences",
                Absence.objects.filter(cancelled_at__isnull=True).order_by("pk"),
            ),
        )
        .order_by("entry__number")
    )
    return [_entrant(row) for row in rows]


def _entrant(row: StageEntry) -> pure.Entrant:
    return pure.Entrant(
        number=row.entry.number or 0,
        rating=row.entry.rating,
        absences=tuple(
            pure.Absence(absence.from_round, absence.to_round, absence.points_x2, absence.kind)
            for absence in row.entry.absences.all()
        ),
        adjustments=tuple(
            pure.Adjustment(change.after_round, change.points_x2, change.kind)
            for change in sorted(row.adjustments.all(), key=lambda change: change.pk)
        ),
        start_points_x2=row.start_points_x2,
    )


def _played(stage: Stage) -> list[pure.Played]:
    pairings = (
        Pairing.objects.filter(round__stage=stage)
        .exclude(round__state="draft")
        .select_related("round")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry").order_by("order")),
            Prefetch("slots", GameSlot.objects.order_by("number")),
        )
        .order_by("round__number", "leg", "table", "pk")
    )
    results = _results(stage)
    return [_pairing(pairing, results) for pairing in pairings]


def _pairing(pairing: Pairing, results: dict[int, pure.SlotResult]) -> pure.Played:
    regular = [
        pure.Slot(slot.number, slot.first_seat, slot.kind, results.get(slot.pk))
        for slot in pairing.slots.all()
    ]
    return pure.Played(
        round=pairing.round.number,
        seats=tuple(seat.entry.number or 0 for seat in pairing.seats.all()),
        slots=tuple(regular),
        leg=pairing.leg,
        kind=pairing.kind,
        table=pairing.table,
    )


def _results(stage: Stage) -> dict[int, pure.SlotResult]:
    """The counted result of each slot of a stage; two queries."""
    counted = Result.objects.filter(current=True, slot__pairing__round__stage=stage)
    points: dict[int, list[int]] = defaultdict(list)
    for row in SeatResult.objects.filter(result__in=counted).order_by("result_id", "order"):
        points[row.result_id].append(row.points_x2)
    return {
        result.slot_id: pure.SlotResult(
            kind=result.kind,
            outcome=result.outcome,
            points_x2=tuple(points[result.pk]),
            bpr=board_plus_reserve(result.facts, result.slot.first_seat, result.kind),
        )
        for result in counted.select_related("slot")
    }


def board_plus_reserve(facts: dict[str, Any], first_seat: int, kind: str) -> tuple[int, ...] | None:
    """Points by seat from points by mover; nothing is given for a game not played (TAK-8.1)."""
    if kind not in pure.OVER_THE_BOARD:
        return (0, 0)
    score = facts.get("score")
    if not score:
        return None
    by_mover = (score["first"], score["second"])
    return by_mover if first_seat == 1 else (by_mover[1], by_mover[0])
