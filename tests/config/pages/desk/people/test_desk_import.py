"""The desk: lists of players as people paste them."""

import re
from typing import Any

import pytest

from tests.builders import make_club, make_event, make_members, make_player
from tests.clients import signed_in, text_of, tidy, url_of
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db
WHO_FIELD = re.compile('name="(who-[^"]+)"')


@pytest.fixture
def waiting(boss):
    return make_event(organiser=boss, slug="cup", state="registration", entries=0)


def send(boss, text: str, do: str = "do", **given: Any) -> Any:
    data = {"what": "players", "text": text, "do": do, "create": "on", **given}
    return signed_in(boss).post(url_of("event-import", "cup"), data)


def entered(event) -> list[tuple[str, int | None]]:
    rows = Entry.objects.filter(event=event).order_by("pk")
    return list(rows.values_list("player__name", "rating"))


def test_a_pasted_list_makes_the_players_whom_nobody_knows(boss, waiting):
    noa = make_player("Noa Levi", account=False)
    text_of(send(boss, "name rating club\nNoa Levi 1500 Haifa\nOmer Cohen 1400\n"), 200)
    assert entered(waiting) == [("Noa Levi", 1500), ("Omer Cohen", 1400)]
    assert Entry.objects.get(player=noa).event == waiting


def test_nobody_is_made_if_the_box_is_empty_or_the_line_says_no(boss, waiting):
    page = text_of(send(boss, "name\nNoa\n", create=""), 200)
    assert "refused: 1" in page
    assert "refused: 1" in text_of(send(boss, "name,new\nNoa,no\n"), 200)
    assert not Player.objects.exists()


def test_the_club_tells_two_of_one_name_apart(boss, waiting):
    _north, south = (
        make_members(make_player("Sam", account=False), club=make_club(slug))
        for slug in ("north", "south")
    )
    assert "refused: 1" in text_of(send(boss, "name,club\nSam,East\n", "try"), 200)
    for how in ({}, {"all_or_nothing": "on"}):
        text_of(send(boss, "name,club\nSam,SOUTH\n", **how), 200)
    entry = Entry.objects.get(event=waiting)
    assert entry.player == south.memberships.get().player


def test_unknown_columns_are_asked_about_and_remembered_until_it_is_done(boss, waiting):
    text = "Spieler;Elo;Ort <b>\nNoa;1500;Haifa\n"
    asked = tidy(text_of(send(boss, text, "try"), 422))
    assert "What are these columns?" in asked
    assert 'name="column-spieler"' in asked
    assert "Ort &lt;b&gt;" in asked
    assert '<option value="rating" selected>' in asked
    answers = {"column-spieler": "name", "column-elo": "rating", "column-ortb": "-"}
    tried = tidy(text_of(send(boss, text, "try", **answers), 200))
    assert '<option value="name" selected>' in tried
    assert not Player.objects.exists()
    text_of(send(boss, text, **answers), 200)
    assert entered(waiting) == [("Noa", 1500)]


def test_a_column_without_an_answer_is_asked_about_again(boss, waiting):
    answers = {"column-spieler": "name", "column-ort": "", "column-x": "evil"}
    asked = text_of(send(boss, "Spieler;Ort\nNoa;Haifa\n", **answers), 422)
    assert "What are these columns?" in asked
    assert not Player.objects.exists()


def test_names_without_headings_are_asked_about_too(boss, waiting):
    answers = {"column-noalevi": "name", "first_is_row": "on"}
    assert "Noa Levi" in text_of(send(boss, "Noa Levi\nOmer\n"), 422)
    text_of(send(boss, "Noa Levi\nOmer\n", **answers), 200)
    assert entered(waiting) == [("Noa Levi", None), ("Omer", None)]


def test_a_name_in_another_spelling_is_asked_about_before_anything_is_done(boss, waiting):
    hana = make_player("Hana Dvořáková", account=False)
    make_members(hana, club=make_club("north"))
    text = "name,rating\nHana Dvorakova,1500\nOmer,1400\n"
    asked = tidy(text_of(send(boss, text), 200))
    assert Player.objects.count() == 1
    assert entered(waiting) == []
    assert f'<option value="{hana.public_id}">' in asked
    (field,) = WHO_FIELD.findall(asked)
    text_of(send(boss, text, **{field: hana.public_id}), 200)
    assert entered(waiting) == [("Hana Dvořáková", 1500), ("Omer", 1400)]


def test_who_is_somebody_else_is_made(boss, waiting):
    make_player("Hana Dvořáková", account=False)
    asked = tidy(text_of(send(boss, "name\nHana Dvorakova\n", "try"), 200))
    (field,) = WHO_FIELD.findall(asked)
    text_of(send(boss, "name\nHana Dvorakova\n", **{field: "evil"}), 200)
    assert Player.objects.count() == 1
    text_of(send(boss, "name\nHana Dvorakova\n", **{field: "new"}), 200)
    assert entered(waiting) == [("Hana Dvorakova", None)]


def test_a_known_name_or_handle_is_not_asked_about(boss, waiting):
    player = make_player("Hana Dvořáková", account=False)
    make_player("HANA DVOŘÁKOVÁ".title(), account=False).handles.create(site="s", name_key="hd")
    text = f"name,handle,player\nHana Dvorakova,s:hd,\n,,{player.public_id}\n"
    assert WHO_FIELD.search(text_of(send(boss, text), 200)) is None
    assert len(entered(waiting)) == 2
