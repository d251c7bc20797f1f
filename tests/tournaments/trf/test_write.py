"""A report is written as TRF26 and read again the same; another program reads the same in it."""

import locale

import pytest
from gacrux.trf2json import trf2json
from hypothesis import given

from tests.examples import examples
from tests.tournaments.trf.random_reports import reports
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import AskedByes, PlayerRecord, Report, ReportCell
from tournaments.trf.write import write_report

ADA = PlayerRecord(1, "Ada", 2000, (ReportCell(2, "w", "1"), ReportCell(0, "-", "H")), 3, 1)
BO = PlayerRecord(2, "Bo", None, (ReportCell(1, "b", "0"), ReportCell(0, "-", "Z")), 0, 2)


def test_the_columns_are_those_of_the_description():
    """Positions from the table of record 001, counted from 1: rating 49-52, points 81-84, ..."""
    lines = write_report(Report((ADA, BO), name="Open", rounds=3, initial="b")).split("\n")
    assert lines[:5] == ["012 Open", "062 2", "072 1", "142 3", "152 B"]
    ada = lines[5]
    fields = {(5, 8): "   1", (15, 17): "Ada", (49, 52): "2000", (81, 84): " 1.5", (86, 89): "   1"}
    for (first, last), text in fields.items():
        assert ada[first - 1 : last] == text
    assert (ada[91:95], ada[96], ada[98]) == ("   2", "w", "1")
    assert (ada[101:105], ada[106], ada[108]) == ("0000", "-", "H")
    assert lines[-1] == ""


@given(reports())
@examples(60)
def test_what_is_written_is_read_again(report):
    assert read_report(write_report(report)) == report


def test_players_out_of_the_next_round_become_byes_of_it():
    report = read_report(write_report(Report((ADA, BO), absent=(2,))))
    assert (report.absent, report.byes) == ((), (AskedByes("Z", 2, (2,)),))


def test_a_name_stays_in_its_line_and_its_columns():
    report = Report((PlayerRecord(1, "A\n001    2\r" + "x" * 50),), name="a\u2028b")
    assert len(read_report(write_report(report)).players) == 1
    assert all(len(line) <= 89 for line in write_report(report).splitlines())


@pytest.mark.parametrize(
    ("player", "code"),
    [
        (PlayerRecord(10_000, "Ada"), "field_too_wide"),
        (PlayerRecord(1, "Ada", 12_345), "field_too_wide"),
        (PlayerRecord(1, "Ada", points_x2=200), "points_too_big"),
        (PlayerRecord(1, "Ada", points_x2=-1), "points_too_big"),
    ],
)
def test_what_has_no_room_is_refused(player, code):
    with pytest.raises(TrfError) as refused:
        write_report(Report((player,)))
    assert refused.value.code == code


def test_a_point_is_a_point_in_every_locale(monkeypatch):
    before = write_report(Report((ADA, BO), scoring_x2=(("W", 5),)))
    comma = {**locale.localeconv(), "decimal_point": ","}
    monkeypatch.setattr(locale, "localeconv", lambda: comma)
    assert write_report(Report((ADA, BO), scoring_x2=(("W", 5),))) == before
    assert " 1.5" in before
    assert "W 2.5" in before


RESULTS = {"W": {"1", "+", "F", "W"}, "D": {"=", "H", "D"}, "L": {"0", "L"}, "Z": {"-", "Z"}}


@given(reports())
@examples(50)
def test_gacrux_reads_the_same_games(report):
    """The Swiss engine's own reader, which is another program, as the comparison."""
    source = trf2json()
    source.parse_file(write_report(_without_points(report)), verbose=True)
    tournament = source.get_tournament(1)
    games = {
        (game["round"], game[side]["cid"]): (game, side)
        for game in tournament["gameList"]
        for side in ("white", "black")
        if game.get(side)
    }
    assert tournament["numRounds"] == report.rounds
    for player in report.players:
        for number, cell in enumerate(player.cells, start=1):
            game, side = games[number, player.number]
            letter = game[side]["result"]
            assert letter == "P" if cell.result == "U" else cell.result in RESULTS[letter]
            other = game.get("black" if side == "white" else "white")
            assert (other or {}).get("cid", 0) == cell.opponent
            assert cell.color in ("-", side[0])


def _without_points(report: Report) -> Report:
    """gacrux compares the points of a file with its results, and ours are drawn by lot."""
    players = [
        PlayerRecord(p.number, p.name, p.rating, p.cells, rank=p.rank) for p in report.players
    ]
    return Report(tuple(players), rounds=report.rounds, byes=report.byes)
