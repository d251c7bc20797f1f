"""Lists that learn their parameters: stored, corrected, read by pages, and brought to new rules."""

import csv
import io
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from ratings import check, recompute, replay, selectors, services
from ratings.models import Pool
from ratings.selectors.replayed import games_in_range
from ratings.systems import expected_score
from ratings.systems.glicko import Glicko
from tests.ratings.builders import corrected, make_players, play
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db
migration = import_module("ratings.migrations.0006_learned_parameters")


@pytest.fixture
def games(monkeypatch):
    """Forty games on forty days; the stronger of two always wins."""
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 7)
    people = make_players("Ann", "Bob", "Cid", "Dan")
    played = []
    for number in range(40):
        one, other = number % 4, (number + 1 + number // 4 % 3) % 4
        pair = people[one], people[other]
        played.append(play(f"g{number:02d}", pair, float(one < other), day=number + 1))
    recompute.replay_stale_pools()
    return people, played


def stored(pool):
    return pool.checkpoints.latest("order_key").state["learned"]


def test_a_list_keeps_what_it_learned_through_corrections(games):
    _people, played = games
    pool = Pool.objects.get(slug="tak")
    before = stored(pool)
    assert before["growth"] != 6.92
    assert before["initial_deviation"] != 300
    assert before["traces"] == {}, "only checkpoints to continue from hold what is of one player"
    services.post_result("game:g10", corrected(played[10], 0.5))
    recompute.replay_stale_pools()
    pool.refresh_from_db()
    assert stored(pool)["growth"] != before["growth"]
    assert check.check_pools() == []


def test_pages_predict_with_what_was_learned(games):
    (ann, *_others, dan), _played = games
    pool = Pool.objects.get(slug="tak")
    state = replay.restore_state(Glicko(), None)
    rate = replay.rater(Glicko(), state)
    for game in selectors.ledger(pool.counts):
        rate(game)
    today = timezone.now().date()
    assert state.learned is not None
    wanted = expected_score(
        state.learned.system_on(today),
        state.terms["5/0"].rating,
        state.players[ann.pk],
        state.players[dan.pk],
        today,
    )
    found = selectors.expected_score(pool, first_id=ann.pk, second_id=dan.pk, setup="5/0")
    assert found == wanted


def test_a_file_is_rated_like_a_pool(games, tmp_path):
    _people, played = games
    pool = Pool.objects.get(slug="tak")
    lines = ["played_at,first,second,first_score"]
    for game in played:
        first, second = game.seats
        lines.append(f"{game.played_on},{first.player_id},{second.player_id},{first.score_x2 / 2}")
    (tmp_path / "games.csv").write_text("\n".join(lines) + "\n")
    out = io.StringIO()
    call_command("rate", str(tmp_path / "games.csv"), "--system", "glicko", stdout=out)
    rows = csv.DictReader(out.getvalue().splitlines())
    by_file = {int(row["player"]): float(row["rating"]) for row in rows}
    assert by_file == {row.player_id: row.rating for row in selectors.ratings_of(pool)}


def test_the_analysis_predicts_as_the_stored_list(games):
    """From the checkpoint before the twentieth game on."""
    _people, played = games
    pool = Pool.objects.get(slug="tak")
    found = games_in_range(pool, played[20].order_key)
    by_key = {one.game.order_key: one.expected[0] for one in found}
    changes = pool.changes.filter(posting__order=1, posting__rated_game__order_key__in=by_key)
    kept = dict(changes.values_list("posting__rated_game__order_key", "expected"))
    assert by_key == kept
    assert 20 <= len(kept) < 40


@pytest.mark.parametrize(
    ("parameters", "named"),
    [
        ({}, {}),
        ({"growth": 5.0}, {"growth": 5.0, "first_move_deviation": 30.0}),
        ({"first_move": 50.0}, {"first_move": 50.0}),
        (
            {"first_move_deviation": 9.0, "growth": 5.0},
            {"first_move_deviation": 9.0, "growth": 5.0},
        ),
    ],
)
def test_a_list_with_set_parameters_keeps_its_numbers_when_it_is_brought_over(
    games, parameters, named
):
    system = "glicko"
    plan = {"system": system, "parameters": parameters, "counts": {}, "epoch": 2}
    plan |= {"dirty_from": None, "redo": None}
    Pool.objects.filter(slug="tak").update(parameters=parameters, building=plan)
    version = Pool.objects.get(slug="tak").ledger_version
    migration.name_what_is_learned(apps, None)
    pool = Pool.objects.get(slug="tak")
    plan = pool.building or {}
    assert pool.parameters == plan["parameters"] == named
    assert (pool.dirty_from, plan["redo"]) == ("", "")
    assert pool.ledger_version == version + 1


def test_lists_of_other_systems_are_left_alone():
    assert migration.named("elo", {"k": 20.0}) == {"k": 20.0}
    services.create_pool(actor=SYSTEM, slug="elo", counts={"game": "tak"}, system="elo")
    recompute.replay_stale_pools()
    migration.name_what_is_learned(apps, None)
    assert not Pool.objects.get(slug="elo").dirty_from
