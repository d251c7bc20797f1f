"""A write that is sent twice with one key is done once.

It is done with the note of its answer or not at all, also where a process dies in between.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from config.api.urls import urlpatterns
from config.jobs import forget_idempotency_keys
from config.models import IdempotencyKey
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.api.table_world import world_of_the_table
from tests.api.world import WHO, client_of, make_event, make_people
from tests.database import at_once, in_threads, rolled_back
from tournaments.models import Player, Round

KEY = {"Idempotency-Key": "k1"}
# Whose answers hold secrets, whose bodies hold passwords or files, and who change nothing.
WITHOUT_KEY = {
    *("own-tokens", "event-invitations", "club-invitations", "player-invitations"),
    *("event-links", "event-links-show", "accounts", "own-account-close", "verify"),
    *("own-password", "invitation-accept", "own-calendar", "own-devices", "archive-preview"),
    *("webhooks", "webhook-rotate", "pairing-sheets"),
    *("applications", "application-secret", "pairing-rule-preview", "game-void-preview"),
    *("player-merge-preview", "player-unmerge-preview"),
}
WRITES = {
    key: rows[0]
    for key, found in TABLE.items()
    if key[1] in ("post", "patch")
    and (rows := [row for row in found if any(status[0] == "2" for status in row.statuses.split())])
}


class Killed(BaseException):
    """Stands for a process that dies: nothing catches it."""


@pytest.fixture
def world(db, no_log):
    return world_of_the_table()


def killed_at(words):
    """Die before the first statement that contains these words."""

    def kill(execute, sql, params, many, context):
        if words in sql:
            raise Killed
        return execute(sql, params, many, context)

    return connection.execute_wrapper(kill)


def create(client, name, key="k1"):
    return client.post(
        "/api/v1/players/", {"name": name}, format="json", headers={"Idempotency-Key": key}
    )


def names(client):
    return [player["name"] for player in client.get("/api/v1/players/").json()["results"]]


def test_the_same_again_gets_the_same_answer(ann):
    first, second = create(ann, "Noa"), create(ann, "Noa")
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.content == first.content
    assert second["Content-Type"] == first["Content-Type"]
    assert second["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert names(ann) == ["Noa"]


def test_without_a_key_it_is_done_twice(ann):
    for _ in range(2):
        ann.post("/api/v1/players/", {"name": "Noa"}, format="json")
    assert names(ann) == ["Noa", "Noa"]


def test_another_body_with_the_key_is_refused(ann):
    create(ann, "Noa")
    answer = create(ann, "Ben")
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_reused")
    assert answer["Content-Type"] == "application/problem+json"
    assert names(ann) == ["Noa"]


def test_a_request_that_an_older_version_is_answering_is_not_done_again(ann):
    create(ann, "Noa")
    IdempotencyKey.objects.update(status=None, response=None)
    answer = create(ann, "Noa")
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_in_flight")
    IdempotencyKey.objects.update(at=timezone.now() - timedelta(minutes=6))
    assert create(ann, "Noa").status_code == 201


def test_a_refusal_is_not_kept(ann):
    assert create(ann, "").status_code == 400
    assert create(ann, "Noa").status_code == 201


def test_keys_are_each_users_own_and_shared_by_their_tokens(ann):
    get_user_model().objects.create_user(username="ben")
    create(ann, "Noa")
    assert create(client_of("ben"), "Noa").status_code == 201
    assert create(client_of("ann"), "Noa")["Idempotent-Replayed"] == "true"
    assert names(ann) == ["Noa", "Noa"]


def test_a_key_is_forgotten_after_a_day(ann):
    create(ann, "Noa")
    IdempotencyKey.objects.update(at=timezone.now() - timedelta(hours=25))
    assert create(ann, "Ben").status_code == 201


def test_an_answered_request_is_remembered_for_the_whole_day(ann):
    create(ann, "Noa")
    for hours in (0.1, 1, 23):
        IdempotencyKey.objects.update(at=timezone.now() - timedelta(hours=hours))
        assert create(ann, "Noa")["Idempotent-Replayed"] == "true"
    assert names(ann) == ["Noa"]


def test_a_key_does_not_open_the_door(ann, client):
    answer = client.post(
        "/api/v1/players/",
        {"name": "Noa"},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    assert answer.status_code == 401
    wrong = {"Idempotency-Key": "k", "Authorization": "Bearer rh_wrong"}
    answer = client.post(
        "/api/v1/players/", {"name": "Noa"}, content_type="application/json", headers=wrong
    )
    assert answer.status_code == 401
    assert not IdempotencyKey.objects.exists()


def test_an_endless_key_is_refused(ann):
    assert create(ann, "Noa", key="k" * 201).status_code == 400


def test_keys_are_kept_for_a_day_and_then_deleted(ann):
    create(ann, "Noa", key="old")
    create(ann, "Ben", key="new")
    for key, hours in (("old", 25), ("new", 23)):
        then = timezone.now() - timedelta(hours=hours)
        IdempotencyKey.objects.filter(key=key).update(at=then)
    assert forget_idempotency_keys() == 1
    assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["new"]
    assert create(ann, "Ben", key="new")["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize(
    "before",
    ['INSERT INTO "tournaments_player"', 'UPDATE "config_idempotencykey"'],
    ids=["the effect", "the note"],
)
def test_a_process_that_dies_has_done_nothing_and_leaves_the_key_free(ann, before):
    with pytest.raises(Killed), killed_at(before):
        create(ann, "Noa")
    assert not Player.objects.exists()
    again = create(ann, "Noa")
    assert (again.status_code, "Idempotent-Replayed" in again) == (201, False)
    assert create(ann, "Noa")["Idempotent-Replayed"] == "true"
    assert names(ann) == ["Noa"]


def test_a_pairing_that_was_begun_is_not_begun_again():
    world = make_people()
    make_event(world, "spring", until="started")
    boss, address = world.clients["organiser"], "/api/v1/events/spring/rounds/"
    with pytest.raises(Killed), killed_at('INSERT INTO "tournaments_round"'):
        boss.post(address, {}, format="json", headers=KEY)
    again = boss.post(address, {}, format="json", headers=KEY)
    assert (again.status_code, again["Idempotent-Replayed"]) == (202, "true")
    assert boss.get(again["Location"]).json()["state"] == "failed"
    assert not Round.objects.exists()
    made = boss.post(address, {}, format="json", headers={"Idempotency-Key": "k2"})
    again = boss.post(address, {}, format="json", headers={"Idempotency-Key": "k2"})
    assert (made.status_code, again.status_code) == (201, 201)
    assert (again.content, again["Location"]) == (made.content, made["Location"])


def test_a_round_that_cannot_be_paired_leaves_the_key_free():
    world = make_people()
    make_event(world, "spring", until="started")
    boss, address = world.clients["organiser"], "/api/v1/events/spring/rounds/"
    impossible = {"by_hand": [[1, 1]]}
    assert boss.post(address, impossible, format="json", headers=KEY).status_code == 409
    assert not IdempotencyKey.objects.exists()
    assert boss.post(address, {}, format="json", headers=KEY).status_code == 201


def test_writes_take_a_key_unless_they_say_why_not():
    names = {name for name, method in TABLE if method in ("post", "patch")}
    assert {name for name in names if not view_of(name).takes_key} == WITHOUT_KEY


@pytest.mark.slow
def test_every_write_is_done_once_or_refuses_the_key(world):
    for (name, method), row in WRITES.items():
        who = next(
            who
            for who, status in zip(WHO, row.statuses.split(), strict=True)
            if status[0] == "2" and who != "anonymous"
        )
        path, body = "/api/v1/" + row.path.format(**world.ids), filled(row.body, world.ids)
        send = getattr(world.clients[who], method)
        cache.clear()
        with rolled_back():
            first = send(path, body, format="json", headers=KEY)
            if name in WITHOUT_KEY:
                refused = (first.status_code, first.json()["code"])
                assert refused == (400, "idempotency_key_not_taken"), name
                continue
            again = send(path, body, format="json", headers=KEY)
        assert str(first.status_code) in row.statuses.split(), (name, first.content)
        assert again.headers.get("Idempotent-Replayed") == "true", (
            name,
            first.status_code,
            again.content,
        )
        assert (again.status_code, again.content) == (first.status_code, first.content), name


class TestAtOnce:
    pytestmark = in_threads

    def test_a_key_that_many_send_at_once_is_done_once(self):
        get_user_model().objects.create_user(username="ann")
        clients = [client_of("ann") for _number in range(12)]

        answers = at_once(lambda number: create(clients[number], "Noa"), times=12)
        assert Player.objects.count() == 1
        assert {answer.status_code for answer in answers} <= {201, 409}
        refused = {answer.json()["code"] for answer in answers if answer.status_code == 409}
        assert refused <= {"idempotency_key_in_flight"}


def view_of(name):
    views: dict[str, Any] = {str(pattern.name): pattern.callback for pattern in urlpatterns}
    return views[name].cls
