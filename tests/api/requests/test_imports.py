"""Imports by API: sent in one piece or in parts, looked at, cancelled."""

import pytest

from games.services.records.import_runs import run_import
from tests.api.world import ILLEGAL, ROAD

pytestmark = pytest.mark.django_db
URL = "/api/v1/imports/"


def sent(world, *texts, who="site_staff", url=URL, **more):
    files = [{"name": f"{number}.ptn", "text": text} for number, text in enumerate(texts, 1)]
    return world.clients[who].post(url, {"files": files, **more}, format="json")


def test_an_import_is_sent_run_and_read(world):
    answer = sent(world, f"{ROAD}\n{ILLEGAL}")
    assert answer.status_code == 202
    url = answer["Location"]
    assert (answer.data["state"], answer.data["percent"], answer.data["event"]) == (
        "waiting",
        0,
        None,
    )
    run_import(answer.data["id"])
    found = world.clients["site_staff"].get(url).data
    assert (found["state"], found["percent"], found["games"]) == ("done", 100, 2)
    assert found["totals"] == {"rated": 0, "unrated": 1, "known": 0, "refused": 1}
    assert found["summary"] == (
        "Games 2, files 1: 1 stored (0 rated, 1 not rated), 0 known already, 1 refused."
    )
    (refusal,) = world.clients["site_staff"].get(f"{url}refusals/").data["results"]
    assert (refusal["file"], refusal["number"]) == ("1.ptn", 2)
    assert (refusal["problem"]["status"], refusal["problem"]["ply"]) == (422, 3)
    assert refusal["problem"]["detail"].startswith("Move 2, first player, `e5`:")
    listed = world.clients["site_staff"].get(URL).data["results"]
    assert [each["id"] for each in listed][:1] == [found["id"]]


def test_a_sender_reads_refusals_in_their_language(world):
    client = world.clients["site_staff"]
    body = {"files": [{"name": "a.ptn", "text": ILLEGAL}]}
    answer = client.post(URL, body, format="json", headers={"Accept-Language": "he"})
    run_import(answer.data["id"])
    (refusal,) = client.get(f"{URL}{answer.data['id']}/refusals/").data["results"]
    assert "first player" not in refusal["problem"]["detail"]


def test_parts_are_sent_before_it_is_started(world):
    half = len(ROAD) // 2
    asked = sent(world, ROAD[:half], is_complete=False).data
    url = f"{URL}{asked['id']}/"
    assert sent(world, ROAD[half:], url=f"{url}files/").status_code == 200
    assert world.clients["site_staff"].post(f"{url}start/").data["is_complete"] is True
    run_import(asked["id"])
    assert world.clients["site_staff"].get(url).data["totals"]["unrated"] == 1
    refused = sent(world, ROAD, url=f"{url}files/")
    assert (refused.status_code, refused.data["code"]) == (409, "import_has_begun")


def test_an_import_of_an_event_waits_for_the_one_before(world):
    url = "/api/v1/events/open/imports/"
    first = sent(world, ROAD, who="arbiter", url=url)
    assert first.data["event"] == "open"
    second = sent(world, ROAD, who="organiser", url=url)
    assert (second.status_code, second.data["code"]) == (409, "import_under_way")
    cancelled = world.clients["arbiter"].post(f"{URL}{first.data['id']}/cancel/")
    assert cancelled.data["state"] == "cancelled"
    assert sent(world, ROAD, who="organiser", url=url).status_code == 202
    assert len(world.clients["arbiter"].get(url).data["results"]) == 2


@pytest.mark.parametrize(
    "files", [[], [{"name": "a.ptn"}], [{"name": "", "text": ROAD}], [{"text": ROAD}], "a.ptn"]
)
def test_a_body_without_named_files_is_refused(world, files):
    answer = world.clients["site_staff"].post(URL, {"files": files}, format="json")
    assert (answer.status_code, answer.data["code"]) == (400, "invalid")


def test_bodies_may_be_as_large_as_those_of_lists(world):
    long = f"{ROAD}\n{{{'x' * 600_000}}}"
    assert sent(world, long).status_code == 202
    assert sent(world, long * 5).status_code == 413
