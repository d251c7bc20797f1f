"""Entries that join a running stage, and undoing the start. The Event is locked."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import ngettext_lazy

from tournaments import selectors
from tournaments.choices import RoundStatus, StageStatus
from tournaments.documents import Document
from tournaments.errors import DomainError, require_found
from tournaments.models import Absence, Entry, Event, Stage, StageEntry
from tournaments.pairing.systems.mcmahon import start_points_x2
from tournaments.standings.presence import LATE
from tournaments.standings.teams import TEAM_SYSTEMS
from tournaments.state import BOARDS_AT_START, ROLLING, Entrant, PairingOptions

# Systems that pair each round from the entries present; late ones may be reserves of a team.
OPEN_SYSTEMS = frozenset(
    {"swiss", "mcmahon", "monrad", "keizer", "tables", "manual", *ROLLING, *TEAM_SYSTEMS}
)


class NoLateEntries(DomainError):
    code = "no_late_entries"
    message = ngettext_lazy(
        "Stage {stage} ({system}) is drawn with all its players when its first round is "
        "paired, and {rounds} round is. Nobody can join it unless that is taken back.",
        "Stage {stage} ({system}) is drawn with all its players when its first round is "
        "paired, and {rounds} rounds are. Nobody can join it unless those are taken "
        "back.",
        "rounds",
    )


@dataclass(frozen=True, slots=True)
class CurrentStage:
    """What the next late entry of a running stage depends on.

    rounds: their numbers; published: those that are no draft. number, seed: the last given.
    groups: the number of entries in each. ratings: of the entries that have one.
    """

    stage: Stage
    rounds: tuple[int, ...]
    published: tuple[int, ...]
    number: int
    seed: int
    groups: Mapping[str, int]
    ratings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seated:
    """What a late entry writes: its number, its rows, and what the journal says of them."""

    number: int
    row: StageEntry
    missed: Absence | None
    written: Document


def read_current_stage(event: Event) -> CurrentStage:
    """:raises NotFound: the event has no stage."""
    stage = require_found(selectors.current_stage(event), "stage", event.slug)
    rounds = list(
        event.rounds.filter(stage=stage).order_by("number").values_list("number", "state")
    )
    rows = list(
        StageEntry.objects.filter(stage=stage)
        .order_by("pk")
        .values_list("seed", "group", "entry__rating")
    )
    return CurrentStage(
        stage=stage,
        rounds=tuple(number for number, _state in rounds),
        published=tuple(number for number, state in rounds if state != RoundStatus.DRAFT),
        number=event.entries.aggregate(last=Max("number"))["last"] or 0,
        seed=max((seed for seed, *_rest in rows), default=0) or 0,
        groups=Counter(group for _seed, group, *_rest in rows),
        ratings=tuple(rating for *_rest, rating in rows if rating is not None),
    )


def require_joinable(now: CurrentStage) -> None:
    """:raises NoLateEntries: the system draws the whole stage with its first round."""
    stage = now.stage
    if stage.system not in OPEN_SYSTEMS and now.rounds:
        raise NoLateEntries(stage=stage.number, system=stage.system, rounds=len(now.rounds))


def seat_late(now: CurrentStage, event: Event, entry: Entry) -> tuple[Seated, CurrentStage]:
    """Number an entry and add it to a stage as the last seed; what to write, and the stage with it.

    Missed rounds of the stage become an absence with `match.late_x2` points each.

    :raises NoLateEntries: see `require_joinable`.
    """
    require_joinable(now)
    number, seed, group = now.number + 1, now.seed + 1, _smallest_group(now.groups)
    row = StageEntry(
        stage=now.stage,
        entry=entry,
        seed=seed,
        group=group,
        start_points_x2=_start_points_x2(now, entry),
    )
    written: Document = {"number": number, "stage": now.stage.number}
    missed = None
    if now.published:
        first, last = now.published[0], now.published[-1]
        points_x2 = event.match.get("late_x2", 0)
        missed = Absence(
            entry=entry, from_round=first, to_round=last, kind=LATE, points_x2=points_x2
        )
        written["missed"] = {"from": first, "to": last, "points_x2": points_x2}
    after = replace(
        now,
        number=number,
        seed=seed,
        groups={**now.groups, group: now.groups.get(group, 0) + 1},
        ratings=now.ratings if entry.rating is None else (*now.ratings, entry.rating),
    )
    return Seated(number, row, missed, written), after


def join_stage(event: Event, entry: Entry) -> Document:
    """Number a stored entry and add it to the current stage as the last seed.

    Returns what was written.

    :raises NoLateEntries: see `require_joinable`.
    """
    seated, _after = seat_late(read_current_stage(event), event, entry)
    entry.number = seated.number
    entry.save(update_fields=["number"])
    seated.row.save(force_insert=True)
    if seated.missed is not None:
        seated.missed.save(force_insert=True)
    return seated.written


def end_missed_rounds(event_id: int, *, before: int) -> None:
    """Late entries missed no round from this one on: it was deleted and is paired with them."""
    missed = Absence.objects.filter(
        entry__event=event_id, kind=LATE, cancelled_at=None, to_round__gte=before
    )
    missed.filter(from_round__gte=before).update(cancelled_at=timezone.now())
    missed.update(to_round=before - 1)


def undo_start(event: Event) -> None:
    """Delete what the start made, and cancel the absences of late entries."""
    StageEntry.objects.filter(stage__event=event).delete()
    for stage in event.stages.exclude(state=StageStatus.OPEN):
        stage.options.pop(BOARDS_AT_START, None)
        stage.state = StageStatus.OPEN
        stage.save(update_fields=["options", "state"])
    event.entries.update(number=None)
    event.teams.filter(formed=True).delete()
    event.teams.update(number=None)
    late = Absence.objects.filter(entry__event=event, kind=LATE, cancelled_at__isnull=True)
    late.update(cancelled_at=timezone.now())


def _smallest_group(groups: Mapping[str, int]) -> str:
    """The first group with the fewest entries; empty if the stage has no groups."""
    return min(groups, key=lambda group: (groups[group], group), default="")


def _start_points_x2(now: CurrentStage, entry: Entry) -> int:
    """McMahon points within the bar and floor of the entries that the stage began with."""
    if now.stage.system != "mcmahon":
        return 0
    options = PairingOptions.from_dict(now.stage.options)
    rated = now.ratings
    bounds = replace(
        options,
        bar=max(rated, default=0) if options.bar is None else options.bar,
        floor=min(rated, default=0) if options.floor is None else options.floor,
    )
    return start_points_x2([Entrant(1, entry.rating)], bounds)[1]
