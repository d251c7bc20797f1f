"""The main path over HTTP: from an event to its standings and ratings."""

import pytest

from ratings.models import Pool
from ratings.recompute import replay_pool
from tests.api.world import ILLEGAL, ROAD, make_event, make_people, mover_of, seat_together
from tournaments.models import Event
from tournaments.recompute import refresh_standings


@pytest.fixture
def world():
    return make_people()


def post(client, address, body=None, *, status=200):
    answer = client.post(f"/api/v1/{address}", body or {}, format="json")
    assert answer.status_code == status, (address, answer.content)
    return answer.json()


def get(client, address):
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200, (address, answer.content)
    return answer.json()


def test_from_an_event_to_its_ratings(world):
    boss, reader = world.clients["organiser"], world.clients["anonymous"]
    players = {who: world.clients[who] for who in ("player", "opponent")}
    made = post(
        boss,
        "events/",
        {
            "slug": "duel",
            "name": "Duel",
            "ruleset": {"name": "standard", "size": 5},
            "match": {"games": 2, "points": {"won_x2": 2, "tied_x2": 1, "lost_x2": 0}},
            "starts_on": "2026-11-21",
        },
        status=201,
    )
    assert made["state"] == "draft"
    assert post(boss, "events/duel/registration/")["state"] == "registration"
    for client in players.values():
        post(client, "events/duel/entries/", status=201)
    assert post(boss, "events/duel/start/")["state"] == "running"
    assert post(boss, "events/duel/rounds/", status=201) == {
        "event": "duel",
        "number": 1,
        "kind": "regular",
        "state": "draft",
        "stale": False,
        "opens_at": None,
        "closes_at": None,
    }
    assert post(boss, "events/duel/rounds/1/publish/")["state"] == "published"
    (pairing,) = get(reader, "events/duel/rounds/1/")["pairings"]
    assert [slot["first_seat"] for slot in pairing["slots"]] == [1, 2]

    me = get(players["player"], "me/")
    assert [slot["number"] for slot in me["open_slots"]] == [1, 2]
    for number in (1, 2):
        sent = post(
            players["player"],
            "games/",
            {"pairing": pairing["id"], "number": number, "record": ROAD},
            status=201,
        )
        assert (sent["state"], sent["proven"], sent["result"]) == ("submitted", True, "R-0")
        waiting = get(players["opponent"], "me/")["waiting_for_me"]
        assert [game["id"] for game in waiting] == [sent["id"]]
        confirmed = post(players["opponent"], f"games/{sent['id']}/confirm/")
        assert confirmed["state"] == "confirmed"

    refresh_standings(Event.objects.get(slug="duel").pk)
    table = get(reader, "events/duel/standings/")
    assert "player" in str(table)
    read = get(reader, f"pairings/{pairing['id']}/")
    assert [slot["state"] for slot in read["slots"]] == ["decided", "decided"]
    assert [slot["result"] for slot in read["slots"]] == ["R-0", "R-0"]
    assert post(boss, "events/duel/rounds/1/close/")["state"] == "closed"
    assert post(boss, "events/duel/finish/")["state"] == "finished"

    assert not Pool.objects.exists()  # nobody has approved the event for rating
    approved = post(world.clients["site_staff"], "events/duel/approve/")
    assert (approved["counts_for_rating"], approved["counts_because"]) == (True, "approved")
    for pool in Pool.objects.all():
        replay_pool(pool.pk)
    board = get(reader, "pools/tak/ratings/")["results"]
    assert {row["name"] for row in board} == {"player", "opponent"}
    assert [row["games"] for row in board] == [2, 2]
    mine = get(reader, f"players/{world.players['player'].public_id}/ratings/")["results"]
    assert {row["pool"] for row in mine} >= {"tak"}
    lines = get(boss, "events/duel/journal/?limit=500")["results"]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    later = get(boss, "events/duel/journal/?since_version=3")["results"]
    assert later[0]["seq"] == 4


def test_an_illegal_record_changes_nothing(world):
    make_event(world, "spring", until="published")
    pairing = seat_together(world, "spring")
    body = {"pairing": pairing["id"], "number": 1, "record": ILLEGAL}
    refused = post(world.clients["player"], "games/", body, status=422)
    assert refused["ply"] == 3
    assert get(world.clients["anonymous"], "games/?event=spring")["results"] == []


def test_a_claim_for_a_decided_slot_is_refused_and_a_record_is_evidence(world):
    make_event(world, "spring", until="published")
    pairing = seat_together(world, "spring")
    boss, player = world.clients["organiser"], world.clients["player"]
    claim = {"pairing": pairing["id"], "number": 1, "result": "R-0"}
    post(boss, f"events/spring/rounds/{pairing['round']}/results/", {"results": [claim]})
    refused = post(player, "games/", claim, status=409)
    assert refused["code"] == "already_decided"
    sent = post(player, "games/", {**claim, "record": ROAD} | {}, status=201)
    assert sent["state"] == "confirmed"


def test_a_dispute_is_ruled_and_a_counted_game_taken_back(world):
    make_event(world, "spring", until="published")
    pairing = seat_together(world, "spring")
    sent = post(
        world.clients["player"],
        "games/",
        {"pairing": pairing["id"], "number": 1, "record": ROAD},
        status=201,
    )
    said = post(world.clients["opponent"], f"games/{sent['id']}/dispute/", {"text": "No."})
    assert said["state"] == "disputed"
    rule = {"number": 1, "outcome": {"kind": "adjudicated", "result": "R-0"}, "reason": "seen"}
    ruled = post(world.clients["arbiter"], f"pairings/{pairing['id']}/rule/", rule)
    assert ruled["slots"][0]["state"] == "decided"
    assert ruled["slots"][0]["result"] == "R-0"
    missing = post(world.clients["arbiter"], f"games/{sent['id']}/void/", status=400)
    assert missing["code"] == "ruling_needs_reason"
    taken = post(world.clients["arbiter"], f"games/{sent['id']}/void/", {"reason": "wrong table"})
    assert taken["state"] == "void"


def test_bulk_reports_each_row_and_a_dry_run_changes_nothing(world):
    make_event(world, "open", until="registration")
    boss = world.clients["organiser"]
    new = world.players["newcomer"].public_id
    rows = [
        {"player": new},
        {"player": new},
        {"player": "none"},
        {"name": "Nobody Known"},
        {"name": "Nobody Known", "new": True},
        {"nick": "x"},
    ]
    before = len(get(boss, "events/open/entries/")["results"])
    for query, added in (("?dry_run=1", 0), ("", 2)):
        done = post(boss, f"events/open/entries/bulk/{query}", {"entries": rows})
        assert [row["ok"] for row in done["rows"]] == [True, False, False, False, True, False]
        assert [row["error"] and row["error"]["code"] for row in done["rows"]] == [
            None, "row_twice", "not_found", "not_found", None, "invalid",
        ]  # fmt: skip
        assert (done["done"], done["refused"]) == (2, 4)
        assert len(get(boss, "events/open/entries/")["results"]) == before + added
    assert len(get(boss, "players/?q=Nobody")["results"]) == 1


def test_bulk_results_by_table(world):
    make_event(world, "spring", until="published")
    arbiter = world.clients["arbiter"]
    pairings = get(arbiter, "events/spring/rounds/1/")["pairings"]
    match = next(pairing for pairing in pairings if pairing["slots"])
    rows = [
        {"table": match["table"], "result": "F-0"},
        {"table": 77, "result": "F-0"},
        {"pairing": match["id"], "number": 1, "result": "R-0"},
        {"pairing": match["id"], "number": 1},
    ]
    address = "events/spring/rounds/1/results/"
    for query, state in (("?dry_run=1", "open"), ("", "decided")):
        done = post(arbiter, address + query, {"results": rows})
        assert [row["ok"] for row in done["rows"]] == [True, False, False, False]
        read = get(arbiter, f"pairings/{match['id']}/")
        assert read["slots"][0]["state"] == state
    assert mover_of(read) in {seat["player"] for seat in read["seats"]}
