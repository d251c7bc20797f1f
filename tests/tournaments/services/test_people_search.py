"""Players are found in another spelling, in any order of words, and by their sort name."""

from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from tests.builders import make_club, make_player
from tournaments import migrations, selectors
from tournaments.actor import SYSTEM
from tournaments.models import Player
from tournaments.services.people import forgetting, members, merging, people

pytestmark = pytest.mark.django_db
(NAME,) = (path.stem for path in Path(migrations.__file__).parent.glob("*_folded_names.py"))
migration = import_module(f"tournaments.migrations.{NAME}")


def found(text):
    return [player.name for player in selectors.search_players(text)]


@pytest.mark.parametrize("text", ["Hana Dvorakova", "dvor", "dvořák han", "ha"])
def test_a_player_is_found_by_the_start_of_each_word(text):
    make_player("Hana Dvořáková")
    make_player("Petr Novák")
    assert found(text) == ["Hana Dvořáková"]


@pytest.mark.parametrize("text", ["akova", "hana novak", "?", ""])
def test_nobody_is_found_by_the_middle_of_a_word_or_by_no_letters(text):
    make_player("Hana Dvořáková")
    make_player("Petr Novák")
    assert found(text) == []


@pytest.mark.parametrize("text", ["tanaka", "たなか", "アイコ", "田中", "愛子", "田中愛子"])
def test_a_sort_name_is_searched_too(text):
    people.create_player(actor=SYSTEM, name="田中 愛子", sort_name="Tanaka Aiko")
    assert found(text) == ["田中 愛子"]


def test_a_changed_sort_name_and_a_forgotten_name_are_searched_at_once():
    player = make_player("佐藤")
    people.set_sort_name(actor=SYSTEM, player_id=player.pk, sort_name="Sato")
    assert found("Satō") == ["佐藤"]
    forgetting.forget_player(actor=SYSTEM, player=player.public_id)
    assert found("Sato") == found("佐藤") == []


def test_players_of_a_list_are_found_too():
    Player.objects.bulk_create([Player(name="Zoë")])
    assert found("zoe") == ["Zoë"]


def test_the_name_of_a_merged_player_finds_the_other():
    one, other = make_player("Müller"), make_player("Anna Mueller-Roth")
    merging.merge(actor=SYSTEM, player=one.public_id, into=other.public_id)
    assert found("muller") == ["Anna Mueller-Roth"]
    assert list(selectors.same_folded_name("Mueller")) == [other]


def test_a_name_in_another_spelling_is_the_same_name():
    player = people.create_player(actor=SYSTEM, name="田中 愛子", sort_name="Tanaka Aiko")
    for name in ("Aiko Tanaka", "田中愛子", "あいこ たなか"):
        assert list(selectors.same_folded_name(name)) == [player], name
    for name in ("Tanaka", "Tanaka Aiko Rei", "?"):
        assert not selectors.same_folded_name(name), name


def test_clubs_of_players_are_read_in_one_query(django_assert_num_queries):
    ada, double, bo = make_player("Ada"), make_player("Adah"), make_player("Bo")
    for slug, player in (("north", ada), ("south", double), ("south", bo), ("north", double)):
        club = selectors.clubs().filter(slug=slug).first() or make_club(slug)
        members.add_member(actor=SYSTEM, club_id=club.pk, player_id=player.pk)
    merging.merge(actor=SYSTEM, player=double.public_id, into=ada.public_id)
    with django_assert_num_queries(1):
        names = selectors.club_names([ada.pk, bo.pk])
    assert names == {ada.pk: ["North", "South"], bo.pk: ["South"]}


def test_the_migration_folds_the_names_that_are_stored():
    people.create_player(actor=SYSTEM, name="田中 愛子", sort_name="Tanaka Aiko")
    Player.objects.update(folded_name="", folded_sort_name="")
    assert found("tanaka") == []
    migration.fold_names(apps, None)
    assert found("tanaka") == found("愛子") == ["田中 愛子"]
