"""People come by a link: a helper becomes arbiter, a player claims the record."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config.access.invitations import accept, invite
from config.models import Invitation
from tests.builders import acting, make_club, make_guest, make_player, make_user
from tests.clients import signed_in, text_of, url_of
from tests.config.access.signing_up import PASSWORD
from tests.database import at_once, needs_server
from tournaments.errors import DomainError
from tournaments.models import ClubRole, EventRole, Player, User
from tournaments.services import journal_checks
from tournaments.services.entries import entries
from tournaments.services.events import roles

EVENT = {"entries": 0, "state": "registration"}

pytestmark = pytest.mark.django_db(transaction=True)


def link_in(page: Any) -> str:
    match = re.search(r'value="http://testserver(/invite/[^"]+)"', text_of(page))
    assert match
    return match[1]


def test_a_helper_without_an_account_becomes_arbiter(boss, event):
    page = signed_in(boss).post("/events/cup/staff/", {"do": "invite", "role": "arbiter"})
    assert "no-store" in page["Cache-Control"]
    link = link_in(page)

    helper: Any = Client()
    opened = helper.get(link)
    assert "Be an arbiter of" in text_of(opened)
    assert opened["Referrer-Policy"] == "strict-origin"
    sent_to_sign_in = helper.post(link)
    assert sent_to_sign_in.url.startswith(url_of("login"))
    done = helper.post(
        f"/signup/?next={link}", {"username": "helper", "password": PASSWORD, "next": link}
    )
    assert done.url == link
    accepted = helper.post(link, follow=True)
    assert "Accepted." in text_of(accepted)
    assert list(EventRole.objects.filter(event=event).values_list("user__username", "role")) == [
        ("boss", "organiser"),
        ("helper", "arbiter"),
    ]
    assert "arbiter" in text_of(helper.get("/me/"))
    assert helper.get(link).status_code == 404  # used


def test_the_organiser_sees_who_came_and_removes_them_again(boss, event):
    client = signed_in(boss)
    link = link_in(client.post("/events/cup/staff/", {"do": "invite", "role": "organiser"}))
    other = make_user("<b>other</b>")
    signed_in(other).post(link)
    page = text_of(client.get("/events/cup/staff/"))
    assert "&lt;b&gt;other&lt;/b&gt;" in page
    assert "<b>other" not in page
    client.post("/events/cup/staff/", {"do": "remove", "id": other.pk, "role": "organiser"})
    assert not EventRole.objects.filter(user=other).exists()
    alone = client.post(
        "/events/cup/staff/", {"do": "remove", "id": boss.pk, "role": "organiser"}, follow=True
    )
    assert "keeps an organiser" in text_of(alone)


def test_an_invitation_taken_back_opens_nothing(boss, event):
    client = signed_in(boss)
    link = link_in(client.post("/events/cup/staff/", {"do": "invite", "role": "arbiter"}))
    client.post("/events/cup/staff/", {"do": "revoke", "id": Invitation.objects.get().pk})
    late = signed_in(make_user())
    assert late.post(link).status_code == 404
    assert "This invitation is not valid" in text_of(late.get(link), 404)


def test_a_player_claims_the_record_from_a_printed_link(boss, event):
    ada = make_guest(event, "Ada")
    entry = entries.enter(actor=acting(boss), event_id=event.pk, player_id=ada.pk)
    page = signed_in(boss).post(f"/events/cup/links/{entry.pk}/claim/")
    assert 'class="qr"' in text_of(page)
    link = link_in(page)

    me = Client()
    signup = me.get("/signup/", {"next": link})
    assert 'name="name"' not in text_of(signup)  # the player has one
    me.post("/signup/", {"username": "ada", "password": PASSWORD, "next": link})
    me.post(link)
    ada.refresh_from_db()
    assert ada.user == User.objects.get(username="ada")
    assert "<bdi>Ada</bdi></h1>" in text_of(me.get("/me/"))


def test_who_is_a_player_already_is_told_so(boss, event):
    ada = make_guest(event, "Ada")
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=ada.pk)
    _made, code = invite(actor=acting(boss), kind="player", target_id=ada.pk)
    bo = signed_in(make_player("Bo").user)
    address = url_of("invite", code)
    assert "is a player already" in text_of(bo.get(address))
    assert bo.post(address).status_code == 409
    assert Player.objects.get(name="Ada").user is None


def test_accepting_needs_the_form_of_our_own_page(boss, event):
    """Another site cannot make somebody accept an invitation of its choice."""
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    victim = Client(enforce_csrf_checks=True)
    victim.force_login(make_user())
    assert victim.post(url_of("invite", code)).status_code == 403


def test_strangers_see_no_staff_page(event):
    stranger = signed_in(make_user())
    assert stranger.get("/events/cup/staff/").status_code == 404
    assert (
        stranger.post("/events/cup/staff/", {"do": "invite", "role": "arbiter"}).status_code == 404
    )
    assert not Invitation.objects.exists()


# --- at once --------------------------------------------------------------------------------


def outcome(act):
    try:
        return act()
    except DomainError as error:
        return error.code


@needs_server
def test_one_invitation_accepted_by_many_at_once_makes_one_arbiter(boss, event):
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    guests = [make_user() for _ in range(6)]
    results = at_once(
        lambda n: outcome(lambda: accept(actor=acting(guests[n]), code=code, now=timezone.now()).pk)
    )
    assert results.count("bad_invitation") == 5
    assert EventRole.objects.filter(event=event, role="arbiter").count() == 1
    assert journal_checks.check_scope("event:cup") == []


@needs_server
def test_one_player_claimed_by_many_at_once_has_one_account(boss, event):
    ada = make_guest(event, "Ada")
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=ada.pk)
    codes = [invite(actor=acting(boss), kind="player", target_id=ada.pk)[1] for _ in range(6)]
    guests = [make_user() for _ in codes]
    results = at_once(
        lambda n: outcome(
            lambda: accept(actor=acting(guests[n]), code=codes[n], now=timezone.now()).pk
        )
    )
    # Who comes after the claim is told that the event vouches for the player no more.
    late = ("player_taken", "bad_invitation", "not_allowed")
    assert sum(map(results.count, late)) == 5
    assert Invitation.objects.exclude(used_at=None).count() == 1


@needs_server
def test_one_account_that_claims_many_players_at_once_is_one_of_them(boss, event):
    codes = []
    for n in range(6):
        player = make_guest(event, f"P{n}")
        entries.enter(actor=acting(boss), event_id=event.pk, player_id=player.pk)
        codes.append(invite(actor=acting(boss), kind="player", target_id=player.pk)[1])
    me = make_user()
    results = at_once(
        lambda n: outcome(lambda: accept(actor=acting(me), code=codes[n], now=timezone.now()).pk)
    )
    assert results.count("account_taken") == 5
    assert Player.objects.filter(user=me).count() == 1


@needs_server
def test_two_owners_who_remove_each_other_at_once_leave_one():
    one, two = make_user(), make_user()
    club = make_club(owner=one)
    roles.grant_club_role(actor=acting(one), club_id=club.pk, user_id=two.pk, role="owner")
    pair = [(one, two), (two, one)]
    at_once(
        lambda n: outcome(
            lambda: roles.revoke_club_role(
                actor=acting(pair[n][0]), club_id=club.pk, user_id=pair[n][1].pk, role="owner"
            )
        ),
        times=2,
    )
    assert ClubRole.objects.filter(club=club, role="owner").count() == 1
