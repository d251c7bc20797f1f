"""Who may do what, by the verb."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    make_club,
    make_event,
    make_player,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tournaments import permissions, selectors
from tournaments.actor import ANONYMOUS, SYSTEM, Actor
from tournaments.errors import NotAllowed
from tournaments.services.entries.entries import enter
from tournaments.services.events import events, roles

pytestmark = pytest.mark.django_db
SLOT_VERBS = ["submit", "confirm", "dispute", "rule", "desk", "void"]


@pytest.fixture
def world():
    """An event of two with an arbiter and an organiser; the context of its first game."""
    event = make_event(entries=2, organiser=make_user("organiser"))
    arbiter = make_user("arbiter")
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    round_ = published_round(event)
    context = selectors.slot_context_by_id(slot_at(round_).pk)
    return event, acting(arbiter), players_at(round_), context


def allowed(actor, context):
    return {verb for verb in SLOT_VERBS if permissions.may(actor, f"slot.{verb}", context)}


def test_a_slot_belongs_to_its_seats_and_the_staff(world):
    _event, arbiter, (first, second), context = world
    for player in (first, second):
        assert allowed(actor_of(player), context) == {"submit", "confirm", "dispute"}
    assert allowed(arbiter, context) == set(SLOT_VERBS)
    assert allowed(SYSTEM, context) == set(SLOT_VERBS)
    assert allowed(actor_of(make_player()), context) == set()
    assert allowed(ANONYMOUS, context) == set()
    assert allowed(acting(make_user(staff=True)), context) == set(SLOT_VERBS)
    link = Actor("link", entry_id=context.seats[0].entry_id)
    assert allowed(link, context) == {"submit", "confirm", "dispute"}
    assert permissions.seat_of(link, context) == 1
    assert permissions.seat_of(actor_of(second), context) == 2


def test_staff_who_sit_in_a_game_act_as_players(world):
    event, _arbiter, (first, _second), context = world
    assert first.user is not None
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=first.user.pk, role="organiser")
    assert allowed(actor_of(first), context) == {"submit", "confirm", "dispute"}
    first.user.is_staff = True
    first.user.save()
    assert allowed(actor_of(first), context) == {"submit", "confirm", "dispute"}
    assert not permissions.can_rule_own_game(actor_of(first), context)


def test_the_only_staff_of_an_event_rule_their_own_game():
    event = make_event(entries=2)
    round_ = published_round(event)
    first, _second = players_at(round_)
    assert first.user is not None
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=first.user.pk, role="organiser")
    context = selectors.slot_context_by_id(slot_at(round_).pk)
    assert permissions.may(actor_of(first), "slot.rule", context)
    assert permissions.can_rule_own_game(actor_of(first), context)


def test_an_arbiter_pairs_and_only_an_organiser_edits(world):
    event, arbiter, (first, _second), _context = world
    assert permissions.may(arbiter, "round.pair", event)
    assert not permissions.may(arbiter, "event.edit", event)
    with pytest.raises(NotAllowed):
        permissions.require(actor_of(first), "round.pair", event)


def test_an_organiser_of_the_club_is_staff_of_its_events():
    owner, organiser = make_user(), make_user()
    club = make_club(owner=owner)
    roles.grant_club_role(
        actor=acting(owner), club_id=club.pk, user_id=organiser.pk, role="organiser"
    )
    event = make_event(state="draft", club_id=club.pk)
    assert selectors.staff_of(event.pk) == {owner.pk, organiser.pk}
    for user in (owner, organiser):
        assert permissions.may(acting(user), "event.edit", event)
    assert permissions.may(acting(organiser), "event.create", club)
    assert not permissions.may(acting(make_user()), "event.create", club)
    assert permissions.may(acting(make_user()), "event.create", None)


def test_a_token_without_the_write_scope_only_reads(world):
    event, arbiter, _players, context = world
    reading = Actor("user", user_id=arbiter.user_id, scopes=("read",))
    assert permissions.may(reading, "journal.view", event)
    assert allowed(reading, context) == set()


def test_a_switched_off_account_may_nothing(world):
    _event, _arbiter, _players, context = world
    organiser = make_user("gone", staff=True)
    organiser.is_active = False
    organiser.save()
    assert allowed(acting(organiser), context) == set()


def test_a_casual_game_is_confirmed_by_the_player_who_did_not_submit_it():
    first, second = make_player(), make_player()
    players = (first.pk, second.pk)
    assert permissions.may(actor_of(first), "casual.submit", players)
    assert not permissions.may(actor_of(make_player()), "casual.submit", players)
    assert permissions.may(actor_of(second), "casual.confirm", (players, 1))
    assert not permissions.may(actor_of(first), "casual.confirm", (players, 1))
    assert not permissions.may(actor_of(first), "game.void", players)


@pytest.mark.parametrize(
    ("visibility", "listed", "readable"),
    [("public", True, True), ("unlisted", False, True), ("private", False, False)],
)
def test_visibility(visibility, listed, readable):
    event = make_event(entries=2, visibility=visibility)
    player = actor_of(event.entries.get(number=1).player)
    assert selectors.visible_events(ANONYMOUS).exists() == listed
    assert selectors.readable_events(ANONYMOUS).exists() == readable
    assert permissions.may(ANONYMOUS, "event.view", event) == readable
    assert selectors.visible_events(player).exists()


def test_a_draft_is_seen_by_its_staff_only():
    organiser = make_user()
    make_event(state="draft", organiser=organiser)
    assert not selectors.readable_events(ANONYMOUS).exists()
    assert not selectors.readable_events(acting(make_user())).exists()
    assert selectors.visible_events(acting(organiser)).exists()


def test_an_unknown_verb_is_a_bug_of_ours():
    with pytest.raises(KeyError):
        permissions.may(SYSTEM, "event.explode", None)


def test_a_personal_link_acts_in_its_own_event_alone(world):
    """Every verb of the table, on everything that is not of the event of the link."""
    _event, _arbiter, (first, _second), own = world
    link = Actor("link", entry_id=own.seats[0].entry_id)
    other = make_event(entries=0, state="registration")
    for player in (first, make_player()):
        enter(actor=SYSTEM, event_id=other.pk, player_id=player.pk)
    events.start(actor=SYSTEM, event_id=other.pk)
    elsewhere = selectors.slot_context_by_id(slot_at(published_round(other)).pk)
    club, user = make_club(), make_user()
    assert first.user is not None
    objects = [
        None,
        other,
        (other, first.pk),
        *other.entries.all(),
        elsewhere,
        club,
        first,
        make_player(),
        first.user,
        user,
        (first.pk, make_player().pk),
        ((first.pk, make_player().pk), 2),
    ]
    found = [
        (verb, thing)
        for verb in permissions.ROLES_BY_VERB
        for thing in objects
        if _fits(verb, thing) and permissions.may(link, verb, thing)
    ]
    # What everybody may read by its address.
    assert found == [("event.view", other)]


def _fits(verb, thing):
    """`casual.confirm` alone takes players with a seat, and nothing else."""
    with_seat = isinstance(thing, tuple) and isinstance(thing[0], tuple)
    return with_seat is (verb == "casual.confirm")
