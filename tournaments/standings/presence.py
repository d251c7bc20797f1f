"""Whether an entry is there: withdrawn, absent now, or entered late."""

from collections.abc import Iterable

from tournaments.state import Absence

WITHDRAWN, ABSENT, LATE = "withdrawn", "absent", "late"


def presence(absences: Iterable[Absence], *, current_round: int) -> str:
    """One of the kinds above, or empty. absences: without cancelled ones.

    A withdrawal shows as soon as it covers the next round. Byes that were asked for are not
    absences here.
    """
    known = list(absences)
    if any(
        a.kind == WITHDRAWN and a.to_round is None and a.covers(current_round + 1) for a in known
    ):
        return WITHDRAWN
    if any(a.kind == ABSENT and a.covers(current_round) for a in known):
        return ABSENT
    return LATE if any(a.kind == LATE for a in known) else ""
