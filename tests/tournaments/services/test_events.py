"""Events from draft to the start, entries and withdrawals."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    context_of,
    decide_round,
    make_event,
    make_player,
    make_user,
    published_round,
    slot_at,
    tak_facts,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, Stale
from tournaments.models import Absence, Entry, Event, EventRole, JournalLine
from tournaments.outlook.marks import CutOff
from tournaments.selectors.events.state import match_rules
from tournaments.services.entries import absences, entries, registration
from tournaments.services.events import events
from tournaments.services.events.changes import RankingNeedsReason
from tournaments.services.events.events import TooFewEntries
from tournaments.services.events.settings import validate_ruleset
from tournaments.services.events.states import WrongState
from tournaments.services.people.people import SlugTaken
from tournaments.services.rounds import results
from tournaments.services.rounds.results import Outcome


def test_who_plans_an_event_organises_it():
    user = make_user()
    event = events.create_event(
        actor=acting(user), new=events.NewEvent(slug="spring", name="Spring", game="tak")
    )
    assert EventRole.objects.get(event=event).role == "organiser"
    assert event.ruleset["stones"] == 30
    assert event.match["games"] == 2
    assert event.confirm == {"policy": "opponent", "hours": None}
    with pytest.raises(SlugTaken):
        events.create_event(
            actor=acting(user), new=events.NewEvent(slug="spring", name="Again", game="tak")
        )


def test_an_event_without_a_stage_has_nobody_in_its_table_and_begins_with_the_usual_one():
    event = make_event(state="registration", entries=2)
    event.stages.all().delete()
    state, _version = selectors.event_state(event.pk)
    assert (state.entrants, state.rounds_total, state.current_round) == ((), 0, 0)
    events.start(actor=SYSTEM, event_id=event.pk)
    assert event.stages.get().system == "round_robin"


def test_a_bye_follows_the_points_of_a_win_until_somebody_sets_it():
    # Source: FIDE C.04.1: as many points as for a win, unless the rules of the event say otherwise.
    def worth(**match):
        changes = {"match": match}
        edited = events.edit_event(actor=SYSTEM, event_id=event.pk, changes=changes)
        return match_rules(edited.match).bye_x2("bye_allocated")

    event = make_event(state="draft", games=2)
    assert event.match["bye_allocated_x2"] is None
    assert worth(games=1) == 2
    assert worth(points={"won_x2": 6, "tied_x2": 2, "lost_x2": 0}) == 6
    assert worth(bye_allocated_x2=3) == 3
    assert worth(points={"won_x2": 4, "tied_x2": 2, "lost_x2": 0}) == 3, "it was set"
    assert worth(bye_allocated_x2=None) == 4
    for wrong in (-1, "2", True):
        with pytest.raises(InvalidInput, match="bye_allocated_x2"):
            worth(bye_allocated_x2=wrong)
    with pytest.raises(InvalidInput, match="bye_asked_x2"):
        worth(bye_asked_x2=None)


def test_an_event_that_stored_what_a_bye_is_worth_keeps_it():
    event = make_event(state="draft")
    Event.objects.filter(pk=event.pk).update(match={**event.match, "bye_allocated_x2": 2})
    points = {"points": {"won_x2": 6, "tied_x2": 2, "lost_x2": 0}}
    edited = events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"match": points})
    assert match_rules(edited.match).bye_x2("bye_allocated") == 2


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
        events.create_event(actor=SYSTEM, new=events.NewEvent(slug="x", name="X", **settings))


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
    entry = entries.enter(actor=actor_of(me), event_id=event.pk, player_id=me.pk)
    assert entries.enter(actor=actor_of(me), event_id=event.pk, player_id=me.pk) == entry
    with pytest.raises(NotAllowed):
        entries.enter(actor=actor_of(me), event_id=event.pk, player_id=other.pk)


def test_nobody_enters_a_draft_but_by_its_staff():
    organiser, player = make_user(), make_player()
    event = make_event(state="draft", organiser=organiser)
    with pytest.raises(WrongState):
        entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    entries.enter(actor=acting(organiser), event_id=event.pk, player_id=player.pk)
    assert Entry.objects.count() == 1


def test_a_merged_player_enters_as_who_they_are():
    event = make_event(state="registration", entries=0)
    one, same = make_player(), make_player()
    same.merged_into = one
    same.save()
    entries.enter(actor=SYSTEM, event_id=event.pk, player_id=one.pk)
    entry = entries.enter(actor=SYSTEM, event_id=event.pk, player_id=same.pk)
    assert entry.player == one
    assert Entry.objects.count() == 1


def test_the_start_numbers_by_rating_and_then_by_name():
    event = make_event(state="registration", entries=0)
    ratings = {}
    for name, rating in [("Zoe", None), ("Bo", 1500), ("Ada", 1500), ("Cleo", 1700), ("Al", None)]:
        player = make_player(name)
        entry = entries.enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk)
        if rating:
            ratings[entry.pk] = (rating, "pool:tak")
    events.start(actor=SYSTEM, event_id=event.pk, ratings=ratings)
    events.start(actor=SYSTEM, event_id=event.pk, ratings={})
    names = [entry.player.name for entry in selectors.event_entries(event)]
    assert names == ["Cleo", "Ada", "Bo", "Al", "Zoe"]
    state, _version = selectors.event_state(event.pk)
    assert state.entry_numbers == (1, 2, 3, 4, 5)
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
        absences.withdraw_entry(actor=other, entry_id=entry.pk, from_round=2)
    absences.withdraw_entry(actor=me, entry_id=entry.pk, from_round=2)
    absences.withdraw_entry(actor=me, entry_id=entry.pk, from_round=2)
    assert Absence.objects.get().from_round == 2
    state, _version = selectors.event_state(event.pk)
    assert state.present_entries(1) == (1, 2, 3, 4)
    assert state.present_entries(2) == (1, 2, 3)


def test_what_ranks_may_change_after_round_one_if_somebody_says_why():
    event = make_event()
    change = {"match": {"rank_by": "game_points", "tiebreaks": ["BPR"]}}
    round_ = published_round(event)
    decide_round(round_)
    before = Event.objects.get(pk=event.pk).results_version
    with pytest.raises(RankingNeedsReason):
        events.edit_event(actor=SYSTEM, event_id=event.pk, changes=change)
    done = events.edit_event(
        actor=SYSTEM, event_id=event.pk, changes=change, reason="The invitation said games."
    )
    assert done.match["rank_by"] == "game_points"
    assert done.results_version == before + 1
    line = JournalLine.objects.get(action="event.edited")
    assert line.before
    assert line.after
    assert line.before["rank_by"] == "match_points"
    assert (line.after["rank_by"], line.text) == ("game_points", "The invitation said games.")


def test_what_makes_the_points_is_fixed_once_it_began():
    event = make_event()
    with pytest.raises(WrongState):
        events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"match": {"games": 3}})


def test_what_ranks_is_fixed_once_it_is_finished():
    event = make_event(entries=2)
    decide_round(published_round(event))
    events.finish(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(WrongState):
        events.edit_event(
            actor=SYSTEM, event_id=event.pk, changes={"match": {"tiebreaks": []}}, reason="late"
        )


@pytest.mark.parametrize(
    "scoring", [{"methods": ["downhill"]}, {"combine": "add"}, {"reserve": "stones_only"}, "all"]
)
def test_a_scoring_that_does_not_exist_is_refused(scoring):
    with pytest.raises(InvalidInput, match=r"match\.scoring"):
        make_event(state="draft", match={"scoring": scoring})


def test_an_event_scores_its_games_as_it_says():
    """A straight road with 4 pieces left: 25 + 4, and by Downing 25 + 2 * 4 (TAK-8.7)."""
    facts = {
        **tak_facts("R-0", left=4),
        "reason": "road",
        "reserves": {"first": {"stones": 4, "capstones": 0}},
        "road": {"straight": ["a1"], "singles": [], "stacks": [], "no_capstone": []},
    }
    for methods, points in ((["board_plus_reserve"], 29), (["downing"], 33)):
        event = make_event(entries=2, games=1, match={"scoring": {"methods": methods}})
        slot = slot_at(published_round(event))
        results.record_result(
            actor=SYSTEM, context=context_of(slot), outcome=Outcome("played", "R-0", None, facts)
        )
        state, _version = selectors.event_state(event.pk)
        assert sorted(state.played[0].results[0].bpr or ()) == [0, points]
        pairing = selectors.round_view(event, 1, SYSTEM)["pairings"][0]
        assert pairing["slots"][0]["score"]["board"] == {"first": points, "second": 0}


def test_an_address_that_a_page_has_is_no_events():
    with pytest.raises(SlugTaken):
        events.create_event(actor=SYSTEM, new=events.NewEvent(slug="new", name="New"))


def test_settings_that_a_stored_event_lacks_are_no_change():
    """An event of an earlier version stores fewer settings than there are now."""
    event = make_event(state="registration")
    full = registration.registration_settings(event.registration)
    Event.objects.filter(pk=event.pk).update(registration={})
    lines = JournalLine.objects.count()
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"registration": full})
    assert JournalLine.objects.count() == lines
    event.refresh_from_db()
    assert event.registration == {}


@pytest.mark.parametrize(("name", "winner_takes_all"), [("source", True), ("standard", False)])
def test_a_gamnon_by_the_source_counts_places_alone(name, winner_takes_all):
    new = events.NewEvent(slug="g", name="G", game="gamnon", ruleset={"name": name})
    event = events.create_event(actor=SYSTEM, new=new)
    assert event.match.get("winner_takes_all", False) is winner_takes_all


def test_another_ruleset_is_completed_and_brings_its_way_of_winning_along():
    tak = make_event(state="draft")
    edited = events.edit_event(actor=SYSTEM, event_id=tak.pk, changes={"ruleset": {"size": 6}})
    assert edited.ruleset == validate_ruleset("tak", {"size": 6})
    with pytest.raises(InvalidInput) as refused:
        events.edit_event(actor=SYSTEM, event_id=tak.pk, changes={"ruleset": {"size": 99}})
    assert refused.value.details["field"] == "ruleset"
    cards = make_event(game="gamnon", state="draft")
    source = {"ruleset": {"name": "source"}}
    assert not cards.match.get("winner_takes_all")
    edited = events.edit_event(actor=SYSTEM, event_id=cards.pk, changes=source)
    assert edited.match["winner_takes_all"] is True
    chosen = make_event(game="gamnon", state="draft", match={"winner_takes_all": False})
    edited = events.edit_event(actor=SYSTEM, event_id=chosen.pk, changes=source)
    assert edited.match["winner_takes_all"] is False


def test_a_stage_is_cut_off_by_the_places_of_the_next():
    event = make_event(
        stages=[
            {"system": "round_robin"},
            {"system": "knockout", "options": {"places": 2}},
        ]
    )
    first, last = event.stages.order_by("number")
    assert selectors.cut_off_of(first) == CutOff(2)
    assert selectors.cut_off_of(last) is None
    assert selectors.cut_off_of(None) is None
