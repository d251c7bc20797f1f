"""Lists with spaces between the columns, and headings that the sender explains."""

from dataclasses import replace

import pytest

from tournaments.csv_files.rows import CsvColumns, UnknownColumn, read_headings, read_rows

COLUMNS = CsvColumns({"name": (), "rating": ("elo",), "club": ()}, numbers=("rating",))


def cells_of(text, columns=COLUMNS):
    return [row.cells for row in read_rows(text.encode(), columns, most=100)]


@pytest.mark.parametrize("sign", [",", ";", "\t", ", ", "  ", "    ", " "])
def test_a_list_of_names_ratings_and_clubs_is_read_with_any_sign_between(sign):
    lines = ["name/rating/club", "Hana Dvořáková/1712/SK Praha", "דוד לוי/1500/חיפה"]
    text = "\n".join(lines).replace("/", sign)
    rows = [{name: cell.strip() for name, cell in cells.items()} for cells in cells_of(text)]
    assert rows == [
        {"name": "Hana Dvořáková", "rating": "1712", "club": "SK Praha"},
        {"name": "דוד לוי", "rating": "1500", "club": "חיפה"},
    ]


def test_what_is_not_known_may_be_missing_at_the_end_of_a_line():
    assert cells_of("\nName Elo Club\nNoa Levi\nOmer 1500\n") == [
        {"name": "Noa Levi"},
        {"name": "Omer", "rating": "1500"},
    ]


@pytest.mark.parametrize("line", ["Player 11 1400 North", "Noa Levi of North 12 13"])
def test_a_line_that_may_be_read_in_two_ways_is_refused_by_itself(line):
    rows = read_rows(f"name rating club\n{line}\nBo 3\n".encode(), COLUMNS, most=9)
    assert rows[0].problem
    assert (rows[1].line, rows[1].cells) == (3, {"name": "Bo", "rating": "3"})


def test_names_without_headings_are_no_columns():
    with pytest.raises(UnknownColumn):
        cells_of("Noa Levi\nOmer Cohen\n")


def test_headings_are_shown_with_the_first_cells_below():
    found = read_headings(b"Spieler;Elo;x\nNoa;1500;\nBo\n", COLUMNS)
    assert [(each.text, each.field, each.samples) for each in found] == [
        ("Spieler", None, ["Noa", "Bo"]),
        ("Elo", "rating", ["1500"]),
        ("x", None, [""]),
    ]


def test_the_sender_says_what_a_heading_means():
    chosen = replace(COLUMNS, chosen={"spieler": "name", "x": ""})
    assert cells_of("Spieler;Elo;x\nNoa;1500;y\n", chosen) == [{"name": "Noa", "rating": "1500"}]


def test_the_first_line_may_be_a_row():
    chosen = replace(COLUMNS, chosen={"noalevi": "name"}, first_is_row=True)
    rows = read_rows(b"Noa Levi\nOmer Cohen\n", chosen, most=9)
    assert [(row.line, row.cells) for row in rows] == [
        (1, {"name": "Noa Levi"}),
        (2, {"name": "Omer Cohen"}),
    ]
