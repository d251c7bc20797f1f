"""The bracket of a knockout of teams: page and API."""

import pytest
from rest_framework.test import APIClient

from tests.builders import decide, make_event, played_round, published_round, slot_at
from tests.clients import text_of, url_of

pytestmark = pytest.mark.django_db
TWO_BOARDS = {"system": "team_knockout", "options": {"boards": 2}}


@pytest.fixture
def cup():
    """Teams 1 to 4 of two: 1 – 4 is drawn, so 1 goes on; 3 beats 2 on both boards."""
    event = make_event(slug="cup", entries=8, games=1, stages=[TWO_BOARDS])
    round_ = published_round(event)
    for match in round_.team_matches.all():
        assert match.second is not None
        drawn = 1 in (match.first.number, match.second.number)
        for board in (1, 2):
            slot = slot_at(round_, (match.number - 1) * 2 + board)
            mover = slot.pairing.seats.get(order=slot.first_seat).entry.team_member.team.number
            decide(slot, "1/2-1/2" if drawn else "R-0" if mover == 3 else "0-R")
    return event


def read_bracket():
    (bracket,) = APIClient().get("/api/v1/events/cup/bracket/").json()["brackets"]
    return bracket["system"], {match["bracket"]: match for match in bracket["matches"]}


def test_the_api_has_the_teams_their_points_and_what_decided(cup):
    system, matches = read_bracket()
    assert system == "team_knockout"
    drawn, won, final = (matches[label] for label in ("W1-1", "W1-2", "W2-1"))
    assert {side["entry"] for side in drawn["sides"]} == {1, 4}
    assert [side["game_points_x2"] for side in drawn["sides"]] == [2, 2]
    assert (drawn["winner"], drawn["decided"]["by"]) == (1, "seed")
    assert {side["entry"]: (side["match_points_x2"], side["game_points_x2"])
            for side in won["sides"]} == {2: (0, 0), 3: (4, 4)}  # fmt: skip
    assert (won["winner"], won["decided"]) == (3, None)
    assert (final["state"], final["team_match"]) == ("ready", None)
    assert [side["name"] for side in final["sides"]] == ["Team 1", "Team 3"]
    played_round(cup)
    assert read_bracket()[1]["W2-1"]["state"] == "over"


def test_the_page_draws_it_and_leads_to_the_boards(cup, client):
    page = text_of(client.get(url_of("event-bracket", "cup")), 200)
    assert "Knockout of teams" in page
    assert page.count("Team 1") >= 2
    assert "goes on as the better seed" in page
    board = slot_at(cup.rounds.get(), 1).pairing_id
    assert f"{url_of('event-round', 'cup', 1)}#pairing-{board}" in page
    assert url_of("event-bracket", "cup") in text_of(client.get(url_of("event", "cup")), 200)


def test_before_the_first_round_the_bracket_is_known(client):
    make_event(slug="cup", entries=8, games=1, stages=[TWO_BOARDS])
    assert "Team 4" in text_of(client.get(url_of("event-bracket", "cup")), 200)
    assert read_bracket()[1]["W1-1"]["state"] == "ready"
