"""A copy of an event has its teams, if the players are copied."""

import pytest

from tests.builders import make_event
from tests.tournaments.teams.test_events import in_teams
from tournaments.actor import SYSTEM
from tournaments.models import Team
from tournaments.services import teams
from tournaments.services.events import deleting
from tournaments.services.events.copying import copy_event
from tournaments.services.events.events import open_registration, start

pytestmark = pytest.mark.django_db


def members_of(event):
    found = {}
    for team in event.teams.order_by("pk"):
        rows = team.members.order_by("order")
        found[team.name] = list(rows.values_list("order", "entry__player__name"))
    return found


def test_teams_come_with_their_players_and_without_numbers():
    event = in_teams(slug="cup")
    owls = event.teams.get(name="Owls")
    captain = owls.members.get(order=2).entry.player
    turned = [owls.members.get(order=order).entry_id for order in (3, 1, 2)]
    teams.edit_team(
        actor=SYSTEM, team_id=owls.pk, changes={"captain_id": captain.pk, "members": turned}
    )
    copy = copy_event(actor=SYSTEM, event_id=event.pk, slug="two", name="Two", with_entries=True)
    assert members_of(copy) == members_of(event)
    assert copy.teams.get(name="Owls").captain == captain
    assert not copy.teams.exclude(number=None).exists()
    open_registration(actor=SYSTEM, event_id=copy.pk)
    start(actor=SYSTEM, event_id=copy.pk)
    assert set(copy.teams.values_list("number", flat=True)) == {1, 2}


def test_not_without_the_players_nor_those_that_the_service_made():
    event = in_teams(slug="cup")
    assert not copy_event(actor=SYSTEM, event_id=event.pk, slug="two", name="Two").teams.exists()
    formed = make_event(slug="formed", entries=4, stages=[{"system": "team_swiss"}])
    copy = copy_event(
        actor=SYSTEM, event_id=formed.pk, slug="three", name="Three", with_entries=True
    )
    assert not copy.teams.exists()


def test_who_left_is_in_no_team_and_deleting_the_copy_deletes_its_teams():
    event = in_teams(slug="cup")
    left = event.teams.get(name="Crows").members.get(order=1).entry
    left.state = "withdrawn"
    left.save()
    copy = copy_event(actor=SYSTEM, event_id=event.pk, slug="two", name="Two", with_entries=True)
    names = dict(members_of(copy)["Crows"])
    assert left.player.name not in names.values()
    assert list(names) == [1, 2]
    deleting.delete_event(actor=SYSTEM, event_id=copy.pk)
    assert not Team.objects.filter(event=copy.pk).exists()
