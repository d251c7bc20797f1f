"""Players, the names they bear elsewhere, clubs and roles."""

import pytest

from tests.builders import acting, actor_of, make_club, make_player, make_user
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import ClubRole, JournalLine, Player
from tournaments.selectors.people.vouching import MERGED
from tournaments.services.events import roles
from tournaments.services.people import handles, members, merging, people
from tournaments.services.people.people import AccountTaken, HandleTaken, SlugTaken


def test_a_name_elsewhere_belongs_to_one_player_whatever_its_letters():
    people.create_player(actor=SYSTEM, name="Ada", handles=[("playtak", "AdaL")])
    with pytest.raises(HandleTaken):
        people.create_player(actor=SYSTEM, name="Eve", handles=[("playtak", "ａｄａＬ")])
    assert Player.objects.count() == 1
    assert selectors.find_player_by_name("ADAL", site="playtak") == Player.objects.get(name="Ada")
    assert selectors.find_player_by_name("adal") is None


def test_a_name_that_two_bear_finds_nobody():
    one = make_player("Sam")
    assert selectors.find_player_by_name("sam") == one
    two = make_player("Sam")
    assert selectors.find_player_by_name("sam") is None
    assert selectors.find_players_by_name("sam") == {one.pk, two.pk}


def test_a_merged_player_is_found_as_who_they_are():
    one, same = make_player("Sam"), make_player("Sammy")
    same.merged_into = one
    same.save()
    assert selectors.find_player_by_name("sammy") == one
    assert same.user_id is not None
    assert selectors.player_of(same.user_id) == one


def test_an_account_is_one_player_and_a_name_is_needed():
    user = make_user()
    people.create_player(actor=acting(user), name="Me", user_id=user.pk)
    with pytest.raises(AccountTaken):
        people.create_player(actor=acting(user), name="Me too", user_id=user.pk)
    with pytest.raises(NotAllowed):
        people.create_player(actor=acting(user), name="You", user_id=make_user().pk)
    with pytest.raises(InvalidInput):
        people.create_player(actor=SYSTEM, name="  ")
    with pytest.raises(NotAllowed):
        people.create_player(actor=ANONYMOUS, name="Nobody")


def test_players_add_their_own_handles_only():
    me, other = make_player(), make_player()
    for _ in range(2):
        handles.add_handle(actor=actor_of(me), player_id=me.pk, site="playtak", name="x")
    assert me.handles.count() == 1
    with pytest.raises(NotAllowed):
        handles.add_handle(actor=actor_of(other), player_id=me.pk, site="playtak", name="y")


def test_who_founds_a_club_owns_it_and_gives_roles():
    owner, user = make_user(), make_user()
    club = make_club("takkers", owner=owner)
    for _ in range(2):
        roles.grant_club_role(
            actor=acting(owner), club_id=club.pk, user_id=user.pk, role="organiser"
        )
    held = ClubRole.objects.order_by("pk").values_list("user_id", "role")
    assert list(held) == [(owner.pk, "owner"), (user.pk, "organiser")]
    with pytest.raises(NotAllowed):
        roles.grant_club_role(actor=acting(user), club_id=club.pk, user_id=user.pk, role="owner")
    with pytest.raises(InvalidInput):
        roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="king")
    with pytest.raises(NotFound):
        roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=0, role="owner")
    with pytest.raises(SlugTaken):
        make_club("takkers")


def test_a_member_is_added_once():
    club, player = make_club(), make_player()
    for _ in range(2):
        members.add_member(actor=SYSTEM, club_id=club.pk, player_id=player.pk)
    assert club.memberships.count() == 1


def test_nobody_claims_a_name_elsewhere_for_somebody_else():
    """An organiser could give Ada's nick to a player of his own."""
    organiser, staff = make_user(), make_user(staff=True)
    nick = [("playtak", "AdaL")]
    with pytest.raises(NotAllowed):
        people.create_player(actor=acting(organiser), name="Eve", handles=nick)
    mine = people.create_player(
        actor=acting(organiser), name="Me", user_id=organiser.pk, handles=[("playtak", "me")]
    )
    assert mine.handles.count() == 1
    ada = people.create_player(actor=acting(staff), name="Ada", handles=nick)
    with pytest.raises(HandleTaken):  # claimed once
        handles.add_handle(actor=acting(organiser), player_id=mine.pk, site="playtak", name="adal")
    assert ada.handles.count() == 1


def test_a_merge_said_again_names_the_same_player():
    one, kept = make_player("Ada"), make_player("Ada Lovelace")
    for _twice in range(2):
        merged = merging.merge(actor=SYSTEM, player=one.public_id, into=kept.public_id)
        assert (merged.pk, merged.merged_into_id) == (one.pk, kept.pk)
    assert JournalLine.objects.filter(action=MERGED).count() == 1
