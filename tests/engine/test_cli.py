"""python -m engine, called as from a shell."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.gamnon.records import FULL_GAME
from tests.engine.taki.test_examples import EXAMPLE_1
from tests.engine.test_games import CONTRACT, CONTRACT_OF_CARDS
from tests.paths import ROOT


def engine(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answers(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_verify_says_one_line_a_game_and_fails_when_one_is_refused(tmp_path: Path) -> None:
    good, bad = '[Size "5"]\n1. a1 e5 1-0\n\n', '[Size "5"]\n1. a1 a1\n'
    file = tmp_path / "games.ptn"
    file.write_text(good + bad + good)
    status, out, _ = engine("verify", str(file))
    said = answers(out)
    assert status == 1
    assert [(a["index"], a["ok"], a["file"]) for a in said] == [
        (0, True, str(file)),
        (1, False, str(file)),
        (2, True, str(file)),
    ]
    assert all(set(a) >= CONTRACT | {"file", "index"} for a in said)
    error = said[1]["error"]
    assert (error["code"], error["ply"], error["move"]) == ("square_occupied", 2, "a1")
    assert error["tps"] == "x5/x5/x5/x5/2,x4 2 1"
    assert error["message"] == "Move 1, second player, `a1`: a1 is not empty."


def test_verify_reads_standard_input_and_other_rules() -> None:
    status, out, _ = engine("verify", "-", given=b'\xef\xbb\xbf[Size "5"]\r\n1. a1 e5')
    assert (status, answers(out)[0]["file"]) == (0, "-")
    assert engine("verify", "--lenient", "-", given=b"1. a1 e5")[0] == 0
    assert engine("verify", "-", given=b"1. a1 e5")[0] == 1
    status, out, _ = engine("verify", "-", given=b"\xff\xfe")
    assert (status, answers(out)[0]["error"]["code"]) == (1, "not_text")
    status, out, _ = engine("verify", "--rules", "odd", "-", given=b'[Size "5"]\na1')
    assert answers(out)[0]["error"]["code"] == "unknown_ruleset"


def test_wrong_usage_is_two() -> None:
    assert engine()[0] == 2
    assert engine("verify")[0] == 2
    assert engine("verify", "--scoring", "luck", "-")[0] == 2
    status, out, err = engine("verify", "/no/such/file.ptn")
    assert (status, out) == (2, "")
    assert "/no/such/file.ptn" in err


@pytest.mark.slow
def test_play() -> None:
    tie = "a1 a2 b1 b2 c2 c1 d1 d2 d3 c3 b3 a3 a4 b4 c4 d4"
    status, out, _ = engine("play", "--size", "4", "--half-komi", "1", "--moves", tie)
    answer = answers(out)[0]
    assert (status, answer["result"], answer["half_komi"]) == (0, "0-F", 1)
    assert answer["warnings"] == []
    status, out, _ = engine(
        "play", "--size", "5", "--tps", "x5/x5/12211,x4/x5/x5 1 1", "--moves", "4a3>121"
    )
    assert answers(out)[0]["tps"] == "x5/x5/1,2,21,1,x/x5/x5 2 1"
    status, out, _ = engine("play", "--size", "5", "--moves", "a1 a1")
    assert (status, answers(out)[0]["error"]["ply"]) == (1, 2)
    status, out, _ = engine("play", "--size", "9", "--moves", "a1")
    assert (status, answers(out)[0]["error"]["code"]) == (1, "set_not_stated")
    pieces = ("--stones", "60", "--capstones", "2")
    status, out, _ = engine("play", "--size", "9", *pieces, "--moves", "a1 i9")
    assert (status, answers(out)[0]["reserves"]["first"]["stones"]) == (0, 59)
    status, out, _ = engine("play", "--size", "10", *pieces, "--moves", "a1")
    assert (status, answers(out)[0]["error"]["code"]) == (1, "size_not_supported")
    start = "x5/x5/x2,1,x2/x5/2,x4 2 5"
    status, out, _ = engine("play", "--size", "5", "--tps", start, "--moves", "c4 d3")
    assert (status, answers(out)[0]["moves"]) == (0, ["c4", "d3"])


def test_moves_and_perft() -> None:
    status, out, _ = engine("moves", "--size", "3", "--tps", "21S,x,2S/1S,1S,x/1,112S,2S 1 10")
    expected = ["2a3>", "Sb3", "Sc2", "a2-", "a3>", "b2+", "b2>", "b3", "c2"]
    assert status == 0
    assert out.split() == expected
    assert engine("perft", "--size", "3", "--depth", "3")[:2] == (0, "1200\n")
    status, out, err = engine("perft", "--size", "5", "--depth", "1", "--tps", "x5 1 1")
    assert (status, out) == (1, "")
    assert err


def test_records_of_cards(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(EXAMPLE_1)
    status, out, _ = engine("verify", "--game", "taki", str(file))
    (said,) = answers(out)
    assert (status, said["rules"], said["error"]) == (0, "blog", None)
    assert set(said) >= CONTRACT_OF_CARDS | {"file", "index"}
    assert (said["places"], said["cards_left"]) == ({"A": 1, "B": 2}, {"A": 0, "B": 6})

    wrong = EXAMPLE_1.replace("B G1", "B B3").encode()
    status, out, _ = engine("verify", "--game", "taki", "--rules", "publisher", "-", given=wrong)
    (said,) = answers(out)
    assert (status, said["ok"], said["rules"]) == (1, False, "publisher")
    error = said["error"]
    assert (error["code"], error["line"], error["move"]) == ("card_does_not_match", 11, "B3")
    assert "ply" not in error
    assert error["params"]["hand"] == "B3 G4 BD YS Y6 G1 Y9"

    assert answers(engine("verify", "--game", "taki", "-", given=wrong)[1])[0]["rules"] == "blog"

    status, out, _ = engine("verify", "--game", "gamnon", "-", given=FULL_GAME.encode())
    (said,) = answers(out)
    assert (status, said["reason"]) == (0, "win")
    assert said["places"] == {"A": 2.5, "B": 1, "C": 2.5}


def test_gamnon_by_name() -> None:
    for name, points in (("standard", [0.25, 1, 0.25]), ("source", [0, 1, 0])):
        command = ("verify", "--game", "gamnon", "--rules", name, "-")
        status, out, _ = engine(*command, given=FULL_GAME.encode())
        (said,) = answers(out)
        assert (status, said["rules"]) == (0, name)
        assert list(said["points"].values()) == points
    status, out, _ = engine("verify", "--game", "gamnon", "--rules", "blog", "-", given=b"gamnon/1")
    assert (status, answers(out)[0]["ok"]) == (1, False)


def test_wrong_usage_of_cards_is_two() -> None:
    assert engine("verify", "--game", "taki", "--scoring", "downing", "-")[0] == 2
    status, out, _ = engine("verify", "--game", "taki", "--rules", "odd", "-", given=b"taki/1")
    assert (status, answers(out)[0]["error"]["code"]) == (1, "unknown_taki_rules")
