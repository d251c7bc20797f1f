"""A POST that creates, sent twice with one key, is done once."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.utils import timezone

from config.jobs import forget_idempotency_keys
from config.models import IdempotencyKey
from tests.api.world import client_of


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


def test_a_request_still_being_answered_is_not_done_again(ann):
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
