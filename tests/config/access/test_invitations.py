"""Invitations: used once, by whom they reach, on the word of who made them."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from config.access import invitations
from config.access.guess_limits import CODES
from config.access.invitations import BadInvitation, accept, invite, revoke_invitation
from config.models import Invitation
from tests.builders import acting, actor_of, make_club, make_event, make_player, make_user
from tests.clients import url_of
from tournaments.actor import ANONYMOUS, SYSTEM, Actor
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import ClubRole, EventRole, JournalLine, Player, User
from tournaments.services import journal_checks
from tournaments.services.events import roles
from tournaments.services.people import people


@pytest.fixture
def event(boss):
    """Ada, Bo, Cleo and Dag, made for the event; nobody of them has an account but Bo."""
    made = make_event(organiser=boss, slug="cup", state="registration")
    Player.objects.exclude(name="Bo").update(user=None)
    Player.objects.update(made_by_event=made)
    return made


def ada():
    return Player.objects.get(name="Ada")


def test_an_invited_user_becomes_staff_and_the_journal_tells_who_did_what(boss, event):
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    guest = make_user("guest")
    for _ in range(2):  # a second press of the button
        accept(actor=acting(guest), code=code, now=timezone.now())
    assert EventRole.objects.filter(event=event, user=guest, role="arbiter").count() == 1
    lines = JournalLine.objects.filter(scope="event:cup").order_by("seq")
    told = [(line.action, line.actor["user"]) for line in lines][-3:]
    assert told == [
        ("invitation.issued", boss.pk),
        ("role.granted", boss.pk),
        ("invitation.accepted", guest.pk),
    ]
    assert journal_checks.check_scope("event:cup") == []


def test_an_invitation_works_once(boss, event):
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="organiser")
    accept(actor=acting(make_user()), code=code, now=timezone.now())
    late = make_user()
    with pytest.raises(BadInvitation):
        accept(actor=acting(late), code=code, now=timezone.now())
    assert not EventRole.objects.filter(user=late).exists()


def test_every_dead_invitation_says_the_same(boss, event):
    about: dict[str, Any] = {
        "actor": acting(boss),
        "kind": "event",
        "target_id": event.pk,
        "role": "arbiter",
    }
    guest = acting(make_user())
    revoked, dead = invite(**about)
    revoke_invitation(actor=acting(boss), invitation_id=revoked.pk)
    _made, old = invite(**about, days=1)
    said = []
    for code, moment in (
        (dead, timezone.now()),
        (old, timezone.now() + timedelta(days=1)),
        ("guess", timezone.now()),
    ):
        with pytest.raises(BadInvitation) as refused:
            accept(actor=guest, code=code, now=moment)
        said.append((str(refused.value), refused.value.code))
        assert invitations.invitation_of_code(code, moment) is None
    assert len(set(said)) == 1
    accept(actor=guest, code=old, now=timezone.now() + timedelta(hours=23))


def test_an_invitation_is_worth_what_its_maker_may_still_give(boss, event):
    """Somebody about to be dismissed leaves no way back open."""
    second = make_user("second")
    roles.grant_event_role(
        actor=acting(boss), event_id=event.pk, user_id=second.pk, role="organiser"
    )
    _made, code = invite(actor=acting(second), kind="event", target_id=event.pk, role="organiser")
    roles.revoke_event_role(
        actor=acting(boss), event_id=event.pk, user_id=second.pk, role="organiser"
    )
    with pytest.raises(BadInvitation):
        accept(actor=acting(second), code=code, now=timezone.now())
    assert not EventRole.objects.filter(user=second).exists()


def test_a_club_gains_an_owner(boss):
    club = make_club("lantern", owner=boss)
    _made, code = invite(actor=acting(boss), kind="club", target_id=club.pk, role="owner")
    heir = make_user()
    accept(actor=acting(heir), code=code, now=timezone.now())
    assert ClubRole.objects.filter(club=club, user=heir, role="owner").exists()
    lines = JournalLine.objects.filter(scope="club:lantern", action__startswith="invitation.")
    assert lines.count() == 2


def test_a_player_claims_the_record(boss, event):
    _made, code = invite(actor=acting(boss), kind="player", target_id=ada().pk)
    me = make_user("ada")
    accept(actor=acting(me), code=code, now=timezone.now())
    assert ada().user == me
    line = JournalLine.objects.get(action="player.claimed")
    assert (line.scope, line.actor["user"], line.after) == ("site", boss.pk, {"user": me.pk})


def test_nobody_becomes_two_players_and_no_player_two_accounts(boss, event):
    invited: dict[str, Any] = {"actor": acting(boss), "kind": "player"}
    _made, code = invite(**invited, target_id=ada().pk)
    _made, other_code = invite(**invited, target_id=ada().pk)
    bo = Player.objects.get(name="Bo")
    with pytest.raises(people.AccountTaken):
        accept(actor=actor_of(bo), code=code, now=timezone.now())
    first, second = make_user(), make_user()
    site = acting(make_user(staff=True))
    _made, third_code = invite(actor=site, kind="player", target_id=ada().pk)
    accept(actor=acting(first), code=other_code, now=timezone.now())
    with pytest.raises(BadInvitation):  # the event vouches for nobody who has an account
        accept(actor=acting(second), code=code, now=timezone.now())
    with pytest.raises(people.PlayerTaken):
        accept(actor=acting(second), code=third_code, now=timezone.now())
    assert ada().user == first
    with pytest.raises(NotAllowed):  # Bo's account alone vouches for Bo
        invite(**invited, target_id=bo.pk)
    with pytest.raises(people.PlayerTaken):
        invite(actor=site, kind="player", target_id=bo.pk)


def test_a_claim_reaches_who_the_player_turned_out_to_be(boss, event):
    _made, code = invite(actor=acting(boss), kind="player", target_id=ada().pk)
    whole = make_player("Ada Lovelace", account=False)
    Player.objects.filter(name="Ada").update(merged_into=whole)
    me = make_user()
    with pytest.raises(BadInvitation):  # the event made one record of her, and not this one
        accept(actor=acting(me), code=code, now=timezone.now())
    Player.objects.filter(pk=whole.pk).update(made_by_event=event)
    accept(actor=acting(me), code=code, now=timezone.now())
    whole.refresh_from_db()
    assert whole.user == me
    assert ada().user is None


def test_site_staff_undo_a_claim(boss, event):
    _made, code = invite(actor=acting(boss), kind="player", target_id=ada().pk)
    accept(actor=acting(make_user()), code=code, now=timezone.now())
    with pytest.raises(NotAllowed):
        people.release_player(actor=acting(boss), player_id=ada().pk)
    for _ in range(2):
        people.release_player(actor=acting(make_user(staff=True)), player_id=ada().pk)
    assert ada().user is None
    assert JournalLine.objects.filter(action="player.released").count() == 1


def test_the_admin_undoes_a_claim(client, boss, event):
    _made, code = invite(actor=acting(boss), kind="player", target_id=ada().pk)
    accept(actor=acting(make_user()), code=code, now=timezone.now())
    client.force_login(User.objects.create_superuser("root"))
    client.post(
        reverse("admin:tournaments_player_changelist"),
        {"action": "release", "_selected_action": [ada().pk], "confirmed": "yes"},
    )
    assert ada().user is None


def test_only_their_staff_invite(boss, event):
    stranger, arbiter = make_user(), make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    outside = make_player("Outside", account=False)
    for who, kind, target, role in (
        (acting(stranger), "event", event.pk, "arbiter"),
        (acting(arbiter), "event", event.pk, "arbiter"),
        (acting(stranger), "player", ada().pk, ""),
        (acting(boss), "player", outside.pk, ""),
        (Actor("link", entry_id=ada().entries.get().pk), "event", event.pk, "arbiter"),
        (SYSTEM, "event", event.pk, "arbiter"),  # nobody's word
        (ANONYMOUS, "event", event.pk, "arbiter"),
    ):
        with pytest.raises(NotAllowed):
            invite(actor=who, kind=kind, target_id=target, role=role)
    assert not Invitation.objects.exists()
    with pytest.raises(NotAllowed):  # arbiters organise nothing
        invite(actor=acting(arbiter), kind="player", target_id=ada().pk)


def test_an_invitation_needs_a_role_that_exists_and_a_time_that_ends(boss, event):
    for wrong in ({"role": "owner"}, {"role": ""}, {"role": "arbiter", "days": 0},
                  {"role": "arbiter", "days": 61}):  # fmt: skip
        with pytest.raises(InvalidInput):
            invite(actor=acting(boss), kind="event", target_id=event.pk, **wrong)


def test_nobody_accepts_without_an_account(boss, event):
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    narrow = Actor("user", user_id=make_user().pk, token_id=1, scopes=("read",))
    for who in (ANONYMOUS, SYSTEM, Actor("link", entry_id=ada().entries.get().pk), narrow):
        with pytest.raises(NotAllowed):
            accept(actor=who, code=code, now=timezone.now())


def test_the_secret_is_long_and_nowhere_in_the_database(boss, event):
    made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    assert len(code) >= 32  # 192 bits in letters of six
    stored = Invitation.objects.filter(pk=made.pk).values().get()
    told = [str(line) for line in JournalLine.objects.values_list("before", "after", "subject")]
    assert code not in f"{stored}{told}"


def test_a_right_code_opens_whatever_others_guess_from_the_same_address(client, boss, event):
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    guest = make_user("guest")
    for _ in range(CODES.free + 1):
        assert client.get(url_of("invite", "guess")).status_code == 404
    assert client.get(url_of("invite", "guess")).status_code == 429
    assert client.get(url_of("invite", code)).status_code == 200
    client.force_login(guest)
    accepting, send = reverse("api:invitation-accept"), {"content_type": "application/json"}
    delayed = client.post(accepting, {"code": "guess"}, **send)
    assert (delayed.status_code, delayed.json()["code"], delayed["Retry-After"]) == (
        429,
        "throttled",
        "1",
    )
    assert client.post(accepting, {"code": code}, **send).status_code == 200
