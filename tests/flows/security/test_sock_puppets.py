"""One person behind several accounts, players or clubs: what moves no rating and gives no right.

docs/rules.md, "Which games change ratings" and "Who vouches for a player".
"""

import pytest
from django.utils import timezone

from config.access import invitations
from games import services as games
from games.services.casual import SenderChanged
from games.services.people import merge_players, undo_merge
from ratings import services as ratings
from ratings.models import RatedGame
from tests.builders import (
    acting,
    actor_of,
    make_club,
    make_event,
    make_guest,
    make_members,
    make_player,
    make_user,
    published_round,
)
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments import permissions, selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import Membership, Player
from tournaments.selectors import vouching_ground
from tournaments.services.events import roles
from tournaments.services.people import members, people
from tournaments.services.people.people import PlayerTaken

DAY = "2026.11.20"


def send(first, second, *, actor=None):
    return games.submit_casual(
        actor=actor or actor_of(first),
        record=ptn(FIRST_BY_ROAD, Date=DAY),
        first_id=first.pk,
        second_id=second.pk,
    )


def counts(first, second) -> bool:
    """Whether a casual game that both confirm by their accounts changes ratings."""
    sent = send(first, second)
    games.confirm_game(actor=actor_of(second), game_id=sent.pk)
    return counted(sent)


def counted(game) -> bool:
    source = f"game:{game.public_id}"
    return RatedGame.objects.filter(source=source, voided_at=None).exists()


def give_account(player: Player, user) -> Player:
    people.claim_player(actor=SYSTEM, player_id=player.pk, user_id=user.pk)
    player.refresh_from_db()
    return player


@pytest.fixture
def eve():
    return make_user("eve")


@pytest.fixture
def bo():
    """A member of an approved club."""
    bo = make_player("Bo")
    make_members(bo)
    return bo


# --- who belongs to a club --------------------------------------------------------------------


def test_a_club_that_lists_a_player_without_consent_makes_no_game_count(bo):
    club, ada = make_club(), make_player("Ada")
    members.add_member(actor=SYSTEM, club_id=club.pk, player_id=ada.pk)
    assert not counts(ada, bo)
    members.consent_to_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    assert counts(bo, ada)


def test_a_player_whom_an_approved_club_made_belongs_to_it_with_the_account_that_was_invited(bo):
    ada = give_account(make_guest(make_club(), "Ada"), make_user("ada"))
    assert counts(ada, bo)


def test_a_player_of_an_own_club_does_not_count_by_it_nor_by_a_club_that_only_lists(eve, bo):
    den = people.create_club(actor=acting(eve), slug="den", name="Den")
    puppet = give_account(make_guest(den, "Puppet"), make_user("puppet"))
    members.add_member(actor=SYSTEM, club_id=make_club().pk, player_id=puppet.pk)
    assert not counts(puppet, bo)


def test_a_player_merged_into_another_brings_a_consent_along_and_no_making(eve, bo):
    made, ada = make_guest(make_club(), "Made"), make_player("Ada")
    merge_players(actor=SYSTEM, player=made.public_id, into=ada.public_id)
    assert not counts(ada, bo)
    agreed, cleo = make_player("Agreed"), make_player("Cleo")
    make_members(agreed)
    merge_players(actor=SYSTEM, player=agreed.public_id, into=cleo.public_id)
    assert counts(cleo, bo)


def test_a_consent_stays_with_the_record_of_the_account_that_gave_it(bo):
    """The account of `ada` agrees to a club that lists the merged record; then they are parted."""
    club, copy, ada = make_club(), make_player("Copy"), make_player("Ada")
    members.add_member(actor=SYSTEM, club_id=club.pk, player_id=copy.pk)
    merge_players(actor=SYSTEM, player=copy.public_id, into=ada.public_id)
    members.consent_to_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    assert [each.player for each in selectors.memberships_of(ada)] == [ada]  # asked once
    undo_merge(actor=SYSTEM, player=copy.public_id)
    assert not counts(copy, bo)
    assert counts(ada, bo)


def test_a_consent_goes_with_the_account_also_where_the_club_listed_a_merged_record(bo):
    club, copy, ada = make_club(), make_player("Copy", account=False), make_player("Ada")
    members.add_member(actor=SYSTEM, club_id=club.pk, player_id=copy.pk)
    merge_players(actor=SYSTEM, player=copy.public_id, into=ada.public_id)
    members.consent_to_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    people.release_player(actor=SYSTEM, player_id=ada.pk)
    assert not Membership.objects.filter(club=club, consented_at__isnull=False).exists()


def test_games_of_members_who_left_count_no_longer_when_the_club_loses_its_approval(bo):
    ada, club = make_player("Ada"), make_club()
    make_members(ada, club=club)
    sent = send(ada, bo)
    games.confirm_game(actor=actor_of(bo), game_id=sent.pk)
    assert counted(sent)
    members.leave_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    assert counted(sent)
    ratings.undo_club_approval(actor=SYSTEM, club_id=club.pk)
    assert not counted(sent)


def test_who_has_left_for_no_club_moves_no_ratings(bo):
    ada, club = make_player("Ada"), make_club()
    make_members(ada, club=club)
    members.leave_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    members.add_member(actor=SYSTEM, club_id=club.pk, player_id=ada.pk)  # listed again
    assert not counts(ada, bo)


# --- two accounts -----------------------------------------------------------------------------


def test_one_account_does_not_confirm_what_it_sent_as_another_player(bo):
    ada = make_player("Ada")
    make_members(ada)
    sent = send(ada, bo)
    account = ada.user
    assert account is not None
    for player in (ada, bo):
        people.release_player(actor=SYSTEM, player_id=player.pk)
    give_account(bo, account)
    with pytest.raises(SenderChanged):
        games.confirm_game(actor=acting(account), game_id=sent.pk)
    assert not counted(sent)


def test_a_game_that_an_account_sent_which_was_taken_from_the_player_is_not_confirmed(bo):
    ada = make_player("Ada")
    make_members(ada)
    sent = send(ada, bo)
    people.release_player(actor=SYSTEM, player_id=ada.pk)
    with pytest.raises(SenderChanged):
        games.confirm_game(actor=actor_of(bo), game_id=sent.pk)
    games.confirm_game(actor=acting(make_user(staff=True)), game_id=sent.pk)
    assert counted(sent)


def test_site_staff_neither_confirm_nor_void_the_game_that_they_play(bo):
    boss = make_user("boss", staff=True)
    ada = give_account(make_player("Ada", account=False), boss)
    make_members(ada)
    sent = send(ada, bo)
    with pytest.raises(NotAllowed):
        games.confirm_game(actor=acting(boss), game_id=sent.pk)
    games.confirm_game(actor=actor_of(bo), game_id=sent.pk)
    with pytest.raises(NotAllowed):
        games.void_result(actor=acting(boss), game_id=sent.pk, reason="I lost")
    assert counted(sent)


def test_a_game_that_waited_when_a_player_was_merged_is_confirmed_by_the_same_account(bo):
    ada, cleo = make_player("Ada"), make_player("Cleo", account=False)
    make_members(ada)
    sent = send(bo, ada)
    merge_players(actor=SYSTEM, player=ada.public_id, into=cleo.public_id)
    games.confirm_game(actor=actor_of(ada), game_id=sent.pk)
    assert counted(sent)


# --- an account of a merged record is the person's --------------------------------------------


def test_a_player_with_an_account_on_a_merged_record_is_not_claimed_again(eve):
    club = make_club(owner=eve)
    ada, guest = make_player("Ada"), make_guest(club, "Ada")
    _made, secret = invitations.invite(actor=acting(eve), kind="player", target_id=guest.pk)
    merge_players(actor=SYSTEM, player=ada.public_id, into=guest.public_id)
    with pytest.raises(PlayerTaken):
        invitations.invite(actor=acting(eve), kind="player", target_id=guest.pk)
    puppet = acting(make_user("puppet"))
    with pytest.raises(PlayerTaken):
        invitations.accept(actor=puppet, code=secret, now=timezone.now())


def test_an_event_does_not_vouch_for_who_has_an_account_on_a_merged_record(eve):
    event = make_event(organiser=eve, entries=0, state="registration")
    ada, guest = make_player("Ada"), make_guest(event, "Ada")
    assert vouching_ground(eve.pk, guest) == "event"
    merge_players(actor=SYSTEM, player=ada.public_id, into=guest.public_id)
    assert vouching_ground(eve.pk, guest) is None
    assert ada.user is not None
    assert vouching_ground(ada.user.pk, guest) == "account"


def test_nobody_states_their_own_year_through_a_merged_record():
    ada = make_player("Ada")
    assert ada.user is not None
    guest = make_guest(make_club(owner=ada.user), "Ada")
    merge_players(actor=SYSTEM, player=ada.public_id, into=guest.public_id)
    assert not permissions.may(actor_of(ada), "player.age", guest)


def test_an_organiser_who_plays_by_a_merged_record_acts_as_a_player():
    event = make_event(games=1, entries=2)
    published_round(event)
    slot = selectors.slots_of_round(event.pk, 1)[0]
    copy = make_player("Copy")
    assert copy.user is not None
    seated = Player.objects.get(pk=slot.seats[0].player_id)
    merge_players(actor=SYSTEM, player=copy.public_id, into=seated.public_id)
    for user in (copy.user, make_user("other")):
        roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=user.pk, role="organiser")
    context = selectors.slot_context_by_id(slot.slot_id)
    assert not permissions.may(actor_of(copy), "slot.rule", context)
    assert permissions.seat_of(actor_of(copy), context) == slot.seats[0].order
