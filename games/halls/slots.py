"""A slot that both sides know: what the hall adds to what is there. Pure.

Results are only ever added to. What is here and not in the hall stays, and counts no more.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Slot = Mapping[str, Any]

RETURNED = "returned from a hall"  # the reason of a revision that had none
VOID, REJECTED = "void", "rejected"  # GameState
ENDS = ("kind", "outcome", "facts", "points_x2", "places_x2")


def says_the_same(one: Slot | None, other: Slot | None) -> bool:
    """Whether two sides ended a slot alike, with the same records, whenever they did."""
    return one is not None and other is not None and _essence(one) == _essence(other)


def _essence(slot: Slot) -> Any:
    current = [{name: row[name] for name in ENDS} for row in slot["results"] if row["current"]]
    games = sorted(
        row["moves_hash"] for row in slot["games"] if row["state"] not in (VOID, REJECTED)
    )
    open_disputes = sum(row["closed"] is None for row in slot["disputes"])
    return slot["columns"], current, games, open_disputes, len(slot["rulings"])


def add_hall(here: Slot | None, hall: Slot, *, now: str) -> dict[str, Any]:
    """The slot as the hall has it, after what only this side knows. now: the time of an archive."""
    if here is None:
        return dict(hall)
    return {
        "columns": hall["columns"],
        "results": _results(here["results"], hall["results"]),
        "games": _games(here["games"], hall["games"]),
        "rulings": _appended(here["rulings"], hall["rulings"], ())[0],
        "disputes": _disputes(here["disputes"], hall["disputes"], now),
    }


def _appended(
    here: Sequence[Slot], hall: Sequence[Slot], changing: Sequence[str]
) -> tuple[list[Slot], int]:
    """Rows of both, the common ones first and as the hall has them, and how many are common."""
    common = 0
    for one, other in zip(here, hall, strict=False):
        if _fixed(one, changing) != _fixed(other, changing):
            break
        common += 1
    return [*hall[:common], *here[common:], *hall[common:]], common


def _fixed(row: Slot, changing: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in changing}


def _results(here: Sequence[Slot], hall: Sequence[Slot]) -> list[dict[str, Any]]:
    """Revisions count on; exactly the one that counts in the hall does here."""
    rows, common = _appended(here, hall, ("current", "source"))
    only_here = range(common, len(here))
    return [
        {
            **row,
            "revision": number,
            "current": row["current"] and number - 1 not in only_here,
            "reason": row["reason"] or (RETURNED if number > 1 else ""),
        }
        for number, row in enumerate(rows, start=1)
    ]


def _games(here: Sequence[Slot], hall: Sequence[Slot]) -> list[Slot]:
    """Games have the same ids on both sides. One that only this side has is void."""
    theirs = {row["game"]: row for row in hall}
    known = {row["game"] for row in here}
    return [
        *(theirs.get(row["game"]) or _void(row) for row in here),
        *(row for row in hall if row["game"] not in known),
    ]


def _void(row: Slot) -> Slot:
    return row if row["state"] == REJECTED else {**row, "state": VOID}


def _disputes(here: Sequence[Slot], hall: Sequence[Slot], now: str) -> list[Slot]:
    """What was disputed here alone is closed: the hall has decided."""
    rows, common = _appended(here, hall, ("closed",))
    only_here = range(common, len(here))
    return [
        {**row, "closed": row["closed"] or now} if at in only_here else row
        for at, row in enumerate(rows)
    ]
