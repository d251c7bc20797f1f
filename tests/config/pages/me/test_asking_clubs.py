"""A player asks a club for membership on a page; the club accepts or refuses on its own."""

import pytest

from tests.builders import acting, actor_of, make_club, make_members, make_player, make_user
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import Club, JournalLine, MembershipRequest, Player, User
from tournaments.selectors import requests_of_player, vouching_ground
from tournaments.services.people import forgetting, members, merging, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return make_user()


@pytest.fixture
def club(owner) -> Club:
    return make_club("north", owner=owner)


def ask(player: Player, club: Club) -> None:
    members.ask_to_join(actor=actor_of(player), club_id=club.pk, player_id=player.pk)


def of_club(user: User, do: str, player: Player) -> None:
    sent = {"do": do, "player": player.public_id}
    signed_in(user).post(url_of("club-members", "north"), sent)


def in_api(user: User, listed: str) -> list[tuple[str, str]]:
    rows = signed_in(user).get(f"/api/v1/clubs/north/{listed}/").json()["results"]
    return [(row["player"], row["name"]) for row in rows]


def lines() -> list[str]:
    found = JournalLine.objects.filter(scope="club:north", action__startswith="member.")
    return list(found.order_by("seq").values_list("action", flat=True))


def test_the_clubs_that_a_player_asks_are_read_by_name_those_of_a_merged_record_too(club):
    other = make_club("east")
    player, again = make_player(), make_player()
    ask(player, club)
    ask(again, other)
    assert [row.club for row in requests_of_player(player)] == [club]
    merging.merge(actor=SYSTEM, player=again.public_id, into=player.public_id)
    assert [row.club for row in requests_of_player(player)] == [other, club]


def test_a_player_asks_and_the_owner_accepts(owner, club):
    ada = make_player("Ada")
    mine = signed_in(ada.user)
    assert 'value="north"' in text_of(mine.get(url_of("me")))
    for _time in range(2):
        mine.post(url_of("me-ask-club"), {"club": "north"})
    assert MembershipRequest.objects.count() == 1
    assert vouching_ground(owner.pk, ada) is None
    assert url_of("club-members", "north") in text_of(signed_in(owner).get(url_of("manage-events")))
    assert ada.public_id in text_of(signed_in(owner).get(url_of("club-members", "north")))
    of_club(owner, "accept", ada)
    assert vouching_ground(owner.pk, ada) == "club"
    assert not MembershipRequest.objects.exists()
    assert lines() == ["member.asked", "member.added", "member.accepted"]


def test_a_request_is_refused_or_taken_back(owner, club):
    ada = make_player("Ada")
    ask(ada, club)
    of_club(owner, "refuse", ada)
    assert not club.memberships.exists()
    mine = signed_in(ada.user)
    mine.post(url_of("me-club", "north"), {"do": "ask"})
    assert MembershipRequest.objects.count() == 1
    mine.post(url_of("me-club", "north"), {"do": "cancel"})
    assert not MembershipRequest.objects.exists()
    assert lines()[1::2] == ["member.refused", "member.request_cancelled"]


def test_the_page_of_the_club_has_a_button_for_who_is_no_member(owner, club):
    ada, member = make_player("Ada"), make_player("Bo")
    make_members(member, club=club)
    assert 'value="ask"' in text_of(signed_in(ada.user).get(url_of("club", "north")))
    ask(ada, club)
    for reader in (ada.user, member.user, owner):
        assert 'value="ask"' not in text_of(signed_in(reader).get(url_of("club", "north")))


def test_who_is_listed_already_is_a_member_at_once(owner, club):
    ada = make_player("Ada")
    members.add_member(actor=acting(owner), club_id=club.pk, player_id=ada.pk)
    ask(ada, club)
    assert club.memberships.get().consented_at is not None
    assert not MembershipRequest.objects.exists()


def test_adding_who_asked_is_accepting(owner, club):
    ada = make_player("Ada")
    ask(ada, club)
    members.add_member(actor=acting(owner), club_id=club.pk, player_id=ada.pk)
    assert vouching_ground(owner.pk, ada) == "club"


def test_a_request_of_a_merged_record_is_answered_as_that_of_the_player(owner, club):
    ada, guest = make_player("Ada"), make_player("Ada L.", account=False)
    ask(ada, club)
    merging.merge(actor=SYSTEM, player=ada.public_id, into=guest.public_id)
    assert in_api(owner, "requests") == [(guest.public_id, "Ada L.")]
    of_club(owner, "accept", guest)
    assert vouching_ground(owner.pk, guest) == "club"
    assert in_api(owner, "members") == [(guest.public_id, "Ada L.")]


def test_only_the_player_asks_and_only_the_owner_answers(owner, club):
    ada, eve = make_player("Ada"), make_player("Eve")
    with pytest.raises(NotAllowed):
        members.ask_to_join(actor=actor_of(eve), club_id=club.pk, player_id=ada.pk)
    ask(ada, club)
    for service in (members.accept_request, members.refuse_request):
        with pytest.raises(NotAllowed):
            service(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    with pytest.raises(NotFound):
        members.accept_request(actor=acting(owner), club_id=club.pk, player_id=eve.pk)


def test_a_request_goes_with_the_account_that_made_it(club):
    ada, bo = make_player("Ada"), make_player("Bo")
    for player in (ada, bo):
        ask(player, club)
    people.release_player(actor=SYSTEM, player_id=ada.pk)
    forgetting.forget_player(actor=SYSTEM, player=bo.public_id)
    assert not MembershipRequest.objects.exists()
