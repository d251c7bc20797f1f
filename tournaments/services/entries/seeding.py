"""The entries of a new stage: seed, group, start points."""

from collections.abc import Sequence

from tournaments.choices import StageStatus
from tournaments.models import Entry, Stage, StageEntry
from tournaments.pairing.qualify import snake_groups
from tournaments.pairing.systems.mcmahon import start_points_x2
from tournaments.services.teams import begin_teams
from tournaments.state import AS_GIVEN, Entrant, PairingOptions


def in_starting_order(stage: Stage, entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries of a first stage by rating, as they come, or in the order they were entered."""
    if PairingOptions.from_dict(stage.options).numbers == AS_GIVEN:
        return sorted(entries, key=lambda entry: entry.pk)
    return entries


def begin_stage(stage: Stage, entries: Sequence[Entry]) -> None:
    """Start a stage with these numbered entries in starting order. The Event is locked."""
    options = PairingOptions.from_dict(stage.options)
    entrants = [
        Entrant(entry.number or 0, entry.rating, seed=seed)
        for seed, entry in enumerate(entries, start=1)
    ]
    points = start_points_x2(entrants, options) if stage.system == "mcmahon" else {}
    group_of: dict[int, str] = {}
    if options.groups > 1:
        groups = snake_groups([entrant.number for entrant in entrants], options.groups)
        group_of = {number: name for name, numbers in groups.items() for number in numbers}
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=stage,
            entry=entry,
            seed=entrant.seed,
            group=group_of.get(entrant.number, ""),
            start_points_x2=points.get(entrant.number, 0),
        )
        for entry, entrant in zip(entries, entrants, strict=True)
    )
    begin_teams(stage, entries)
    stage.state = StageStatus.RUNNING
    stage.save(update_fields=["state"])
