"""`manage.py rate`: ratings and forecasts of the games in a file, without a database."""

import csv
import io
import json
import math

import pytest
from django.core.management import CommandError, call_command

GAMES = """\
played_at,first,second,first_score
2024-01-02,Bob,Cid,0.5
2024-01-01T10:00:00,Ann,Bob,1
2024-01-03T00:00:00Z,Cid,Ann,0
"""


@pytest.fixture
def rate(tmp_path):
    def run(*options: str, text: str = GAMES) -> str:
        path = tmp_path / "games.csv"
        path.write_text(text)
        out = io.StringIO()
        call_command("rate", str(path), "--system", "glicko", *options, stdout=out)
        return out.getvalue()

    return run


def test_every_player_is_rated_in_the_order_of_time(rate):
    rows = list(csv.DictReader(io.StringIO(rate())))
    assert [(row["player"], row["games"]) for row in rows] == [
        ("Ann", "2"), ("Bob", "2"), ("Cid", "2"),
    ]  # fmt: skip
    in_order = "".join(GAMES.splitlines(keepends=True)[i] for i in (0, 2, 1, 3))
    assert rate(text=in_order) == rate()


def test_days_as_numbers_are_days(rate):
    numbered = GAMES
    for iso, day in [
        ("2024-01-02", "19724"), ("2024-01-01T10:00:00", "19723.4"),
        ("2024-01-03T00:00:00Z", "19725"),
    ]:  # fmt: skip
        numbered = numbered.replace(iso, day)
    assert rate(text=numbered) == rate()


def test_a_parameter_is_set(rate):
    one = "played_at,first,second,first_score\n0,Ann,Bob,0.5\n"
    rows = list(csv.DictReader(io.StringIO(rate("--set", "first_move=0", text=one))))
    assert [float(row["rating"]) for row in rows] == [1500.0, 1500.0]
    assert float(next(csv.DictReader(io.StringIO(rate(text=one))))["rating"]) > 1500.0


def test_the_first_game_is_predicted_from_nothing_but_the_first_move(rate):
    one = "played_at,first,second,first_score\n0,Ann,Bob,1\n"
    quality = json.loads(rate("--evaluate", "1", "--set", "first_move=0", text=one))
    assert quality == {
        "log_loss": pytest.approx(math.log(2)), "brier": 0.25, "accuracy": 0.5, "games": 1,
    }  # fmt: skip


def test_a_forecast_never_sees_its_own_game(rate):
    """Turning the last result round turns the losses round, not the forecast."""
    won = json.loads(rate("--evaluate", "0.3", text=GAMES))
    lost = json.loads(rate("--evaluate", "0.3", text=GAMES.replace("Ann,0", "Ann,1")))
    assert won["games"] == lost["games"] == 1
    assert math.exp(-won["log_loss"]) + math.exp(-lost["log_loss"]) == pytest.approx(1)
    assert math.sqrt(won["brier"]) + math.sqrt(lost["brier"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a,b\n", "line 1: no column played_at"),
        (GAMES + "soon,Ann,Bob,1\n", "line 5"),
        (GAMES + "2024-01-01,Ann,Bob,3\n", "first_score is 3"),
        (GAMES + "2024-01-01,Ann,Ann,1\n", "Ann plays against themselves"),
        (GAMES + "2024-01-01,Ann\n", "line 5"),
        (GAMES + "1e300,Ann,Bob,1\n", "line 5"),
        (GAMES + "nan,Ann,Bob,1\n", "line 5"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(rate, text, says):
    with pytest.raises(CommandError, match=says):
        rate(text=text)


@pytest.mark.parametrize(
    "options",
    [
        ("--set", "luck=1"), ("--set", "floor"), ("--set", "floor=low"), ("--set", "floor=0"),
        ("--set", "initial=nan"), ("--evaluate", "0"), ("--evaluate", "1.5"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused(rate, options):
    with pytest.raises(CommandError):
        rate(*options)


@pytest.fixture
def rate_by(tmp_path):
    def run(system: str, *options: str) -> str:
        path = tmp_path / "games.csv"
        path.write_text(GAMES)
        out = io.StringIO()
        call_command("rate", str(path), "--system", system, *options, stdout=out)
        return out.getvalue()

    return run


@pytest.mark.parametrize("system", ["glicko", "glicko2", "elo", "playtak", "whr"])
def test_every_system_of_two_rates_a_file_and_foretells_its_last_games(rate_by, system):
    """Ann won both games and Bob and Cid drew: she is first in every system."""
    rows = list(csv.DictReader(io.StringIO(rate_by(system))))
    assert rows[0]["player"] == "Ann"
    assert {row["games"] for row in rows} == {"2"}
    quality = json.loads(rate_by(system, "--evaluate", "0.5"))
    assert quality["games"] == 2
    assert 0 < quality["log_loss"] < 1


@pytest.mark.parametrize(
    ("system", "setting", "says"),
    [
        ("glicko2", "tau=0", "tau: from 0.05 to 2"),
        ("whr", "period_days=1.5", "not a number of the kind"),
        ("playtak", "beauty=1", "playtak has"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_named(rate_by, system, setting, says):
    with pytest.raises(CommandError, match=says):
        rate_by(system, "--set", setting)


def test_what_moving_first_is_worth_is_learned_unless_it_is_said(rate):
    """The second always wins: predicted better and better, and not where a worth is set."""
    games = [f"{day},P{2 * day},P{2 * day + 1},0" for day in range(300)]
    text = "played_at,first,second,first_score\n" + "\n".join(games) + "\n"
    learned = json.loads(rate("--evaluate", "0.3", text=text))
    told = json.loads(rate("--evaluate", "0.3", "--set", "first_move=43", text=text))
    assert learned["log_loss"] < math.log(2) < told["log_loss"]


def test_a_file_in_order_is_read_as_it_is_rated_and_one_out_of_order_the_same(rate, tmp_path):
    """Ascending lines take the other way through the reader; the ratings are the same."""
    lines = [f"{day},P{day % 3},P{day % 3 + 1},{day % 2}" for day in range(40)]
    head = "played_at,first,second,first_score\n"
    there = rate(text=head + "\n".join(lines) + "\n")
    back = rate(text=head + "\n".join(reversed(lines)) + "\n")
    assert there == back


def test_a_line_with_too_little_is_named(rate):
    with pytest.raises(CommandError, match="line 5: too few columns"):
        rate(text=GAMES + "2024-01-04,Ann\n")
