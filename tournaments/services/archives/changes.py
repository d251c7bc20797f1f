"""Bring an event to what a merge says: settings, entries, stages and rounds. The Event is locked.

The caller has checked the whole, and compares it again afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import ProtectedError, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.choices import RoundStatus, StageStatus
from tournaments.errors import DomainError
from tournaments.models import (
    Absence,
    Adjustment,
    Entry,
    Event,
    GameSlot,
    Pairing,
    Player,
    Publication,
    Stage,
    StageEntry,
    TeamMatch,
)
from tournaments.selectors.events.archive import ROUND_TIMES, SLOT_TIMES
from tournaments.services.archives.entries import REMOVED, STAGE_COLUMNS
from tournaments.services.archives.rounds import SLOT_COLUMNS, moments
from tournaments.services.archives.settings import event_columns
from tournaments.services.archives.storing import store

Row = TypeVar("Row", Absence, Adjustment)


class RoundHasResults(DomainError):
    code = "round_has_results"
    message = _(
        "Round {round} would be replaced by the one of the hall, and something was sent or decided "
        "in it here. Take that back first, or keep the round of the server."
    )


class EntryIsPaired(DomainError):
    code = "entry_is_paired"
    message = _("Entry {number} has a number that the hall gave to somebody else, and is paired.")


def change_settings(event: Event, about: Mapping[str, Any]) -> None:
    """Write all settings of an archive that an event has as columns.

    :raises InvalidInput: a setting is none.
    """
    columns = event_columns(about, about)
    columns["registration"] = {**event.registration, "byes": about["byes"]}
    if about["byes"] is None:
        columns["registration"].pop("byes")
    for name, value in columns.items():
        setattr(event, name, value)
    event.settings_version += 1
    event.save(update_fields=[*columns, "settings_version"])


def renumber_entries(event: Event, numbers: Mapping[int, int], seeds: Mapping[Any, int]) -> None:
    """Give entries new numbers. seeds: those they get, by the numbers of stage and entry.

    :raises EntryIsPaired: one of them sits in a pairing.
    """
    for old, new in numbers.items():
        entry = event.entries.get(number=old)
        if entry.seats.exists():
            raise EntryIsPaired(number=old)
        event.entries.filter(pk=entry.pk).update(number=new)
        for row in entry.stage_entries.select_related("stage"):
            row.seed = seeds[row.stage.number, new]
            row.save(update_fields=["seed"])


def write_entries(
    event: Event, rows: Mapping[int, Mapping[str, Any]], players: Mapping[int, Player]
) -> None:
    """rows: by number. players: of the entries that are new."""
    for number, row in rows.items():
        columns = {name: value for name, value in row.items() if name != "player"}
        if number in players:
            store([Entry(event=event, number=number, player=players[number], **columns)])
        else:
            event.entries.filter(number=number).update(**columns)


def write_stages(event: Event, rows: Mapping[int, Mapping[str, Any]]) -> None:
    for number, row in rows.items():
        stage = event.stages.filter(number=number).first() or Stage(event=event, number=number)
        stage.system, stage.options = row["system"], row["options"]
        stage.state = StageStatus(row["state"])
        stage.save()


def write_stage_entries(event: Event, rows: Mapping[tuple[int, ...], Sequence[Any] | None]) -> None:
    """rows: by the numbers of stage and entry; None: not in the stage any more."""
    stages = {stage.number: stage for stage in event.stages.all()}
    entries = entries_by_number(event)
    found = StageEntry.objects.filter(stage__event=event)
    new = []
    for (stage, number), values in rows.items():
        here = found.filter(stage=stages[stage], entry=entries[number])
        if values is None:
            here.delete()
            continue
        columns = dict(zip(STAGE_COLUMNS, values, strict=True))
        if not here.update(**columns):
            new.append(StageEntry(stage=stages[stage], entry=entries[number], **columns))
    store(new)


def write_absences(event: Event, rows: Mapping[int, Sequence[Mapping[str, Any]]]) -> None:
    """rows: those of an entry, in their order, by its number."""
    entries = entries_by_number(event)
    for number, given in rows.items():
        found = Absence.objects.filter(entry=entries[number]).order_by("pk")
        _reconcile(found, given, lambda number=number: Absence(entry=entries[number]))


def write_adjustments(
    event: Event, rows: Mapping[tuple[int, ...], Sequence[Mapping[str, Any]]]
) -> None:
    """rows: those of an entry in a stage, by the numbers of stage and entry."""
    for (stage, number), given in rows.items():
        place = StageEntry.objects.get(
            stage__event=event, stage__number=stage, entry__number=number
        )
        found = Adjustment.objects.filter(stage_entry=place).order_by("pk")
        _reconcile(found, given, lambda place=place: Adjustment(stage_entry=place))


def _reconcile(found: "QuerySet[Row]", given: Sequence[Mapping[str, Any]], new: Any) -> None:
    """Make the rows say what is given, in this order; a time that is known stays."""
    rows = list(found)
    for row in rows[len(given) :]:
        row.delete()
    for at, values in enumerate(given):
        row = rows[at] if at < len(rows) else new()
        for name, value in values.items():
            if name != "cancelled":
                setattr(row, name, value)
        if values["cancelled"] != (row.cancelled_at is not None):
            row.cancelled_at = timezone.now() if values["cancelled"] else None
        row.save()


def delete_rounds(event: Event, numbers: Iterable[int]) -> None:
    """:raises RoundHasResults: something was sent or decided in one of them."""
    for number in sorted(numbers, reverse=True):
        try:
            event.rounds.filter(number=number).delete()
        except ProtectedError as error:
            raise RoundHasResults(round=number) from error


def write_round_states(event: Event, rows: Mapping[int, Mapping[str, Any]]) -> None:
    for number, row in rows.items():
        event.rounds.filter(number=number).update(
            state=RoundStatus(row["state"]), **moments(row, ROUND_TIMES)
        )


def write_match_decisions(
    event: Event, rows: Mapping[tuple[int, ...], Mapping[str, Any] | None]
) -> None:
    """rows: what staff decided, by round and match of teams; None: nothing any more."""
    for (round_number, number), row in rows.items():
        match = TeamMatch.objects.select_related("first").get(
            round__event=event, round__number=round_number, number=number
        )
        match.decided_for, match.decided_why = None, ""
        if row is not None:
            match.decided_for = 1 if match.first.number == row["team"] else 2
            match.decided_why = row["reason"] or REMOVED
        match.save(update_fields=["decided_for", "decided_why"])


def slots_by_place(event: Event) -> dict[tuple[int, int, tuple[int, ...], int], GameSlot]:
    """The slots of published rounds by round, leg, seats and number."""
    rows = GameSlot.objects.filter(pairing__round__event=event)
    rows = rows.exclude(pairing__round__state=RoundStatus.DRAFT).select_related("pairing__round")
    found = {}
    for slot in rows.prefetch_related("pairing__seats__entry"):
        found[(*place_of(slot.pairing), slot.number)] = slot
    return found


def place_of(pairing: Pairing) -> tuple[int, int, tuple[int, ...]]:
    seats = tuple(seat.entry.number or 0 for seat in pairing.seats_from(1))
    return pairing.round.number, pairing.leg, seats


def add_slot(
    event: Event, place: tuple[int, int, tuple[int, ...]], row: Mapping[str, Any]
) -> GameSlot:
    """A game that a match got in the hall."""
    pairings = Pairing.objects.filter(round__event=event, round__number=place[0])
    rows = pairings.select_related("round").prefetch_related("seats__entry")
    (pairing,) = [each for each in rows if place_of(each) == place]
    slot = GameSlot(pairing=pairing, **{name: row[name] for name in SLOT_COLUMNS})
    slot.save()
    return slot


def write_slot(slot: GameSlot, row: Mapping[str, Any]) -> None:
    """The columns of a slot, as an archive has them."""
    columns = {name: row[name] for name in (*SLOT_COLUMNS, "state")} | moments(row, SLOT_TIMES)
    GameSlot.objects.filter(pk=slot.pk).update(**columns)


def delete_slot(slot: GameSlot) -> None:
    """:raises RoundHasResults: something was sent or decided in it."""
    try:
        slot.delete()
    except ProtectedError as error:
        raise RoundHasResults(round=slot.pairing.round.number) from error


def set_current(slot_id: int, revision: int | None) -> None:
    """Which stored revision of a slot counts; None: none of them."""
    results = GameSlot.objects.get(pk=slot_id).results
    results.filter(current=True).exclude(revision=revision or 0).update(current=False)
    if revision is not None:
        results.filter(revision=revision).update(current=True)


def add_publications(event: Event, rows: Iterable[Mapping[str, Any]]) -> list[Publication]:
    """Keep published tables that are not here, each as the next version."""
    made = []
    for row in rows:
        same = Publication.objects.filter(
            event=event, kind=row["kind"], after_round=row["after_round"]
        )
        if same.filter(sha256=row["sha256"]).exists():
            continue
        last = same.order_by("-version").values_list("version", flat=True).first() or 0
        version = max(last + 1, row["version"])
        columns = {name: row[name] for name in ("kind", "after_round", "document", "sha256")}
        made += store(
            [Publication(event=event, scope=f"event:{event.slug}", version=version, **columns)]
        )
    return made


def entries_by_number(event: Event) -> dict[int, Entry]:
    rows = event.entries.filter(number__isnull=False).select_related("player")
    return {entry.number or 0: entry for entry in rows}


def moment_of(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
