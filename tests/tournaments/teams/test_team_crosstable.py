"""Crosstables of teams; boards on the round page, the wall, slips and lists."""

import pytest

from config.pages.paper.slips import make_slips
from tests.builders import decide, drafted_round, make_user, played_round, published_round, slot_at
from tests.clients import text_of, url_of
from tests.tournaments.teams.test_events import in_teams
from tests.tournaments.teams.test_tiebreaks import GAMES, played
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings
from tournaments.standings.team_crosstable import team_meetings


def test_the_meetings_of_the_worked_example():
    """The four teams of docs/teams.md, Tie-breaks: opponent, match points, game points."""
    found = {
        team: [(m.round, m.opponent, m.match_points_x2, m.game_points_x2) for m in meetings]
        for team, meetings in team_meetings(played(GAMES)).items()
    }
    assert found == {
        1: [(1, 4, 4, 4), (2, 2, 0, 1), (3, 3, 4, 4)],
        2: [(1, 3, 2, 2), (2, 1, 4, 3), (3, 4, 4, 4)],
        3: [(1, 2, 2, 2), (2, 4, 4, 4), (3, 1, 0, 0)],
        4: [(1, 1, 0, 0), (2, 3, 0, 0), (3, 2, 0, 0)],
    }


@pytest.mark.django_db
def test_the_page_of_teams_has_it_with_links_to_the_boards(client):
    event = in_teams(slug="cup", options={"cycles": 2})
    played_round(event)
    published_round(event)
    refresh_standings(event.pk)
    document = selectors.team_crosstable(event)
    cells = [row["cells"] for row in document["rows"]]
    assert [[cell["round"] for cell in mine] for mine in cells] == [[1, 2], [1, 2]]
    assert cells[0][1]["match_points_x2"] is None
    page = text_of(client.get(url_of("event-teams", "cup")), 200)
    assert "Crosstable of the teams" in page
    first = document["rows"][0]
    told = client.get("/api/v1/events/cup/team-crosstable/").json()
    assert told["rows"][0]["cells"] == first["cells"]
    assert f"{url_of('event-team', 'cup', first['id'])}#match-1-1" in page
    assert "#team-crosstable" in text_of(client.get(url_of("event", "cup")), 200)


@pytest.mark.django_db
def test_the_round_and_the_wall_group_the_boards_of_a_match(client):
    event = in_teams(slug="cup")
    round_ = published_round(event)
    decide(slot_at(round_, 1), "R-0")
    for page in (url_of("event-round", "cup", 1), f"{url_of('event-wall', 'cup')}?show=pairings"):
        text = text_of(client.get(page), 200)
        assert text.count("Match 1:") == 1
        assert "board 1" in text
        assert "board 2" in text


@pytest.mark.django_db
def test_a_slip_names_the_match_and_the_board_also_of_a_draft():
    event = in_teams(slug="cup", organiser=make_user("boss"))
    round_ = drafted_round(event)
    view = selectors.round_view(event, 1, SYSTEM)
    boards = selectors.boards_by_table(event, 1)
    slips = make_slips(view, game="tak", address=str, boards=boards)
    match = round_.team_matches.get()
    teams = f"\u2068{match.first}\u2069 – \u2068{match.second}\u2069"
    assert [slip.part for slip in slips] == [f"match 1, board {board}: {teams}" for board in (1, 2)]
