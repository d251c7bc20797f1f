"""CSV: whatever a spreadsheet saved is read, nothing hostile gets far, and what was written
comes back."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.csv_files.rows import (
    CsvColumns,
    CsvTable,
    CsvUnreadable,
    TooManyRows,
    UnknownColumn,
    escape_formulas,
    points_to_number,
    read_rows,
    unescape_formulas,
    write_rows,
)

COLUMNS = CsvColumns({"name": ("player name",), "rating": ("elo",), "note": ()}, ignored=("no",))
NASTY = st.text(
    st.one_of(
        st.sampled_from("=+-@'\",;\t\r\n |%ﬁ½"),
        st.characters(codec="utf-8", exclude_characters="\0"),
        st.sampled_from("אבגדה\u200f\u202eعربيةたなか"),
    ),
    max_size=30,
)


def cells_of(text, **most):
    return [row.cells for row in read_rows(text.encode(), COLUMNS, most=most.get("most", 100))]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_dialect_of_spreadsheets_says_the_same(sign, mark, end):
    lines = ["name;rating;note", 'Ada;1500;"a;b"', "Bo;;"]
    text = mark + end.join(lines).replace(";", sign) + end
    assert cells_of(text) == [
        {"name": "Ada", "rating": "1500", "note": f"a{sign}b"},
        {"name": "Bo"},
    ]


@pytest.mark.parametrize(
    "heading", ["Player Name", " NAME ", "player_name", "ｎａｍｅ", "\u200fname"]
)
def test_case_spaces_and_signs_of_a_heading_do_not_matter(heading):
    assert cells_of(f"{heading},No.\nAda,1\n") == [{"name": "Ada"}]


def test_rows_know_their_line_in_the_file():
    text = 'name,note\n\nAda,"two\nlines"\n,\nBo,x\n'
    rows = read_rows(text.encode(), COLUMNS, most=9)
    assert [(row.line, row.cells["name"]) for row in rows] == [(3, "Ada"), (6, "Bo")]


def test_a_row_with_too_many_cells_is_a_problem_of_that_row_only():
    one, two = read_rows(b"name,rating\nCohen, Ada,1500\nBo,1400\n", COLUMNS, most=9)
    assert one.problem
    assert (one.cells, two.cells) == ({}, {"name": "Bo", "rating": "1400"})


def test_an_unknown_column_is_refused_with_its_name():
    with pytest.raises(UnknownColumn) as refused:
        cells_of("name,shoe size\nAda,38\n")
    assert "shoe size" in str(refused.value)
    assert "rating" in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\r\n \r\n",
        b"name\nA\0da\n",
        "name\nÅsa\n".encode("latin-1"),
        "name\nAda\n".encode("utf-16"),
        b'name,note\nAda,"never closed\nBo,x\n',
        b'name,note\nAda,"a"b"\n',
        b"name\n" + b"x" * 200_000 + b"\n",
        b",".join([b"no"] * 100_000) + b"\n1\n",
        b",name\n" + b"," * 100_000 + b"\n",
        b"name,player name\nAda,Bo\n",
    ],
    ids=[
        "empty", "blank", "nul", "latin-1", "utf-16", "open quote", "quote inside", "huge cell",
        "many headings", "many cells", "the same twice",
    ],
)  # fmt: skip
def test_hostile_files_are_refused_with_a_line(data):
    if data.startswith(b",name"):
        assert read_rows(data, COLUMNS, most=9) == []
        return
    with pytest.raises(CsvUnreadable) as refused:
        read_rows(data, COLUMNS, most=9)
    assert refused.value.details["line"] in (1, 2)
    assert len(str(refused.value)) < 300


def test_a_refusal_does_not_repeat_a_huge_heading():
    with pytest.raises(UnknownColumn) as refused:
        cells_of("name," + "x" * 100_000 + "\n")
    assert len(str(refused.value)) < 300


def test_a_file_of_too_many_rows_is_refused_whole():
    text = "name\n" + "Ada\n" * 6
    assert len(cells_of(text, most=6)) == 6
    with pytest.raises(TooManyRows):
        cells_of(text, most=5)


HOSTILE = [
    "=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "\uff1d1+1", "\uff20x",
    'Bob;=HYPERLINK("http://x";"y")', "a,=1", "a\t+1", "a|@x", "a\n=1", ";;=1",
]  # fmt: skip


def formulas_in(line):
    """The cells that any spreadsheet could compute: a line cut at every sign that may part cells,
    whether quoted or not, each piece without the spaces and quotes that are skipped."""
    pieces = re.split(r"[,;|\t\r\n]", line)
    plain = [piece.replace('"', "").strip(" \u3000") for piece in pieces]
    return [piece for piece in plain if piece[:1] in {*"=+-@\uff1d\uff0b\uff0d\uff20"} - {""}]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_spreadsheet_takes_what_is_written_for_a_formula(text):
    data = write_rows(CsvTable(["no", "name"], [[1, text]])).decode("utf-8-sig")
    assert formulas_in(f"1,{text}")
    assert formulas_in(data) == []
    assert '"' in data
    assert cells_of(data) == [{"name": text}]


@pytest.mark.parametrize("text", ["'=1", "''-", "a; '=1"])
def test_text_that_looks_shielded_comes_back_as_it_was(text):
    assert cells_of(write_rows(CsvTable(["name"], [[text]])).decode()) == [{"name": text}]


@pytest.mark.parametrize("text", ["1-0", "'tis", "O'Hara", "½", "", "a=b"])
def test_other_text_is_left_alone(text):
    assert escape_formulas(text) == text


@given(st.lists(st.sampled_from(";,|\t\r\n '\u3000=+-@\uff1dab"), max_size=12).map("".join))
def test_shielded_text_has_no_formula(text):
    assert formulas_in(escape_formulas(text)) == []
    assert unescape_formulas(escape_formulas(text)) == text


@given(NASTY)
def test_shielding_can_always_be_taken_back(text):
    assert unescape_formulas(escape_formulas(text)) == text
    assert escape_formulas(text)[:1] not in {"=", "+", "-", "@", "\t", "\r"}


@given(st.lists(st.tuples(NASTY, NASTY), max_size=5))
@example([("", "\r")])
def test_what_is_written_is_read_as_it_was(rows):
    data = write_rows(CsvTable(["name", "note"], rows))
    read = read_rows(data, COLUMNS, most=9)
    told = [(name, note) for name, note in rows if name.strip() or note.strip()]
    assert [(row.cells.get("name"), row.cells.get("note")) for row in read] == [
        tuple(cell if cell.strip() else None for cell in row) for row in told
    ]


@pytest.mark.slow
@given(st.lists(st.lists(NASTY, min_size=2, max_size=2), max_size=5))
def test_another_reader_reads_the_same_cells(rows):
    data = write_rows(CsvTable(["a", "b"], rows))
    text = io.StringIO(data.decode("utf-8-sig"), newline="")
    assert list(csv.reader(text)) == [
        ["a", "b"],
        *([escape_formulas(c) for c in row] for row in rows),
    ]


def test_numbers_stay_numbers_and_nothing_is_empty():
    data = write_rows(CsvTable(["a", "b", "c", "d"], [[-5, 2.5, None, True]]))
    assert data == "\ufeffa,b,c,d\r\n-5,2.5,,true\r\n".encode()


@pytest.mark.parametrize(
    ("half_points", "number"), [(0, 0), (3, 1.5), (-1, -0.5), ("2/3", 0.3333), (None, None)]
)
def test_half_points_become_numbers(half_points, number):
    assert points_to_number(half_points) == number
