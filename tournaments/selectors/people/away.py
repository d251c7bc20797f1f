"""Absences and adjustments of entries."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Max, QuerySet

from tournaments import state
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import (
    Absence,
    Adjustment,
    Entry,
    Event,
    JournalLine,
    Round,
    Seat,
    StageEntry,
)
from tournaments.selectors.people.people import resolve
from tournaments.standings.presence import presence


def absent_entries(round_: Round) -> list[Document]:
    """Entries without a seat in a round because of an absence, by number. One query."""
    rows = _ABSENT.rows(round_id=round_.pk, stage_id=round_.stage_id, number=round_.number)
    # Of two that overlap the later applies, as in the scores.
    latest = {number: (kind, points_x2, people) for number, kind, points_x2, *people in rows}
    return [
        {
            **_person_of(people),
            "entry": number,
            "kind": kind,
            "points_x2": points_x2,
        }
        for number, (kind, points_x2, people) in sorted(latest.items())
    ]


def _absent(round_id: int, stage_id: int, number: int) -> "QuerySet[Absence, tuple[Any, ...]]":
    here = StageEntry.objects.filter(stage=stage_id, entry__number__isnull=False)
    seated = Seat.objects.filter(round=round_id)
    absences = Absence.objects.filter(
        entry__in=here.values("entry_id"), from_round__lte=number, cancelled_at=None
    )
    return (
        absences.exclude(to_round__lt=number)
        .exclude(entry__in=seated.values("entry_id"))
        .order_by("entry__number", "pk")
        .values_list("entry__number", "kind", "points_x2", *_NAMES)
    )


_NAMES = tuple(
    f"entry__player__{of}{name}" for of in ("", "merged_into__") for name in ("public_id", "name")
)
_ABSENT = CompiledQuery(_absent, round_id=int, stage_id=int, number=int)


def presence_of_entries(event: Event) -> dict[str, list[str]]:
    """The names of who is withdrawn, absent or late, by that word. Two queries.

    As of the last round, a draft included, so for staff.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for entry, word in _presence(event, Round.objects.filter(event=event)):
        found[word].append(resolve(entry.player).name)
    return dict(found)


def presence_by_number(event: Event) -> dict[int, str]:
    """Whether an entry is withdrawn, absent or late, by entry number. Two queries.

    As of the last published round, so for everybody.
    """
    published = Round.objects.filter(event=event).exclude(state=RoundStatus.DRAFT)
    return {entry.number or 0: word for entry, word in _presence(event, published)}


def _presence(event: Event, rounds: "QuerySet[Round]") -> Iterator[tuple[Entry, str]]:
    """The entries that are not simply there, in the last of these rounds, by number."""
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    rows = Absence.objects.filter(
        entry__event=event, entry__number__isnull=False, cancelled_at__isnull=True
    ).select_related("entry__player__merged_into")
    for entry, group in groupby(rows.order_by("entry__number", "pk"), key=attrgetter("entry")):
        absences = [
            state.Absence(row.from_round, row.to_round, row.points_x2, row.kind) for row in group
        ]
        if word := presence(absences, current_round=last):
            yield entry, word


def absences_of(entry: Entry) -> list[Document]:
    """All absences of an entry, also cancelled ones. One query."""
    return [absence_view(row) for row in entry.absences.order_by("pk")]


def current_byes(entry_id: int) -> set[int]:
    """Numbers of the published, not closed rounds in which an entry has a bye."""
    seats = Seat.objects.filter(entry_id=entry_id, round__state=RoundStatus.PUBLISHED)
    alone = seats.filter(pairing__kind__startswith="bye")
    return set(alone.values_list("round__number", flat=True))


def withdrawal_line(withdrawal: Absence) -> JournalLine | None:
    """The line of the journal about a withdrawal. One query.

    An earlier one may hold again after a later one was undone; of two from the same round the
    later holds.
    """
    lines = _withdrawal_lines(withdrawal.entry)
    return next((line for line in lines if _is_about(line, withdrawal.from_round)), None)


def is_withdrawn_by_staff(withdrawal: Absence) -> bool:
    """Whether a withdrawal, or one that it replaced, is by anybody but the player."""
    entry = withdrawal.entry
    own = {entry.player.user_id, resolve(entry.player).user_id} - {None}
    wanted = {withdrawal.from_round}
    for line in _withdrawal_lines(entry):
        if not any(_is_about(line, from_round) for from_round in wanted):
            continue
        if line.actor["user"] not in own and line.actor["entry"] != entry.pk:
            return True
        ended = (line.after or {}).get("ended", ())
        replaced = [pk for pk, to_round in ended if to_round is None]
        rows = Absence.objects.filter(pk__in=replaced) if replaced else Absence.objects.none()
        wanted = set(rows.values_list("from_round", flat=True))
    return False


def _withdrawal_lines(entry: Entry) -> "QuerySet[JournalLine]":
    """The latest first."""
    lines = JournalLine.objects.filter(
        scope=f"event:{entry.event.slug}", subject=f"entry:{entry.pk}", action="entry.withdrawn"
    )
    return lines.order_by("-seq")


def _is_about(line: JournalLine, from_round: int) -> bool:
    return (line.after or {}).get("from_round") == from_round


def absence_view(row: Absence) -> Document:
    return {
        "kind": row.kind,
        "from_round": row.from_round,
        "to_round": row.to_round,
        "points_x2": row.points_x2,
        "cancelled_at": row.cancelled_at,
    }


def adjustments(event: Event) -> list[Document]:
    """Penalties and bonuses of an event, also cancelled ones, the oldest first. One query."""
    rows = Adjustment.objects.filter(stage_entry__stage__event=event).select_related(
        "stage_entry__stage", "stage_entry__entry__player__merged_into"
    )
    return [adjustment_view(row) for row in rows.order_by("pk")]


def adjustment_view(row: Adjustment) -> Document:
    entry = row.stage_entry.entry
    return {
        "id": row.pk,
        "entry_id": entry.pk,
        "entry": entry.number,
        "name": resolve(entry.player).name,
        "stage": row.stage_entry.stage.number,
        "after_round": row.after_round,
        "kind": row.kind,
        "points_x2": row.points_x2,
        "reason": row.reason,
        "cancelled_at": row.cancelled_at,
    }


def _person_of(people: Sequence[str | None]) -> Document:
    """people: public id and name of a player, and of the one that the player was merged into."""
    public_id, name = people[:2] if people[2] is None else people[2:]
    return {"player": public_id, "name": name}
