"""The desk: players, their cards, check-in, who is kept apart."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.builders import (
    acting,
    actor_of,
    entry_of,
    make_club,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tests.clients import signed_in, text_of, url_of
from tournaments.models import Absence, Adjustment, Entry, ForbiddenPair, KeptApart, Player
from tournaments.services.entries import entries
from tournaments.services.events import events


@pytest.fixture
def waiting(boss):
    """Ada, Bo, Cleo and Dag are in; nothing has begun."""
    return make_event(organiser=boss, slug="cup", state="registration")


@pytest.fixture
def running(boss):
    return make_event(organiser=boss, slug="cup", games=1)


def named(event: Any, name: str) -> Entry:
    return Entry.objects.get(event=event, player__name=name)


def press(client: Client, entry: Entry, do: str, **given: Any) -> Any:
    """A button of the card of an entry."""
    return client.post(url_of("manage-entry", "cup", entry.pk), {"do": do, **given})


# --- who may


def test_nobody_else_does_anything_with_the_players(waiting):
    ada = named(waiting, "Ada")
    addresses = [
        url_of("manage-players", "cup"),
        url_of("manage-entry", "cup", ada.pk),
        url_of("manage-press", "cup", ada.pk),
        url_of("manage-checkin", "cup"),
        url_of("manage-apart", "cup"),
    ]
    given = {"do": "check-in", "name": "Noa", "entry": ada.pk}
    for address in addresses:
        assert signed_in(make_user()).post(address, given).status_code == 404
        assert Client().post(address, given).status_code == 302
    ada.refresh_from_db()
    assert ada.checked_in_at is None
    assert not Player.objects.filter(name="Noa").exists()


def test_the_card_of_another_event_is_not_here(boss, waiting):
    other = make_event(slug="other", state="registration")
    address = url_of("manage-entry", "cup", named(other, "Ada").pk)
    assert signed_in(boss).post(address, {"do": "cancel"}).status_code == 404
    assert named(other, "Ada").state == "in"


# --- the list


def test_the_list_shows_who_plays_with_all_that_is_known(boss, running):
    entries.edit_entry(
        actor=acting(boss), entry_id=entry_of(running, 1).pk, changes={"family": "<Levi>"}
    )
    press(signed_in(boss), entry_of(running, 2), "absent", from_round="1", to_round="2")
    page = text_of(signed_in(boss).get(url_of("manage-players", "cup")))
    for shown in ("Ada", "2000", "&lt;Levi&gt;", "absent in rounds 1 to 2", "plays"):
        assert shown in page


def test_the_list_costs_as_much_for_many_as_for_few(boss, django_assert_max_num_queries):
    make_event(organiser=boss, slug="cup", state="registration", entries=40)
    client = signed_in(boss)
    with django_assert_max_num_queries(25):
        assert client.get(url_of("manage-players", "cup")).status_code == 200


def test_somebody_is_added_by_name(boss, waiting):
    known = make_player("Noa", account=False)
    client = signed_in(boss)
    assert client.post(url_of("manage-players", "cup"), {"name": " noa "}).status_code == 302
    assert named(waiting, "Noa").player == known
    client.post(url_of("manage-players", "cup"), {"name": "Omer", "rating": "1700"})
    assert (named(waiting, "Omer").rating, named(waiting, "Omer").state) == (1700, "in")


def test_of_two_with_one_name_somebody_says_which(boss, waiting):
    make_player("Dov", account=False)
    second = make_player("Dov", account=False)
    client = signed_in(boss)
    asked = client.post(url_of("manage-players", "cup"), {"name": "Dov", "rating": "1500"})
    assert asked.status_code == 422
    assert second.public_id in text_of(asked, 422)
    client.post(url_of("manage-players", "cup"), {"name": "Dov", "who": second.public_id})
    assert named(waiting, "Dov").player == second


def test_a_player_who_cannot_enter_is_not_made(boss, waiting):
    events.start(actor=acting(boss), event_id=waiting.pk)
    published_round(waiting)  # a round robin is drawn with its players
    refused = signed_in(boss).post(url_of("manage-players", "cup"), {"name": "Late <b>"})
    assert refused.status_code == 422
    assert 'value="Late &lt;b&gt;"' in text_of(refused, 422)
    assert not Player.objects.filter(name__startswith="Late").exists()


def test_who_asked_is_approved_from_the_list(boss):
    event = make_event(organiser=boss, slug="cup", state="registration",
                       registration={"approval": True}, entries=0)  # fmt: skip
    player = make_player("Noa")
    entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    client = signed_in(boss)
    assert "Approve" in text_of(client.get(url_of("manage-players", "cup")))
    client.post(url_of("manage-press", "cup", named(event, "Noa").pk), {"do": "approve"})
    assert named(event, "Noa").state == "in"


# --- the card


def test_an_entry_is_refused_with_a_reason_and_may_come_back(boss, waiting):
    client, ada = signed_in(boss), named(waiting, "Ada")
    assert press(client, ada, "refuse").status_code == 422
    for do, state in (("refuse", "refused"), ("approve", "in"), ("cancel", "cancelled"),
                      ("enter-again", "in")):  # fmt: skip
        assert press(client, ada, do, reason="full").status_code == 302
        assert named(waiting, "Ada").state == state


def test_family_table_and_rating_are_changed_on_the_card(boss, waiting):
    client, ada = signed_in(boss), named(waiting, "Ada")
    press(client, ada, "edit", family="Levi", fixed_table="3", rating="1234")
    ada.refresh_from_db()
    assert (ada.family, ada.fixed_table, ada.rating, ada.rating_source) == (
        "Levi", 3, 1234, "given",
    )  # fmt: skip
    refused = press(client, ada, "edit", family="Levi", fixed_table="near", rating="1234")
    assert refused.status_code == 422
    assert 'value="near"' in text_of(refused, 422)


def test_a_rating_that_was_not_touched_stays_that_of_the_list(boss, waiting):
    ada = named(waiting, "Ada")
    press(signed_in(boss), ada, "edit", family="Levi", fixed_table="", rating=str(ada.rating))
    ada.refresh_from_db()
    assert (ada.family, ada.rating_source) == ("Levi", "")


def test_withdrawing_forfeits_the_open_game_and_says_so(boss, running):
    published_round(running)
    ada = entry_of(running, 1)
    client = signed_in(boss)
    done = client.post(
        url_of("manage-entry", "cup", ada.pk), {"do": "withdraw", "from_round": "1"}, follow=True
    )
    assert "1 game is forfeited" in text_of(done)
    assert Absence.objects.get(entry=ada).kind == "withdrawn"
    press(client, ada, "return", from_round="2")
    assert Absence.objects.get(entry=ada).to_round == 1


def test_a_bye_is_given_and_taken_back(boss, running):
    client, ada = signed_in(boss), entry_of(running, 1)
    press(client, ada, "bye", round="1", points="1")
    assert Absence.objects.get(entry=ada, cancelled_at=None).points_x2 == 2
    press(client, ada, "cancel-bye", round="1")
    assert not Absence.objects.filter(entry=ada, cancelled_at=None).exists()
    refused = press(client, ada, "bye", round="1", points="1/3")
    assert refused.status_code == 422
    assert 'value="1/3"' in text_of(refused, 422)


@pytest.mark.parametrize(
    ("typed", "points_x2"), [("1", -2), ("½", -1), ("1.5", -3), ("-1½", -3), ("0,5", -1)]
)
def test_a_penalty_takes_points_however_it_is_typed(boss, running, typed, points_x2):
    given = {"kind": "penalty", "points": typed, "after_round": "0", "reason": "late"}
    assert press(signed_in(boss), entry_of(running, 1), "adjust", **given).status_code == 302
    assert Adjustment.objects.get().points_x2 == points_x2


def test_a_bonus_is_shown_and_taken_back_with_a_reason(boss, running):
    client, ada = signed_in(boss), entry_of(running, 1)
    press(client, ada, "adjust", kind="bonus", points="1", after_round="0", reason="set <up>")
    made = Adjustment.objects.get()
    assert "set &lt;up&gt;" in text_of(client.get(url_of("manage-points", "cup")))
    assert press(client, ada, "cancel-adjustment", adjustment=made.pk).status_code == 422
    other = press(client, entry_of(running, 2), "cancel-adjustment", adjustment=made.pk, reason="x")
    assert other.status_code == 422  # it is not that player's
    press(client, ada, "cancel-adjustment", adjustment=made.pk, reason="a mistake")
    made.refresh_from_db()
    assert made.cancelled_at is not None


# --- check-in


def test_one_press_checks_a_player_in_and_another_out(boss, waiting):
    client, ada = signed_in(boss), named(waiting, "Ada")
    back = client.post(url_of("manage-checkin", "cup"), {"entry": ada.pk, "do": "here"})
    assert back["Location"] == url_of("manage-checkin", "cup") + f"#e{ada.pk}"
    assert "1 of 4 is here" in text_of(client.get(url_of("manage-checkin", "cup")))
    client.post(url_of("manage-checkin", "cup"), {"entry": ada.pk, "do": "undo"})
    assert "0 of 4 are here" in text_of(client.get(url_of("manage-checkin", "cup")))


def test_check_in_is_over_once_the_event_has_begun(boss, running):
    client = signed_in(boss)
    client.post(url_of("manage-checkin", "cup"), {"entry": entry_of(running, 1).pk, "do": "here"})
    assert entry_of(running, 1).checked_in_at is None
    assert "check-in is over" in text_of(client.get(url_of("manage-checkin", "cup")))


# --- kept apart


def test_players_are_kept_apart_and_may_meet_again(boss, running):
    client = signed_in(boss)
    two = [entry_of(running, 1).pk, entry_of(running, 2).pk]
    client.post(url_of("manage-apart", "cup"), {"do": "pair", "entry": two, "last_round": "2"})
    assert ForbiddenPair.objects.get().last_round == 2
    assert "until round 2" in text_of(client.get(url_of("manage-apart", "cup")))
    client.post(url_of("manage-apart", "cup"), {"do": "meet", "entry": two})
    assert not ForbiddenPair.objects.exists()


def test_clubs_and_families_are_kept_apart_by_rule(boss, running):
    make_club("lantern")
    client = signed_in(boss)
    client.post(url_of("manage-apart", "cup"), {"do": "club", "club": "lantern", "last_round": "1"})
    client.post(url_of("manage-apart", "cup"), {"do": "family", "family": ""})
    assert set(KeptApart.objects.values_list("kind", "key", "last_round")) == {
        ("club", "lantern", 1),
        ("family", "", None),
    }
    page = text_of(client.get(url_of("manage-apart", "cup")))
    assert "Members of" in page
    assert "Each family" in page
    client.post(url_of("manage-apart", "cup"), {"do": "end", "kind": "family", "key": ""})
    assert KeptApart.objects.count() == 1


def test_one_player_cannot_be_kept_apart_alone(boss, running):
    one = entry_of(running, 1).pk
    refused = signed_in(boss).post(
        url_of("manage-apart", "cup"), {"do": "pair", "entry": one, "last_round": "3"}
    )
    page = text_of(refused, 422)
    assert re.search(rf'value="{one}"[^>]* checked', page)
    assert 'value="3"' in page
