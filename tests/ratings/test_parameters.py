"""Parameters at every door that takes them, and pools that were stored with bad ones before."""

import io
import json
from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from ratings import check, recompute, selectors, services
from ratings.models import Pool
from ratings.refusals import pool_problem
from ratings.tasks import rebuild_by_night, repair_pools
from tests.builders import make_user
from tests.clients import text_of, url_of
from tests.ratings.builders import DAY_1, make_players, play
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.models import User

pytestmark = pytest.mark.django_db

BAD: dict[str, dict[str, float]] = {
    "glicko": {"floor": 0}, "tables": {"growth": -1}, "plackett_luce": {"beta": 0},
    "elo": {"k": 1e9}, "playtak": {"games_half": 0}, "glicko2": {"tau": 0},
    "whr": {"prior_games": 0}, "fide": {"founding": 0},
}  # fmt: skip
each = pytest.mark.parametrize("code", BAD)


@pytest.fixture
def games():
    """Two players, four games, and the list `tak` that rates them by glicko."""
    players = make_players("Ann", "Bob")
    for number in range(4):
        play(f"g{number}", players, number % 2, day=1 + 40 * number)
    recompute.replay_stale_pools()
    return players


def store(code: str, parameters: Mapping[str, object]) -> Pool:
    """As a pool was stored before bounds were asked for, with games that wait."""
    Pool.objects.filter(slug="tak").update(
        system=code, parameters=parameters, ratings_version=0, dirty_from=""
    )
    return Pool.objects.get(slug="tak")


@each
def test_the_api_names_the_field(client, code):
    client.force_login(make_user("boss", staff=True))
    ((name, value),) = BAD[code].items()
    body = {"slug": "x", "counts": {"game": "tak"}, "system": code, "parameters": {name: value}}
    answer = client.post("/api/v1/pools/", body, content_type="application/json")
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == (f"parameters.{name}", "parameter_out_of_bounds")
    assert f"not {value}" in error["detail"]
    assert not Pool.objects.filter(slug="x").exists()


@pytest.mark.parametrize("value", [True, "0.5", None, [1]])
def test_the_api_wants_numbers(client, value):
    client.force_login(make_user("boss", staff=True))
    body = {"slug": "x", "counts": {}, "system": "glicko2", "parameters": {"tau": value}}
    answer = client.post("/api/v1/pools/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "parameter_no_number"


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e999"])
def test_no_number_that_is_none_comes_in_by_json(client, value):
    client.force_login(make_user("boss", staff=True))
    body = f'{{"slug": "x", "counts": {{}}, "system": "glicko2", "parameters": {{"tau": {value}}}}}'
    answer = client.post("/api/v1/pools/", body, content_type="application/json")
    assert answer.status_code == 400
    assert not Pool.objects.filter(slug="x").exists()


def test_a_change_of_a_list_is_refused_by_the_same_bounds(games, client):
    client.force_login(make_user("boss", staff=True))
    body = {"parameters": {"floor": 0}, "reason": "lower"}
    answer = client.patch("/api/v1/pools/tak/", body, content_type="application/json")
    assert answer.json()["errors"][0]["field"] == "parameters.floor"
    assert recompute.stale_pools() == []
    with pytest.raises(InvalidInput, match="deviation"):
        services.change_pool(
            actor=SYSTEM, slug="tak", parameters={"initial_deviation": 20}, reason="surer"
        )


def test_the_admin_refuses_them_too(games, client):
    client.force_login(User.objects.create_superuser("director", password="x"))
    add = reverse("admin:ratings_pool_add")
    asked = {"slug": "x", "name": "X", "game": "tak", "system": "glicko2"}
    page = text_of(client.post(add, {**asked, "parameters": '{"tau": 0}'}))
    assert "parameters.tau" in page
    assert "from 0.05 to 2" in page
    assert not Pool.objects.filter(slug="x").exists()
    assert "JSON object" in text_of(client.post(add, {**asked, "parameters": "[1]"}))
    client.post(add, {**asked, "parameters": '{"tau": 0.7}'})
    assert Pool.objects.get(slug="x").parameters == {"tau": 0.7}
    changes = reverse("admin:ratings_pool_changelist")
    act = {
        "action": "change_system",
        "_selected_action": [Pool.objects.get(slug="tak").pk],
        "confirmed": "yes",
    }
    said = {"system": "glicko2", "reason": "steadier", "parameters": '{"tau": 0}'}
    page = text_of(client.post(changes, {**act, **said}, follow=True))
    assert "parameters.tau" in page
    page = client.post(changes, {**act, **said, "parameters": "tau"}, follow=True)
    assert "JSON object" in text_of(page)
    client.post(changes, {**act, **said, "parameters": '{"tau": 0.8}'})
    building = Pool.objects.get(slug="tak").building
    assert building is not None
    assert building["parameters"] == {"tau": 0.8}


@pytest.mark.parametrize("code", [code for code in BAD if code not in ("tables", "plackett_luce")])
def test_the_command_names_the_setting(tmp_path, code):
    path = tmp_path / "games.csv"
    path.write_text("played_at,first,second,first_score\n1,Ann,Bob,1\n")
    ((name, value),) = BAD[code].items()
    with pytest.raises(CommandError, match=f"--set {name}: from"):
        call_command("rate", str(path), "--system", code, "--set", f"{name}={value}")
    for odd in ("nan", "inf", "-inf"):
        with pytest.raises(CommandError, match=f"--set {name}"):
            call_command("rate", str(path), "--system", code, "--set", f"{name}={odd}")


def test_a_pool_out_of_bounds_is_not_fitted(games):
    store("glicko2", {"tau": 0})
    with pytest.raises(CommandError, match="tau: from"):
        call_command("fit_pool", "tak", stdout=io.StringIO())


@each
def test_a_stored_pool_with_bad_parameters_is_tried_once_and_staff_see_why(games, client, code):
    """tau 0 raised ZeroDivisionError in the task, which beat sent again every five seconds."""
    pool = store(code, BAD[code])
    ((name, _value),) = BAD[code].items()
    assert recompute.replay_pool(pool.pk) is False
    assert recompute.stale_pools() == []
    assert repair_pools() == []
    assert rebuild_by_night() == []
    pool.refresh_from_db()
    assert name in pool_problem(pool)
    shown = client.get("/api/v1/pools/tak/").json()
    assert f"Change parameter {name}: from" in shown["problem"]
    page = url_of("pool", "tak")
    assert "This list is not rated" not in text_of(client.get(page))
    client.force_login(User.objects.create_superuser("director", password="x"))
    assert "This list is not rated" in text_of(client.get(page))
    admin = text_of(client.get(reverse("admin:ratings_pool_changelist")))
    assert "This list is not rated" in admin


def test_another_game_tries_once_more_and_other_parameters_mend_it(games):
    pool = store("glicko2", {"tau": 0})
    recompute.replay_pool(pool.pk)
    play("late", games, 1, day=200)
    assert pool.pk in recompute.stale_pools()
    recompute.replay_stale_pools()
    assert recompute.stale_pools() == []
    services.change_pool(actor=SYSTEM, slug="tak", parameters={"tau": 0.5}, reason="a divisor")
    assert recompute.stale_pools() == [pool.pk]
    assert recompute.replay_pool(pool.pk) is True
    pool.refresh_from_db()
    assert (pool.failure, pool.building, pool_problem(pool)) == (None, None, "")
    assert check.check_pools() == []
    assert len(selectors.player_ratings(games[0].pk)) > 0


def test_rules_that_cannot_be_rated_leave_the_list_as_it_is(games):
    """A change under way that was stored before bounds were asked for."""
    pool = Pool.objects.get(slug="tak")
    plan = {"system": "glicko2", "parameters": {"tau": 0}, "counts": pool.counts}
    pool.building = {**plan, "epoch": 2, "dirty_from": "", "redo": None}
    pool.ledger_version += 1
    pool.dirty_from = ""
    pool.save()
    assert recompute.replay_pool(pool.pk) is True, "the list that people read is up to date"
    pool.refresh_from_db()
    assert pool.ratings_version == pool.ledger_version
    assert "tau" in pool_problem(pool)
    assert recompute.stale_pools() == []


def test_check_all_says_which_list_cannot_be_rated(games):
    store("glicko2", {"tau": 0})
    assert check.check_pools() == [
        "pool tak cannot be rated: tau: from 0.05 to 2 (units of Glicko-2's own scale), not 0"
    ]


@each
def test_pages_that_read_such_a_list_still_open(games, client, code):
    store(code, BAD[code])
    ann, bob = (player.public_id for player in games)
    for page, status in (
        (url_of("pool", "tak"), 200),
        (f"/api/v1/pools/tak/expected/?first={ann}&second={bob}", 200),
        ("/api/v1/pools/tak/ratings/", 200),
        (f"/api/v1/pools/tak/ratings/?on={(DAY_1 + timedelta(days=300)).isoformat()}", 404),
    ):
        assert client.get(page).status_code == status, page


def test_a_failure_is_kept_as_values_that_any_language_can_say(games):
    pool = store("glicko2", {"tau": "0.5"})
    recompute.replay_pool(pool.pk)
    pool.refresh_from_db()
    assert json.loads(json.dumps(pool.failure)) == {
        "version": pool.ledger_version,
        "name": "tau",
        "code": "parameter_no_number",
        "params": {"value": "'0.5'"},
    }
