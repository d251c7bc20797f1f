"""An event goes out as a report file that other programs pair from, and comes in again equal."""

import pytest

from tests.builders import make_event, played_round, published_round, slot_at
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.management.trf_rounds import pairer, run_here
from tournaments.selectors.events.reports import ReportImpossible
from tournaments.selectors.events.state import event_states
from tournaments.services.rounds import pairing_jobs
from tournaments.standings.table import build_table
from tournaments.standings.teams import team_state
from tournaments.trf.convert import state_from_report
from tournaments.trf.read import read_report

pytestmark = pytest.mark.django_db
SWISS = [{"system": "swiss", "options": {"rounds": 3, "top_moves": "first"}}]


@pytest.mark.parametrize("games", [1, 2])
def test_the_next_round_is_the_same_from_the_file_and_from_the_event(games):
    event = make_event(entries=7, games=games, stages=SWISS)
    played_round(event, favourites=True)
    state = state_from_report(read_report(selectors.report_text(event, for_staff=True)))
    made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert made.proof
    wanted = [pair["seats"] for pair in made.proof["pairs"]]
    assert [list(pairing.seats) for pairing in pairer(run_here)(state).pairings] == wanted


def test_names_are_in_it_and_what_it_cannot_say_is_refused():
    event = make_event(entries=3, games=1, stages=SWISS)
    assert "Ada" in selectors.report_text(event, for_staff=True)
    assert slot_at(published_round(event)).state == "open"
    with pytest.raises(ReportImpossible, match="cannot say"):
        selectors.report_text(event, for_staff=True)


def test_teams_go_out_and_come_in_again():
    stages = [{"system": "team_round_robin", "options": {"boards": 2}}]
    event = make_event(entries=5, games=1, stages=stages)
    played_round(event, favourites=True)
    text = selectors.report_text(event, for_staff=False)
    report = read_report(text)
    assert [team.name for team in report.teams] == ["Team 1", "Team 2", "Team 3"]
    state, wanted = state_from_report(report), event_states(event.pk)[0][-1]
    assert (state.teams, state.matches) == (wanted.teams, wanted.matches)
    said = {(team.number, team.rank, team.game_points_x2) for team in report.teams}
    for one in (state, wanted):
        rows = build_table(team_state(one)).rows
        assert {(row.entry, row.rank, row.game_points_x2) for row in rows} == said
