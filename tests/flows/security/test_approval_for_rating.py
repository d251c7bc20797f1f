"""Who moves ratings: events and clubs that are approved, and nobody by planning an event alone.

The attack of each test was possible: plan an event, enter a player, type a result.
"""

from typing import Any

import pytest
from django.utils import timezone

from games import services as games
from ratings import check, recompute
from ratings import services as ratings
from ratings.models import PlayerRating, RatedGame
from tests.api.world import client_of
from tests.builders import acting, actor_of, make_club, make_members, make_player, make_user
from tests.clients import signed_in
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import rule
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import NotAllowed
from tournaments.models import Club, Event, JournalLine, User
from tournaments.services.events import events, roles
from tournaments.services.events.approval import CountsByClub
from tournaments.services.people import people
from tournaments.services.rounds import pairing_jobs, rounds

DAY = "2026.11.20"


def own_club(owner, slug="den"):
    """A club as anybody founds one."""
    return people.create_club(actor=acting(owner), slug=slug, name=slug.title())


def plan(planner, *players, slug="trap", club=None, **settings: Any) -> Event:
    """An event of the planner in which these players were entered by him, and its first round."""
    actor = acting(planner)
    event = events.create_event(
        actor=actor,
        new=events.NewEvent(
            slug=slug,
            name=slug.title(),
            ruleset={"size": 5},
            match={"games": 1, "points": {"per_game": True}},
            club_id=club.pk if club else None,
            **settings,
        ),
    )
    events.open_registration(actor=actor, event_id=event.pk)
    for player in players:
        ratings.enter_event(actor=actor, event_id=event.pk, player_id=player.pk)
    ratings.start_event(actor=actor, event_id=event.pk)
    pairing_jobs.pair_round(actor=actor, event_id=event.pk)
    rounds.publish_round(actor=actor, event_id=event.pk, number=1)
    event.refresh_from_db()
    return event


def type_results(planner, event) -> None:
    """Every game is won by who moves first, as staff type it."""
    for slot in selectors.slots_of_round(event.pk, 1):
        rule(slot, {"kind": "adjudicated", "result": "R-0"}, actor=acting(planner), reason="typed")


def rated() -> dict[str, float]:
    """The rating of every player in the list of all games of Tak."""
    recompute.replay_stale_pools()
    rows = PlayerRating.objects.filter(pool__slug="tak").select_related("player")
    return {row.player.name: row.rating for row in rows}


@pytest.fixture
def mallory():
    return make_user("mallory")


@pytest.fixture
def ada():
    return make_player("Ada")


@pytest.fixture
def bo():
    return make_player("Bo")


@pytest.fixture
def boss():
    return make_user("boss", staff=True)


@pytest.mark.parametrize("with_club", [False, True])
def test_nobody_moves_a_rating_by_planning_an_event(mallory, ada, bo, with_club):
    club = own_club(mallory) if with_club else None
    event = plan(mallory, ada, bo, club=club)
    type_results(mallory, event)
    assert selectors.counting_reason(event) == ""
    assert rated() == {}


def test_an_organiser_who_found_no_approval_cannot_give_it(mallory, ada, bo):
    club = own_club(mallory)
    event = plan(mallory, ada, bo, club=club)
    with pytest.raises(NotAllowed):
        ratings.approve_event(actor=acting(mallory), event_id=event.pk)
    with pytest.raises(NotAllowed):
        ratings.approve_club(actor=acting(mallory), club_id=club.pk)


def test_an_event_that_site_staff_plan_counts(boss, ada, bo):
    event = plan(boss, ada, bo)
    type_results(boss, event)
    assert selectors.counting_reason(event) == "approved"
    assert set(rated()) == {"Ada", "Bo"}


def test_an_event_of_an_approved_club_counts(mallory, ada, bo):
    event = plan(mallory, ada, bo, club=make_club("lantern", owner=mallory))
    type_results(mallory, event)
    assert selectors.counting_reason(event) == "club"
    assert set(rated()) == {"Ada", "Bo"}


def test_an_event_without_a_club_counts_where_its_planner_organises_an_approved_one(
    mallory, ada, bo
):
    own_club(mallory)
    lantern = make_club("lantern")
    roles.grant_club_role(actor=SYSTEM, club_id=lantern.pk, user_id=mallory.pk, role="organiser")
    event = plan(mallory, ada, bo)
    type_results(mallory, event)
    assert selectors.counting_reason(event) == "planners_club"
    assert set(rated()) == {"Ada", "Bo"}


def test_a_club_that_site_staff_found_is_approved(boss, mallory):
    assert own_club(boss, "founded").approved_at is not None
    assert own_club(mallory, "den").approved_at is None


@pytest.mark.parametrize(("staff", "approved"), [(True, True), (False, False)])
def test_a_club_founded_through_the_api_is_approved_where_site_staff_found_it(staff, approved):
    client = client_of(make_user("founder", staff=staff).get_username())
    made = client.post("/api/v1/clubs/", {"slug": "den", "name": "Den"}, format="json")
    assert made.status_code == 201
    assert (Club.objects.get().approved_at is not None) is approved


def test_a_club_founded_in_the_admin_is_approved():
    client = signed_in(User.objects.create_superuser("root"))
    client.post("/admin/tournaments/club/add/", {"slug": "den", "name": "Den"})
    assert Club.objects.get().approved_at is not None


def test_approving_an_event_later_counts_its_games_and_taking_it_back_voids_them(
    mallory, boss, ada, bo
):
    event = plan(mallory, ada, bo)
    type_results(mallory, event)
    assert rated() == {}

    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    ratings.approve_event(actor=acting(boss), event_id=event.pk)  # repeating it is harmless
    counted = rated()
    assert set(counted) == {"Ada", "Bo"}
    event.refresh_from_db()
    assert event.approved_by == boss

    ratings.undo_event_approval(actor=acting(boss), event_id=event.pk)
    assert rated() == {}
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    assert rated() == counted
    lines = JournalLine.objects.filter(scope="event:trap", action__startswith="event.appr")
    assert list(lines.order_by("seq").values_list("action", flat=True)) == [
        "event.approved",
        "event.approval_undone",
        "event.approved",
    ]


def test_approving_a_club_counts_all_its_events_and_taking_it_back_voids_them(
    mallory, boss, ada, bo
):
    club = own_club(mallory)
    cleo, dag, eli, fay = map(make_player, ("Cleo", "Dag", "Eli", "Fay"))
    ours = plan(mallory, ada, bo, club=club)
    without_club = plan(mallory, cleo, dag, slug="no-club")
    elsewhere = plan(make_user(), eli, fay, slug="else")
    for event in (ours, without_club):
        type_results(mallory, event)
    type_results(elsewhere.roles.get().user, elsewhere)
    assert rated() == {}

    ratings.approve_club(actor=acting(boss), club_id=club.pk)
    assert set(rated()) == {"Ada", "Bo", "Cleo", "Dag"}

    # An event that is approved by itself stays.
    ratings.approve_event(actor=acting(boss), event_id=ours.pk)
    ratings.undo_club_approval(actor=acting(boss), club_id=club.pk)
    assert set(rated()) == {"Ada", "Bo"}
    lines = JournalLine.objects.filter(scope="club:den").order_by("seq")
    assert list(lines.values_list("action", flat=True))[-2:] == [
        "club.approved",
        "club.approval_undone",
    ]


def test_an_event_that_counts_by_its_club_alone_says_so_when_it_is_to_count_no_longer(
    mallory, boss, ada, bo
):
    event = plan(mallory, ada, bo, club=make_club("lantern", owner=mallory))
    with pytest.raises(CountsByClub, match="Lantern"):
        ratings.undo_event_approval(actor=acting(boss), event_id=event.pk)


def test_a_result_that_is_taken_back_before_the_approval_is_not_posted(mallory, boss, ada, bo):
    event = plan(mallory, ada, bo)
    type_results(mallory, event)
    slot = selectors.slots_of_round(event.pk, 1)[0]
    rule(slot, {"kind": "forfeit", "winner": 1}, actor=acting(mallory), reason="nobody came")
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    assert rated() == {}


def test_a_result_that_is_corrected_before_the_approval_counts_once(mallory, boss, ada, bo):
    event = plan(mallory, ada, bo)
    type_results(mallory, event)
    slot = selectors.slots_of_round(event.pk, 1)[0]
    rule(
        slot, {"kind": "adjudicated", "result": "0-R"}, actor=acting(mallory), reason="typed wrong"
    )
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    assert RatedGame.objects.get(voided_at=None).facts["result"] == "0-R"
    winner = next(seat.name for seat in slot.seats if seat.order != slot.first_seat)
    assert max(rated(), key=lambda name: rated()[name]) == winner


def test_a_result_that_was_corrected_counts_once_when_its_event_is_approved_again(
    mallory, boss, ada, bo
):
    event = plan(mallory, ada, bo)
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    type_results(mallory, event)
    slot = selectors.slots_of_round(event.pk, 1)[0]
    rule(
        slot, {"kind": "adjudicated", "result": "0-R"}, actor=acting(mallory), reason="typed wrong"
    )
    counted = rated()
    ratings.undo_event_approval(actor=acting(boss), event_id=event.pk)
    assert RatedGame.objects.filter(held=True).count() == 1
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    assert RatedGame.objects.get(voided_at=None).facts["result"] == "0-R"
    assert rated() == counted


def casual(first, second) -> None:
    """A game outside any event that both confirm by their own accounts."""
    sent = games.submit_casual(
        actor=actor_of(first),
        record=ptn(FIRST_BY_ROAD, Date=DAY),
        first_id=first.pk,
        second_id=second.pk,
    )
    games.confirm_game(actor=actor_of(second), game_id=sent.pk)


def test_a_casual_game_counts_only_between_members_of_approved_clubs(ada, bo):
    make_members(ada)
    casual(ada, bo)
    assert rated() == {}
    make_members(bo)
    casual(bo, ada)
    assert set(rated()) == {"Ada", "Bo"}


def test_membership_of_a_club_that_anybody_founded_makes_no_casual_game_count(
    mallory, boss, ada, bo
):
    club = make_members(ada, bo, club=own_club(mallory))
    casual(ada, bo)
    assert rated() == {}
    ratings.approve_club(actor=acting(boss), club_id=club.pk)
    assert set(rated()) == {"Ada", "Bo"}
    ratings.undo_club_approval(actor=acting(boss), club_id=club.pk)
    assert rated() == {}


def test_a_casual_game_still_counts_by_another_approved_club(boss, ada, bo):
    club = make_members(ada, bo)
    make_members(ada, bo)
    casual(ada, bo)
    ratings.undo_club_approval(actor=acting(boss), club_id=club.pk)
    assert set(rated()) == {"Ada", "Bo"}


@pytest.mark.parametrize("is_undone", [False, True])
def test_a_casual_game_does_not_count_by_the_club_of_one_player_alone(boss, ada, bo, is_undone):
    """Ada is of a club that is approved, later or not any more; Bo of none, or of another one."""
    club = make_members(ada, club=make_club() if is_undone else own_club(make_user()))
    if is_undone:
        make_members(bo)
        casual(ada, bo)
        assert set(rated()) == {"Ada", "Bo"}
        ratings.undo_club_approval(actor=acting(boss), club_id=club.pk)
    else:
        casual(ada, bo)
        ratings.approve_club(actor=acting(boss), club_id=club.pk)
    assert rated() == {}


def test_the_approval_of_a_club_says_nothing_of_its_members_games_in_events_of_others(
    mallory, boss, ada, bo
):
    club = make_members(ada, bo, club=own_club(mallory))
    planner = make_user()
    event = plan(planner, ada, bo, slug="else")
    type_results(planner, event)
    ratings.approve_club(actor=acting(boss), club_id=club.pk)
    assert rated() == {}
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    ratings.undo_club_approval(actor=acting(boss), club_id=club.pk)
    assert set(rated()) == {"Ada", "Bo"}


def test_an_event_that_is_approved_besides_its_club_counts_by_the_club_alone(
    mallory, boss, ada, bo
):
    event = plan(mallory, ada, bo, club=make_club("lantern", owner=mallory))
    type_results(mallory, event)
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    ratings.undo_event_approval(actor=acting(boss), event_id=event.pk)
    assert set(rated()) == {"Ada", "Bo"}


def test_a_casual_game_that_site_staff_confirm_counts(boss, ada, bo):
    sent = games.submit_casual(
        actor=actor_of(ada), record=ptn(FIRST_BY_ROAD, Date=DAY), first_id=ada.pk, second_id=bo.pk
    )
    games.confirm_game(actor=acting(boss), game_id=sent.pk)
    assert set(rated()) == {"Ada", "Bo"}


def test_records_count_when_site_staff_or_the_command_import_them(boss, mallory, ada, bo):
    record = ptn(FIRST_BY_ROAD, Date=DAY, Player1="Ada", Player2="Bo")
    with pytest.raises(NotAllowed):
        games.import_record(actor=acting(mallory), record=record)
    assert games.import_record(actor=acting(boss), record=record).rated
    assert set(rated()) == {"Ada", "Bo"}
    other = ptn(FIRST_BY_ROAD, Date="2026.11.19", Player1="Ada", Player2="Bo")
    assert games.import_record(actor=Actor("import"), record=other).rated
    assert RatedGame.objects.filter(voided_at=None).count() == 2


def test_a_record_imported_into_an_event_that_is_not_approved_does_not_count(mallory, ada, bo):
    event = plan(mallory, ada, bo)
    slot = selectors.slots_of_round(event.pk, 1)[0]
    movers = sorted(slot.seats, key=lambda seat: seat.order != slot.first_seat)
    record = ptn(FIRST_BY_ROAD, Date=DAY, Player1=movers[0].name, Player2=movers[1].name)
    games.import_record(actor=Actor("import"), record=record, event_slug="trap")
    assert rated() == {}


def test_playing_on_after_the_approval_counts_at_once(mallory, boss, ada, bo):
    event = plan(mallory, ada, bo)
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    type_results(mallory, event)
    assert set(rated()) == {"Ada", "Bo"}


def test_checking_finds_a_game_that_counts_against_the_approval(mallory, boss, ada, bo):
    event = plan(mallory, ada, bo)
    type_results(mallory, event)
    assert list(check.check_approval()) == []
    Event.objects.update(approved_at=timezone.now())  # as nobody should
    assert [line.partition(": ")[2] for line in check.check_approval()] == [
        "is held, and its event is approved for rating"
    ]
    ratings.undo_event_approval(actor=acting(boss), event_id=event.pk)
    ratings.approve_event(actor=acting(boss), event_id=event.pk)
    Event.objects.update(approved_at=None)
    assert [line.partition(": ")[2] for line in check.check_approval()] == [
        "counts, and its event is not approved for rating"
    ]
    assert [line for line in check.check_pools() if "not approved" in line] != []
