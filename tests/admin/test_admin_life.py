"""The admin as a director uses it for the life of an event: each press is one service."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from config.access.invitations import invite
from config.access.links import entry_of_code, issue_links
from config.models import Invitation, PersonalLink
from ratings import recompute
from ratings.services import create_pool
from tests.builders import (
    acting,
    decide_round,
    entry_of,
    make_event,
    make_player,
    played_round,
    published_round,
)
from tournaments import models as t
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.services.events import roles
from tournaments.services.people import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    """A director in the admin, who presses and fills in."""
    director = t.User.objects.create_superuser("director", password="x")
    client.force_login(director)
    return Desk(client, director)


class Desk:
    def __init__(self, client, user):
        self.client, self.user = client, user

    def press(self, row, action, **fields):
        """Do an action with one row; what the page says then."""
        response = self.client.post(
            _page(type(row), "changelist"),
            {"action": action, "_selected_action": [row.pk], "confirmed": "yes", **fields},
            follow=True,
        )
        assert response.status_code == 200, (action, response.status_code)
        return " / ".join(str(message) for message in response.context["messages"])

    def add(self, model, **fields):
        """Send the form that adds a row; the errors that it shows, nothing when it is done."""
        response = self.client.post(_page(model, "add"), fields)
        if response.status_code == 302:
            return ""
        return str(response.context["adminform"].form.errors)


def _page(model, page):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}")


def test_an_event_is_planned_filled_and_started(desk):
    assert not desk.add(
        t.Event, slug="cup", name="Cup", game="tak", visibility="public", time_zone="UTC"
    )
    cup = t.Event.objects.get()
    assert (cup.state, t.EventRole.objects.get().user) == ("draft", desk.user)
    taken = {"slug": "cup", "name": "Cup", "game": "tak", "visibility": "public"}
    assert "cup" in desk.add(t.Event, **taken, time_zone="UTC")
    assert "Done:" in desk.press(cup, "open_registration")
    for name in ("Ada", "Bo"):
        player = make_player(name)
        assert not desk.add(t.Entry, event=cup.pk, player=player.pk)
    assert "Done:" in desk.press(cup, "start_event")
    cup.refresh_from_db()
    assert cup.state == "running"
    assert set(t.Entry.objects.values_list("number", flat=True)) == {1, 2}


def test_byes_absences_and_coming_back(desk):
    cup = make_event(slug="cup", stages=[{"system": "swiss"}], entries=6)
    ada = entry_of(cup, 1)
    assert "round: give a number" in desk.press(ada, "ask_bye")
    assert "Done:" in desk.press(ada, "ask_bye", round=1)
    assert t.Absence.objects.get().kind == "asked"
    assert "Done:" in desk.press(t.Absence.objects.get(), "cancel_bye")
    assert t.Absence.objects.get().cancelled_at is not None
    assert "not away" in desk.press(ada, "cancel_bye", round=2)
    assert "Done:" in desk.press(ada, "absent", round=2, to_round=3, reason="a wedding")
    published_round(cup)
    open_games = t.GameSlot.objects.filter(pairing__seats__entry=ada, state="open")
    assert open_games.count() == 2
    assert "Done:" in desk.press(ada, "withdraw_player", round=1, reason="ill")
    assert not open_games.exists()
    assert {row.kind for row in t.Result.objects.all()} == {"forfeit"}
    assert "Done:" in desk.press(ada, "back_again", round=5)
    away = t.Absence.objects.filter(entry=ada, cancelled_at=None, kind="withdrawn").get()
    assert (away.from_round, away.to_round) == (1, 4)
    assert list(check_event(cup.pk)) == []


def test_a_table_is_fixed_and_let_go(desk):
    cup = make_event(slug="cup")
    ada = entry_of(cup, 1)
    assert "Done:" in desk.press(ada, "fix_table", table=3)
    ada.refresh_from_db()
    assert ada.fixed_table == 3
    assert "Done:" in desk.press(ada, "fix_table")
    ada.refresh_from_db()
    assert ada.fixed_table is None


def test_a_penalty_is_given_and_taken_back(desk):
    cup = make_event(slug="cup")
    decide_round(published_round(cup))
    held = t.StageEntry.objects.get(entry=entry_of(cup, 1))
    fine = {"stage_entry": held.pk, "after_round": 1, "points_x2": -1}
    assert "required" in desk.add(t.Adjustment, **fine, reason="")
    assert not desk.add(t.Adjustment, **fine, reason="a phone rang")
    given = t.Adjustment.objects.get()
    assert (given.kind, given.reason) == ("penalty", "a phone rang")
    desk.press(given, "cancel")
    given.refresh_from_db()
    assert given.cancelled_at is None
    assert "Done:" in desk.press(given, "cancel", reason="it was not hers")
    given.refresh_from_db()
    assert given.cancelled_at is not None


def test_who_is_not_to_meet(desk):
    cup, other = make_event(slug="cup"), make_event(slug="other")
    one, two, stranger = entry_of(cup, 2), entry_of(cup, 1), entry_of(other, 1)
    assert desk.add(t.ForbiddenPair, low=one.pk, high=stranger.pk)
    assert not desk.add(t.ForbiddenPair, low=one.pk, high=two.pk, last_round=2)
    pair = t.ForbiddenPair.objects.get()
    assert (pair.low, pair.high, pair.last_round) == (two, one, 2)
    assert "Done:" in desk.press(pair, "let_meet")
    assert not desk.add(t.KeptApart, event=cup.pk, kind="family", key="Reed")
    assert desk.add(t.KeptApart, event=cup.pk, kind="club", key="nowhere")
    assert "Done:" in desk.press(t.KeptApart.objects.get(), "end")
    assert not t.ForbiddenPair.objects.exists()
    assert not t.KeptApart.objects.exists()


def test_a_round_is_put_off_and_somebody_does_not_come(desk):
    cup = make_event(slug="cup", games=1)
    drawn = published_round(cup)
    missing = t.Pairing.objects.get(round=drawn, table=1)
    assert "seat: give a number" in desk.press(missing, "record_no_show")
    assert "Done:" in desk.press(missing, "record_no_show", seat=2)
    assert "Done:" in desk.press(drawn, "postpone_round", reason="snow")
    states = t.GameSlot.objects.filter(pairing__round=drawn).values_list("state", flat=True)
    assert sorted(states) == ["decided", "postponed"]


def test_a_stage_is_undone_and_ties_are_played_off(desk):
    cup = make_event(
        slug="cup", entries=3, games=1,
        stages=[{"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}}],
    )  # fmt: skip
    for _round in (1, 2, 3):
        played_round(cup, favourites=True)
    assert "done" not in desk.press(cup, "order_playoff")  # nobody is level
    assert "Done:" in desk.press(cup, "begin_next_stage")
    assert "why" in desk.press(cup, "undo_stage")
    assert "Done:" in desk.press(cup, "undo_stage", reason="one more is to play")
    assert t.Stage.objects.get(number=2).state == "open"
    assert "error" not in desk.press(cup, "undo_rulings", reason="none was made")


def test_players_are_merged_and_parted(desk):
    one, other = make_player("Ada"), make_player("Ada L.")
    assert "Done:" in desk.press(other, "merge_players", into=one.public_id)
    other.refresh_from_db()
    assert other.merged_into == one
    assert "Done:" in desk.press(other, "undo_merge")
    assert t.Player.objects.get(pk=other.pk).merged_into is None
    assert "There is no player" in desk.press(other, "merge_players", into="nobody")


def test_clubs_have_members_seasons_and_staff_who_go(desk):
    club = people.create_club(actor=SYSTEM, slug="den", name="Den")
    ada = make_player("Ada")
    assert not desk.add(t.Membership, club=club.pk, player=ada.pk, since=date(2026, 5, 1))
    assert t.Membership.objects.get().player == ada
    assert not desk.add(t.Series, club=club.pk, slug="spring", name="Spring")
    assert desk.add(t.Series, club=club.pk, slug="spring", name="Spring")
    assert ada.user is not None
    cup = make_event(slug="cup", organiser=ada.user)
    arbiter = roles.grant_event_role(
        actor=SYSTEM, event_id=cup.pk, user_id=ada.user.pk, role="arbiter"
    )
    assert "Done:" in desk.press(arbiter, "revoke")
    assert [held.role for held in t.EventRole.objects.all()] == ["organiser"]
    owner = roles.grant_club_role(
        actor=SYSTEM, club_id=club.pk, user_id=ada.user.pk, role="organiser"
    )
    assert "Done:" in desk.press(owner, "revoke")
    assert not t.ClubRole.objects.exists()


def test_links_and_invitations_end_in_the_journal(desk):
    cup = make_event(slug="cup")
    code = issue_links(actor=SYSTEM, event_id=cup.pk)[0][1]
    mine = PersonalLink.objects.get(entry_id=entry_of_code(code, timezone.now()).entry_id)
    assert "Done:" in desk.press(mine, "revoke")
    mine.refresh_from_db()
    assert mine.revoked_at is not None
    assert PersonalLink.objects.filter(revoked_at=None).count() == 3
    invite(actor=acting(desk.user), kind="event", target_id=cup.pk, role="arbiter")
    assert "Done:" in desk.press(Invitation.objects.get(), "revoke")
    assert Invitation.objects.get().revoked_at is not None
    told = t.JournalLine.objects.filter(scope="event:cup", actor__user=desk.user.pk)
    assert {"links.revoked"} < set(told.values_list("action", flat=True))


def test_a_rating_list_is_opened_and_rated_by_another_system(desk):
    pool = create_pool(actor=SYSTEM, slug="tak", counts={"game": "tak"})
    assert not desk.add(type(pool), slug="taki", name="Taki", game="taki", system="plackett_luce")
    assert "reason" in desk.press(pool, "change_system", system="elo").lower()
    assert "Done:" in desk.press(pool, "change_system", system="elo", reason="as voted")
    recompute.replay_stale_pools()
    pool.refresh_from_db()
    assert pool.system == "elo"
