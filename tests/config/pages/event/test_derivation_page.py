"""Every number of a row of the standings opens: through the API and on a page."""

import pytest

from tests.builders import make_event, played_round
from tests.clients import text_of
from tournaments import recompute, selectors

SWISS = [{"system": "swiss", "options": {"rounds": 3, "top_moves": "first"}}]


@pytest.fixture
def event():
    event = make_event(
        slug="opened", entries=5, games=1, stages=SWISS, match={"tiebreaks": ["BH/C1", "SB", "DE"]}
    )
    for _round in (1, 2):
        played_round(event, favourites=True)
    recompute.refresh_standings(event.pk)
    return event


def test_the_address_has_a_tree_for_what_ranks_and_each_tie_break(client, event):
    answer = client.get("/api/v1/events/opened/standings/1/").json()
    assert [line["code"] for line in answer["lines"]] == ["MP", "BH/C1", "SB", "DE"]
    score = answer["lines"][0]
    assert score["text"] == f"Match points: {score['value']}"
    assert [child["code"] for child in score["children"]] == ["played", "played"]


def test_the_tree_is_of_the_stored_numbers(client, event):
    document = selectors.standings_document(event)
    for row in document["rows"]:
        lines = client.get(f"/api/v1/events/opened/standings/{row['entry']}/").json()["lines"]
        places = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "": None}
        assert places[lines[3]["value"]] == row["tie_breaks"][2]


def test_the_page_names_people_and_is_linked_from_the_table(client, event):
    page = text_of(client.get("/events/opened/standings/1/"))
    assert "Buchholz without the lowest" in page
    assert "\N{FIRST STRONG ISOLATE}Bo\N{POP DIRECTIONAL ISOLATE}" in page
    assert "entry 2" not in page
    assert 'href="/events/opened/standings/1/"' in text_of(client.get("/events/opened/standings/"))
    assert client.get("/events/opened/standings/99/").status_code == 404
