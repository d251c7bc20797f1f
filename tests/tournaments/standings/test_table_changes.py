"""What differs between two stored versions of one table."""

from typing import Any

from tournaments.standings.table_changes import table_changes


def row(entry: int, rank: int, points: int, *tie_breaks: str, **columns: int) -> dict[str, Any]:
    return {
        "entry": entry,
        "rank": rank,
        "match_points_x2": points,
        "game_points_x2": points,
        "bpr": 0,
        "primary_x2": points,
        "tie_breaks": [*tie_breaks],
        **columns,
    }


def table(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"tiebreaks": ["BH", "SB"], "rows": [*rows], **more}


BEFORE = table(row(1, 1, 4, "3", "2"), row(2, 2, 2, "4", "1"))


def test_the_same_table_has_no_changes() -> None:
    assert list(table_changes(BEFORE, BEFORE)) == []


def test_each_value_that_differs_by_entry_and_column() -> None:
    after = table(row(2, 1, 2, "4", "1½", bpr=7), row(1, 1, 4, "3", "2"))
    assert list(table_changes(BEFORE, after)) == [
        (2, "rank", 2, 1),
        (2, "bpr", 0, 7),
        (2, "SB", "1", "1½"),
    ]


def test_the_points_that_are_compared() -> None:
    for column in ("match_points_x2", "game_points_x2", "primary_x2"):
        after = table(row(1, 1, 4, "3", "2", **{column: 3}), BEFORE["rows"][1])
        assert list(table_changes(BEFORE, after)) == [(1, column, 4, 3)]


def test_a_row_that_came_or_went() -> None:
    after = table(BEFORE["rows"][0])
    gone = [(2, "rank", 2, None), (2, "match_points_x2", 2, None)]
    assert list(table_changes(BEFORE, after))[:2] == gone
    assert list(table_changes(after, BEFORE))[:2] == [(e, c, new, old) for e, c, old, new in gone]


def test_another_choice_of_tie_breaks() -> None:
    after = {"tiebreaks": ["BH", "AVG"], "rows": [row(1, 1, 4, "3", "7"), BEFORE["rows"][1]]}
    assert list(table_changes(BEFORE, after))[:2] == [(1, "SB", "2", None), (1, "AVG", None, "7")]


def test_the_last_stage_of_an_entry_counts() -> None:
    """Entry 2 is in the first stage only."""
    was, became = row(2, 1, 3, "1", "1"), row(2, 1, 2, "1", "1")
    last = row(1, 1, 4, "3", "2")
    before = table(last, earlier=[table(row(1, 2, 1, "0", "0"), was)])
    after = table(last, earlier=[table(row(1, 1, 9, "9", "9"), became)])
    assert list(table_changes(before, after)) == [
        (2, column, 3, 2) for column in ("match_points_x2", "game_points_x2", "primary_x2")
    ]
