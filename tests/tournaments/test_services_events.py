"""Events from draft to the start, entries and withdrawals."""

import pytest

from tests.builders import acting, actor_of, make_event, make_player, make_user
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, Stale
from tournaments.models import Absence, Entry, EventRole
from tournaments.services import events
from tournaments.services.events import TooFewEntries, WrongState
from tournaments.services.people import SlugTaken

pytestmark = pytest.mark.django_db


def test_who_plans_an_event_organises_it():
    user = make_user()
    event = events.create_event(actor=acting(user), slug="spring", name="Spring", game="tak")
    assert EventRole.objects.get(event=event).role == "organiser"
    assert event.ruleset["stones"] == 30
    assert event.match["games"] == 2
    assert event.confirm == {"policy": "opponent", "hours": None}
    with pytest.raises(SlugTaken):
        events.create_event(actor=acting(user), slug="spring", name="Again", game="tak")


@pytest.mark.parametrize(
    "settings",
    [
        {"ruleset": {"size": 9}},
        {"ruleset": {"size": 5, "wings": 2}},
        {"match": {"games": 0}},
        {"match": {"tiebreaks": ["XYZ"]}},
        {"match": {"points": {"won_x2": 2}}},
        {"match": {"rank_by": "beauty"}},
        {"match": {"speed": 1}},
        {"confirm": {"policy": "nobody"}},
        {"confirm": {"hours": 0}},
        {"visibility": "secret"},
        {"time_zone": "Mars/Olympus"},
        {"stages": [{"system": "chess"}]},
        {"stages": [{"system": "round_robin", "options": {"cycles": 3}}]},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings):
    with pytest.raises(InvalidInput):
        events.create_event(actor=SYSTEM, slug="x", name="X", **settings)


def test_an_edit_of_settings_that_changed_meanwhile_is_stale():
    event = make_event(state="draft")
    edited = events.edit_event(
        actor=SYSTEM, event_id=event.pk, changes={"name": "New"}, expected_settings_version=0
    )
    assert edited.settings_version == 1
    with pytest.raises(Stale):
        events.edit_event(
            actor=SYSTEM, event_id=event.pk, changes={"name": "No"}, expected_settings_version=0
        )


def test_the_same_edit_twice_is_one():
    event = make_event(state="draft")
    for _ in range(2):
        edited = events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"match": {"games": 4}})
    assert (edited.settings_version, edited.match["games"]) == (1, 4)


def test_what_the_pairings_rest_on_is_fixed_by_the_start():
    event = make_event(entries=2)
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"name": "Other"})
    with pytest.raises(WrongState):
        events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"match": {"games": 4}})


def test_players_enter_themselves_and_nobody_else():
    event = make_event(state="registration", entries=0)
    me, other = make_player(), make_player()
    entry = events.enter(actor=actor_of(me), event_id=event.pk, player_id=me.pk)
    assert events.enter(actor=actor_of(me), event_id=event.pk, player_id=me.pk) == entry
    with pytest.raises(NotAllowed):
        events.enter(actor=actor_of(me), event_id=event.pk, player_id=other.pk)


def test_nobody_enters_a_draft_but_by_its_staff():
    organiser, player = make_user(), make_player()
    event = make_event(state="draft", organiser=organiser)
    with pytest.raises(WrongState):
        events.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    events.enter(actor=acting(organiser), event_id=event.pk, player_id=player.pk)
    assert Entry.objects.count() == 1


def test_a_merged_player_enters_as_who_they_are():
    event = make_event(state="registration", entries=0)
    one, same = make_player(), make_player()
    same.merged_into = one
    same.save()
    events.enter(actor=SYSTEM, event_id=event.pk, player_id=one.pk)
    entry = events.enter(actor=SYSTEM, event_id=event.pk, player_id=same.pk)
    assert entry.player == one
    assert Entry.objects.count() == 1


def test_the_start_numbers_by_rating_and_then_by_name():
    event = make_event(state="registration", entries=0)
    ratings = {}
    for name, rating in [("Zoe", None), ("Bo", 1500), ("Ada", 1500), ("Cleo", 1700), ("Al", None)]:
        player = make_player(name)
        entry = events.enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk)
        if rating:
            ratings[entry.pk] = rating
    events.start(actor=SYSTEM, event_id=event.pk, ratings=ratings)
    events.start(actor=SYSTEM, event_id=event.pk, ratings={})
    names = [entry.player.name for entry in selectors.event_entries(event)]
    assert names == ["Cleo", "Ada", "Bo", "Al", "Zoe"]
    state, _version = selectors.event_state(event.pk)
    assert state.numbers == (1, 2, 3, 4, 5)
    assert state.rounds_total == 5


def test_one_player_is_no_event():
    event = make_event(state="registration", entries=1)
    with pytest.raises(TooFewEntries):
        events.start(actor=SYSTEM, event_id=event.pk)


def test_a_player_withdraws_once():
    event = make_event(entries=4)
    entry = event.entries.get(number=4)
    me, other = actor_of(entry.player), actor_of(event.entries.get(number=1).player)
    with pytest.raises(NotAllowed):
        events.withdraw_entry(actor=other, entry_id=entry.pk, from_round=2)
    events.withdraw_entry(actor=me, entry_id=entry.pk, from_round=2)
    events.withdraw_entry(actor=me, entry_id=entry.pk, from_round=2)
    assert Absence.objects.get().from_round == 2
    state, _version = selectors.event_state(event.pk)
    assert state.present(1) == (1, 2, 3, 4)
    assert state.present(2) == (1, 2, 3)
