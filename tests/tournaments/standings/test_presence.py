"""Who is marked as withdrawn, absent or late, round by round."""

import pytest

from tournaments.standings.presence import presence
from tournaments.state import Absence

OUT, RETURNED = Absence(3, None, 0, "withdrawn"), Absence(3, 4, 0, "withdrawn")
AWAY, BYE, LATE = Absence(2, 2, 0, "absent"), Absence(2, 2, 1, "asked"), Absence(1, 2, 0, "late")


@pytest.mark.parametrize(
    ("absences", "by_round"),
    [
        ([], ["", "", "", ""]),
        ([OUT], ["", "withdrawn", "withdrawn", "withdrawn"]),
        ([RETURNED], ["", "", "", ""]),
        ([AWAY], ["", "absent", "", ""]),
        ([BYE], ["", "", "", ""]),
        ([LATE], ["late"] * 4),
        ([LATE, AWAY, OUT], ["late", "withdrawn", "withdrawn", "withdrawn"]),
    ],
)
def test_the_mark_of_each_round(absences: list[Absence], by_round: list[str]) -> None:
    found = [presence(absences, current_round=number) for number in (1, 2, 3, 4)]
    assert found == by_round
