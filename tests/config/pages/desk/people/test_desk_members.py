"""A club adds and removes members; players are renamed by who vouches for them."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    make_club,
    make_event,
    make_guest,
    make_members,
    make_player,
    make_user,
)
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import JournalLine, Player
from tournaments.selectors import vouching_ground
from tournaments.services.entries.entries import enter
from tournaments.services.people import forgetting, members
from tournaments.services.people.naming import rename_player

pytestmark = pytest.mark.django_db
PAGE = ("club-members", "north")


def name_of(player: Player) -> str:
    return Player.objects.get(pk=player.pk).name


def test_the_owner_finds_adds_and_removes_members():
    owner = make_user()
    club, hana = make_club("north", owner=owner), make_player("Hana Dvořáková", account=False)
    client = signed_in(owner)
    assert hana.public_id in text_of(client.get(url_of(*PAGE), {"name": "dvorak"}), 200)
    client.post(url_of(*PAGE), {"do": "add", "who": hana.public_id})
    assert club.memberships.get().player == hana
    assert "Hana Dvořáková" in text_of(client.get(url_of(*PAGE)), 200)
    client.post(url_of(*PAGE), {"do": "remove", "player": hana.public_id})
    assert not club.memberships.exists()


def test_nobody_else_sees_or_changes_the_members():
    club, ada = make_club("north", owner=make_user()), make_player("Ada")
    make_members(ada, club=club)
    for user in (make_user(), ada.user):
        answer = signed_in(user).post(url_of(*PAGE), {"do": "remove", "player": ada.public_id})
        assert answer.status_code == 404
    assert club.memberships.count() == 1


def test_a_removed_member_is_nobody_the_club_vouches_for():
    owner, ada = make_user(), make_player("Ada")
    club = make_members(ada, club=make_club("north", owner=owner))
    assert vouching_ground(owner.pk, ada) == "club"
    for _time in range(2):
        members.remove_member(actor=acting(owner), club_id=club.pk, player_id=ada.pk)
    assert vouching_ground(owner.pk, ada) is None
    assert JournalLine.objects.filter(action="member.removed").count() == 1


def test_a_name_is_changed_by_the_player_and_by_who_vouches():
    boss = make_user()
    event = make_event(organiser=boss, slug="cup", state="registration", entries=0)
    guest, ada = make_guest(event, "Ana"), make_player("Ada")
    entry = enter(actor=SYSTEM, event_id=event.pk, player_id=guest.pk)
    sent = {"do": "rename", "name": " Anna  Levi "}
    signed_in(boss).post(url_of("manage-entry", "cup", entry.pk), sent)
    assert name_of(guest) == "Anna Levi"
    signed_in(ada.user).post(url_of("read-name"), {"name": "Adah", "sort_name": "x"})
    assert name_of(ada) == "Adah"
    signed_in(ada.user).post(url_of("read-name"), {"name": "", "sort_name": ""})
    assert name_of(ada) == "Adah"
    for actor, player in ((acting(boss), ada), (actor_of(ada), guest)):
        with pytest.raises(NotAllowed):
            rename_player(actor=actor, player_id=player.pk, name="Eve")


def test_an_anonymised_player_gets_no_name_again():
    player = make_player("Ada")
    forgetting.forget_player(actor=SYSTEM, player=player.public_id)
    for name in ("Ada", " "):
        with pytest.raises(InvalidInput):
            rename_player(actor=SYSTEM, player_id=player.pk, name=name)
