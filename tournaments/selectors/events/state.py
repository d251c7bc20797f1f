"""Build the pure EventState, from which pairings and standings are computed."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django.db.models import QuerySet

from engine.games import SEAT_BOUNDS
from engine.tak.ford import ford_of_game
from engine.tak.scoring import Scoring
from tournaments import state as pure
from tournaments.choices import RoundStatus, StageStatus
from tournaments.documents import Document
from tournaments.models import (
    Absence,
    Adjustment,
    Event,
    GameSlot,
    Pairing,
    Result,
    Seat,
    SeatResult,
    Stage,
    StageEntry,
)
from tournaments.pairing.round_count import rounds_of_stage
from tournaments.pairing.swiss.acceleration import with_virtual_points
from tournaments.selectors.events.scoring import board_score, event_scoring
from tournaments.selectors.ladder.facts import ladder_facts
from tournaments.selectors.people.apart import forbidden_pairs
from tournaments.selectors.teams import given_line_ups, published_matches, read_teams
from tournaments.standings.collector import collector_paused
from tournaments.standings.teams import TEAM_SYSTEMS, team_entrants
from tournaments.state import (
    AS_GIVEN,
    IN_LIST_ORDER,
    PLAYOFF,
    EventState,
    MatchRules,
    MatchTable,
    PairingOptions,
)


def event_state(event_id: int, *, stage_number: int | None = None) -> tuple[EventState, int]:
    """The state of an event in its current stage or `stage_number`, and its results_version.

    About ten queries; starts over if the version changes meanwhile.
    """
    while True:
        event = Event.objects.get(pk=event_id)
        stage = current_stage(event)
        if stage_number is not None:
            stage = event.stages.get(number=stage_number)
        state = _state(event, stage)
        after = Event.objects.values_list("results_version", flat=True).get(pk=event_id)
        if after == event.results_version:
            return state, after


def event_states(event_id: int) -> tuple[list[EventState], int]:
    """The states of all stages that have begun, in order, and their results_version.

    Before the start there is one state without entrants.
    """
    while True:
        event = Event.objects.get(pk=event_id)
        begun = list(event.stages.exclude(state=StageStatus.OPEN).order_by("number"))
        states = [_state(event, stage) for stage in begun] or [_state(event, current_stage(event))]
        after = Event.objects.values_list("results_version", flat=True).get(pk=event_id)
        if after == event.results_version:
            return states, after


def event_stages(event: Event) -> "QuerySet[Stage]":
    return event.stages.order_by("number")


def current_stage(event: Event) -> Stage | None:
    """The last stage that has begun, else the first stage."""
    begun = event.stages.exclude(state=StageStatus.OPEN).order_by("-number").first()
    return begun or event.stages.order_by("number").first()


def match_rules(match: Document) -> MatchRules:
    """`Event.match` as MatchRules, with defaults."""
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
        postponed=match.get("postponed", plain.postponed),
    )


@collector_paused()  # eleven rounds of a thousand make 50,000 objects
def _state(event: Event, stage: Stage | None) -> EventState:
    rules = match_rules(event.match)
    least, most = SEAT_BOUNDS[event.game](event.ruleset) if event.game in SEAT_BOUNDS else (2, 0)
    if stage is None:
        return EventState(entrants=(), rounds_total=0, rules=rules)
    entrants = tuple(_entrants(stage))
    options = PairingOptions.from_dict(stage.options)
    numbers = event.rounds.exclude(state=RoundStatus.DRAFT).order_by("number")
    before = numbers.filter(stage__number__lt=stage.number).last()
    regular = numbers.exclude(kind=PLAYOFF)  # play-offs count in no table
    last = regular.filter(stage=stage).last() or before
    rounds_before = before.number if before else 0
    asked = stage.options.get("rounds")
    teams = read_teams(stage) if stage.system in TEAM_SYSTEMS else ()
    state = EventState(
        entrants=entrants,
        rounds_total=0,
        current_round=last.number if last else 0,
        played=tuple(_played(stage)),
        rules=rules,
        options=options,
        system=stage.system,
        rounds_before=rounds_before,
        forbidden=forbidden_pairs(event, {entrant.number for entrant in entrants}),
        smallest_table=least,
        largest_table=most,
        draw_seed=_draw_seed(stage, options),
        teams=teams,
        matches=published_matches(stage) if teams else (),
        ladder=ladder_facts(stage),
        lineups=given_line_ups(stage, (last.number if last else 0) + 1) if teams else (),
    )
    paired = team_entrants(state) if teams else entrants
    needed = rounds_of_stage(stage.system, paired, options) if asked is None else asked
    return with_virtual_points(replace(state, rounds_total=rounds_before + needed if needed else 0))


def _draw_seed(stage: Stage, options: PairingOptions) -> int | None:
    """The seed that drew the numbers of a stage: that of its first published round."""
    if options.numbers in (IN_LIST_ORDER, AS_GIVEN):
        return None
    rounds = stage.rounds.exclude(state=RoundStatus.DRAFT).exclude(kind=PLAYOFF).order_by("number")
    return rounds.values_list("proof__seed", flat=True).first()


def _entrants(stage: Stage) -> list[pure.Entrant]:
    """Three queries. Plain values: a stage may have a thousand entries."""
    adjustments: dict[int, list[pure.Adjustment]] = defaultdict(list)
    for row_id, after_round, points_x2, kind in (
        Adjustment.objects.filter(stage_entry__stage=stage, cancelled_at__isnull=True)
        .order_by("pk")
        .values_list("stage_entry_id", "after_round", "points_x2", "kind")
    ):
        adjustments[row_id].append(pure.Adjustment(after_round, points_x2, kind))
    absences: dict[int, list[pure.Absence]] = defaultdict(list)
    for entry_id, first, last, points_x2, kind in (
        Absence.objects.filter(entry__stage_entries__stage=stage, cancelled_at__isnull=True)
        .order_by("pk")
        .values_list("entry_id", "from_round", "to_round", "points_x2", "kind")
    ):
        absences[entry_id].append(pure.Absence(first, last, points_x2, kind))
    rows = StageEntry.objects.filter(stage=stage, entry__number__isnull=False)
    return [
        pure.Entrant(
            number=row.entry.number or 0,
            rating=row.entry.rating,
            absences=tuple(absences[row.entry_id]),
            adjustments=tuple(adjustments[row.pk]),
            start_points_x2=row.start_points_x2,
            group=row.group,
            seed=row.seed,
            fixed_table=row.entry.fixed_table,
        )
        for row in rows.select_related("entry").order_by("entry__number")
    ]


def _played(stage: Stage) -> list[pure.Played]:
    visible = Pairing.objects.filter(round__stage=stage).exclude(round__state=RoundStatus.DRAFT)
    published = visible.exclude(round__kind=PLAYOFF)
    return _read_played(published, event_scoring(stage.event), round__stage=stage)


def played_pairing(pairing_id: int) -> pure.Played:
    """Six queries."""
    found = Pairing.objects.filter(pk=pairing_id)
    event = Event.objects.get(rounds__pairings=pairing_id)
    (played,) = _read_played(found, event_scoring(event), pk=pairing_id)
    return played


def _read_played(
    pairings: "QuerySet[Pairing]", scoring: Scoring, **found_by: object
) -> list[pure.Played]:
    """Pairings with their games; five queries. found_by: what selects them, and perhaps more.

    Plain values: rounds of a thousand players have many rows.
    """
    here = {f"pairing__{name}": value for name, value in found_by.items()}
    seats: dict[int, list[int]] = defaultdict(list)
    berserk: dict[int, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(**here).order_by("pairing_id", "order")
    for pairing_id, entry, order, berserk_at in rows.values_list(
        "pairing_id", "entry__number", "order", "berserk_at"
    ):
        seats[pairing_id].append(entry or 0)
        if berserk_at is not None:
            berserk[pairing_id].append(order)
    results = _results({f"slot__{name}": value for name, value in here.items()}, scoring)
    slots: dict[int, list[pure.Slot]] = defaultdict(list)
    for pairing_id, pk, number, first_seat, kind in (
        GameSlot.objects.filter(**here)
        .order_by("pairing_id", "number")
        .values_list("pairing_id", "pk", "number", "first_seat", "kind")
    ):
        slots[pairing_id].append(pure.Slot(number, first_seat, kind, results.get(pk)))
    columns = ("pk", "round__number", "leg", "kind", "table", "group", "bracket")
    return [
        pure.Played(
            round=number,
            seats=tuple(seats[pk]),
            slots=tuple(slots[pk]),
            leg=leg,
            kind=kind,
            table=table,
            group=group,
            bracket=bracket,
            berserk=tuple(berserk[pk]) if pk in berserk else (),
        )
        for pk, number, leg, kind, table, group, bracket in pairings.order_by(
            "round__number", "leg", "table", "pk"
        ).values_list(*columns)
    ]


class _Counted(NamedTuple):
    """A result that counts. first_seat: of its game."""

    pk: int
    slot_id: int
    kind: str
    outcome: str
    facts: Document
    first_seat: int


def _results(found_by: Mapping[str, object], scoring: Scoring) -> dict[int, pure.SlotResult]:
    """The counted results by slot id; two queries."""
    counted = Result.objects.filter(current=True, **found_by)
    points: dict[int, list[int]] = defaultdict(list)
    rows = SeatResult.objects.filter(result__in=counted).order_by("result_id", "order")
    for result_id, given in rows.values_list("result_id", "points_x2"):
        points[result_id].append(given)
    columns = ("pk", "slot_id", "kind", "outcome", "facts", "slot__first_seat")
    results = (_Counted(*row) for row in counted.values_list(*columns))
    return {
        result.slot_id: pure.SlotResult(
            kind=result.kind,
            outcome=result.outcome,
            points_x2=tuple(points[result.pk]),
            bpr=_board_plus_reserve(result, scoring),
            flats=_by_seat(result, result.facts.get("flats")),
            ford=_ford(result),
            cards_left=_cards_left(result),
        )
        for result in results
    }


def _board_plus_reserve(result: _Counted, scoring: Scoring) -> tuple[int, ...] | None:
    """Points by seat; 0 for a game that is not played (TAK-8.1)."""
    if result.kind not in pure.OVER_THE_BOARD:
        return (0, 0)
    score = board_score(result.facts, scoring)
    return score.by_seat(result.first_seat) if score else None


def _ford(result: _Counted) -> tuple[int, ...] | None:
    """FORD points by seat; None if the facts are incomplete."""
    ford = ford_of_game(result.facts) if "result" in result.facts else None
    return _by_seat(result, ford.points if ford else None)


def _by_seat(result: _Counted, of_side: Mapping[str, int] | None) -> tuple[int, ...] | None:
    """Values by "first" and "second" as a tuple by seat."""
    if of_side is None:
        return None
    by_mover = (of_side["first"], of_side["second"])
    return by_mover if result.first_seat == 1 else by_mover[::-1]


def _cards_left(result: _Counted) -> tuple[int, ...] | None:
    cards = result.facts.get("cards_left")
    return tuple(cards) if isinstance(cards, list) else None
