"""Entries that join a running stage, and undoing the start. The Event is locked."""

from dataclasses import replace
from typing import Any

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import ngettext_lazy

from tournaments import selectors
from tournaments.choices import RoundStatus, StageStatus
from tournaments.errors import DomainError, NotFound
from tournaments.models import Absence, Entry, Event, Stage, StageEntry
from tournaments.pairing.systems.mcmahon import start_points_x2
from tournaments.state import Entrant, PairingOptions

LATE = "late"  # the kind of absence
# Systems that pair each round from the entries present.
OPEN_SYSTEMS = frozenset({"swiss", "mcmahon", "monrad", "keizer", "tables", "manual"})


class NoLateEntries(DomainError):
    code = "no_late_entries"
    kind = "conflict"
    message = ngettext_lazy(
        "Stage {stage} ({system}) is drawn with all its players when its first round is "
        "paired, and {rounds} round is. Nobody can join it unless that is taken back.",
        "Stage {stage} ({system}) is drawn with all its players when its first round is "
        "paired, and {rounds} rounds are. Nobody can join it unless those are taken "
        "back.",
        "rounds",
    )


def join_stage(event: Event, entry: Entry) -> dict[str, Any]:
    """Number an entry and add it to the current stage as the last seed; returns what was written.

    Missed rounds of the stage become an absence with `match.late_x2` points each.

    :raises NoLateEntries: the system draws the whole stage with its first round.
    """
    stage = selectors.current_stage(event)
    if stage is None:
        raise NotFound(what="stage", key=event.slug)
    rounds = event.rounds.filter(stage=stage).order_by("number")
    if stage.system not in OPEN_SYSTEMS and rounds:
        raise NoLateEntries(stage=stage.number, system=stage.system, rounds=len(rounds))
    entry.number = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entry.save(update_fields=["number"])
    rows = StageEntry.objects.filter(stage=stage)
    StageEntry.objects.create(
        stage=stage,
        entry=entry,
        seed=(rows.aggregate(last=Max("seed"))["last"] or 0) + 1,
        group=_smallest_group(stage),
        start_points_x2=_start_points_x2(stage, entry),
    )
    written: dict[str, Any] = {"number": entry.number, "stage": stage.number}
    missed = [round_.number for round_ in rounds if round_.state != RoundStatus.DRAFT]
    if missed:
        points_x2 = event.match.get("late_x2", 0)
        Absence.objects.create(
            entry=entry,
            from_round=missed[0],
            to_round=missed[-1],
            kind=LATE,
            points_x2=points_x2,
        )
        written["missed"] = {"from": missed[0], "to": missed[-1], "points_x2": points_x2}
    return written


def undo_start(event: Event) -> None:
    """Delete the numbers and stage entries, and cancel the absences of late entries."""
    StageEntry.objects.filter(stage__event=event).delete()
    event.stages.update(state=StageStatus.OPEN)
    event.entries.update(number=None)
    late = Absence.objects.filter(entry__event=event, kind=LATE, cancelled_at__isnull=True)
    late.update(cancelled_at=timezone.now())


def _smallest_group(stage: Stage) -> str:
    """The first group with the fewest entries; empty if the stage has no groups."""
    groups = StageEntry.objects.filter(stage=stage).values("group")
    sizes = groups.annotate(size=Count("pk")).order_by("size", "group")
    return str(sizes[0]["group"]) if sizes else ""


def _start_points_x2(stage: Stage, entry: Entry) -> int:
    """McMahon points within the bar and floor of the entries that the stage began with."""
    if stage.system != "mcmahon":
        return 0
    options = PairingOptions.from_dict(stage.options)
    here = StageEntry.objects.filter(stage=stage).values_list("entry__rating", "start_points_x2")
    rated = [rating for rating, _points in here if rating is not None]
    bounds = replace(
        options,
        bar=max(rated, default=0) if options.bar is None else options.bar,
        floor=min(rated, default=0) if options.floor is None else options.floor,
    )
    return start_points_x2([Entrant(1, entry.rating)], bounds)[1]
