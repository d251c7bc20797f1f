"""manage.py trf standings: what it prints, and what it says where a tie-break has no meaning."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.standings.peers import gacrux_values, random_report, random_round_robin
from tests.tournaments.trf.lines import player
from tournaments.management.trf_standings import decimals
from tournaments.standings.points import Points
from tournaments.trf.compose import build_report
from tournaments.trf.write import write_report

Run = Callable[..., tuple[list[list[str]], str]]


@pytest.fixture
def standings(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command on a text; the columns of each line, and what it says beside them."""

    def run(text: str, *tiebreaks: str) -> tuple[list[list[str]], str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        call_command("trf", "standings", "-", "--tiebreaks", ",".join(tiebreaks))
        out, err = capsys.readouterr()
        return [line.split("\t") for line in out.splitlines()], str(err)

    return run


def line(number: int, name: str, rating: int, *cells: str) -> str:
    rest = player(number, *cells)
    return f"{rest[:14]}{name:<33} {rating:>4}{rest[52:]}"


# Three rounds of four; 1 and 2 drew and have the same points, 4 missed the last round.
FOUR = (
    line(1, "Anat", 2100, "4w1", "2w=", "3b1")
    + line(2, "Bela", 2000, "3w1", "1b=", "0-U")
    + line(3, "Chen", 1900, "2b0", "4b1", "1w0")
    + line(4, "Dov", 1800, "1b0", "3w0", "0-Z")
)


def test_columns_by_rank(standings: Run) -> None:
    lines, said = standings(FOUR, "DE", "BH", "SB", "AOB", "ARO", "PS/C1")
    assert said == ""
    # Scores 2½, 2½, 1, 0; entry 4 counts ½ for the others (16.3.1). The dummy of 2 in round 3 has
    # 1½, three draws and not 2½ (16.4.2); that of 4 its own score, nothing. AOB of Anat: the
    # Buchholz of 4, 2 and 3, 3½ + 5 + 5½ by three.
    assert lines == [
        ["1", "2", "Bela", "2.5", "1", "5.0", "3.75", "4.75", "2000", "4.0"],
        ["2", "1", "Anat", "2.5", "1", "4.0", "2.75", "4.67", "1900", "4.0"],
        ["3", "3", "Chen", "1.0", "1", "5.5", "0.50", "4.17", "1967", "2.0"],
        ["4", "4", "Dov", "0.0", "1", "3.5", "0.00", "4.75", "2000", "0.0"],
    ]


def test_points_alone_share_the_first_rank(standings: Run) -> None:
    lines, _ = standings(FOUR)
    assert [columns[0] for columns in lines] == ["1", "1", "3", "4"]


def test_a_round_robin_is_known_by_its_record(standings: Run) -> None:
    report = write_report(build_report(random_round_robin(1, 1, forfeits=0)))
    lines, said = standings(report, "BH", "KS")
    assert {columns[4] for columns in lines} == {""}
    assert all(columns[5] for columns in lines)
    assert said == "BH: Has no meaning in a round robin.\n"
    swiss = "".join(row for row in report.splitlines(True) if row[:3] not in {"092", "192"})
    lines, said = standings(swiss, "BH", "KS")
    assert {columns[5] for columns in lines} == {""}
    assert said == "KS: Has a meaning only in a round robin.\n"


def test_an_unknown_tie_break_is_refused(standings: Run) -> None:
    with pytest.raises(CommandError, match="No such tie-break: BH/C7"):
        standings(FOUR, "BH/C7")


@pytest.mark.parametrize("seed", range(5))
def test_the_same_as_gacrux_prints(standings: Run, seed: int) -> None:
    _, report = random_report(seed)
    codes = ("BH/C1", "SB", "AOB", "TPR")
    peer = gacrux_values(report, codes)
    lines, _ = standings(report, *codes)
    for rank, number, _, points, *columns in lines:
        entry = int(number)
        assert (int(rank), float(points)) == (peer["rank"][entry], peer["PTS"][entry])
        for code, text in zip(codes, columns, strict=True):
            value = peer[code][entry]
            assert text == "" if value is None else float(text) == float(value), code


@pytest.mark.parametrize(
    ("value_x2", "places", "text"),
    [(7, 1, "3.5"), (0, 1, "0.0"), (-1, 1, "-0.5"), (1, 2, "0.50"), (Fraction(10, 3), 2, "1.67")],
)
def test_decimals(value_x2: Points, places: int, text: str) -> None:
    assert decimals(value_x2, places) == text
