"""Who vouches for a player: the ways in which strangers tried to become somebody, and who may.

The rows of the table in docs/rules.md, "Who vouches for a player".
"""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.api.world import client_of
from tests.builders import (
    acting,
    actor_of,
    make_club,
    make_entry,
    make_event,
    make_guest,
    make_members,
    make_player,
    make_user,
)
from tests.clients import signed_in, text_of, url_of
from tournaments import permissions, selectors
from tournaments.actor import SYSTEM
from tournaments.models import JournalLine, Membership, Player, User
from tournaments.selectors import vouching_ground
from tournaments.services.entries import entries
from tournaments.services.events import roles
from tournaments.services.people import members, merging, people

OVER_A_PLAYER = ("player.invite", "player.age", "player.sort_name", "player.edit")


@pytest.fixture
def eve():
    return make_user("eve")


def api_of(user: Any) -> APIClient:
    return client_of(user.get_username())


def refused_everything(client: APIClient, player: Player) -> bool:
    """Whether somebody may do nothing of what vouching allows."""
    base = f"/api/v1/players/{player.public_id}"
    answers = [
        client.post(f"{base}/invitations/", {}, format="json"),
        client.get(f"{base}/invitations/"),
        client.post(f"{base}/birth-year/", {"birth_year": 1990}, format="json"),
        client.post(f"{base}/sort-name/", {"sort_name": "Eve's"}, format="json"),
        client.post(f"{base}/handles/", {"site": "playtak", "name": "eve"}, format="json"),
        client.patch(f"{base}/", {"time_zone": "Asia/Tokyo"}, format="json"),
    ]
    return {answer.status_code for answer in answers} == {403}


# --- the attacks ----------------------------------------------------------------------------


@pytest.mark.parametrize("has_account", [True, False])
def test_who_lists_a_player_in_a_club_of_their_own_does_not_become_the_player(eve, has_account):
    ada = make_player("Ada", account=has_account)
    client = api_of(eve)
    client.post("/api/v1/clubs/", {"slug": "den", "name": "Den"}, format="json")
    listed = client.post("/api/v1/clubs/den/members/", {"player": ada.public_id}, format="json")
    assert (listed.status_code, listed.json()["consented"]) == (201, False)
    assert refused_everything(client, ada)


@pytest.mark.parametrize("has_account", [True, False])
def test_who_enters_a_player_in_an_event_of_their_own_does_not_become_the_player(eve, has_account):
    ada = make_player("Ada", account=has_account)
    client = api_of(eve)
    client.post("/api/v1/events/", {"slug": "trap", "name": "Trap"}, format="json")
    client.post("/api/v1/events/trap/registration/", {}, format="json")
    asked = {"player": ada.public_id}
    entered = client.post("/api/v1/events/trap/entries/", asked, format="json")
    assert entered.status_code == 201
    assert refused_everything(client, ada)
    page = signed_in(eve)
    entry_id = ada.entries.get().pk
    page.post(url_of("invite-player", "trap", entry_id))
    assert not Player.objects.get(pk=ada.pk).invitations.exists()


def test_the_pages_offer_no_invitation_to_who_does_not_vouch(eve):
    event = make_event(organiser=eve, entries=0, state="registration", slug="trap")
    ada, guest = make_player("Ada", account=False), make_guest(event, "Gus")
    for player in (ada, guest):
        entries.enter(actor=acting(eve), event_id=event.pk, player_id=player.pk)
    page = signed_in(eve)
    text = text_of(page.get(url_of("event-links", "trap")))
    offered = [entry for entry in event.entries.all() if f'id="claim-{entry.pk}"' in text]
    assert [entry.player for entry in offered] == [guest]


def test_a_merge_gives_no_right_to_who_made_the_other_record(eve):
    event = make_event(organiser=eve, entries=0, state="registration")
    ada, copy = make_player("Ada", account=False), make_guest(event, "Ada L")
    merging.merge(actor=SYSTEM, player=copy.public_id, into=ada.public_id)
    for record in (ada, Player.objects.get(pk=copy.pk)):
        assert vouching_ground(eve.pk, record) is None


def test_a_claim_that_is_undone_takes_its_consents_along(eve):
    """Somebody who was wrongly let into a player leaves no club behind that vouches."""
    club = make_club(owner=eve)
    ada = make_player("Ada")
    members.add_member(actor=acting(eve), club_id=club.pk, player_id=ada.pk)
    members.consent_to_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    assert vouching_ground(eve.pk, ada) == "club"
    line = JournalLine.objects.get(action="member.consented")
    assert (line.scope, line.actor["user"]) == (f"club:{club.slug}", ada.user_id)
    people.release_player(actor=SYSTEM, player_id=ada.pk)
    assert vouching_ground(eve.pk, Player.objects.get(pk=ada.pk)) is None


def test_a_club_that_was_left_does_not_vouch_by_listing_again(eve):
    club = make_club(owner=eve)
    ada = make_guest(club, "Ada")
    Player.objects.filter(pk=ada.pk).update(user=make_user("ada"))
    ada.refresh_from_db()
    assert vouching_ground(eve.pk, ada) == "club"
    members.leave_club(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    members.add_member(actor=acting(eve), club_id=club.pk, player_id=ada.pk)
    assert vouching_ground(eve.pk, Player.objects.get(pk=ada.pk)) is None


def test_leaving_one_club_leaves_the_club_that_made_the_player(eve):
    made_by, other = make_club(owner=eve), make_club()
    ada = make_guest(made_by, "Ada")
    Player.objects.filter(pk=ada.pk).update(user=make_user("ada"))
    ada.refresh_from_db()
    make_members(ada, club=other)
    members.leave_club(actor=actor_of(ada), club_id=other.pk, player_id=ada.pk)
    assert vouching_ground(eve.pk, Player.objects.get(pk=ada.pk)) == "club"


# --- who may --------------------------------------------------------------------------------


def rights(user: User, player: Player) -> set[str]:
    player.refresh_from_db()
    return {verb for verb in OVER_A_PLAYER if permissions.may(acting(user), verb, player)}


def test_a_players_account_may_do_all_but_state_its_age():
    ada = make_player("Ada")
    assert ada.user is not None
    assert rights(ada.user, ada) == {"player.sort_name", "player.edit"}


def test_nobody_states_their_own_age_through_a_club_of_their_own():
    ada = make_player("Ada")
    assert ada.user is not None
    club = make_club(owner=ada.user)
    members.add_member(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    assert Membership.objects.get().consented_at is not None  # who lists themselves agrees
    assert "player.age" not in rights(ada.user, ada)


def test_a_club_vouches_for_who_agreed_until_they_leave(eve):
    club = make_club("den", owner=eve)
    ada = make_player("Ada")
    members.add_member(actor=acting(eve), club_id=club.pk, player_id=ada.pk)
    assert rights(eve, ada) == set()
    mine = api_of(ada.user)
    agreed = mine.post("/api/v1/clubs/den/members/consent/", {}, format="json")
    assert agreed.json()["consented"] is True
    assert rights(eve, ada) == set(OVER_A_PLAYER)
    organiser = make_user()
    roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=organiser.pk, role="organiser")
    assert rights(organiser, ada) == set(OVER_A_PLAYER)
    assert mine.post("/api/v1/clubs/den/members/leave/", {}, format="json").status_code == 204
    assert rights(eve, ada) == set()
    told = JournalLine.objects.filter(scope="club:den", action__startswith="member.")
    assert [line.action for line in told.order_by("seq")] == [
        "member.added",
        "member.consented",
        "member.left",
    ]


def test_nobody_agrees_for_another(eve):
    club = make_club("den", owner=eve)
    ada, bo = make_player("Ada"), make_player("Bo")
    members.add_member(actor=acting(eve), club_id=club.pk, player_id=ada.pk)
    for who in (eve, bo.user):
        answer = api_of(who).post("/api/v1/clubs/den/members/consent/", {}, format="json")
        assert answer.status_code == 404
    assert Membership.objects.get().consented_at is None


def test_a_club_vouches_for_whom_it_made(eve):
    make_club("den", owner=eve)
    made = api_of(eve).post("/api/v1/players/", {"name": "Gus", "club": "den"}, format="json")
    gus = Player.objects.get(public_id=made.json()["id"])
    assert gus.memberships.get().club.slug == "den"
    assert rights(eve, gus) == set(OVER_A_PLAYER)


def test_organisers_vouch_for_whom_their_event_made_until_a_club_or_account_holds_them(eve):
    event = make_event(organiser=eve, entries=0, state="registration")
    arbiter, site = make_user(), make_user(staff=True)
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    gus, hal = make_guest(event, "Gus"), make_guest(event, "Hal")
    for player in (gus, hal):
        assert rights(eve, player) == set(OVER_A_PLAYER)
        assert rights(arbiter, player) == set()
    Player.objects.filter(pk=gus.pk).update(user=make_user())
    assert rights(eve, gus) == set()
    club = make_club()
    members.add_member(actor=acting(site), club_id=club.pk, player_id=hal.pk)
    assert rights(eve, hal) == set()
    assert rights(site, hal) == set(OVER_A_PLAYER)


def test_another_club_that_lists_a_player_does_not_hold_them(eve):
    event = make_event(organiser=make_user("boss"), entries=0, state="registration")
    boss = User.objects.get(username="boss")
    gus = make_guest(event, "Gus")
    club = make_club(owner=eve)
    members.add_member(actor=acting(eve), club_id=club.pk, player_id=gus.pk)
    assert rights(eve, gus) == set()
    assert rights(boss, gus) == set(OVER_A_PLAYER)


def test_who_makes_a_player_and_enters_them_makes_them_for_the_event(eve):
    event = make_event(organiser=eve, entries=0, state="registration", slug="cup")
    client = api_of(eve)
    made = client.post("/api/v1/players/", {"name": "Lena"}, format="json").json()
    lena = Player.objects.get(public_id=made["id"])
    assert rights(eve, lena) == set()  # for no event yet
    client.post("/api/v1/events/cup/entries/", {"player": lena.public_id}, format="json")
    assert rights(eve, lena) == set(OVER_A_PLAYER)
    lena.refresh_from_db()
    assert lena.made_by_event == event


def test_players_that_the_desk_and_lists_of_entries_make_are_made_by_the_event(eve):
    make_event(organiser=eve, entries=0, state="registration", slug="cup")
    page = signed_in(eve)
    page.post(url_of("manage-players", "cup"), {"do": "add", "name": "Gus"})
    rows = {"entries": [{"name": "Hal", "new": True}]}
    api_of(eve).post("/api/v1/events/cup/entries/bulk/", rows, format="json")
    made = Player.objects.filter(made_by_event__slug="cup").values_list("name", flat=True)
    assert sorted(made) == ["Gus", "Hal"]


def test_an_account_that_is_switched_off_vouches_for_nobody(eve):
    event = make_event(organiser=eve, entries=0, state="registration")
    gus = make_guest(event)
    User.objects.filter(pk=eve.pk).update(is_active=False)
    assert vouching_ground(eve.pk, gus) is None


# --- on the page of the player --------------------------------------------------------------


def test_players_are_asked_on_their_page_and_answer_there(eve):
    club = make_club("den", owner=eve)
    ada = make_player("Ada")
    members.add_member(actor=acting(eve), club_id=club.pk, player_id=ada.pk)
    page = Client()
    assert ada.user is not None
    page.force_login(ada.user)
    address = url_of("me-club", "den")
    assert f'action="{address}"' in text_of(page.get(url_of("me")))
    page.post(address, {"do": "consent"})
    assert Membership.objects.get().consented_at is not None
    page.post(address, {"do": "leave"})
    assert not Membership.objects.exists()
    assert page.post(address, {"do": "leave"}, follow=True).status_code == 200
    stranger: Any = Client().post(address, {"do": "leave"})
    assert stranger.url.startswith(url_of("login"))


# --- merging --------------------------------------------------------------------------------


def may_merge(user: User, player: Player, into: Player) -> bool:
    return permissions.may(acting(user), "player.merge", (player, into))


def test_nobody_merges_the_account_of_a_member_into_their_own(eve):
    den, mine = (
        make_club(owner=eve),
        people.create_player(actor=acting(eve), name="Eve", user_id=eve.pk),
    )
    ada = make_player("Ada")
    members.add_member(actor=acting(eve), club_id=den.pk, player_id=ada.pk)
    members.consent_to_club(actor=actor_of(ada), club_id=den.pk, player_id=ada.pk)
    guest = make_guest(den, "Guest")
    assert vouching_ground(eve.pk, ada) == "club"
    assert not may_merge(eve, ada, mine)
    assert not may_merge(eve, ada, guest)
    assert may_merge(eve, guest, ada)
    assert may_merge(eve, guest, mine)


def test_who_merges_has_the_right_over_both(eve):
    den, other = make_club(owner=eve), make_event(entries=0, state="registration")
    mine, also_mine = make_guest(den), make_guest(den)
    theirs, stranger = make_guest(other), make_player(account=False)
    assert may_merge(eve, mine, also_mine)
    for one, two in ((mine, theirs), (theirs, mine), (mine, stranger), (stranger, mine)):
        assert not may_merge(eve, one, two)
    assert may_merge(make_user(staff=True), theirs, stranger)


def test_only_who_merged_two_players_separates_them(eve):
    den = make_club(owner=eve)
    for by in (acting(eve), SYSTEM):
        kept, merged = make_guest(den), make_guest(den)
        merging.merge(actor=by, player=merged.public_id, into=kept.public_id)
        merged.refresh_from_db()
        assert permissions.may(acting(eve), "player.unmerge", merged) is (by != SYSTEM)
        assert not permissions.may(acting(make_user()), "player.unmerge", merged)
        assert permissions.may(acting(make_user(staff=True)), "player.unmerge", merged)


def test_who_enters_by_themselves_has_done_so_after_a_merge_too():
    event = make_event(state="registration", entries=0)
    mine, named, of_staff = make_player(), make_player(), make_player(account=False)
    make_entry(event, mine)
    entries.enter(actor=SYSTEM, event_id=event.pk, player_id=of_staff.pk)
    kept = make_player(account=False)
    merging.merge(actor=SYSTEM, player=mine.public_id, into=kept.public_id)
    older = make_player(account=False)
    merging.merge(actor=SYSTEM, player=named.public_id, into=older.public_id)
    entries.enter(actor=actor_of(named), event_id=event.pk, player_id=older.pk)
    assert selectors.self_entered_players(event) == {kept.pk, older.pk}
