"""What pages show in words and drawings, for programs: brackets, rules, the chain of a journal."""

import pytest

from tests.clients import text_of
from tournaments.models import JournalLine


@pytest.fixture
def read(client):
    def get(address, **headers):
        answer = client.get(f"/api/v1/{address}", headers=headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return get


def test_a_bracket_says_who_plays_and_who_comes_from_where(world, read):
    shown = read("events/grouped/bracket/")
    assert shown["brackets"] == []
    boss = world.clients["organiser"]
    begun = boss.post("/api/v1/events/grouped/stages/next/", {"ties": "lot"}, format="json")
    assert begun.status_code == 200, begun.content
    (bracket,) = read("events/grouped/bracket/")["brackets"]
    assert (bracket["stage"], bracket["system"]) == (2, "knockout")
    assert boss.post("/api/v1/events/grouped/rounds/", {}, format="json").status_code == 201
    published = boss.post("/api/v1/events/grouped/rounds/4/publish/", {}, format="json")
    assert published.status_code == 200, published.content
    (bracket,) = read("events/grouped/bracket/")["brackets"]
    (final,) = bracket["matches"]
    assert (final["bracket"], final["state"], final["round"]) == ("W1-1", "running", 4)
    pairing = read(f"pairings/{final['pairing']}/")
    met = {seat["entry"] for seat in pairing["seats"]}
    assert {side["entry"] for side in final["sides"]} == met
    assert {side["comes_from"] for side in final["sides"]} == {"seed"}


def test_the_rules_of_a_game_are_in_the_language_of_the_request(read):
    listed = {row["game"]: row for row in read("rules/")["results"]}
    assert set(listed) == {"tak", "taki", "gamnon"}
    assert "standard" in listed["tak"]["rulesets"]
    english, hebrew = (
        read("rules/taki/", **{"Accept-Language": code})["parts"] for code in ("en", "he")
    )
    assert len(english) == len(hebrew) > 5
    assert english[0]["sentences"] != hebrew[0]["sentences"]
    assert any(option["choices"] for part in english for option in part["options"])


def test_the_rules_of_an_event_are_those_of_its_page(world, read, client):
    parts = read("events/spring/rules/")["parts"]
    page = text_of(client.get("/events/spring/rules/"))
    titles = [part["title"] for part in parts]
    assert titles
    assert all(title in page for title in titles)
    options = [option for part in parts for option in part["options"]]
    chosen = [choice["chosen"] for option in options for choice in option["choices"]]
    assert chosen
    assert all(chosen)


def test_the_check_of_a_journal_names_the_line_that_was_changed(world):
    boss = world.clients["organiser"]
    checked = boss.get("/api/v1/events/spring/journal/check/").json()
    last = boss.get("/api/v1/events/spring/journal/?limit=500").json()["results"][-1]
    assert (checked["holds"], checked["differences"]) == (True, [])
    assert (checked["lines"], checked["hash"]) == (last["seq"], last["hash"])
    JournalLine.objects.filter(scope="event:spring", seq=2).update(action="event.renamed")
    changed = boss.get("/api/v1/events/spring/journal/check/").json()
    assert changed["holds"] is False
    assert any("event:spring/2" in line for line in changed["differences"])
    assert world.clients["stranger"].get("/api/v1/events/spring/journal/check/").status_code == 403
