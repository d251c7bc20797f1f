"""Teams as staff make them: who may be in one, its number, and what the journal says."""

import pytest
from django.db import transaction

from games.services import people
from tests.builders import acting, make_entry, make_event, make_player, make_user, published_round
from tests.database import just_before_lock
from tournaments import limits
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import Entry, Event, JournalLine, Team
from tournaments.services import teams
from tournaments.services.events import events
from tournaments.services.events.copying import copy_event
from tournaments.services.events.states import WrongState
from tournaments.state import PairingOptions

pytestmark = pytest.mark.django_db


def planned(entries=4, *, system="team_swiss", boards=2):
    """An event before its start, and the ids of its entries; their ratings are 2000, 1999 ..."""
    options = {"boards": boards} if boards else {}
    stages = [{"system": system, "options": options}]
    event = make_event(entries=entries, games=1, stages=stages, state="registration")
    return event, list(
        Entry.objects.filter(event=event).order_by("pk").values_list("pk", flat=True)
    )


def make(event, name, members=(), **more):
    return teams.make_team(actor=SYSTEM, event_id=event.pk, name=name, members=members, **more)


def edit(team, **changes):
    return teams.edit_team(actor=SYSTEM, team_id=team.pk, changes=changes)


def remove(team):
    teams.remove_team(actor=SYSTEM, team_id=team.pk)


def start(event):
    events.start(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()


def members_by_number(event):
    """The numbers of the members by the number of their team."""
    rows = Team.objects.filter(event=event).order_by("number")
    return {
        team.number: list(team.members.order_by("order").values_list("entry__number", flat=True))
        for team in rows
    }


def test_two_edits_at_once_both_hold_and_what_was_removed_stays_away():
    event, _ids = planned()
    team, captain = make(event, "Owls"), make_player("Cy")
    with just_before_lock(lambda: Team.objects.filter(pk=team.pk).update(captain=captain)):
        edit(team, name="Crows")
    assert Team.objects.values_list("name", "captain").get() == ("Crows", captain.pk)
    for change in (lambda: edit(team, name="Jays"), lambda: remove(team)):
        with (
            pytest.raises(NotFound),
            transaction.atomic(),
            just_before_lock(lambda: Team.objects.filter(pk=team.pk).delete()),
        ):
            change()


# --- numbers


def test_teams_are_numbered_by_who_plays_on_their_boards_and_level_ones_by_name():
    """Means: Owls 1996½ (with its reserve more than Crows), Crows 1997, Aces 1993½."""
    event, ids = planned(8)
    make(event, "Owls", [ids[3], ids[4], ids[0]])
    make(event, "Crows", [ids[1], ids[5], ids[2]])
    make(event, "aces", [ids[6], ids[7]])
    start(event)
    named = Team.objects.filter(event=event).order_by("number").values_list("name", flat=True)
    assert list(named) == ["Crows", "Owls", "aces"]
    assert make(event, "Late").number == 4


@pytest.mark.parametrize(
    ("system", "boards", "expected"),
    [
        ("team_swiss", 2, {1: [1], 2: [2, 5], 3: [3, 4]}),
        ("team_swiss", 8, {1: [1, 4, 5], 2: [2, 3]}),
        ("scheveningen", None, {1: [1, 4, 5], 2: [2, 3]}),
    ],
)
def test_teams_that_the_service_makes_are_of_equal_strength(system, boards, expected):
    event, _ids = planned(5, system=system, boards=boards)
    start(event)
    assert members_by_number(event) == expected
    if system == "scheveningen":
        assert boards_of(event) == 3  # everybody of the larger one plays


def boards_of(event):
    return PairingOptions.from_dict(event.stages.get().options).boards


def test_after_an_undone_start_a_scheveningen_counts_its_boards_again():
    event, _ids = planned(6, system="scheveningen", boards=None)
    start(event)
    assert boards_of(event) == 3
    events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    for _player in range(2):
        make_entry(event)
    start(event)
    assert boards_of(event) == 4


def test_a_copy_of_a_scheveningen_counts_its_own_boards_and_keeps_those_that_were_given():
    for given, at_start in ((None, 4), (3, 3)):
        event, _ids = planned(6, system="scheveningen", boards=given)
        start(event)
        assert boards_of(event) == 3
        copied = copy_event(
            actor=SYSTEM, event_id=event.pk, slug=f"{event.slug}-again", name="Again"
        )
        events.open_registration(actor=SYSTEM, event_id=copied.pk)
        for _player in range(8):
            make_entry(copied)
        start(copied)
        assert boards_of(copied) == at_start


def test_a_team_that_the_service_made_is_kept_once_it_is_named():
    event, _ids = planned()
    start(event)
    first = Team.objects.get(event=event, number=1)
    edit(first, name="Owls")
    events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    assert [(team.name, team.number) for team in event.teams.all()] == [("Owls", None)]


def test_there_are_as_many_teams_as_the_system_needs():
    event, ids = planned(2)
    make(event, "Owls", ids)
    with pytest.raises(teams.TooFewTeams):
        events.start(actor=SYSTEM, event_id=event.pk)
    event, ids = planned(3, system="scheveningen")
    for name, entry in zip(("Owls", "Crows", "Jays"), ids, strict=True):
        make(event, name, [entry])
    with pytest.raises(teams.TooManySides) as refused:
        events.start(actor=SYSTEM, event_id=event.pk)
    assert refused.value.details == {"teams": 3}


def test_who_is_in_no_team_is_named_and_of_many_the_first_five():
    event, ids = planned(8)
    make(event, "Owls", ids[:2])
    with pytest.raises(teams.EntriesWithoutTeam) as refused:
        events.start(actor=SYSTEM, event_id=event.pk)
    assert refused.value.details == {"count": 6, "names": "Cleo, Dag, Eli, Fay, Gus"}


def test_refusals_name_a_merged_player_as_who_they_are_now():
    event, ids = planned()
    owls = make(event, "Owls", ids[:2])
    for at, name in ((1, "Bo Berg"), (2, "Cleo Cole")):
        kept, old = make_player(name), Entry.objects.get(pk=ids[at]).player
        people.merge_players(actor=SYSTEM, player=old.public_id, into=kept.public_id)
    with pytest.raises(teams.InAnotherTeam) as taken:
        make(event, "Crows", [ids[1]])
    assert taken.value.details["name"] == "Bo Berg"
    with pytest.raises(teams.EntriesWithoutTeam) as left:
        start(event)
    assert left.value.details["names"] == "Cleo Cole, Dag"
    make(event, "Crows", ids[2:])
    start(event)
    published_round(event)
    with pytest.raises(teams.HasPlayedForTeam) as seated:
        edit(owls, members=[ids[0]])
    assert seated.value.details["name"] == "Bo Berg"


# --- who may be in a team


def test_a_team_has_entries_of_its_event_once_and_of_no_other_team(monkeypatch):
    event, ids = planned()
    owls = make(event, "Owls", ids[:2])
    Entry.objects.filter(pk=ids[3]).update(state="cancelled")
    _other, elsewhere = planned(1)
    for members in ([ids[2], ids[2]], [ids[3]], elsewhere, [0]):
        with pytest.raises(InvalidInput) as refused:
            make(event, "Crows", members)
        assert refused.value.details["field"] == "members"
    with pytest.raises(teams.InAnotherTeam) as taken:
        make(event, "Crows", [ids[2], ids[1]])
    assert taken.value.details == {"name": "Bo", "team": "Owls"}
    edit(owls, members=[ids[1], ids[0]])  # one's own members change places
    assert list(owls.members.order_by("order").values_list("entry_id", "order")) == [
        (ids[1], 1),
        (ids[0], 2),
    ]
    monkeypatch.setattr(limits, "TEAM_MEMBERS", 1)
    with pytest.raises(InvalidInput):
        edit(owls, members=ids[:2])


def test_names_of_teams_are_unlike_within_the_event():
    event, _ids = planned(0)
    owls = make(event, "  The   Owls ")
    assert owls.name == "The Owls"
    with pytest.raises(teams.TeamNameTaken):
        make(event, "The Owls")
    with pytest.raises(InvalidInput):
        make(event, "  ")
    edit(owls, name="The Owls")
    assert make(planned(0)[0], "The Owls").pk != owls.pk


def test_an_event_has_as_many_teams_as_the_limit_says(monkeypatch):
    monkeypatch.setattr(limits, "TEAMS", 2)
    event, _ids = planned(0)
    make(event, "Owls")
    make(event, "Crows")
    with pytest.raises(teams.TooManyTeams):
        make(event, "Jays")


def test_teams_with_a_match_stay_on_either_side_and_new_ones_come_to_a_swiss_alone():
    event, ids = planned(system="team_round_robin")
    sides = [make(event, "Owls", ids[::2]), make(event, "Crows", ids[1::2])]
    start(event)
    spare = make(event, "Jays")  # nothing is drawn yet
    teams.remove_team(actor=SYSTEM, team_id=spare.pk)
    published_round(event)
    for team in sides:
        with pytest.raises(teams.TeamHasMatches):
            teams.remove_team(actor=SYSTEM, team_id=team.pk)
    with pytest.raises(teams.TeamsAreDrawn):
        make(event, "Jays")
    swiss, _ids = planned()
    start(swiss)
    published_round(swiss)
    assert make(swiss, "Jays").number == 3


def test_staff_alone_and_before_the_end():
    event, _ids = planned(0)
    owls = make(event, "Owls")
    with pytest.raises(NotAllowed):
        teams.edit_team(actor=acting(make_user()), team_id=owls.pk, changes={"name": "Mine"})
    Event.objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(WrongState):
        edit(owls, name="Late")


# --- the journal


def test_the_journal_has_what_a_team_was_and_is_and_a_repeat_is_no_change():
    event, ids = planned()
    captain = make_player()
    owls = make(event, "Owls", ids[:2])
    event.refresh_from_db()
    version = event.results_version
    for _again in range(2):
        edit(owls, name="Crows", captain_id=captain.pk, members=[ids[1]])
    event.refresh_from_db()
    assert event.results_version == version + 1
    edit(owls, captain_id=None)
    teams.remove_team(actor=SYSTEM, team_id=owls.pk)
    lines = JournalLine.objects.filter(subject=f"team:{owls.pk}").order_by("seq")
    made = {"number": None, "captain": None, "members": ids[:2]}
    edited = {"number": None, "captain": captain.pk, "members": [ids[1]]}
    left = edited | {"captain": None}
    assert [(line.action, line.before, line.after, line.text) for line in lines] == [
        ("team.made", None, made, "Owls"),
        ("team.edited", made, edited, "Crows"),
        ("team.edited", edited, left, "Crows"),
        ("team.removed", left, None, "Crows"),
    ]
