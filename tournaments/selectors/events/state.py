"""Build the pure EventState, from which pairings and standings are computed."""

from collections import defaultdict
from dataclasses import replace

from django.db.models import Case, F, Max, Q, QuerySet, Subquery, When

from engine.games import SEAT_BOUNDS
from tournaments import state as pure
from tournaments.choices import RoundStatus, StageStatus
from tournaments.documents import Document
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import (
    Absence,
    Adjustment,
    Event,
    Round,
    Stage,
    StageEntry,
)
from tournaments.pairing.round_count import rounds_of_stage
from tournaments.pairing.swiss.acceleration import with_virtual_points
from tournaments.selectors.events.events import event_by_id
from tournaments.selectors.ladder.facts import ladder_facts
from tournaments.selectors.people.apart import forbidden_pairs
from tournaments.selectors.rounds.played import played_of_stage
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

    About 15 queries; starts over if the version changes meanwhile.

    :raises NotFound: there is no such event.
    """
    while True:
        event = event_by_id(event_id)
        stage = current_stage(event)
        if stage_number is not None:
            stage = event.stages.get(number=stage_number)
        state = _state(event, stage)
        (after,) = _RESULTS_VERSION.rows(event_id=event_id)
        if after == event.results_version:
            return state, after


def event_states(event_id: int) -> tuple[list[EventState], int]:
    """The states of all stages that have begun, in order, and their results_version.

    Before the start there is one state without entrants.
    """
    while True:
        event = event_by_id(event_id)
        begun = list(event.stages.exclude(state=StageStatus.OPEN).order_by("number"))
        states = [_state(event, stage) for stage in begun] or [_state(event, current_stage(event))]
        (after,) = _RESULTS_VERSION.rows(event_id=event_id)
        if after == event.results_version:
            return states, after


def event_stages(event: Event) -> "QuerySet[Stage]":
    return event.stages.order_by("number")


def current_stage(event: Event) -> Stage | None:
    """The last stage that has begun, else the first stage."""
    stage = _CURRENT_STAGE.first(event_id=event.pk)
    if stage is not None:
        stage.event = event
    return stage


def _stages_current_first(event_id: int) -> "QuerySet[Stage]":
    to_come = When(state=StageStatus.OPEN, then=F("number"))
    return Stage.objects.filter(event=event_id).order_by(Case(to_come, default=-F("number")))


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
    before, last = _LAST_ROUNDS.first(event_id=event.pk, stage_id=stage.pk) or (None, None)
    rounds_before = before or 0
    current_round = last or rounds_before
    asked = stage.options.get("rounds")
    teams = read_teams(stage) if stage.system in TEAM_SYSTEMS else ()
    state = EventState(
        entrants=entrants,
        rounds_total=0,
        current_round=current_round,
        played=tuple(played_of_stage(stage)),
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
        lineups=given_line_ups(stage, current_round + 1) if teams else (),
    )
    paired = team_entrants(state) if teams else entrants
    needed = rounds_of_stage(stage.system, paired, options) if asked is None else asked
    return with_virtual_points(replace(state, rounds_total=rounds_before + needed if needed else 0))


def _draw_seed(stage: Stage, options: PairingOptions) -> int | None:
    """The seed that drew the numbers of a stage: that of its first published round."""
    if options.numbers in (IN_LIST_ORDER, AS_GIVEN):
        return None
    return _SEEDS.first(stage_id=stage.pk)


def _entrants(stage: Stage) -> list[pure.Entrant]:
    """Three queries. Plain values: a stage may have a thousand entries."""
    adjustments: dict[int, list[pure.Adjustment]] = defaultdict(list)
    for row_id, after_round, points_x2, kind in _ADJUSTMENTS.rows(stage_id=stage.pk):
        adjustments[row_id].append(pure.Adjustment(after_round, points_x2, kind))
    absences: dict[int, list[pure.Absence]] = defaultdict(list)
    for entry_id, first, last, points_x2, kind in _ABSENCES.rows(stage_id=stage.pk):
        absences[entry_id].append(pure.Absence(first, last, points_x2, kind))
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
        for row in _ENTRANTS.rows(stage_id=stage.pk)
    ]


def _last_rounds(event_id: int, stage_id: int) -> "QuerySet[Round, tuple[int | None, int | None]]":
    """The last published round of the stages before this one, and its own last one.

    Play-offs count in no table: they are not the last round of their stage.
    """
    published = Round.objects.filter(event=event_id).exclude(state=RoundStatus.DRAFT)
    number = Stage.objects.filter(pk=stage_id).values("number")
    earlier, own = Q(stage__number__lt=Subquery(number)), Q(stage=stage_id) & ~Q(kind=PLAYOFF)
    last = {"before": Max("number", filter=earlier), "last": Max("number", filter=own)}
    return published.order_by().values("event").annotate(**last).values_list(*last)


def _seeds(stage_id: int) -> "QuerySet[Round, int | None]":
    """The seeds of the published rounds of a stage, the first one first."""
    published = Round.objects.filter(stage=stage_id).exclude(state=RoundStatus.DRAFT)
    regular = published.exclude(kind=PLAYOFF).order_by("number")
    return regular.values_list("proof__seed", flat=True)[:1]


def _adjustments(stage_id: int) -> "QuerySet[Adjustment, tuple[int, int, int, str]]":
    rows = Adjustment.objects.filter(stage_entry__stage=stage_id, cancelled_at__isnull=True)
    return rows.order_by("pk").values_list("stage_entry_id", "after_round", "points_x2", "kind")


def _absences(stage_id: int) -> "QuerySet[Absence, tuple[int, int, int | None, int, str]]":
    rows = Absence.objects.filter(entry__stage_entries__stage=stage_id, cancelled_at__isnull=True)
    columns = ("entry_id", "from_round", "to_round", "points_x2", "kind")
    return rows.order_by("pk").values_list(*columns)


def _stage_entries(stage_id: int) -> "QuerySet[StageEntry]":
    rows = StageEntry.objects.filter(stage=stage_id, entry__number__isnull=False)
    return rows.select_related("entry").order_by("entry__number")


_RESULTS_VERSION = CompiledQuery(
    lambda event_id: Event.objects.filter(pk=event_id).values_list("results_version", flat=True),
    event_id=int,
)
_CURRENT_STAGE = CompiledQuery(_stages_current_first, event_id=int)
_LAST_ROUNDS = CompiledQuery(_last_rounds, event_id=int, stage_id=int)
_SEEDS = CompiledQuery(_seeds, stage_id=int)
_ADJUSTMENTS = CompiledQuery(_adjustments, stage_id=int)
_ABSENCES = CompiledQuery(_absences, stage_id=int)
_ENTRANTS = CompiledQuery(_stage_entries, stage_id=int)
