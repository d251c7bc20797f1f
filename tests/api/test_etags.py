"""Readers who have the current answer get 304; writers who have an old one get 412."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings import services as ratings
from tests.api.world import ROAD, make_event, make_people, seat_together
from tests.database import at_once, in_threads
from tournaments import near_copies
from tournaments.recompute import refresh_standings


@pytest.fixture
def world():
    world = make_people()
    make_event(world, "spring", until="published")
    return world


@pytest.fixture
def reader(world):
    return world.clients["anonymous"]


def ruled(world):
    pairing = seat_together(world, "spring")
    answer = world.clients["organiser"].post(
        f"/api/v1/pairings/{pairing['id']}/rule/",
        {"number": 1, "outcome": {"kind": "adjudicated", "result": "R-0"}, "reason": "seen"},
        format="json",
    )
    assert answer.status_code == 200, answer.content
    refresh_standings(world.events["spring"].pk)


@pytest.mark.parametrize(
    "address", ["events/spring/", "events/spring/rounds/1/", "events/spring/standings/"]
)
def test_the_current_answer_is_not_sent_again(world, reader, address):
    address = f"/api/v1/{address}"
    refresh_standings(world.events["spring"].pk)
    first = reader.get(address)
    etag = first["ETag"]
    again = reader.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert "no-cache" in first["Cache-Control"]
    ruled(world)
    changed = reader.get(address, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_ratings_have_one_too(world, reader):
    world.clients["site_staff"].post(
        "/api/v1/pools/", {"slug": "p", "counts": {"game": "tak"}}, format="json"
    )
    first = reader.get("/api/v1/pools/p/ratings/")
    again = reader.get("/api/v1/pools/p/ratings/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_a_list_by_lines_is_another_answer(world, reader):
    world.clients["site_staff"].post(
        "/api/v1/pools/", {"slug": "tak", "counts": {"game": "tak"}}, format="json"
    )
    as_json = reader.get("/api/v1/pools/tak/ratings/", headers={"Accept": "application/json"})
    assert as_json.status_code == 200
    refused = reader.get("/api/v1/players/", headers={"Accept": "application/xml"})
    assert refused.status_code == 406


def change(world, etag, name):
    return world.clients["organiser"].patch(
        "/api/v1/events/spring/", {"name": name}, format="json", headers={"If-Match": etag}
    )


def test_a_change_of_what_was_changed_meanwhile_is_refused(world, reader):
    etag = reader.get("/api/v1/events/spring/")["ETag"]
    assert change(world, etag, "Second").status_code == 200
    late = change(world, etag, "Third")
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    assert reader.get("/api/v1/events/spring/").json()["name"] == "Second"
    fresh = reader.get("/api/v1/events/spring/")["ETag"]
    assert change(world, fresh, "Fourth").status_code == 200


def test_a_result_does_not_stand_in_the_way_of_settings(world, reader):
    etag = reader.get("/api/v1/events/spring/")["ETag"]
    ruled(world)
    assert change(world, etag, "Second").status_code == 200


@pytest.mark.parametrize(("etag", "status"), [("*", 200), ('"nonsense"', 412), ("v1", 412)])
def test_other_if_match_headers(world, etag, status):
    assert change(world, etag, "Second").status_code == status


def test_lists_by_lines(world, reader):
    lines = reader.get("/api/v1/players/?limit=2&format=ndjson")
    assert lines["Content-Type"].startswith("application/x-ndjson")
    assert len(lines.content.splitlines()) == 2
    assert 'rel="next"' in lines["Link"]
    asked = reader.get("/api/v1/players/", headers={"Accept": "application/x-ndjson"})
    assert len(asked.content.splitlines()) == len(world.players)


def test_pages_by_cursor_show_everything_once(world, reader):
    seen, address = [], "/api/v1/players/?limit=4"
    while address:
        page = reader.get(address).json()
        seen += [player["id"] for player in page["results"]]
        address = page["next"]
    assert sorted(seen) == sorted(player.public_id for player in world.players.values())


def test_the_filters_of_pairings_and_games(world, reader):
    pairing = seat_together(world, "spring")
    me = world.players["player"].public_id
    asked = f"/api/v1/pairings/?event=spring&round={pairing['round']}&player={me}"
    assert [row["id"] for row in reader.get(asked).json()["results"]] == [pairing["id"]]
    assert reader.get(f"{asked}&state=reported").json()["results"] == []
    sent = world.clients["player"].post(
        "/api/v1/games/", {"pairing": pairing["id"], "number": 1, "record": ROAD}, format="json"
    )
    assert sent.status_code == 201, sent.content
    (row,) = reader.get(f"{asked}&state=reported").json()["results"]
    assert row["slots"][0]["games"] == [sent.json()["id"]]
    found = reader.get(f"/api/v1/games/?event=spring&player={me}&state=submitted").json()
    assert [game["id"] for game in found["results"]] == [sent.json()["id"]]
    assert reader.get("/api/v1/games/?event=other").json()["results"] == []
    version = reader.get("/api/v1/events/spring/").json()["results_version"]
    assert reader.get(f"/api/v1/events/?since_version={version}").json()["results"] == []


def queries_of(client, address, etag=""):
    headers = {"If-None-Match": etag} if etag else {}
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(f"/api/v1/{address}", headers=headers)
    return answer, sum("FROM" in one["sql"] and "cache" not in one["sql"] for one in queries)


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("events/spring/", 1),
        ("events/spring/standings/", 1),
        ("events/spring/crosstable/", 1),
        ("events/spring/scores/", 1),
        ("events/spring/rounds/1/", 1),
        ("pairings/?event=spring&limit=2", 1),
        ("events/spring/rounds/1/results/", 1),
        ("events/spring/standings/1/", 1),
        ("events/spring/publications/", 1),
        ("events/spring/prizes/", 3),
        ("pools/tak/ratings/", 2),
        ("pools/tak/leaderboard/", 2),
    ],
)
def test_what_is_stored_is_not_read_again(world, reader, address, queries):
    ratings.ensure_default_pools([("tak", None)])
    refresh_standings(world.events["spring"].pk)
    first, read = queries_of(reader, address)
    again, read_again = queries_of(reader, address)
    unchanged, read_for_304 = queries_of(reader, address, first["ETag"])
    assert (again.content, again["ETag"], again["Content-Type"]) == (
        first.content,
        first["ETag"],
        first["Content-Type"],
    )
    assert unchanged.status_code == 304
    assert read_again == read_for_304 == queries < read


@pytest.mark.usefixtures("cache_outside")
def test_a_copy_in_the_process_spares_the_question_to_the_cache(world, reader):
    address = "/api/v1/events/spring/rounds/1/"
    first = reader.get(address)

    def questions(etag=""):
        with CaptureQueriesContext(connection) as queries:
            answer = reader.get(address, headers={"If-None-Match": etag} if etag else {})
        assert answer.status_code == (304 if etag else 200)
        assert answer.content == (b"" if etag else first.content)
        return sum('SELECT "cache_key"' in one["sql"] for one in queries)

    assert (questions(), questions(first["ETag"])) == (0, 0)
    near_copies.TEXTS.clear()  # another process
    assert (questions(first["ETag"]), questions(), questions()) == (1, 1, 0)
    ruled(world)
    assert reader.get(address).json() != first.json()


def test_an_answer_stored_for_staff_is_hidden_from_others(world, reader):
    make_event(world, "paired", until="paired")
    draft = "/api/v1/events/paired/rounds/1/"
    staff = world.clients["organiser"]
    etag = staff.get(draft)["ETag"]
    assert staff.get(draft, headers={"If-None-Match": etag}).status_code == 304
    for client in (reader, world.clients["player"]):
        assert client.get(draft, headers={"If-None-Match": etag}).status_code == 404
    rounds = "/api/v1/events/paired/rounds/"
    assert [each["state"] for each in staff.get(rounds).json()["results"]] == ["draft"]
    for client in (reader, world.clients["player"], reader):
        assert client.get(rounds).json()["results"] == []
    pairings = "/api/v1/pairings/?event=paired"
    assert staff.get(pairings).json()["results"]
    for client in (reader, world.clients["player"], reader):
        assert client.get(pairings).json()["results"] == []
    make_event(world, "secret", until="published", visibility="private")
    assert world.clients["player"].get("/api/v1/events/secret/standings/").status_code == 200
    assert reader.get("/api/v1/events/secret/standings/").status_code == 404


def test_entries_stored_for_staff_are_hidden_from_others(world, reader):
    make_event(world, "waiting", until="registration")
    entries = "/api/v1/events/waiting/entries/"
    first = reader.get(entries).json()["results"]
    own = first[0]
    cancelled = world.clients["organiser"].post(f"{entries}{own['id']}/cancel/")
    assert cancelled.status_code == 200, cancelled.content
    for _ in range(2):
        assert len(world.clients["organiser"].get(entries).json()["results"]) == len(first)
        assert own not in reader.get(entries).json()["results"]
        assert len(reader.get(entries).json()["results"]) == len(first) - 1


def test_pages_of_pairings_link_to_the_host_that_was_asked(world, reader):
    for host in ("testserver", "localhost"):
        page = reader.get("/api/v1/pairings/?event=spring&limit=1", headers={"Host": host}).json()
        assert page["next"].startswith(f"http://{host}/")


def test_languages_are_stored_apart(world, reader):
    pairing = seat_together(world, "spring")
    sent = world.clients["player"].post(
        "/api/v1/games/", {"pairing": pairing["id"], "number": 1, "record": ROAD}, format="json"
    )
    game = f"/api/v1/games/{sent.json()['id']}/"
    english, hebrew = (
        reader.get(game, headers={"Accept-Language": code}).json()["explanation"]["text"]
        for code in ("en", "he")
    )
    assert english != hebrew


class TestAtOnce:
    pytestmark = in_threads

    def test_of_many_who_change_what_they_read_one_is_first(self, world):
        player = world.players["player"].public_id
        address = f"/api/v1/players/{player}/"
        client = world.clients["player"]
        etag = client.get(address)["ETag"]
        zones = ["Asia/Tokyo", "Europe/Warsaw", "Asia/Jerusalem", "UTC"] * 2

        def send(number):
            body = {"time_zone": zones[number]}
            return client.patch(address, body, format="json", headers={"If-Match": etag})

        answers = at_once(send, times=len(zones))
        assert sorted(answer.status_code for answer in answers) == [200] + [412] * 7
