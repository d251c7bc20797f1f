"""Report files are read by their columns, and what is wrong in one is said with its place."""

import pytest

from tests.tournaments.trf.lines import WRONG_TEAMS, player
from tournaments.trf.errors import MESSAGES, TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    ReportCell,
    VirtualPoints,
    rounds_played,
)

# Columns as in the table of record 001 in FIDE's description of TRF26.
TRF26 = """\
### a comment
012 Spring Open
022 Oslo
032 NOR
042 2026/03/01
052 2026/03/03
062 3
092 Individual: Swiss-System
142 5
152 B
162  W 3.0    D 1.0    P 0.5
192 FIDE_DUTCH_2026
202 BH/C1, SB
001    1 m GM Holm, Ada                         2401 NOR     1500001 1990/01/31  3.0    1     2 b 1  0000 - H
001    2 w    Berg, Bo                               SWE             1991        0.0    3     1 w 0  0000 - Z
001   30      Cruz                              1700                             0.5    2  0000 - U       - Z
250      01.0 001 002 0001 0002
250      00.5 003 003 0030
260 001 002    1   30
240 H 003    2   30
"""  # noqa: E501


TRF16 = (
    player(1, "2b1")
    + player(2, "1w0")
    + player(3, "0-+")
    + """\
XXR 4
XXC white1
XXS W=3 D=1 PAB=1.5
XXA    2  1.0  1.0  0.0  0.5
XXP 1 3
XXP 1, 2 3
XXZ 2/3
"""
)


def test_a_trf26_file():
    report = read_report(TRF26)
    assert (report.name, report.city, report.federation) == ("Spring Open", "Oslo", "NOR")
    assert (report.starts_on, report.ends_on) == ("2026/03/01", "2026/03/03")
    assert (report.rounds, report.initial, report.encoded_kind) == (5, "b", "FIDE_DUTCH_2026")
    assert report.scoring_x2 == (("W", 6), ("D", 2), ("P", 1))
    assert report.tiebreaks == ("BH/C1", "SB")
    ada, bo, cruz = report.players
    assert ada == PlayerRecord(
        1,
        "Holm, Ada",
        2401,
        (ReportCell(2, "b", "1"), ReportCell(0, "-", "H")),
        6,
        1,
        sex="m",
        title="GM",
        federation="NOR",
        fide_id="1500001",
        birth="1990/01/31",
    )
    assert (bo.rating, bo.birth, bo.cells) == (
        None,
        "1991",
        (ReportCell(1, "w", "0"), ReportCell(0, "-", "Z")),
    )
    assert (cruz.number, cruz.points_x2) == (30, 1)
    assert cruz.cells == (ReportCell(0, "-", "U"), ReportCell(0, "-", "Z"))
    assert report.virtual == (
        VirtualPoints(1, 2, 1, 2, game_points_x2=2),
        VirtualPoints(3, 3, 30, 30, game_points_x2=1),
    )
    assert report.forbidden == (ForbiddenPlayers(1, 2, (1, 30)),)
    assert report.byes == (AskedByes("H", 3, (2, 30)),)
    assert report.other == (("###", " a comment"),)
    assert rounds_played(report) == 1


def test_a_trf16_file_with_its_xx_records():
    """XXP holds in all rounds; XXA is a value a round; an old file gives a bye the letter +."""
    report = read_report(TRF16)
    assert (report.rounds, report.initial, report.absent) == (4, "w", (2, 3))
    assert report.scoring_x2 == (("W", 6), ("D", 2), ("P", 3))
    assert report.virtual == (
        VirtualPoints(1, 2, 2, 2, game_points_x2=2),
        VirtualPoints(4, 4, 2, 2, game_points_x2=1),
    )
    assert report.forbidden == (ForbiddenPlayers(1, 4, (1, 3)), ForbiddenPlayers(1, 4, (1, 2, 3)))
    assert report.players[2].cells == (ReportCell(0, "-", "F"),)


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("begin", ["", "\ufeff"])
def test_line_ends_byte_order_marks_and_trailing_blanks_say_nothing(begin, end):
    text = begin + "".join(f"{line}   {end}" for line in TRF26.splitlines())
    assert read_report(text) == read_report(TRF26)


def test_bbppairings_writes_points_in_records_of_its_own():
    text = player(1) + "BBW  3.0\nBBD  1.0\nBBL  0.5\nBBZ  0.0\nBBF  0.0\nBBU  1.0\n"
    expected = (("W", 6), ("D", 2), ("L", 1), ("A", 0), ("P", 2))
    assert read_report(text).scoring_x2 == expected


def test_record_142_outweighs_xxr():
    assert read_report(player(1) + "142 7\nXXR 5\n").rounds == 7


def test_letters_may_be_small_and_a_game_may_be_lost_by_both():
    report = read_report(player(1, "2Wl", "2b0") + player(2, "1Bw", "1w0"))
    assert report.players[0].cells == (ReportCell(2, "w", "L"), ReportCell(2, "b", "0"))


FINE = player(1) + player(2)
WRONG = [
    ("", "no_players", None, None),
    ("012 Nobody\n", "no_players", None, None),
    (player(1) + player(1), "number_twice", 2, 5),
    ("001    0\n", "not_a_number", 1, 5),
    ("001   1x\n", "not_a_number", 1, 5),
    ("001   ²\n", "not_a_number", 1, 5),
    ("001    1".ljust(80) + "1.25\n", "not_points", 1, 81),
    ("001    1".ljust(80) + "-1.0\n", "not_points", 1, 81),
    (player(1, "1w1"), "plays_oneself", 1, 92),
    (player(1, "7w1"), "unknown_player", 1, 92),
    (player(1, "2w1") + player(2), "opponent_disagrees", 1, 92),
    (player(1, "0-Z", "2w1") + player(2, "0-Z", "3b0") + player(3, "0-Z", "2w1"),
     "opponent_disagrees", 1, 102),
    (player(1, "2w1") + player(2, "1w0"), "colors_disagree", 1, 97),
    (player(1, "2w1") + player(2, "1b1"), "results_disagree", 1, 99),
    (player(1, "2w+") + player(2, "1b0"), "results_disagree", 1, 99),
    (player(1, "2wQ") + player(2, "1b0"), "unknown_result", 1, 99),
    (player(1, "2wH") + player(2, "1bH"), "unknown_result", 1, 99),
    (player(1, "0-1"), "unknown_result", 1, 99),
    (player(1, "2w ") + player(2, "1b "), "no_result", 1, 99),
    (player(1, "2r1") + player(2, "1b0"), "unknown_color", 1, 97),
    (player(1, "2-1") + player(2, "1b0"), "unknown_color", 1, 97),
    (player(1, "2w1")[:89] + " " + player(1, "2w1")[89:], "misaligned", 1, 96),
    (FINE + "142 1000\n", "number_out_of_range", 3, 4),
    (FINE + f"142 {'9' * 5000}\n", "number_out_of_range", 3, 4),
    (FINE + "142\n", "not_a_number", 3, 4),
    (FINE + "XXR five\n", "not_a_number", 3, 4),
    (FINE + "152 G\n", "unknown_color", 3, 5),
    (FINE + "XXC rank\n", "order_of_rows", 3, 5),
    (FINE + "XXC white\n", "unknown_setting", 3, 5),
    (FINE + "XXS W\n", "unknown_setting", 3, 5),
    (FINE + "XXS W=3 Q=1\n", "unknown_setting", 3, 9),
    (FINE + "XXS W=1.3\n", "not_points", 3, 7),
    (FINE + "XXS WW=2 BW=3\n", "split_scoring", None, None),
    (FINE + "162  W 3.0    Q 1.0\n", "unknown_setting", 3, 15),
    (FINE + "XXP 1 3\n", "unknown_player", 3, None),
    (FINE + "XXP 1 99999\n", "number_out_of_range", 3, 7),
    (FINE + "XXZ 9\n", "unknown_player", 3, None),
    (FINE + "XXA    9  1.0\n", "unknown_player", 3, None),
    (FINE + "260   3   2    1    2\n", "range_backwards", 3, 5),
    (FINE + "250       1.0   1   2    2    1\n", "range_backwards", 3, 23),
    (FINE + "240 U   1    1\n", "unknown_bye", 3, 5),
    (player(1, "2w1") + player(2, "1b0") + "240 H   1    1\n", "bye_and_game", 3, None),
    (FINE + "999" + "x" * 20_000, "line_too_long", 3, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "line", "column"), WRONG)
def test_what_is_wrong_is_said_with_its_place(text, code, line, column):
    with pytest.raises(TrfError) as refused:
        read_report(text)
    wrong = refused.value
    assert (wrong.code, wrong.line, wrong.column) == (code, line, column)
    if line is not None:
        assert str(wrong).startswith(f"Line {line}")
    assert "{" not in str(wrong)


def test_an_error_quotes_little_and_nothing_that_a_terminal_obeys():
    with pytest.raises(TrfError) as refused:
        read_report(FINE + f"XXR \x1b[2J{'9' * 5000}\n")
    assert len(str(refused.value)) < 120
    assert str(refused.value).isprintable()


def test_every_code_of_the_reader_is_seen_here():
    of_reading = {code for code in MESSAGES if not code.endswith("_not_said")}
    elsewhere = {"trf_at_column", "trf_at_line", "both_lost", "too_many_forbidden",
                 "knockout_not_done", "field_too_wide", "points_too_big"}  # fmt: skip
    assert of_reading - elsewhere == {code for _, code, _, _ in WRONG + WRONG_TEAMS}
