"""Board prizes: pure, and on the page, the sheet and in the API."""

from dataclasses import replace

import pytest
from rest_framework.test import APIClient

from tests.builders import make_event
from tests.clients import text_of, url_of
from tests.tournaments.teams.test_events import in_teams, play_round
from tournaments.standings.board_prizes import board_places, rounds_needed
from tournaments.state import (
    BYE_ALLOCATED,
    PLAYED,
    Entrant,
    EventState,
    MatchRules,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)
from tournaments.state.teams import Team

ADA, BO, CLEO, DAG = 1, 2, 3, 4
GUESTS = (5, 6)


def board(round_number, table, first, second, points_x2):
    result = SlotResult(PLAYED, "", (points_x2, 2 - points_x2))
    return Played(round_number, (first, second), (Slot(1, result=result),), table=table)


def worked_example(**options):
    """The example of docs/teams.md; 5 and 6 are of the other team, rated 1600 and 1500.

    round   board 1        board 2
    1       Ada 1 : 0 5    Bo 1 : 0 6
    2       Ada 1 : 0 5    Dag ½ : ½ 6
    3       Bo 0 : 1 5     Dag 0 : 1 6
    4       Bo 1 : 0 5     Cleo 1 : 0 6
    5       Ada ½ : ½ 5    Bo ½ : ½ 6
    6       Dag 1 : 0 5    Ada has a bye
    """
    played = (
        board(1, 1, ADA, 5, 2),
        board(1, 2, BO, 6, 2),
        board(2, 1, ADA, 5, 2),
        board(2, 2, DAG, 6, 1),
        board(3, 1, BO, 5, 0),
        board(3, 2, DAG, 6, 0),
        board(4, 1, BO, 5, 2),
        board(4, 2, CLEO, 6, 2),
        board(5, 1, ADA, 5, 1),
        board(5, 2, BO, 6, 1),
        board(6, 1, DAG, 5, 2),
        Played(6, (ADA,), kind=BYE_ALLOCATED),
    )
    ratings = {5: 1600, 6: 1500}
    return EventState(
        entrants=tuple(Entrant(n, ratings.get(n)) for n in range(1, 7)),
        rounds_total=6,
        current_round=6,
        played=played,
        rules=MatchRules(games_per_match=1),
        options=PairingOptions(boards=2, **options),
        system="team_swiss",
        teams=(Team(1, (ADA, BO, CLEO, DAG)), Team(2, GUESTS)),
    )


def ranking(state, *, of=(ADA, BO, CLEO, DAG)):
    return [(p.board, p.rank, p.entry, p.rounds) for p in board_places(state) if p.entry in of]


def test_best_points_of_those_who_played_half_of_the_rounds():
    state = worked_example()
    assert rounds_needed(state) == 3
    # Ada and Bo have 2½ of 3 and of 4; Bo sat on both boards twice, so the first counts.
    assert ranking(state) == [(1, 1, ADA, 3), (1, 2, BO, 4), (2, 2, DAG, 3)]
    ada, bo = (p for p in board_places(state) if p.entry in (ADA, BO))
    assert (ada.score.value, bo.score.value) == (5, 5)
    # C.07 10.2: 83 % of games against 1600 (+273); 63 % (+95) against 1600, 1600, 1500, 1500.
    assert (ada.performance.value, bo.performance.value) == (1873, 1645)
    assert [child.params["round"] for child in ada.score.children] == [1, 2, 5]


def test_equal_points_are_shared_if_the_option_says_so():
    state = worked_example(board_ties="shared")
    assert ranking(state)[:2] == [(1, 1, ADA, 3), (1, 1, BO, 4)]


def test_equal_points_are_shared_if_somebody_has_no_performance():
    state = worked_example()
    unrated = tuple(replace(each, rating=None) for each in state.entrants)
    assert ranking(replace(state, entrants=unrated))[:2] == [(1, 1, ADA, 3), (1, 1, BO, 4)]


def test_the_number_of_rounds_is_an_option():
    assert (2, 3, CLEO, 1) in ranking(worked_example(board_rounds=1))
    assert ranking(worked_example(board_rounds=4)) == [(1, 1, BO, 4)]


def test_only_the_first_three_of_a_board_are_named():
    places = board_places(worked_example(board_rounds=1))
    assert max(place.rank for place in places) <= 3


@pytest.mark.django_db
def test_board_prizes_on_the_page_and_in_the_api(client):
    event = in_teams(options={"cycles": 2}, slug="cup")
    play_round(event)
    found = APIClient().get("/api/v1/events/cup/prizes/").json()["boards"]
    assert (found["rounds"], found["ties"]) == (1, "performance")
    assert {place["board"] for place in found["places"]} == {1, 2}
    first = found["places"][0]
    assert first["team"] in ("Owls", "Crows")
    assert first["lines"][0]["children"][0]["text"].startswith("Round 1, board 1, against ")
    page = text_of(client.get(url_of("event-prizes", "cup")), 200)
    assert "Board prizes" in page
    assert first["name"] in page


@pytest.mark.django_db
def test_an_event_without_teams_has_none(client):
    make_event(slug="cup")
    assert APIClient().get("/api/v1/events/cup/prizes/").json()["boards"] is None
    assert "Board prizes" not in text_of(client.get(url_of("event-prizes", "cup")), 200)
