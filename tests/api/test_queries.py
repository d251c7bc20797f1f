"""Lists take as many queries for many rows as for few."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.world import ROAD, decide_round, make_event, make_people, next_round

LISTS = ("events/", "players/", "pairings/", "games/", "events/first/entries/")


def asked(client, address):
    cache.clear()  # which has whole answers
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200
    return len(answer.json()["results"]), len(queries)


def submit_all(world, slug):
    for who in ("player", "opponent"):
        client = world.clients[who]
        for slot in client.get("/api/v1/me/").json()["open_slots"]:
            if slot["event"] == slug and slot["state"] == "open":
                body = {"pairing": slot["pairing"], "number": slot["number"], "record": ROAD}
                assert client.post("/api/v1/games/", body, format="json").status_code == 201


@pytest.mark.slow
def test_more_rows_take_no_more_queries():
    world = make_people()
    reader = world.clients["anonymous"]
    make_event(world, "first", until="published")
    submit_all(world, "first")
    decide_round(world, "first", number=1)
    before = {address: asked(reader, address) for address in LISTS}
    for slug in ("second", "third-cup"):
        make_event(world, slug, until="published")
        submit_all(world, slug)
        decide_round(world, slug, number=1)
        next_round(world, slug, after=1)
        submit_all(world, slug)
    after = {address: asked(reader, address) for address in LISTS}
    for address in ("events/", "pairings/", "games/"):
        assert after[address][0] > before[address][0]
    assert {a: queries for a, (_rows, queries) in after.items()} == {
        a: queries for a, (_rows, queries) in before.items()
    }
