"""Play-offs of a stage, and the decisions on its ties."""

from collections import defaultdict
from typing import NamedTuple

from tournaments.choices import FINISHED_SLOTS, RoundStatus
from tournaments.models import Pairing, SeatResult, Stage, StageEntry
from tournaments.pairing.tie_decisions import PlayoffRound
from tournaments.state import PLAYOFF

_ACROSS = "across groups"


class Decision(NamedTuple):
    """rank: the place in the tie, from 1. why: lot, play-off, or ruling with its journal line."""

    rank: int
    why: str


class Decisions(NamedTuple):
    """Of one entry: in its group, and across groups."""

    group: Decision | None = None
    across: Decision | None = None


def playoff_rounds(stage: Stage) -> list[PlayoffRound]:
    """The results of the play-offs of a stage; undecided tables are left out. Two queries."""
    rows = Pairing.objects.filter(round__stage=stage, round__kind=PLAYOFF)
    rows = rows.exclude(round__state=RoundStatus.DRAFT).prefetch_related("seats__entry", "slots")
    points: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    counted = SeatResult.objects.filter(result__current=True, result__slot__pairing__in=rows)
    for given in counted.values_list("result__slot__pairing_id", "order", "points_x2"):
        points[given[0]][given[1]] += given[2]
    found: dict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]] = defaultdict(list)
    for pairing in rows.select_related("round").order_by("round__number", "leg", "table"):
        if any(slot.state not in FINISHED_SLOTS for slot in pairing.slots.all()):
            continue
        seats = sorted(pairing.seats.all(), key=lambda seat: seat.order)
        numbers = tuple(seat.entry.number or 0 for seat in seats)
        made = tuple(points[pairing.pk][seat.order] for seat in seats)
        found[pairing.round.number].append((numbers, made))
    return [PlayoffRound(number, tuple(tables)) for number, tables in sorted(found.items())]


def decisions_of(row: StageEntry) -> Decisions:
    """Read both decisions from `decided_rank` and `decided_why`."""
    if row.decided_rank is None:
        return Decisions()
    own, _, across = row.decided_why.partition(_ACROSS)
    own, (place, _, why) = own.removesuffix("; "), across.partition(": ")
    return Decisions(
        Decision(row.decided_rank, own) if own else None,
        Decision(int(place), why) if across else None,
    )


def columns_of(decisions: Decisions) -> tuple[int | None, str]:
    """`decided_rank` and `decided_why` for `decisions_of`."""
    group, across = decisions
    if across is None:
        return (group.rank, group.why) if group else (None, "")
    why = f"{_ACROSS} {across.rank}: {across.why}"
    return (group.rank, f"{group.why}; {why}") if group else (across.rank, why)
