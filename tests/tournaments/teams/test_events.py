"""Events of teams: as an outsider makes them, line-ups, archives."""

import random

import pytest
from rest_framework.test import APIClient

from games.archive import format as archive
from games.archive.comparison import differing_parts
from games.archive.verify import find_differences
from games.services.archives import Choices, export_event, read_proved, take_archive
from tests.builders import (
    acting,
    actor_of,
    drafted_round,
    make_event,
    make_user,
    published_round,
)
from tests.flows.formats.formats import decide_by_chance
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.integrity import check_event
from tournaments.models import Entry, Pairing, Team
from tournaments.recompute import refresh_standings
from tournaments.services import line_ups, teams
from tournaments.services.entries import absences
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs, rounds

pytestmark = pytest.mark.django_db


def in_teams(system="team_round_robin", *, members=3, options=None, **about):
    """An event of two teams with so many members each, 1 and 4 5 ... by the numbers of entries."""
    stages = [{"system": system, "options": {"boards": 2, **(options or {})}}]
    event = make_event(entries=2 * members, games=1, stages=stages, state="registration", **about)
    ids = list(Entry.objects.filter(event=event).order_by("pk").values_list("pk", flat=True))
    for name, mine in (("Owls", ids[::2]), ("Crows", ids[1::2])):
        teams.make_team(actor=SYSTEM, event_id=event.pk, name=name, members=mine)
    events.start(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    return event


def play_round(event):
    round_ = published_round(event)
    decide_by_chance(round_, random.Random(round_.number))
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=round_.number)
    return round_


@pytest.mark.parametrize("system", ["team_swiss", "team_round_robin", "scheveningen"])
def test_eight_who_enter_without_teams_get_rounds_and_standings(system):
    event = make_event(entries=8, games=1, stages=[{"system": system}])
    play_round(event)
    refresh_standings(event.pk)
    client = APIClient()
    for address in ("teams", "team-matches", "team-standings", "standings"):
        answer = client.get(f"/api/v1/events/{event.slug}/{address}/")
        assert answer.status_code == 200
    table = client.get(f"/api/v1/events/{event.slug}/team-standings/").json()
    assert [row["name"] for row in table["rows"]] in (["Team 1", "Team 2"], ["Team 2", "Team 1"])
    assert sum(row["game_points_x2"] for row in table["rows"]) == 8
    assert check_event(event.pk) == []


def test_everybody_has_to_be_in_a_team_if_there_are_any():
    event = make_event(entries=3, games=1, stages=[{"system": "team_swiss"}], state="registration")
    one = Entry.objects.filter(event=event).order_by("pk")[0]
    team = teams.make_team(actor=SYSTEM, event_id=event.pk, name="Owls", members=[one.pk])
    with pytest.raises(teams.EntriesWithoutTeam) as refused:
        events.start(actor=SYSTEM, event_id=event.pk)
    assert "Bo" in str(refused.value)
    teams.remove_team(actor=SYSTEM, team_id=team.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    assert Team.objects.filter(event=event, formed=True).count() == 2
    events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    assert not Team.objects.filter(event=event).exists()


def test_who_played_for_a_team_stays_in_it():
    event = in_teams()
    published_round(event)
    owls = Team.objects.get(name="Owls")
    with pytest.raises(teams.HasPlayedForTeam) as refused:
        teams.edit_team(actor=SYSTEM, team_id=owls.pk, changes={"members": []})
    assert refused.value.details == {"name": "Ada", "team": "Owls"}
    with pytest.raises(teams.TeamHasMatches):
        teams.remove_team(actor=SYSTEM, team_id=owls.pk)


def seated(round_):
    pairings = Pairing.objects.filter(round=round_)
    return sorted(pairings.values_list("seats__entry__number", flat=True))


def test_the_captain_chooses_who_plays_and_nobody_else_sees_it():
    # Owls: 1 3 5, Crows: 2 4 6; two boards, so 5 and 6 are reserves.
    event = in_teams()
    owls = Team.objects.get(name="Owls")
    captain = owls.members.get(order=1).entry.player
    teams.edit_team(actor=SYSTEM, team_id=owls.pk, changes={"captain_id": captain.pk})
    chosen = list(owls.members.filter(order__in=(1, 3)).values_list("entry_id", flat=True))
    line_ups.give_line_up(actor=actor_of(captain), team_id=owls.pk, members=chosen)
    address = f"/api/v1/events/{event.slug}/teams/{owls.pk}/lineup/"
    for user, status in ((None, 403), (make_user(), 403), (captain.user, 200)):
        client = APIClient()
        if user is not None:
            client.force_authenticate(user)
        assert client.get(address).status_code == status
    other = Team.objects.get(name="Crows")
    with pytest.raises(NotAllowed):
        line_ups.give_line_up(actor=actor_of(captain), team_id=other.pk, members=[])
    round_ = published_round(event)
    assert seated(round_) == [1, 2, 4, 5]
    assert check_event(event.pk) == []
    for number in (1, 3):
        with pytest.raises(line_ups.LineUpTooLate):
            line_ups.give_line_up(
                actor=actor_of(captain), team_id=owls.pk, members=chosen, round_number=number
            )


def test_a_line_up_after_the_draft_makes_it_stale():
    event = in_teams()
    owls = Team.objects.get(name="Owls")
    draft = drafted_round(event)
    chosen = list(owls.members.filter(order__in=(2, 3)).values_list("entry_id", flat=True))
    line_ups.give_line_up(actor=SYSTEM, team_id=owls.pk, members=chosen)
    with pytest.raises(rounds.DraftIsStale):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=draft.number)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=draft.number)
    assert seated(published_round(event)) == [2, 3, 4, 5]


def test_what_a_line_up_may_not_be():
    in_teams()
    owls, crows = Team.objects.get(name="Owls"), Team.objects.get(name="Crows")
    ids = list(owls.members.values_list("entry_id", flat=True))
    with pytest.raises(line_ups.TooManyForBoards):
        line_ups.give_line_up(actor=SYSTEM, team_id=owls.pk, members=ids)
    theirs = [crows.members.get(order=1).entry_id]
    with pytest.raises(InvalidInput):
        line_ups.give_line_up(actor=SYSTEM, team_id=owls.pk, members=theirs)
    fixed = in_teams("scheveningen")
    with pytest.raises(line_ups.NoLineUps):
        line_ups.give_line_up(actor=SYSTEM, team_id=fixed.teams.get(name="Owls").pk, members=[])


def test_a_withdrawn_member_is_replaced_by_a_reserve():
    event = in_teams(options={"cycles": 2})
    play_round(event)
    one = Entry.objects.get(event=event, number=1)
    absences.withdraw_entry(actor=SYSTEM, entry_id=one.pk, from_round=2)
    assert seated(published_round(event)) == [2, 3, 4, 5]


@pytest.mark.parametrize("system", ["team_swiss", "scheveningen"])
def test_an_event_of_teams_comes_in_equal_from_its_archive(system):
    event = in_teams(system)
    play_round(event)
    if system == "team_swiss":
        events.finish(actor=SYSTEM, event_id=event.pk)
    refresh_standings(event.pk)
    data = export_event(actor=SYSTEM, slug=event.slug)
    assert find_differences(archive.read_archive(data)) == []
    found = read_proved(data)
    made = take_archive(actor=SYSTEM, archive=found, choices=Choices(slug="taken"))
    again = read_proved(export_event(actor=SYSTEM, slug="taken"))
    assert differing_parts(found.facts.parts, again.facts.parts) == []
    assert list(made.teams.order_by("number").values_list("name", flat=True)) == ["Owls", "Crows"]
    assert check_event(made.pk) == []


def test_an_archive_does_not_tell_the_line_ups_of_the_next_round():
    event = in_teams()
    owls = Team.objects.get(name="Owls")
    line_ups.give_line_up(
        actor=acting(make_user(staff=True)),
        team_id=owls.pk,
        members=[owls.members.get(order=3).entry_id],
    )
    found = read_proved(export_event(actor=SYSTEM, slug=event.slug))
    assert found.facts.parts["states.json"][0]["lineups"] == []


def test_pairs_by_hand_are_refused_in_a_stage_of_teams():
    event = in_teams()
    with pytest.raises(Exception, match="no matches of teams"):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[(1, 2), (3, 4)])
