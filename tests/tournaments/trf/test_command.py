"""manage.py trf, as people script against it: what it prints, and what it exits with.

The files in `data` were made by the command and by playing rounds of the Dutch system: byes,
forfeits and withdrawals; forbidden pairs, virtual points and three points for a win in XX
records with lines ended by CR; TRF26; a round robin of five.
"""

from __future__ import annotations

import io
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.paths import SHARED
from tests.tournaments.trf.lines import player
from tournaments.management.trf_rounds import differences, pairer, pairs_of, run_here, soak
from tournaments.pairing.interface import PairingRefused
from tournaments.trf.convert import state_from_report
from tournaments.trf.read import read_report

DATA = Path(__file__).parent / "data"
CASES = SHARED / "data" / "pairing" / "dutch_2026_cases.jsonl"

# Six players, nobody paired yet: the upper half meets the lower half (C.04.3 art. 3.3.1); the odd
# ones of the upper half have the initial color, the even ones the other (art. 5.2.5).
FIRST_ROUND = "".join(player(number) for number in range(1, 7)) + "XXR 5\nXXC white1\n"
# Three who have met each other, in whichever order.
ALL_MET = (
    player(1, "2w1", "3b1", "0-U")
    + player(2, "1b0", "0-U", "3w0")
    + player(3, "0-U", "1w0", "2b1")
    + "XXR 4\nXXC white1\n"
)


@pytest.fixture
def trf(capsys, tmp_path, monkeypatch):
    """Runs the command; a text among the arguments becomes the standard input, and is named -."""

    def run(*args: str, text: str = "", encoding: str = "utf-8") -> str:
        source = io.TextIOWrapper(io.BytesIO(text.encode(encoding)))
        monkeypatch.setattr(sys, "stdin", source)
        call_command("trf", *args)
        return str(capsys.readouterr().out)

    return run


def test_the_first_round(trf):
    assert trf("pair", "-", text=FIRST_ROUND) == "3\n1 4\n5 2\n3 6\n"


def test_the_other_initial_color_turns_every_board(trf):
    text = FIRST_ROUND.replace("white1", "black1")
    assert trf("pair", "-", text=text) == "3\n4 1\n2 5\n6 3\n"


def test_the_odd_one_has_the_bye(trf):
    text = FIRST_ROUND.replace(player(6), "")
    assert trf("pair", "-", text=text) == "3\n1 3\n4 2\n5 0\n"


def test_who_is_out_is_not_paired(trf):
    """Without 5 and 6 the upper half is 1 and 2."""
    assert trf("pair", "-", text=FIRST_ROUND + "XXZ 5 6\n") == "2\n1 3\n4 2\n"


def test_a_round_robin_is_paired_by_the_berger_table(trf):
    """C.05 annex 1, 5 or 6 players, round 1: 1-6, 2-5, 3-4."""
    assert trf("pair", "-", text=FIRST_ROUND + "092 Round-Robin\n") == "3\n1 6\n2 5\n3 4\n"


def test_a_file_in_latin_1(trf):
    name = FIRST_ROUND.replace("001    1      ", "001    1      Dué", 1)
    text = name.replace("Dué   ", "Dué")
    assert trf("pair", "-", text=text, encoding="latin-1").startswith("3\n1 4\n")


@pytest.mark.parametrize("path", sorted(DATA.iterdir()), ids=lambda path: path.name)
def test_every_round_of_our_own_files_is_paired_again(path):
    report = read_report(path.read_bytes().decode())
    rounds = range(1, len(report.players[0].cells) + 1)
    assert list(differences(report, pair=pairer(run_here), rounds=rounds)) == []


def test_a_difference_is_printed_and_is_an_exit_code(trf, tmp_path, capsys):
    """Two tables of round 1 changed over: both players of each pair say so."""
    text = "".join(
        player(number, cell)
        for number, cell in enumerate(["5w1", "4b1", "6w1", "2w0", "1b0", "3b0"], start=1)
    )
    with pytest.raises(CommandError) as found:
        trf("check", "-", text=text + "XXR 5\nXXC white1\n")
    assert found.value.returncode == 1
    assert capsys.readouterr().out.splitlines() == [
        "round 1: paired 1 4, not in the file",
        "round 1: paired 5 2, not in the file",
        "round 1: in the file 1 5, not paired",
        "round 1: in the file 4 2, not paired",
    ]


@pytest.mark.slow
def test_a_generated_file_is_checked_without_a_difference(trf):
    asked = ("generate", "--players", "9", "--rounds", "3", "--seed", "7", "--byes", "20")
    text = trf(*asked)
    assert text == trf(*asked)
    assert len(read_report(text).players) == 9
    assert trf("check", "-", text=text) == ""


def test_a_generated_file_ends_where_no_pairing_is_left(capsys):
    """Three players have all met after three rounds."""
    call_command(
        "trf", "generate", *["--players", "3", "--rounds", "5", "--seed", "1", "--byes", "0"]
    )
    shown = capsys.readouterr()
    assert shown.err == "Round 4 cannot be paired: the file ends before it.\n"
    assert "142 5\n" in shown.out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("001    x\n", "Line 1, column 5"),
        (FIRST_ROUND + "299 W   2.0   2.5\n", "Record 299"),
        ("\x00\x01\x02", "no player"),
    ],
)
def test_a_bad_file_is_a_sentence(trf, text, sentence):
    with pytest.raises(CommandError, match=sentence) as refused:
        trf("pair", "-", text=text)
    assert refused.value.returncode == 1


def test_no_legal_pairing_is_a_sentence(trf):
    with pytest.raises(CommandError) as refused:
        trf("pair", "-", text=ALL_MET)
    assert isinstance(refused.value.__cause__, PairingRefused)
    assert refused.value.__cause__.code == "no_legal_pairing"


def test_a_file_that_is_not_there(trf, tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        trf("pair", str(tmp_path / "none.trf"))


@pytest.mark.parametrize(
    "players", ["1", "10000", "-3", "x", "²", "9" * 5000], ids=lambda text: text[:5]
)
def test_numbers_that_make_no_sense_are_usage_errors(trf, players):
    with pytest.raises(CommandError, match="whole number from 2 to 9999"):
        trf("generate", "--players", players, "--rounds", "3", "--seed", "1")


def test_a_little_soak(trf):
    lines = trf("soak", "--tournaments", "1", "--seed", "3").splitlines()
    assert lines[-1].startswith("1 tournaments, ")
    assert lines[-1].endswith(" 0 problems")


@pytest.mark.slow
@pytest.mark.skipif(not CASES.exists(), reason="the shared pairing cases are not here")
def test_the_shared_cases_are_paired_as_the_reference_engine_pairs_them():
    """349 rounds of another program (Dutch 2026), with colors, in the order of its boards."""
    pair = pairer(run_here)
    for text in CASES.read_text().splitlines():
        case = json.loads(text)
        state = state_from_report(read_report(case["trf"]))
        if (expected := case["expected_dutch_2026"]) == "no legal pairing":
            with pytest.raises(PairingRefused) as refused:
                pair(state)
            assert refused.value.code == "no_legal_pairing"
        else:
            assert [list(seats) for seats in pairs_of(pair(state))] == expected, case["id"]


def problems_of_fifty(seed):
    """How many tournaments were tried, and what was wrong with them."""
    found = list(soak(tournaments=50, seed=seed, pair=pairer(run_here)))
    return len(found), [problem for _state, problems in found for problem in problems]


@pytest.mark.slow
def test_fifty_tournaments():
    assert problems_of_fifty(2036) == (50, [])


@pytest.mark.slow
@pytest.mark.long
def test_five_hundred_tournaments():
    """On every core there is, each process with tournaments of its own."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(pool.map(problems_of_fifty, range(2026, 2036)))
    assert sum(tried for tried, _problems in found) == 500
    assert [problem for _tried, problems in found for problem in problems] == []
