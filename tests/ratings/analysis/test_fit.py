"""Parameters fitted to the past: found on the earlier games, judged on the later ones."""

import io
import json
import math
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bench.rated.history import Club, history
from ratings import recompute, selectors, services
from ratings.analysis.fit import CannotFit, fit
from ratings.models import Pool
from ratings.systems import Game, Seat, check_parameters
from ratings.systems.fide import Fide
from ratings.systems.glicko import Glicko
from ratings.systems.plackett_luce import PlackettLuce
from tests.ratings.builders import make_players, play, play_table
from tests.ratings.systems.test_plackett_luce import tables_of
from tournaments.actor import SYSTEM

CLUB = Club(players=60, games=1500, clubs=2, days=300, first_move=120.0)
FAR_OFF = Glicko(first_move=-100.0, growth=40.0)


def games(seed: int = 1) -> list[Game]:
    return [
        Game(
            f"{number:06d}",
            game.played_at.date(),
            (
                Seat(game.first, round(2 * game.first_score)),
                Seat(game.second, 2 - round(2 * game.first_score)),
            ),
        )
        for number, game in enumerate(history(seed, CLUB))
    ]


def turned(game: Game) -> Game:
    first, second = game.seats
    return replace(
        game,
        seats=(replace(first, score_x2=second.score_x2), replace(second, score_x2=first.score_x2)),
    )


def test_what_is_found_foretells_later_games_better():
    found = fit(FAR_OFF, games())
    assert (found.trained, found.judged) == (1050, 450)
    assert found.before.games == found.after.games == 450
    assert found.better
    assert found.before.log_loss is not None
    assert found.after.log_loss is not None
    assert found.after.log_loss < found.before.log_loss - 0.01
    assert found.parameters["first_move"] > -50
    assert found.parameters["growth"] < 40


@pytest.mark.slow
def test_the_judged_games_have_no_say():
    """Turning every result of the later part round changes the verdict, not what is found."""
    past = games()
    other = [*past[:1050], *(turned(game) for game in past[1050:])]
    here, there = fit(FAR_OFF, past), fit(FAR_OFF, other)
    assert here.parameters == there.parameters
    assert here.before != there.before


def test_a_pool_without_much_past_is_left_alone():
    with pytest.raises(CannotFit, match="too few"):
        fit(Glicko(), games()[:150])
    with pytest.raises(CannotFit, match="no parameter"):
        fit(Fide(), games())


@pytest.fixture
def pool():
    """Two of whom one always wins, and a list whose ratings barely move."""
    players = make_players("Ann", "Bob")
    for number in range(220):
        play(f"g{number:03d}", players if number % 2 else players[::-1], number % 2, day=number + 1)
    slow = {"initial_deviation": 35.0, "growth": 0.5}
    Pool.objects.filter(slug="tak").update(parameters=slow)
    return Pool.objects.get(slug="tak")


def run(*options: str) -> Any:
    out = io.StringIO()
    call_command("fit_pool", *options, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.slow
@pytest.mark.django_db
def test_a_pool_changes_only_when_it_is_asked_for(pool):
    found = run("tak", "--judge", "0.5")
    assert found["applied"] is False
    assert found["after"]["log_loss"] < found["before"]["log_loss"]
    assert Pool.objects.get(slug="tak").building is None
    again = run("tak", "--judge", "0.5", "--apply")
    assert again["applied"] is True
    assert again["parameters"] == found["parameters"]
    building = Pool.objects.get(slug="tak").building or {}
    assert building["parameters"] == found["parameters"]
    recompute.replay_pool(pool.pk)
    assert selectors.pool_by_slug("tak").parameters == found["parameters"]


def test_the_slope_of_plackett_luce_is_fitted_and_judged_by_every_pair_at_a_table():
    """Without a slope no chance is told, and each pair is judged as one half: ln 2."""
    found = fit(PlackettLuce(), tables_of(30, 1000, seed=3))
    assert (found.trained, found.judged) == (700, 300)
    assert found.before.log_loss == pytest.approx(math.log(2))
    assert found.before.games == found.after.games == 300 * 6
    assert found.better
    assert found.after.log_loss is not None
    assert found.after.log_loss < 0.6
    assert found.parameters == PlackettLuce(slope=found.parameters["slope"]).parameters()
    assert 0 < found.parameters["slope"] < 0.1


@pytest.mark.slow
@pytest.mark.django_db
def test_a_pool_of_tables_tells_chances_once_its_slope_is_fitted():
    players = make_players("Ann", "Bob", "Cid", "Dan")
    for number in range(220):
        play_table(f"t{number:03d}", players if number % 4 else players[::-1], day=number + 1)
    services.create_pool(
        actor=SYSTEM, slug="tables", counts={"game": "taki"}, system="plackett_luce"
    )
    recompute.replay_stale_pools()
    pool = selectors.pool_by_slug("tables")
    ann, bob = players[0].pk, players[1].pk
    assert selectors.expected_score(pool, first_id=ann, second_id=bob) is None
    found = run("tables", "--judge", "0.5", "--apply")
    assert found["applied"] is True
    recompute.replay_stale_pools()
    pool = selectors.pool_by_slug("tables")
    assert pool.parameters["slope"] == found["parameters"]["slope"] > 0
    chance = selectors.expected_score(pool, first_id=ann, second_id=bob)
    assert chance is not None
    assert 0.5 < chance < 1


def test_no_step_of_a_search_leaves_the_bounds():
    """A newcomer's deviation cannot go below the floor."""
    found = fit(Glicko(initial_deviation=31.0, floor=30.0, growth=200.0), games())
    assert check_parameters("glicko", found.parameters) == found.parameters


@pytest.mark.slow
def test_found_parameters_are_fixed():
    """A list that learns is left as it is unless fixed values predict better."""
    found = fit(Glicko(), games())
    if found.parameters != Glicko().parameters():
        assert found.parameters["learn_growth"] == 0
        assert found.parameters["learn_initial_deviation"] == 0
    other = fit(Glicko(growth=60.0, learn_growth=1.0, initial_deviation=40.0), games())
    assert other.better
    assert other.parameters["learn_growth"] == 0


def test_a_file_is_fitted_too(tmp_path):
    rows = ["played_at,first,second,first_score"]
    rows += [
        f"{game.played_at.isoformat()},{game.first},{game.second},{game.first_score}"
        for game in history(3, replace(CLUB, games=400))
    ]
    (tmp_path / "games.csv").write_text("\n".join(rows) + "\n")
    found = run("--file", str(tmp_path / "games.csv"), "--judge", "0.5")
    assert (found["trained"], found["judged"]) == (200, 200)


@pytest.mark.parametrize(
    "options",
    [(), ("tak", "--file", "x.csv"), ("--file", "x.csv", "--apply"), ("tak", "--judge", "1")],
)
def test_options_that_do_not_go_together(options):
    with pytest.raises(CommandError):
        call_command("fit_pool", *options)
