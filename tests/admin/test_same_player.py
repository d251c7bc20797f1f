"""Site staff find players who may be one person, compare them, and merge them."""

from typing import Any

import pytest
from django.urls import reverse

from tests.builders import make_player, make_user
from tests.clients import signed_in, text_of
from tournaments.actor import SYSTEM
from tournaments.models import Player, User
from tournaments.selectors import possible_duplicates
from tournaments.services.people.distinguishing import distinguish_players

pytestmark = pytest.mark.django_db
PLAYERS = reverse("admin:tournaments_player_changelist")


@pytest.fixture
def desk() -> Any:
    return signed_in(User.objects.create_superuser("director", password="x"))


@pytest.fixture
def twins() -> tuple[Player, Player]:
    make_player("Ximena Vale")
    return make_player("Hana Dvořáková"), make_player("Dvorakova, Hana")


def compare_page(player: Player) -> str:
    return reverse("admin:same-player", args=[player.pk])


def test_names_in_other_spellings_are_possible_duplicates(twins):
    assert list(possible_duplicates()) == list(twins)


def test_a_sort_name_may_be_the_name_of_another():
    one, other = make_player("佐藤 蓮"), make_player("Satō Ren")
    Player.objects.filter(pk=one.pk).update(folded_sort_name=other.folded_name)
    assert set(possible_duplicates()) == {one, other}


def test_who_is_merged_or_forgotten_is_no_duplicate(twins):
    one, other = twins
    Player.objects.filter(pk=other.pk).update(merged_into=one)
    assert not possible_duplicates().exists()


def test_two_people_are_no_duplicates_of_each_other(twins):
    one, other = (player.public_id for player in twins)
    distinguish_players(actor=SYSTEM, player=other, other=one)
    assert not possible_duplicates().exists()
    third = make_player("Hana Dvorakova")
    assert set(possible_duplicates()) == {*twins, third}


def test_the_front_page_and_the_list_lead_to_the_comparison(desk, twins):
    for page in (reverse("admin:index"), PLAYERS, f"{PLAYERS}?same=yes"):
        shown = text_of(desk.get(page), 200)
        assert all(f'href="{compare_page(player)}"' in shown for player in twins), page
    listed = desk.get(f"{PLAYERS}?same=yes").context["cl"].result_list
    assert set(listed) == set(twins)


def test_the_only_candidate_is_compared_at_once(desk, twins):
    one, other = twins
    page = desk.get(compare_page(one))
    assert {side["player"] for side in page.context["sides"]} == {one, other}
    swapped = desk.get(compare_page(one), {"with": other.public_id, "keep": other.public_id})
    assert swapped.context["kept"]["player"] == other


def test_staff_merge_two_players_of_the_chosen_order(desk, twins):
    one, other = twins
    one.user = None
    one.save(update_fields=["user"])
    sent = {"other": other.public_id, "keep": other.public_id}
    assert desk.post(compare_page(one), sent).status_code == 302
    one.refresh_from_db()
    assert one.merged_into == other


def test_a_refusal_is_said_and_changes_nothing(desk, twins):
    one, other = twins
    refused = desk.post(compare_page(one), {"other": "nobody", "keep": one.public_id})
    assert [message.level_tag for message in refused.context["messages"]] == ["error"]
    other.refresh_from_db()
    assert other.merged_into is None


def test_the_page_is_for_those_who_may_see_players(twins):
    helper = signed_in(make_user("helper", staff=True))
    assert helper.get(compare_page(twins[0])).status_code == 403
    player = signed_in(make_user("player"))
    assert player.get(compare_page(twins[0])).status_code == 302


def test_nobody_who_looks_alike(desk):
    alone = make_player("Ximena Vale")
    page = desk.get(compare_page(alone))
    assert page.context["candidates"] == []
    assert "kept" not in page.context
    assert desk.get(compare_page(Player(pk=0))).status_code == 404
