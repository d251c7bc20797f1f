"""Roles are given, taken back, and never taken from the last."""

from typing import Any

import pytest

from tests.builders import acting, make_club, make_event, make_user
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import ClubRole, EventRole, JournalLine
from tournaments.services import journal_checks
from tournaments.services.events import roles


def roles_of(event):
    return sorted(EventRole.objects.filter(event=event).values_list("user__username", "role"))


def test_an_organiser_takes_a_role_back_and_repeating_it_is_harmless():
    boss, helper = make_user("boss"), make_user("helper")
    event = make_event(organiser=boss, state="draft")
    roles.grant_event_role(actor=acting(boss), event_id=event.pk, user_id=helper.pk, role="arbiter")
    for _ in range(2):
        roles.revoke_event_role(
            actor=acting(boss), event_id=event.pk, user_id=helper.pk, role="arbiter"
        )
    assert roles_of(event) == [("boss", "organiser")]
    lines = JournalLine.objects.filter(scope=f"event:{event.slug}", action="role.revoked")
    assert [(line.subject, line.after) for line in lines] == [(f"user:{helper.pk}", "arbiter")]
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_an_event_without_a_club_keeps_an_organiser():
    one, two = make_user("one"), make_user("two")
    event = make_event(organiser=one, state="draft")
    with pytest.raises(roles.LastOrganiser):
        roles.revoke_event_role(
            actor=acting(one), event_id=event.pk, user_id=one.pk, role="organiser"
        )
    roles.grant_event_role(actor=acting(one), event_id=event.pk, user_id=two.pk, role="organiser")
    roles.revoke_event_role(actor=acting(two), event_id=event.pk, user_id=one.pk, role="organiser")
    assert roles_of(event) == [("two", "organiser")]


def test_an_event_of_a_club_may_go_without_organisers_of_its_own():
    boss = make_user("boss")
    event = make_event(organiser=boss, state="draft", club_id=make_club(owner=make_user()).pk)
    roles.revoke_event_role(
        actor=acting(boss), event_id=event.pk, user_id=boss.pk, role="organiser"
    )
    assert roles_of(event) == []


def test_a_club_keeps_an_owner():
    one, two = make_user("one"), make_user("two")
    club = make_club(owner=one)
    about: dict[str, Any] = {"actor": acting(one), "club_id": club.pk}
    roles.grant_club_role(**about, user_id=two.pk, role="organiser")
    with pytest.raises(roles.LastOwner):
        roles.revoke_club_role(**about, user_id=one.pk, role="owner")
    roles.grant_club_role(**about, user_id=two.pk, role="owner")
    roles.revoke_club_role(**about, user_id=one.pk, role="owner")
    kept = ClubRole.objects.order_by("role").values_list("user_id", "role")
    assert list(kept) == [(two.pk, "organiser"), (two.pk, "owner")]


def test_who_may_not_edit_removes_nobody():
    boss, arbiter = make_user(), make_user()
    event = make_event(organiser=boss, state="draft")
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    with pytest.raises(NotAllowed):
        roles.revoke_event_role(
            actor=acting(arbiter), event_id=event.pk, user_id=boss.pk, role="organiser"
        )
    club = make_club(owner=boss)
    roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=arbiter.pk, role="organiser")
    with pytest.raises(NotAllowed):
        roles.revoke_club_role(
            actor=acting(arbiter), club_id=club.pk, user_id=boss.pk, role="owner"
        )
    with pytest.raises(InvalidInput):
        roles.revoke_club_role(actor=SYSTEM, club_id=club.pk, user_id=boss.pk, role="king")
